from __future__ import annotations

import re

import pytest

from formats.treebank_text import stream
from realizer.errors import FormatError
from realizer.formats import read_conll2012

BEGIN = "#begin document (nw/d); part 0"
END = "#end document"


def word(form, brackets, separator="  "):
    return separator.join(["nw/d", "0", "0", form, "NN", brackets])


def test_blanks_and_tabs():
    for separator in ("   ", "\t"):
        lines = [BEGIN, word("a", "(1|(12", separator), "", word("b", "12)|(3)|1)", separator), "", END]
        [document] = read_conll2012(stream(*lines))
        assert (document.name, document.line, document.words, document.nodes) == ("nw/d", 1, 2, ("a", "b"))
        assert [(m.entity, m.start, m.end) for m in document.mentions] == [
            ("1", 0, 1),
            ("12", 0, 1),
            ("3", 1, 1),
        ]


@pytest.mark.parametrize("none", ["-", "_", ""])
def test_words_without_mentions(none):
    [document] = read_conll2012(stream(BEGIN, word("a", none, "\t"), END))
    assert document.mentions == ()


def test_parts_are_documents():
    lines = [BEGIN, END, "#begin document (nw/d); part 001", word("a", "(1)"), END]
    assert [document.name for document in read_conll2012(stream(*lines))] == ["nw/d", "nw/d/1"]


BROKEN = {
    "no begin": ([word("a", "-")], "1: expected '#begin document (name); part 0', got 'nw/d  0"),
    "bad begin": (
        ["#begin document nw"],
        "1: expected '#begin document (name); part 0', got '#begin document nw'",
    ),
    "two begins": ([BEGIN, BEGIN], "2: expected '#end document', got another document; cure: end the first"),
    "two ends": ([BEGIN, END, END], "3: expected '#begin document (name);', got an end; cure: begin it"),
    "cut off": (
        [BEGIN, word("a", "-")],
        "3: expected '#end document', got the file's end; cure: fetch it whole",
    ),
    "columns": ([BEGIN, "a b c d"], "2: expected at least 5 columns, got 4; cure: add the missing ones"),
    "bracket": ([BEGIN, word("a", "(x)")], "2: expected (7, 7) or (7) in the last column, got '(x)'; cure:"),
    "number": ([BEGIN, word("a", "7")], "2: expected (7, 7) or (7) in the last column, got '7'; cure:"),
    "never closed": (
        [BEGIN, word("a", "(7"), END],
        "2: expected 7) before the document's end, got none; cure:",
    ),
    "never opened": ([BEGIN, word("a", "7)")], "2: expected (7 before 7), got no open bracket; cure: open"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_says_where_what_and_the_cure(name):
    lines, message = BROKEN[name]
    with pytest.raises(FormatError, match=re.escape(f"<stream>:{message}")) as caught:
        list(read_conll2012(stream(*lines)))
    assert "; cure: " in str(caught.value)


def test_litbank(data):
    """Counts by grep: opening brackets in the last column, rows."""
    documents = [d for path in sorted((data / "litbank").rglob("*.conll")) for d in read_conll2012(path)]
    assert len(documents) == 90
    assert sum(document.words for document in documents) == 188393
    assert sum(len(document.mentions) for document in documents) == 17138 + 8860


def test_sentences_speakers_and_genre():
    rest = "NN * - - - {} * -"
    lines = ["#begin document (bc/x/01); part 0"]
    lines += [f"d 0 0 a {rest.format('Ann')}", f"d 0 1 b {rest.format('Ann')}", "", ""]
    lines += [f"d 0 0 c {rest.format('-')}", "#end document", "#begin document (y); part 0", "d 0 0 e -", END]
    first, second = read_conll2012(stream(*lines))
    assert (first.sentences, first.speakers, first.genre) == ((0, 2), ("Ann", ""), "bc")
    assert (second.sentences, second.speakers, second.genre) == ((0,), ("",), "")
