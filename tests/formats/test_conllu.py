from __future__ import annotations

import io
import re
import tracemalloc

import pytest

from formats.treebank_text import WHOLE, row, stream
from realizer.errors import FormatError
from realizer.formats import Dependency, MultiwordToken, NodeId, misc_value, read_conllu


def read(*lines, end="\n"):
    return list(read_conllu(stream(*lines, end=end)))


def test_every_kind_of_row():
    first, second = read_conllu(io.BytesIO(WHOLE.encode()))
    assert [word.form for word in first.words] == ["I", "can", "not", "20 000"]
    assert [word.head for word in first.words] == [3, 3, 0, 3]
    assert first.words[0].deps == (Dependency(NodeId(3), "nsubj"), Dependency(NodeId(3, 1), "nsubj"))
    assert [str(node.id) for node in first.empty_nodes] == ["0.1", "3.1"]
    assert first.multiword_tokens == (MultiwordToken(2, 3, "cannot", "Typo=Yes", "SpaceAfter=No"),)
    assert first.metadata["text"] == "I cannot go = x"
    assert first.metadata["newpar"] == ""
    assert first.line == 5
    assert second.line == 14
    assert second.words[0].form == "a\u2028b"
    assert second.words[0].head is None


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_the_last_sentence_may_end_anyhow(end):
    assert len(read(row(), "", row(), end=end)) == 2


def test_an_empty_file_has_no_sentences():
    assert list(read_conllu(io.BytesIO(b""))) == []


def test_misc_value():
    assert misc_value("Gloss=a=b|Lang=en", "Gloss") == "a=b"
    assert misc_value("Gloss=a|XEntity=(1)", "Entity") is None
    assert misc_value("Entity", "Entity") is None
    assert misc_value("_", "Entity") is None


