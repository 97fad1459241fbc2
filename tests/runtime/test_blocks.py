"""A file in blocks: joined they are the file, and none is much longer than its paragraphs need."""

from __future__ import annotations

import io

import hypothesis.strategies as st
import pytest
from hypothesis import given

from realizer.errors import InputError
from realizer.runtime import blocks, text_blocks


def read(text: str, **options) -> list[str]:
    return list(text_blocks(io.BytesIO(text.encode()), name="it", **options))


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(blocks, "_CHUNK", 7)
    monkeypatch.setattr(blocks, "_PATIENCE", 20)


@given(st.text("a. \n\u00e9\u2029😀!", max_size=200) | st.text(max_size=80), st.booleans())
def test_joined_they_are_the_text(text, lines):
    text = text.encode(errors="replace").decode()
    found = read(text, lines=lines)
    assert "".join(found) == text
    assert all(found)


def test_they_end_after_paragraphs():
    assert read("one two\nthree\n\nfour\n \nfive six") == ["one two\nthree\n\n", "four\n \n", "five six"]


def test_long_paragraphs_end_after_sentences_then_at_blanks():
    assert read("It is long. " * 10)[0].endswith("long. ")
    assert all(block.endswith(" ") for block in read("word " * 30))
    assert read("x" * 100) == ["x" * 100]


def test_time_is_linear_without_any_blank(monkeypatch):
    looked_at = []

    class Pattern:
        def finditer(self, text, begin):
            looked_at.append(len(text) - begin)
            return iter(())

    for name in ("_PARAGRAPH", "_SENTENCE", "_BLANK"):
        monkeypatch.setattr(blocks, name, Pattern())
    assert read("x" * 7_000) == ["x" * 7_000]
    assert sum(looked_at) < 3 * 1_001 * (blocks._REACH + 7) + 100


def test_an_end_may_reach_into_the_next_chunk():
    assert "".join(read("x" * 30 + ".\u201d " + "x" * 30)) == "x" * 30 + ".\u201d " + "x" * 30
    assert read("x" * 34 + "." + " " + "x" * 30)[0] == "x" * 34 + ". "


def test_lines_may_end_them_too():
    assert read("one two\nthree\nfour", lines=True) == ["one two\nthree\n", "four"]


@pytest.mark.parametrize(
    ("content", "place"), [(b"\xff", 0), (b"abcdef\xc3\xa9\xe9", 8), (b"abcdef\xe9x", 6)]
)
def test_bytes_that_are_no_text(content, place):
    with pytest.raises(InputError, match=f"at byte {place} of the file; cure: --encoding"):
        list(text_blocks(io.BytesIO(content), name="it"))
