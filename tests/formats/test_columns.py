"""CoNLL-X and CoNLL-2009, by hand: the treebanks that come so are licensed."""

from __future__ import annotations

import gzip
import io
import re

import pytest

from formats.treebank_text import stream
from realizer.errors import FormatError, InputError
from realizer.formats import conllu_text, read_conll2009, read_conllx, read_treebank

# As the Penn Treebank comes with Stanford Dependencies, and the Chinese Treebank.
PENN = """\
1\tMs.\t_\tNNP\tNNP\t_\t2\tnn\t_\t_
2\tReed\t_\tNNP\tNNP\t_\t3\tnsubj\t_\t_
3\tpays\t_\tVBZ\tVBZ\t_\t0\troot\t_\t_
4\t1\\/2\t_\tCD\tCD\t_\t3\tdobj\t_\t_
5\t.\t_\t.\t.\t_\t3\tpunct\t_\t_


1\t-LRB-\t_\t-LRB-\t-LRB-\t_\t0\troot\t_\t_
"""
CHINESE = """\
1\t上海\t上海\tNR\tNR-SHORT\t_\t2\tSUB
2\t发展\t发展\tVV\tVV\tasp=x\t0\tROOT

"""
PROPBANK = """\
1\tThey\tthey\tThey\tPRP\tNN\tn=p\tn=s\t2\t3\tSBJ\tOBJ\t_\t_\tA0\t_
2\twent\tgo\twent\tVBD\tVB\t_\tt=p\t0\t0\tROOT\tROOT2\tY\tgo.01\t_\t_
3\thome\thome\thom\tNN\tRB\t_\t_\t2\t2\tLOC\tDIR\t_\t_\tA4\t_

"""


def source(text):
    return io.BytesIO(text.encode())


def columns(sentence):
    return [(w.form, w.lemma, w.upos, w.xpos, w.feats, w.head, w.deprel) for w in sentence.words]


def test_penn():
    first, second = read_conllx(source(PENN))
    assert columns(first)[0] == ("Ms.", "_", "NNP", "NNP", "_", 2, "nn")
    assert [(word.form, word.head) for word in first.words][3:] == [("1\\/2", 3), (".", 3)]
    assert (second.words[0].form, second.line) == ("-LRB-", 8)
    assert {(word.deps, word.misc) for word in first.words} == {((), "_")}


def test_chinese_and_eight_columns():
    [sentence] = read_conllx(source(CHINESE))
    assert columns(sentence) == [
        ("上海", "上海", "NR", "NR-SHORT", "_", 2, "SUB"),
        ("发展", "发展", "VV", "VV", "asp=x", 0, "ROOT"),
    ]


def test_windows_lines_and_comments():
    text = "# a comment\n" + CHINESE
    [sentence] = read_conllx(source(text.replace("\n", "\r\n")))
    assert sentence.comments == ("# a comment",)
    assert sentence.line == 2


def test_what_was_read_can_be_written_as_conllu():
    first, _ = read_conllx(source(PENN))
    assert conllu_text(first).startswith("1\tMs.\t_\tNNP\tNNP\t_\t2\tnn\t_\t_\n2\tReed")


def test_gold_columns():
    [sentence] = read_conll2009(source(PROPBANK))
    assert columns(sentence) == [
        ("They", "they", "_", "PRP", "n=p", 2, "SBJ"),
        ("went", "go", "_", "VBD", "_", 0, "ROOT"),
        ("home", "home", "_", "NN", "_", 2, "LOC"),
    ]


def test_predicted_columns():
    [sentence] = read_conll2009(source(PROPBANK), tags="predicted")
    assert columns(sentence) == [
        ("They", "They", "_", "NN", "n=s", 2, "SBJ"),
        ("went", "went", "_", "VB", "t=p", 0, "ROOT"),
        ("home", "hom", "_", "RB", "_", 2, "LOC"),
    ]
    [sentence] = read_conll2009(source(PROPBANK), heads="predicted")
    assert columns(sentence) == [
        ("They", "they", "_", "PRP", "n=p", 3, "OBJ"),
        ("went", "go", "_", "VBD", "_", 0, "ROOT2"),
        ("home", "home", "_", "NN", "_", 2, "DIR"),
    ]


