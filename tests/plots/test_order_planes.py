from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plots.drawings import marks, name_boxes, segments, size, texts
from realizer.errors import InputError, OrderError, ScoreError, ShapeError
from realizer.orders import dependency_realizer
from realizer.plots import order_plane
from realizer.plots.planes import dense_ranks
from realizer.plots.sheets import BLUE, RED

WORDS = ["John", "bought", "a", "car", "yesterday", "which", "is", "red"]
HEADS = [2, 0, 4, 2, 2, 8, 8, 4]


def random_scores(seed, n, orders=2):
    random = np.random.default_rng(seed)
    return random.normal(size=(n, orders)), random.normal(size=(n + 1, orders))


def joined(figure):
    """The lines of a plane as (red row, blue row)."""
    red, blue = marks(figure, RED), marks(figure, BLUE)
    return sorted((red.index(start), blue.index(end)) for start, end, _ in segments(figure))


def test_a_tree_joins_every_word_with_its_head():
    orders = dependency_realizer(HEADS)
    figure = order_plane(orders.red, orders.blue, words=WORDS)
    assert joined(figure) == list(enumerate(HEADS))
    assert sorted(texts(figure, colours={RED})) == sorted(WORDS)
    assert sorted(texts(figure, colours={BLUE})) == sorted([*WORDS, "root"])


@given(seed=st.integers(0, 999), n=st.integers(1, 8), ranks=st.booleans())
@settings(max_examples=40)
def test_lines_are_the_pairs_that_the_orders_relate(seed, n, ranks):
    red, blue = random_scores(seed, n)
    figure = order_plane(red, blue, words=[f"w{i}" for i in range(n)], ranks=ranks)
    related = np.argwhere((red[:, None] < blue[None]).all(axis=-1))
    assert joined(figure) == [tuple(pair) for pair in related.tolist()]
    crosses, dots = np.array(marks(figure, RED)), np.array(marks(figure, BLUE))
    assert np.array_equal(crosses[:, None] < dots[None], red[:, None] < blue[None])


@given(seed=st.integers(0, 9999), n=st.integers(1, 15), tree=st.booleans())
@settings(max_examples=60)
@example(seed=0, n=15, tree=False)
def test_names_never_overlap_and_stay_on_the_sheet(seed, n, tree):
    random = np.random.default_rng(seed)
    words = ["x" * int(k) for k in random.integers(1, 15, size=n)]
    ranks = np.stack([random.permutation(2 * n + 1), random.permutation(2 * n + 1)], axis=1)
    heads = [int(random.choice([h for h in range(n + 1) if h != i])) for i in range(1, n + 1)]
    if tree:
        ranks = np.concatenate([dependency_realizer(heads).red, dependency_realizer(heads).blue])
    figure = order_plane(ranks[:n], ranks[n:], words=words, heads=heads)
    boxes = name_boxes(figure)
    assert len(boxes) == 2 * n + 1
    overlaps = [a.overlap(b) for i, a in enumerate(boxes) for b in boxes[:i]]
    assert max(overlaps, default=0) == 0
    width, height = size(figure)
    assert min(box.left for box in boxes) > 0
    assert max(box.right for box in boxes) < width
    assert max(box.top for box in boxes) < height


def test_ranks_space_the_vertices_evenly_and_scores_do_not():
    red, blue = [[0.0, 0.0]], [[10.0, 1.0], [1.0, 2.0]]
    by_rank = order_plane(red, blue, words=["w"])
    by_score = order_plane(red, blue, words=["w"], ranks=False)
    gaps = [[np.diff(sorted(x for x, _ in marks(f, RED) + marks(f, BLUE)))] for f in (by_rank, by_score)]
    np.testing.assert_allclose(gaps[0][0][0], gaps[0][0][1])
    np.testing.assert_allclose(gaps[1][0][1] / gaps[1][0][0], 9)
    ((x, y),), dots = marks(by_score, RED), marks(by_score, BLUE)
    np.testing.assert_allclose((dots[0][0] - x) / (dots[1][1] - y), 5)  # one unit is as long on both axes


def test_any_two_of_several_orders():
    red, blue = random_scores(7, 4, orders=3)
    figure = order_plane(red, blue, words=list("abcd"), orders=(2, 0))
    crosses, dots = np.array(marks(figure, RED)), np.array(marks(figure, BLUE))
    shown = [2, 0]
    assert np.array_equal(crosses[:, None] < dots[None], red[:, None, shown] < blue[None, :, shown])
    assert joined(figure) == [tuple(p) for p in np.argwhere((red[:, None] < blue[None]).all(-1)).tolist()]
    assert {"order 3", "order 1"} <= set(texts(figure))


