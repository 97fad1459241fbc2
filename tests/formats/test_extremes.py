"""Input that is small, large or odd: read, or refused with the place and the cure."""

from __future__ import annotations

import io

import pytest

from formats.treebank_text import row, stream
from realizer.document import tree_problem
from realizer.errors import FormatError
from realizer.formats import (
    Skipped,
    read_conll2009,
    read_conllu,
    read_conllx,
    read_treebank,
    sentence_lines,
    write_conllu,
)

READERS = [read_conllu, read_conllx, read_conll2009, read_treebank]


def written(sentences):
    target = io.BytesIO()
    write_conllu(sentences, target)
    return target.getvalue()


@pytest.mark.parametrize("reader", READERS)
def test_an_empty_file(reader):
    assert list(reader(io.BytesIO(b""))) == []


@pytest.mark.parametrize("reader", READERS)
def test_only_comments(reader):
    with pytest.raises(FormatError, match=r"<stream>:3: expected .*; cure: delete it"):
        list(reader(stream("# a", "# b")))


def test_one_word():
    [sentence] = read_conllu(stream(row(1, "Go"), end=""))
    assert [word.form for word in sentence.words] == ["Go"]


@pytest.mark.parametrize("long", [999, 1000, 1001, 5000])
def test_many_words(long):
    """Around the numbers that are looked up, and far beyond."""
    lines = [row(i, "w", head=i - 1, deps=f"{i - 1}:x") for i in range(1, long + 1)]
    content = ("\n".join([row(f"1-{long}"), *lines]) + "\n\n").encode()
    [sentence] = read_conllu(io.BytesIO(content))
    assert [word.id for word in sentence.words] == list(range(1, long + 1))
    assert [word.head for word in sentence.words] == list(range(long))
    assert sentence.multiword_tokens[0].last == long
    assert written([sentence]) == content
    with pytest.raises(FormatError, match=rf"expected a head from 0 .* to {long} other .*, got {long + 1}"):
        list(read_conllu(stream(*lines[:-1], row(long, head=long + 1))))
    with pytest.raises(FormatError, match=rf"{long}: expected heads that stand in .* DEPS, got {long + 1}"):
        list(read_conllu(stream(*lines[:-1], row(long, deps=f"{long + 1}:x"))))


def test_a_long_word():
    """Longer than the buffer, and not of one byte per character."""
    form = "üx" * 50_000
    content = (row(1, form) + "\n\n" + row(1, "b") + "\n\n").encode()
    first, second = read_conllu(io.BytesIO(content))
    assert (first.words[0].form, second.words[0].form) == (form, "b")
    assert written([first, second]) == content


def test_a_broken_row_with_a_long_word_has_a_short_message():
    with pytest.raises(FormatError) as caught:
        list(read_conllu(stream(row("w" * 100_000))))
    assert "got 'www" in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("heads", "problem"),
    [([0, 0, 1], "two roots 1 and 2"), ([0, 3, 2], "cycle 2 -> 3 -> 2"), ([2, 3, 1], "no root")],
)
def test_what_is_no_tree_is_read(heads, problem):
    """Gold may hold it; who needs trees asks."""
    [sentence] = read_conllu(stream(*(row(i, head=head) for i, head in enumerate(heads, 1))))
    assert [word.head for word in sentence.words] == heads
    assert tree_problem([word.head for word in sentence.words]) == problem


def test_characters_of_every_kind():
    forms = [
        "\u2028",
        "\x85",
        "\u00a0",
        "\ufeff",
        "\0",
        "\U0001f600",
        "e\u0301",
        "\ufffd",
        "#",
        "_",
        "|",
        "a\rb",
    ]
    content = ("\n".join(row(i, form, head=i - 1) for i, form in enumerate(forms, 1)) + "\n\n").encode()
    [sentence] = read_conllu(io.BytesIO(content))
    assert [word.form for word in sentence.words] == forms
    assert written([sentence]) == content


@pytest.mark.parametrize("skip_bad", [None, Skipped()])
def test_a_file_without_empty_lines_does_not_fill_the_memory(monkeypatch, skip_bad):
    monkeypatch.setattr(sentence_lines, "_MOST_LINES", 1000)
    lines = (b"a line of another format\n" for _ in iter(int, 1))

    class Endless(io.RawIOBase):
        def read(self, size):
            return next(lines) * 100

    with pytest.raises(FormatError, match=r"1: expected an empty line after each sentence, got 1100 lines"):
        next(read_conllu(Endless(), skip_bad=skip_bad))
