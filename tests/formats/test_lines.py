from __future__ import annotations

import gzip
import io
import os
import sys

import pytest

from realizer.document import Layout
from realizer.errors import FormatError
from realizer.formats import source_name
from realizer.formats.lines import BYTE_ORDER_MARK, line_blocks, numbered_lines

TEXT = "één\ta\nb\u2028c\x85d\n\nlast"
LINES = [(1, "één\ta"), (2, "b\u2028c\x85d"), (3, ""), (4, "last")]


def test_lines_are_split_at_line_feeds_only():
    assert list(numbered_lines(io.BytesIO(TEXT.encode()))) == LINES


def test_a_file_plain_gzipped_and_from_standard_input(tmp_path, monkeypatch):
    plain, packed = tmp_path / "a.conllu", tmp_path / "a.conllu.gz"
    plain.write_bytes(TEXT.encode())
    packed.write_bytes(gzip.compress(TEXT.encode()))
    assert list(numbered_lines(plain)) == list(numbered_lines(str(packed))) == LINES
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert list(numbered_lines("-")) == LINES


def test_a_stream_of_the_caller_stays_open():
    stream = io.BytesIO(b"a")
    list(numbered_lines(stream))
    assert not stream.closed


def test_names(tmp_path):
    with (tmp_path / "x").open("wb") as stream:
        assert source_name(stream) == str(tmp_path / "x")
    assert source_name(tmp_path) == str(tmp_path)
    assert source_name("-") == "<stdin>"
    assert source_name(io.BytesIO()) == "<stream>"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"ab\nc\xe9d\n", "2: expected UTF-8, got byte 0xE9 at byte 2 of the line; cure: save the file"),
        (b"\xc3\xa9\nab\xff", "2: expected UTF-8, got byte 0xFF at byte 3 of the line; cure: save the"),
        (b"a\nb\r\n", "2: expected a line end LF as in line 1, got CR LF; cure: save the file with one kind"),
        (b"a\r\nb\n", "2: expected a line end CR LF as in line 1, got LF; cure: save the file with one kind"),
        (
            b"\xff\xfea\0\n\0",
            "1: expected UTF-8, got byte 0xFF at byte 1 of the line; cure: save the",
        ),
    ],
)
def test_broken_text(content, message):
    with pytest.raises(FormatError) as caught:
        list(numbered_lines(io.BytesIO(content)))
    assert str(caught.value).startswith(f"<stream>:{message}")


def test_windows_files():
    content = BYTE_ORDER_MARK + TEXT.replace("\n", "\r\n").encode()
    assert list(numbered_lines(io.BytesIO(content))) == LINES
    assert list(numbered_lines(io.BytesIO(BYTE_ORDER_MARK))) == []
    block = next(line_blocks(io.BytesIO(content)))
    assert block.layout == Layout("\r\n", byte_order_mark=True)


def test_a_carriage_return_inside_a_line_is_text():
    assert list(numbered_lines(io.BytesIO(b"a\rb\nc\r"))) == [(1, "a\rb"), (2, "c\r")]


class Trickle(io.RawIOBase):
    """Gives a few bytes at a time, as pipes do."""

    def __init__(self, content, step):
        self.content, self.step = content, step

    def readable(self):
        return True

    def readinto(self, buffer):
        part = self.content[: min(self.step, len(buffer))]
        self.content = self.content[len(part) :]
        buffer[: len(part)] = part
        return len(part)


@pytest.mark.parametrize("step", [1, 2, 3, 7])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_blocks_may_be_cut_anywhere(step, end):
    content = TEXT.replace("\n", end).encode()
    assert list(numbered_lines(Trickle(content, step))) == LINES
    assert list(numbered_lines(io.BufferedReader(Trickle(content, step)))) == LINES


def test_lines_are_given_as_soon_as_they_come():
    """A pipe's writer may wait for an answer."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb", buffering=0) as target:
        lines = numbered_lines(source)
        target.write(b"one\ntwo")
        assert next(lines) == (1, "one")
        target.write(b"\n")
        assert next(lines) == (2, "two")


def test_a_broken_line_does_not_hide_the_others():
    content = b"a\r\n\xff\r\n\r\nb\n"
    [block] = line_blocks(io.BytesIO(content))
    assert block.lines == ["a", "\ufffd", "", "b"]
    assert sorted(block.faults) == [2, 4]


@pytest.mark.parametrize("keep", [-4, 20, 5])
def test_a_broken_gzip_file(tmp_path, keep):
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(TEXT.encode() * 1000)[:keep])
    with pytest.raises(FormatError, match=r"a\.gz:\d+: expected a whole gzip file, got: .*; cure: fetch"):
        list(numbered_lines(path))


def test_not_gzip_at_all(tmp_path):
    path = tmp_path / "a.gz"
    path.write_bytes(b"1\ta\n")
    with pytest.raises(FormatError, match=r"a\.gz:1: expected a whole gzip file, got: Not a gzipped file"):
        list(numbered_lines(path))


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        list(numbered_lines(tmp_path / "none.conllu"))