def test_heads_decide_what_is_joined_and_dots_tell_what_the_orders_do_not_relate():
    figure = order_plane([[0, 0], [5, 5]], [[1, 1], [2, 2], [3, 3]], words=["a", "b"], heads=[2, 0])
    assert joined(figure) == [(0, 2), (1, 0)]
    assert sorted(style for *_, style in segments(figure)) == ["-", ":"]


def test_the_root_may_be_hidden_or_missing():
    red, blue = [[0, 0], [1, 3]], [[4, 4], [2, 1], [3, 2]]
    hidden = order_plane(red, blue, words=["a", "b"], root=False)
    missing = order_plane(red, blue[1:], words=["a", "b"])
    for figure in (hidden, missing):
        assert "root" not in texts(figure)
        assert joined(figure) == [(0, 0), (0, 1)]
    assert joined(order_plane(red, blue[1:], words=["a", "b"], heads=[2, 0])) == [(0, 1)]


def test_ties_are_drawn_as_ties():
    assert dense_ranks(np.array([[3.0], [1.0], [3.0], [2.0]])).tolist() == [[2.0], [0.0], [2.0], [1.0]]
    figure = order_plane([[0, 0]], [[0, 0], [1, 1]], words=["w"])
    assert marks(figure, RED)[0] == marks(figure, BLUE)[0]
    assert joined(figure) == [(0, 1)]


def test_the_corner_of_a_word():
    orders = dependency_realizer(HEADS)
    figure = order_plane(orders.red, orders.blue, words=WORDS, corner_of=3)
    [corner] = [p for p in figure.axes[0].patches if type(p).__name__ == "Polygon"]
    low = corner.get_xy().min(axis=0)
    assert low.tolist() == list(marks(figure, RED)[2])
    dots = np.array(marks(figure, BLUE))
    assert np.flatnonzero((dots > low).all(axis=1)).tolist() == [HEADS[2]]


def test_repeated_and_long_words_are_told_apart():
    figure = order_plane([[0, 0], [1, 1], [2, 2]], np.zeros((3, 2)), words=["that", "that", "y" * 60])
    assert sorted(texts(figure, colours={RED})) == ["that₁", "that₂", "y" * 19 + "…"]


def test_all_points_in_one_place():
    order_plane(np.ones((2, 2)), np.ones((3, 2)), words=["a", "b"], ranks=False)


GOOD = {"red": np.zeros((2, 2)), "blue": np.zeros((3, 2)), "words": ["a", "b"]}


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"words": "a b"}, InputError, r"words\.split"),
        ({"words": ["a", 1]}, InputError, "expected strings, got int"),
        ({"words": []}, InputError, "at least one word"),
        ({"red": np.zeros((3, 2))}, ShapeError, r"\[2, K\]"),
        ({"red": np.zeros((2, 1)), "blue": np.zeros((3, 1))}, ShapeError, "K of at least 2"),
        ({"red": np.zeros((1, 2, 2))}, ShapeError, r"red\[0\]"),
        ({"blue": np.zeros((4, 2))}, ShapeError, r"blue: expected shape \[3, 2\]"),
        ({"blue": np.zeros((3, 3))}, ShapeError, "as many orders"),
        ({"red": np.array([["a", "b"]] * 2)}, InputError, "expected numbers"),
        ({"red": np.array([[0, np.nan], [0, 0]])}, ScoreError, "nan in row 0, order 1"),
        ({"blue": np.array([[0, 0], [np.inf, 0], [0, 0]])}, ScoreError, "inf in row 1, order 0"),
        ({"heads": [1]}, ShapeError, "one number per word"),
        ({"heads": [0.5, 1.0]}, InputError, "whole numbers"),
        ({"heads": [1, 0]}, OrderError, "got 1 for word 1"),
        ({"heads": [3, 0]}, OrderError, "got 3 for word 1"),
        ({"heads": [0, -1]}, OrderError, "padding"),
        ({"orders": (0, 0)}, InputError, "two different"),
        ({"orders": (0, 2)}, InputError, "0 to 1"),
        ({"orders": (0,)}, InputError, "two different"),
        ({"orders": (False, True)}, InputError, "two different"),
        ({"corner_of": 0}, InputError, "numbered from 1"),
        ({"corner_of": 3}, InputError, "1 to 2"),
        ({"corner_of": True}, InputError, "1 to 2"),
    ],
)
def test_bad_input(change, error, message):
    arguments = GOOD | change
    with pytest.raises(error, match=message) as caught:
        order_plane(arguments.pop("red"), arguments.pop("blue"), **arguments)
    assert "cure: " in str(caught.value)
