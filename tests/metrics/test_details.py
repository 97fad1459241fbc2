"""Where the errors are, counted by hand and by the definition of projectivity."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.treebanks import sentence, word
from realizer.metrics import ArcGroup, Score, evaluate
from realizer.metrics.columns import columns
from realizer.metrics.details import arc_lengths, arc_projectivity
from realizer.metrics.surface import surface


def tree(heads, labels=None):
    labels = labels or ["x"] * len(heads)
    rows = zip(heads, labels, strict=True)
    return sentence(*(word(i, "w", head=h, deprel=d) for i, (h, d) in enumerate(rows, start=1)))


def details(gold, system):
    return evaluate([gold], [system], details=True).details


def test_nothing_unless_asked_for():
    assert evaluate([tree([0])], [tree([0])]).details is None


def test_lengths():
    heads = [0, 1, 1, 1] + [1] * 18
    found = details(tree(heads), tree([0, 1, 1, 3, *heads[4:]]))
    assert {name: group.arcs for name, group in found.lengths.items()} == {
        "root": 1,
        "1": 1,
        "2": 1,
        "3-5": 3,
        "6-10": 5,
        "11-20": 10,
        "21-": 1,
    }
    assert found.lengths["3-5"] == ArcGroup(3, 2, 2)
    assert (found.lengths["3-5"].uas, found.lengths["3-5"].las) == (2 / 3, 2 / 3)
    assert ArcGroup(0, 0, 0).uas == ArcGroup(0, 0, 0).las == 0


def test_lengths_are_within_the_sentence():
    two = columns([surface(tree([2, 0]), name="x"), surface(tree([3, 1, 0]), name="x")])
    assert list(arc_lengths(two)) == ["1", "root", "2", "1", "root"]


def test_labels_and_confusions():
    gold = tree([0, 1, 1, 1], ["root", "obj", "obj:x", "det"])
    system = tree([0, 1, 2, 1], ["root", "obj:y", "obj", "case"])
    found = details(gold, system)
    assert list(found.labels.items()) == [
        ("obj", Score(1, 2, 2, 2)),
        ("det", Score(0, 1, 0, 1)),
        ("root", Score(1, 1, 1, 1)),
        ("case", Score(0, 0, 1, 0)),
    ]
    assert found.confusions == {("det", "case"): 1}
    assert found.projectivity == {"projective": ArcGroup(4, 3, 2), "non-projective": ArcGroup(0, 0, 0)}


def test_confusions_are_of_all_aligned_words_and_the_most_frequent_first():
    gold = tree([0, 1, 1, 1, 1], ["root", "a", "b", "b", "c"])
    system = tree([0, 1, 2, 3, 4], ["root", "b", "a", "a", "c"])
    assert list(details(gold, system).confusions.items()) == [(("b", "a"), 2), (("a", "b"), 1)]


def test_projectivity_of_a_textbook_tree():
    # 1 <- 3, 2 <- 4 <- 3: the arc to 2 spans 3, its head's head
    found = details(tree([3, 4, 0, 3]), tree([3, 4, 0, 3]))
    assert found.projectivity == {"projective": ArcGroup(3, 3, 3), "non-projective": ArcGroup(1, 1, 1)}


@st.composite
def trees(draw):
    count = draw(st.integers(1, 8))
    order = draw(st.permutations(range(1, count + 1)))
    heads = {order[0]: 0}
    for i, each in enumerate(order[1:], start=1):
        heads[each] = order[draw(st.integers(0, i - 1))]
    return [heads[i] for i in range(1, count + 1)]


def above(heads, number):
    while number:
        yield number
        number = heads[number - 1]


@settings(max_examples=200)
@given(trees(), trees())
def test_projectivity_is_as_defined(first, second):
    both = columns([surface(tree(heads), name="x") for heads in (first, second)])
    expected = []
    for heads in (first, second):
        for number, head in enumerate(heads, start=1):
            between = range(min(number, head) + 1, max(number, head))
            projective = head == 0 or all(head in above(heads, each) for each in between)
            expected.append("projective" if projective else "non-projective")
    assert list(arc_projectivity(both)) == expected
    lengths = [np.clip(abs(h - i), 0, 8) if h else 0 for t in (first, second) for i, h in enumerate(t, 1)]
    names = {0: "root", 1: "1", 2: "2", **dict.fromkeys((3, 4, 5), "3-5"), **dict.fromkeys((6, 7, 8), "6-10")}
    assert list(arc_lengths(both)) == [names[int(n)] for n in lengths]
