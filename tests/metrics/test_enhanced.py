"""ELAS and EULAS: paths through empty nodes, arcs that count once, subtypes."""

from __future__ import annotations

import pytest

from metrics.treebanks import empty, sentence, word
from realizer.metrics import Score, evaluate
from realizer.metrics.enhanced import collapsed_arcs

# `Ann likes tea and Bob [likes] coffee`: the textbook's gapping.
GAPPING = (
    word(1, "Ann", head=2, deps=[((2,), "nsubj")]),
    word(2, "likes", head=0, deps=[((0,), "root")]),
    word(3, "tea", head=2, deps=[((2,), "obj")]),
    word(4, "and", head=5, deps=[((5, 1), "cc")]),
    word(5, "Bob", head=2, deps=[((5, 1), "nsubj")]),
    empty(5, 1, ((2,), "conj:and")),
    word(6, "coffee", head=5, deps=[((5, 1), "obj")]),
)


def arcs(*rows):
    return sorted(collapsed_arcs(sentence(*rows)))


def test_gapping():
    assert arcs(*GAPPING) == [
        (1, 2, "nsubj"),
        (2, 0, "root"),
        (3, 2, "obj"),
        (4, 2, "conj:and>cc"),
        (5, 2, "conj:and>nsubj"),
        (6, 2, "conj:and>obj"),
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # a chain of empty nodes, from the root
        (
            (word(1, "a", deps=[((1, 2), "c")]), empty(1, 1, ((0,), "a")), empty(1, 2, ((1, 1), "b"))),
            "0 a>b>c",
        ),
        # two heads of an empty node
        ((word(1, "a", deps=[((1, 1), "c")]), empty(1, 1, ((0,), "a"), ((0,), "b"))), "0 a>c, 0 b>c"),
        # two empty nodes with the same path count once
        (
            (
                word(1, "a", deps=[((1, 1), "c"), ((1, 2), "c")]),
                empty(1, 1, ((0,), "a")),
                empty(1, 2, ((0,), "a")),
            ),
            "0 a>c",
        ),
        # a word that is its own head by way of an empty node
        ((word(1, "a", deps=[((1, 1), "c")]), empty(1, 1, ((1,), "a"))), "1 a>c"),
        # no head, no dependent: nothing is left
        ((word(1, "a", deps=[((0,), "root"), ((1, 1), "c")]), empty(1, 1)), "0 root"),
        ((word(1, "a", deps=[((0,), "root")]), empty(1, 1, ((1,), "c"))), "0 root"),
        # a cycle of empty nodes comes to an end
        (
            (
                word(1, "a", deps=[((1, 2), "d")]),
                empty(1, 1, ((0,), "a"), ((1, 2), "c")),
                empty(1, 2, ((1, 1), "b")),
            ),
            "0 a>b>d",
        ),
        # an empty node before the first word
        ((empty(0, 1, ((0,), "a")), word(1, "a", deps=[((0, 1), "b")])), "0 a>b"),
    ],
)
def test_paths(rows, expected):
    found = collapsed_arcs(sentence(*rows))
    assert sorted(f"{head} {label}" for _, head, label in found) == sorted(expected.split(", "))


def score(gold, system, name):
    return evaluate([sentence(*gold)], [sentence(*system)]).scores[name]


def with_arcs(*deps):
    return (word(1, "a", deps=[((0,), "root")]), word(2, "b", deps=deps))


def test_labels_are_whole_in_elas_and_cut_in_eulas():
    gold, system = with_arcs(((1,), "nmod:of")), with_arcs(((1,), "nmod:in"))
    assert score(gold, system, "ELAS") == Score(1, 2, 2, 2)
    assert score(gold, system, "EULAS") == Score(2, 2, 2, 2)


def test_paths_are_cut_relation_by_relation():
    other = (*GAPPING[:5], empty(5, 1, ((2,), "conj:or")), GAPPING[6])
    assert score(GAPPING, other, "ELAS").correct == 3
    assert score(GAPPING, other, "EULAS").correct == 6


def test_an_arc_that_is_missing_and_one_too_many():
    gold, system = with_arcs(((1,), "obj"), ((0,), "conj")), with_arcs(((1,), "obj"))
    assert score(gold, system, "ELAS") == Score(2, 3, 2, 2)
    assert score(system, gold, "ELAS") == Score(2, 2, 3, 2)


def test_equal_arcs_count_once_in_a_file():
    assert score(with_arcs(((1,), "obj"), ((1,), "obj")), with_arcs(((1,), "obj")), "ELAS") == Score(
        2, 2, 2, 2
    )


def test_arcs_that_differ_in_subtypes_count_in_pairs_without_them():
    twice = with_arcs(((1,), "nmod:of"), ((1,), "nmod:in"))
    assert score(twice, twice, "ELAS") == Score(3, 3, 3, 2)
    assert score(twice, twice, "EULAS") == Score(5, 3, 3, 2)


def test_empty_nodes_are_no_words_for_the_other_metrics():
    without = (*GAPPING[:5], GAPPING[6])
    plain = tuple(word(row.id, row.form, head=row.head) for row in without)
    scores = evaluate([sentence(*GAPPING)], [sentence(*plain)]).scores
    assert scores["Words"] == Score(6, 6, 6)
    assert scores["UAS"].f1 == 1
    assert scores["ELAS"] == Score(0, 6, 0, 6)