@pytest.mark.parametrize("option", ["tags", "heads"])
def test_other_options(option):
    message = f"expected {option} 'gold' or 'predicted', got 'pred'; cure: name one of them"
    with pytest.raises(InputError, match=message):
        read_conll2009(source(PROPBANK), **{option: "pred"})


def wide(number="1", head="0", count=10):
    cells = [number, "a", *"________________"][:count]
    cells[6] = head
    return "\t".join(cells)


COLUMNS = "expected 8 to 10 tab-separated columns of CoNLL-X, got"
BROKEN = {
    "few": ([wide(count=7)], f"1: {COLUMNS} 7; cure: name the"),
    "many": ([wide(count=14)], f"1: {COLUMNS} 14; cure: name the"),
    "blanks": ([wide().replace("\t", " ")], f"1: {COLUMNS} 1; cure: separate"),
    "white": ([wide(), " "], f"2: {COLUMNS} 1; cure: delete the white space"),
    "empty": (
        [wide().replace("\ta\t", "\t\t")],
        "1: expected a value in column 2, got nothing; cure: write _",
    ),
    "gap": ([wide(), wide("3")], "2: expected word 2, got '3'; cure: number the words"),
    "range": ([wide("1-2")], "1: expected word 1, got '1-2'; cure: number the words"),
    "head": ([wide(head="x")], "1: expected a word's number or _ in HEAD, got 'x'; cure: correct column"),
    "far": (
        ["# c", wide(), wide("2", "3")],
        "3: expected a head from 0 (the root) to 2 other than the word itself, got 3",
    ),
    "own": ([wide(head="1")], "1: expected a head from 0 (the root) to 1 other than the word itself, got 1"),
    "comment": ([wide(), "# c"], f"2: {COLUMNS} 1; cure:"),
    "comments": (["# c", ""], "2: expected a word after the comments, got an empty line; cure: delete it"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_says_where_what_and_the_cure(name):
    lines, message = BROKEN[name]
    with pytest.raises(FormatError, match=re.escape(f"<stream>:{message}")):
        list(read_conllx(stream(*lines)))


def test_too_few_columns_for_2009():
    with pytest.raises(
        FormatError, match="1: expected at least 12 tab-separated columns of CoNLL-2009, got 10"
    ):
        list(read_conll2009(source(PENN)))


def test_no_head_is_none():
    [sentence] = read_conllx(stream(wide(head="_")))
    assert sentence.words[0].head is None


@pytest.mark.parametrize(
    ("name", "text", "xpos"),
    [
        ("a.conllu", PENN.replace("\n\n\n", "\n\n"), "NNP"),
        ("a.conllx", PENN, "NNP"),
        ("a.conll", PENN, "NNP"),
        ("A.CONLL06", PENN, "NNP"),
        ("a.dev.conll09", PROPBANK, "PRP"),
        ("a.conll2009", PROPBANK, "PRP"),
    ],
)
def test_read_treebank_goes_by_the_name(tmp_path, name, text, xpos):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert list(read_treebank(path))[0].words[0].xpos == xpos  # noqa: RUF015  # the whole file
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert list(read_treebank(str(packed))) == list(read_treebank(path))


def test_read_treebank_by_option(tmp_path):
    path = tmp_path / "penn.txt"
    path.write_text(PENN, encoding="utf-8")
    assert len(list(read_treebank(path, format="conllx"))) == 2
    assert len(list(read_treebank(source(PROPBANK), format="conll2009"))) == 1
    with pytest.raises(FormatError, match="at least 12 tab-separated columns of CoNLL-2009"):
        list(read_treebank(path, format="conll2009"))
    with pytest.raises(FormatError, match="<stream>:7: expected a sentence with at least one row"):
        list(read_treebank(source(PENN)))  # a stream is CoNLL-U, where a second empty line is an error


def test_read_treebank_says_what_it_knows():
    with pytest.raises(
        InputError, match=r"expected a file name that ends in \.conllu, .*, got 'a\.txt'; cure:"
    ):
        read_treebank("a.txt")
    with pytest.raises(
        InputError, match=r"expected a format among auto, conllu, .*, got 'xml'; cure: name one"
    ):
        read_treebank("a.conllu", format="xml")
