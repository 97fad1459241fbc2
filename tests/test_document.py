"""The records, new columns for them, and why heads are no tree."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.document import (
    Dependency,
    EmptyNode,
    Layout,
    MultiwordToken,
    NodeId,
    Sentence,
    Word,
    tree_problem,
    with_annotations,
)
from realizer.document.records import new_word
from realizer.errors import InputError, ShapeError

ARC = Dependency(NodeId(2, 1), "nsubj")
SENTENCE = Sentence(
    ("# text = ab c",),
    (
        MultiwordToken(1, 2, "ab", "_", "SpaceAfter=No"),
        Word(1, "a", "A", "X", "x", "_", 2, "dep", (ARC,), "Gloss=a"),
        Word(2, "b", "B", "X", "x", "_", None, "_", (), "_"),
        EmptyNode(NodeId(2, 1), "e", "_", "_", "_", "_", (), "_"),
        Word(3, "c", "C", "X", "x", "F=G", 0, "root", (), "_"),
    ),
    7,
    Layout("\r\n"),
)


def test_a_word_is_a_frozen_record():
    word = SENTENCE.words[0]
    assert [getattr(word, each.name) for each in fields(Word)] == [
        1,
        "a",
        "A",
        "X",
        "x",
        "_",
        2,
        "dep",
        (ARC,),
        "Gloss=a",
        None,
    ]
    with pytest.raises(FrozenInstanceError):
        word.form = "b"
    assert pickle.loads(pickle.dumps(SENTENCE)) == SENTENCE
    assert replace(word, form="b") == Word(1, "b", "A", "X", "x", "_", 2, "dep", (ARC,), "Gloss=a")
    assert hash(word) == hash(replace(word))
    assert "form='a'" in repr(word)


def test_a_word_made_fast_is_a_word_like_any_other():
    word = SENTENCE.words[0]
    made = new_word(*(getattr(word, each.name) for each in fields(Word)))
    assert type(made) is Word
    assert (made, hash(made), repr(made)) == (word, hash(word), repr(word))
    assert pickle.loads(pickle.dumps(made)) == word
    with pytest.raises(FrozenInstanceError):
        made.form = "b"


def test_the_layout_makes_no_other_sentence():
    assert replace(SENTENCE, layout=Layout()) == SENTENCE


@pytest.mark.parametrize(
    ("comments", "document", "paragraph"),
    [
        ((), None, None),
        (("# newdoc id = d 1", "# newpar id = p"), "d 1", "p"),
        (("#newdoc", "#newpar"), "", ""),
        (("# newdoc = d",), "d", None),
        (("# newdoc id =",), "", None),
        (("# newdocument = d", "# text = # newpar", "# x newpar"), None, None),
    ],
)
def test_begins_of_documents_and_paragraphs(comments, document, paragraph):
    sentence = replace(SENTENCE, comments=comments)
    assert (sentence.newdoc, sentence.newpar) == (document, paragraph)


def test_annotations_replace_their_columns_only():
    new = with_annotations(
        SENTENCE,
        lemmas=["l1", "l2", "l3"],
        upos=["U1", "U2", "U3"],
        xpos=["X1", "X2", "X3"],
        feats=["F=1", "_", "F=3"],
        heads=np.array([0, 1, 2]),
        deprels=["root", "obj", "obl"],
        deps=[(), (ARC,), ()],
    )
    assert new.words == (
        Word(1, "a", "l1", "U1", "X1", "F=1", 0, "root", (), "Gloss=a"),
        Word(2, "b", "l2", "U2", "X2", "_", 1, "obj", (ARC,), "_"),
        Word(3, "c", "l3", "U3", "X3", "F=3", 2, "obl", (), "_"),
    )
    assert all(type(word.head) is int for word in new.words)
    assert (new.comments, new.line, new.layout) == (SENTENCE.comments, SENTENCE.line, SENTENCE.layout)
    assert (new.multiword_tokens, new.empty_nodes) == (SENTENCE.multiword_tokens, SENTENCE.empty_nodes)
    assert [type(row) for row in new.rows] == [type(row) for row in SENTENCE.rows]


def test_annotations_that_are_not_given_stay():
    assert with_annotations(SENTENCE) == SENTENCE
    new = with_annotations(SENTENCE, heads=iter([2, None, 2]))
    assert [word.head for word in new.words] == [2, None, 2]
    assert [word.deprel for word in new.words] == ["dep", "_", "root"]
    assert new.words[0].deps == (ARC,)


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        (
            {"heads": [0, 1]},
            ShapeError,
            "expected one head for each of the 3 words, got 2; cure: count words",
        ),
        ({"deps": [()]}, ShapeError, "expected one deps for each of the 3 words, got 1"),
        ({"upos": "ABCD"}, ShapeError, "expected one upos for each of the 3 words, got 4"),
        (
            {"heads": [0, 2, 1]},
            InputError,
            "expected as head of word 2 a number from 0 .* other than 2, got 2",
        ),
        ({"heads": [0, 4, 1]}, InputError, "expected as head of word 2 a number from 0 .* to 3 .*got 4"),
        ({"heads": [0, -1, 1]}, InputError, "got -1; cure: take -1 at padding away"),
        (
            {"deprels": ["a", "", "b"]},
            InputError,
            "expected text without tabs .* as deprel, got ''; cure: give",
        ),
        ({"lemmas": ["a", "b\tc", "b"]}, InputError, r"as lemma, got 'b\\tc'; cure"),
        ({"feats": ["a", "b\nc", "b"]}, InputError, r"as feats, got 'b\\nc'; cure"),
        ({"xpos": ["a", None, "b"]}, InputError, "as xpos, got None; cure: give '_' for no value"),
        ({"heads": [0, 1.0, 1]}, TypeError, "float"),
    ],
)
def test_annotations_that_cannot_be(columns, error, message):
    with pytest.raises(error, match=message):
        with_annotations(SENTENCE, **columns)


@pytest.mark.parametrize(
    ("heads", "problem"),
    [
        ([], None),
        ([0], None),
        ([2, 0, 2], None),
        ([2, None], "word 2 has no head"),
        ([2, 3], "head 3 of word 2 is not among the 2 words"),
        ([2, -1], "head -1 of word 2 is not among the 2 words"),
        ([2, 1], "no root"),
        ([2, 2, 0, 4, 3, 3, 0], "two roots 3 and 7"),
        ([0] * 9, "9 roots 1, 2, 3, 4, 5, 6, 7, 8, …"),
        ([0, 0, 0], "3 roots 1, 2, 3"),
        ([0, 1, 3], "cycle 3 -> 3"),
        ([5, 0, 5, 5, 4], "cycle 4 -> 5 -> 4"),
        ([0, 5, 2, 3, 4], "cycle 2 -> 5 -> 4 -> 3 -> 2"),
        ([0, *range(3, 5001), 2], "cycle 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> … -> 2"),
        ([*range(2, 5001), 0], None),
    ],
)
def test_tree_problem(heads, problem):
    assert tree_problem(heads) == problem
    if None not in heads:
        assert tree_problem(np.array(heads, dtype=int)) == problem


def is_tree(heads):
    """By definition: one root, and who goes up comes to it."""

    def above(word):
        for _ in heads:
            word = heads[word - 1] if word else 0
        return word

    return heads.count(0) == 1 and not any(above(word) for word in range(1, len(heads) + 1))


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.integers(0, n), min_size=n, max_size=n)))
def test_tree_problem_agrees_with_the_definition(heads):
    problem = tree_problem(heads)
    assert (problem is None) == is_tree(heads)
    if problem and problem.startswith("cycle"):
        cycle = [int(word) for word in problem.removeprefix("cycle ").split(" -> ")]
        assert all(heads[word - 1] == head for word, head in pairwise(cycle))
        assert cycle[0] == cycle[-1]
