from __future__ import annotations

import gzip
import io
import sys

import pytest

from realizer.errors import FormatError
from realizer.formats import source_name
from realizer.formats.lines import numbered_lines

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
        (
            b"ab\nc\xe9d\n",
            "<stream>:2: expected UTF-8, got byte 0xE9 at offset 4 of the file; cure: convert it",
        ),
        (
            b"\xc3\xa9\nab\xff",
            "<stream>:2: expected UTF-8, got byte 0xFF at offset 5 of the file; cure: convert it",
        ),
        (b"a\r\n", "<stream>:1: expected a line end LF, got CR LF; cure: sed -i 's/\\r$//' FILE"),
        (b"\xef\xbb\xbfa\n", "<stream>:1: expected text, got a byte order mark (EF BB BF); cure: sed -i"),
    ],
)
def test_broken_text(content, message):
    with pytest.raises(FormatError) as caught:
        list(numbered_lines(io.BytesIO(content)))
    assert str(caught.value).startswith(message)


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
