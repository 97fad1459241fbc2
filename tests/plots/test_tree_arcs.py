from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plots.drawings import curves, size, texts
from realizer.errors import InputError, OrderError, ShapeError
from realizer.plots import tree_arcs
from realizer.plots.sheets import text_width
from realizer.plots.tree_arcs import LABEL, arc_levels

WORDS = ["John", "bought", "a", "car", "yesterday", "which", "is", "red"]
HEADS = [2, 0, 4, 2, 2, 8, 8, 4]


def arrows(figure):
    return [float(line.get_xdata()[0]) for line in figure.axes[0].lines if line.get_marker() == "v"]


def nearest_word(figure, x, words):
    centres = [t.get_position()[0] for t in figure.axes[0].texts][: len(words)]
    return min(range(len(words)), key=lambda i: abs(centres[i] - x)) + 1


@st.composite
def sentences(draw):
    n = draw(st.integers(1, 9))
    words = draw(st.lists(st.sampled_from(["a", "word", "extraordinarily"]), min_size=n, max_size=n))
    heads = [draw(st.integers(0, n).filter(lambda head, own=i: head != own)) for i in range(1, n + 1)]
    labels = draw(st.none() | st.lists(st.sampled_from(["", "det", "acl:relcl"]), min_size=n, max_size=n))
    return words, heads, labels


@given(sentences())
@settings(max_examples=60)
def test_an_arc_for_every_head_with_the_arrow_at_the_dependent(sentence):
    words, heads, labels = sentence
    figure = tree_arcs(words, heads, labels=labels)
    paths = [points for points, *_ in curves(figure)]
    ends = [
        {nearest_word(figure, points[0][0], words), nearest_word(figure, points[-1][0], words)}
        for points in paths
    ]
    assert sorted(map(sorted, ends)) == sorted(sorted((x, h)) for x, h in enumerate(heads, start=1) if h)
    assert sorted(nearest_word(figure, x, words) for x in arrows(figure)) == list(range(1, len(words) + 1))
    assert texts(figure)[: len(words)] == words
    assert len(texts(figure)) == len(words) + sum(
        bool(label) or head == 0 for label, head in zip(labels or [""] * len(words), heads, strict=True)
    )


@given(sentences())
@settings(max_examples=60)
def test_nothing_lies_on_anything_else(sentence):
    words, heads, labels = sentence
    figure = tree_arcs(words, heads, labels=labels)
    feet = [x for points, *_ in curves(figure) for x in (points[0][0], points[-1][0])]
    roots = [x for x, head in zip(arrows(figure), heads, strict=False) if head == 0]
    assert len({round(x, 3) for x in feet}) == len(feet)
    tops = [(points[3][0], points[4][0], points[2][1]) for points, *_ in curves(figure)]
    for (left, right, top), (other_left, other_right, other_top) in itertools.combinations(tops, 2):
        assert top != other_top or right < other_left or other_right < left
    placed = [(t.get_position()[0], text_width(t.get_text())) for t in figure.axes[0].texts][: len(words)]
    for (x, width), (next_x, next_width) in itertools.pairwise(placed):
        assert x + width / 2 + 5 < next_x - next_width / 2
    edge, height = size(figure)
    assert placed[-1][0] + placed[-1][1] / 2 < edge
    assert max([top for *_, top in tops], default=0) < height
    assert len(roots) <= heads.count(0)


def test_labels_fit_on_their_arcs():
    label = "a-very-long-relation"
    figure = tree_arcs(["a", "b"], [2, 0], labels=[label, "root"])
    [(points, *_)] = curves(figure)
    assert points[-1][0] - points[0][0] > text_width(label, LABEL)


def test_levels_of_nested_and_crossing_spans():
    assert arc_levels([]) == []
    assert arc_levels([(1, 4), (2, 3), (1, 2)]) == [2, 1, 1]
    assert arc_levels([(1, 3), (2, 4)]) == [1, 2]  # crossing
    assert arc_levels([(1, 2), (1, 2)]) == [1, 2]  # two words that choose each other


def test_the_paper_s_crossing_tree():
    figure = tree_arcs(WORDS, HEADS)
    spans = [(x, h) for x, h in enumerate(HEADS, start=1) if h]
    levels = arc_levels([(min(s), max(s)) for s in spans])
    assert dict(zip(spans, levels, strict=True))[8, 4] > dict(zip(spans, levels, strict=True))[5, 2]
    assert texts(figure)[-1] == "root"


@pytest.mark.parametrize(
    ("arguments", "labels", "error", "message"),
    [
        (("a b", [2, 0]), None, InputError, "split"),
        ((["a", "b"], [2]), None, ShapeError, r"\[2\], got shape \[1\]"),
        ((["a", "b"], [2, 2]), None, OrderError, "got 2 for word 2"),
        ((["a", "b"], [2, 0]), ["x"], ShapeError, "labels"),
        ((["a", "b"], [2, 0]), "xy", ShapeError, "labels"),
    ],
)
def test_bad_input(arguments, labels, error, message):
    with pytest.raises(error, match=message) as caught:
        tree_arcs(*arguments, labels=labels)
    assert "cure: " in str(caught.value)