TWO = (row(1), row(2, head=1))
BROKEN = {
    "nine columns": (
        ["1\ta\t_\t_\t_\t_\t0\troot\t_"],
        "1: expected 10 tab-separated columns, got 9; cure: see the format's page",
    ),
    "blanks": (
        [row().replace("\t", "  ")],
        "1: expected 10 tab-separated columns, got 1; cure: separate them with tabs, not blanks",
    ),
    "white space": (
        [row(), " ", row()],
        "2: expected an empty line between sentences, got white space; cure:",
    ),
    "empty column": ([row(form="")], "1: expected a value in column FORM, got nothing; cure: write _"),
    "id": ([row("1a")], "1: expected an id such as 8, 8-9 or 8.1, got '1a'; cure:"),
    "id zero": ([row("0")], "1: expected an id such as 8, 8-9 or 8.1, got '0'; cure:"),
    "id with zero": ([row("01")], "1: expected an id such as 8, 8-9 or 8.1, got '01'; cure:"),
    "id in other digits": ([row("\u0661")], "1: expected an id such as 8, 8-9 or 8.1, got '\u0661'; cure:"),
    "gap": ([*TWO, row(4)], "3: expected word 3, got word 4; cure: number the words"),
    "no empty line": ([*TWO, row(1)], "3: expected word 3, got word 1; cure: number the words"),
    "head of 5000 digits": ([row(head="9" * 5000)], "1: expected a word's number or _ in HEAD, got '999"),
    "id of 5000 digits": ([row("9" * 5000)], "1: expected an id such as 8, 8-9 or 8.1, got '999"),
    "token of 5000 digits": ([row("1-" + "9" * 5000)], "1: expected an id such as 8, 8-9 or 8.1, got '1-999"),
    "node of 5000 digits": ([row("0." + "9" * 5000)], "1: expected an id such as 8, 8-9 or 8.1, got '0.999"),
    "deps of 5000 digits": (
        [row(deps="9" * 5000 + ":x")],
        "1: expected head:relation pairs joined by | in DEPS, got '999",
    ),
    "head text": ([row(head="x")], "1: expected a word's number or _ in HEAD, got 'x'; cure:"),
    "head negative": ([row(head="-1")], "1: expected a word's number or _ in HEAD, got '-1'; cure:"),
    "head too big": (
        [row(1), row(2, head=3), row(3, head=4)],
        "3: expected a head from 0 (the root) to 3 other than the word itself, got 4; cure: correct",
    ),
    "own head": (
        ["# x", row(1, head=1)],
        "2: expected a head from 0 (the root) to 1 other than the word itself",
    ),
    "deps": ([row(deps="0root")], "1: expected head:relation pairs joined by | in DEPS, got '0root'; cure:"),
    "deps end": ([row(deps="0:root|")], "1: expected head:relation pairs joined by | in DEPS"),
    "deps relation": (
        [row(deps="0:")],
        "1: expected head:relation pairs joined by | in DEPS, got '0:'; cure:",
    ),
    "deps head": ([row(deps="2:x")], "1: expected heads that stand in the sentence in DEPS, got 2; cure:"),
    "deps node": (
        [row(deps="1.1:x")],
        "1: expected heads that stand in the sentence in DEPS, got 1.1; cure:",
    ),
    "token late": (
        [row(1), row("1-2", head="_")],
        "2: expected a multiword token that starts at word 2, got 1-2",
    ),
    "token early": (
        [row("2-3", head="_")],
        "1: expected a multiword token that starts at word 1, got 2-3; cure:",
    ),
    "token turned": ([row("1-0", head="_")], "1: expected an id such as 8, 8-9 or 8.1, got '1-0'; cure:"),
    "token backwards": (
        [row(1), row("2-1", head="_")],
        "2: expected a multiword token that starts at word 2, got 2-1; cure:",
    ),
    "token overlap": (
        [row("1-2", head="_"), row(1), row("2-3", head="_")],
        "3: expected a multiword token that starts at word 3, got 2-3; cure:",
    ),
    "token twice": (
        [row("1-2", head="_"), row("1-2", head="_")],
        "2: expected a multiword token that starts",
    ),
    "token lemma": (
        [row("1-2").replace("\t_\t", "\tab\t", 1)],
        "1: expected _ in LEMMA of a multiword token, got 'ab'; cure: what is said of its words",
    ),
    "token open": (
        [row("1-2", head="_"), row(1), ""],
        "3: expected word 2, got the sentence's end; cure: add",
    ),
    "only a token": ([row("1-1", head="_"), ""], "2: expected word 1, got the sentence's end; cure: add"),
    "node first": (
        [row("1.1", head="_", deprel="_")],
        "1: expected empty node 0.1, got 1.1; cure: put empty",
    ),
    "node gap": (
        [row(1), row("1.2", head="_", deprel="_")],
        "2: expected empty node 1.1, got 1.2; cure: put",
    ),
    "node head": (
        [row(1), row("1.1")],
        "2: expected _ in HEAD and DEPREL of an empty node, got '0' and 'root'",
    ),
    "comment inside": ([row(1), "# x"], "2: expected a row or an empty line, got a comment; cure: move it"),
    "comments only": (["# x", "", row()], "2: expected a sentence with at least one row, got comments only"),
    "comments last": ([row(), "", "# x"], "4: expected a sentence with at least one row, got comments only"),
    "empty lines": (
        [row(), "", "", row()],
        "3: expected a sentence with at least one row, got an empty line",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_says_where_what_and_the_cure(name):
    lines, message = BROKEN[name]
    with pytest.raises(FormatError, match=re.escape(f"<stream>:{message}")) as caught:
        read(*lines)
    assert "; cure: " in str(caught.value)
    assert len(str(caught.value)) < 250


def test_sentences_before_the_broken_one_are_read():
    sentences = read_conllu(stream(row(), "", row(head=7)))
    assert len(next(sentences).words) == 1
    with pytest.raises(FormatError):
        next(sentences)


class Endless(io.RawIOBase):
    """A corpus of many sentences that is never in memory."""

    def __init__(self, sentences):
        self.left = sentences

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self.left:
            return 0
        self.left -= 1
        block = (row(1, "word") + "\n" + row(2, "other", head=1) + "\n\n").encode()
        buffer[: len(block)] = block
        return len(block)


def test_memory_does_not_depend_on_the_corpus():
    peaks = []
    for sentences in (10_000, 30_000):
        tracemalloc.start()
        assert sum(1 for _ in read_conllu(io.BufferedReader(Endless(sentences)))) == sentences
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 50_000


@pytest.mark.parametrize(
    ("name", "sentences", "words", "tokens", "nodes"),
    [
        ("en_ewt/dev.conllu", 2001, 25147, 359, 4),
        ("en_gum/dev.conllu", 1575, 28119, 517, 12),
        ("fr_sequoia/dev.conllu", 412, 9999, 282, 0),
    ],
)
def test_real_treebanks_are_read_whole(data, name, sentences, words, tokens, nodes):
    path = data / name
    every = list(read_conllu(path))
    assert len(every) == sentences
    assert sum(len(s.words) for s in every) == words
    assert sum(len(s.multiword_tokens) for s in every) == tokens
    assert sum(len(s.empty_nodes) for s in every) == nodes
