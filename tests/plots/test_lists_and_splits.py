"""The sorted lists, the token split, and the cut of the gaps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex

from plots.drawings import curves, marks, segments, texts
from realizer.errors import InputError, OrderError, ShapeError
from realizer.orders import dependency_realizer
from realizer.plots import gap_split, order_lines, split_arcs
from realizer.plots.sheets import BLUE, INK, RED, text_width


def boxes(figure, start=""):
    """Where each vertex' box stands: (name, x, y)."""
    names = [t for t in figure.axes[0].texts if t.get_color() in {RED, BLUE} and "→" in t.get_text()]
    return [(t.get_text(), *t.get_position()) for t in names]


@given(seed=st.integers(0, 999), n=st.integers(1, 5), orders=st.integers(1, 4), rooted=st.booleans())
@settings(max_examples=40)
def test_lists_are_sorted_and_dark_bows_are_the_intersection(seed, n, orders, rooted):
    random = np.random.default_rng(seed)
    red, blue = random.normal(size=(n, orders)), random.normal(size=(n + rooted, orders))
    words = [f"w{i}" for i in range(n)]
    figure = order_lines(red, blue, words=words)
    names = [f"{w}→" for w in words] + ["→root"] * rooted + [f"→{w}" for w in words]
    placed = boxes(figure)
    assert len(placed) == orders * len(names)
    together = np.concatenate([red, blue])
    where = {}
    for k in range(orders):
        row = placed[k * len(names) : (k + 1) * len(names)]
        assert [name for name, *_ in row] == [names[i] for i in np.argsort(together[:, k])]
        assert [x for _, x, _ in row] == sorted(x for _, x, _ in row)
        where |= {(name, k): (x, y) for name, x, y in row}
    assert sorted({y for _, _, y in placed}, reverse=True) == list(dict.fromkeys(y for _, _, y in placed))
    dark = [points for points, colour, _ in curves(figure) if to_hex(colour) == INK]
    pairs = np.argwhere((red[:, None] < blue[None]).all(axis=-1)).tolist()
    expected = [(where[names[i], k][0], where[names[n + j], k][0]) for k in range(orders) for i, j in pairs]
    assert sorted((points[0][0], points[-1][0]) for points in dark) == sorted(expected)
    assert len(curves(figure)) == (red[:, None] < blue[None]).sum()


def test_bows_stay_on_the_sheet():
    orders = dependency_realizer([2, 0, 4, 2, 2, 8, 8, 4])
    figure = order_lines(orders.red, orders.blue, words=list("abcdefgh"))
    reach = [0.75 * points[1][1] + 0.25 * points[0][1] for points, *_ in curves(figure)]
    assert max(reach) < 72 * figure.get_size_inches()[1]


def test_a_graph_splits_into_reds_below_and_blues_above():
    arcs = [(1, 2), (2, 2), (3, 1), (3, 0), (3, 1)]
    figure = split_arcs(["a", "b", "c"], arcs)
    at = {(x, y): name for name, x, y in boxes(figure)}
    lines = segments(figure)
    found = set()
    for (x, y), (to_x, to_y), _ in lines:
        below = min(at, key=lambda p: abs(p[0] - x) + abs(p[1] - y))
        above = min(at, key=lambda p: abs(p[0] - to_x) + abs(p[1] - to_y))
        found.add((at[below], at[above]))
    assert found == {("a→", "→b"), ("b→", "→b"), ("c→", "→a"), ("c→", "→root")}
    assert len(lines) == 4  # repeated arcs are drawn once
    assert "→root" not in texts(split_arcs(["a", "b"], [(1, 2)]))
    assert segments(split_arcs(["a"], [])) == []


@given(seed=st.integers(0, 999), n=st.integers(1, 6), rooted=st.booleans())
@settings(max_examples=40)
def test_the_gap_splits_the_heads_by_the_order_that_decides(seed, n, rooted):
    random = np.random.default_rng(seed)
    red, blue = random.integers(-4, 5, size=(n, 2)), random.integers(-4, 5, size=(n + rooted, 2))
    words = [f"w{i}" for i in range(n)]
    figure = gap_split(red, blue, words=words, word=n)
    names = ["root"] * rooted + words
    listed = [name.removeprefix("→") for name, *_ in boxes(figure)]
    gaps = blue[:, 0] - blue[:, 1]
    assert listed == [names[i] for i in np.argsort(gaps, kind="stable")]
    [cut] = [
        line.get_xdata()[0]
        for line in figure.axes[0].lines
        if line.get_color() == RED and line.get_linestyle() == "-" and line.get_marker() == "None"
    ]
    slack = blue - red[-1]
    first = [name.removeprefix("→") for name, x, _ in boxes(figure) if x < cut]
    assert sorted(first) == sorted(names[i] for i in range(len(blue)) if slack[i, 0] <= slack[i, 1])
    [(x, y)], dots = marks(figure, RED), marks(figure, BLUE)
    unit = max((np.abs(np.subtract(dot, (x, y))).max() for dot in dots), default=0) / max(
        1, np.abs(slack).max()
    )
    dashed = [
        np.abs(np.diff(line.get_xydata(), axis=0)).sum()
        for line in figure.axes[0].lines
        if line.get_color() == BLUE and line.get_linestyle() == "--"
    ]
    wanted = [unit * s for s in slack.min(axis=1) if s > 0]
    np.testing.assert_allclose(sorted(dashed), sorted(wanted))


def test_empty_parts_keep_their_titles():
    figure = gap_split([[0, 0]], [[0, 1], [0, 1]], words=["w"], word=1)
    titles = [t for t in texts(figure) if "decides" in t]
    assert titles == ["order 1 decides: a prefix", "order 2 decides: a suffix"]
    figure = gap_split([[0, 0]], [[2, 0], [2, 0]], words=["w"], word=1)  # nothing in the prefix
    first, second = (t for t in figure.axes[0].texts if "decides" in t.get_text())
    assert first.get_position()[0] + text_width(first.get_text(), 8) < second.get_position()[0]


@pytest.mark.parametrize(
    ("draw", "error", "message"),
    [
        (lambda: order_lines(np.zeros((2, 0)), np.zeros((3, 0)), words=["a", "b"]), ShapeError, "at least 1"),
        (
            lambda: order_lines(np.zeros((2, 2)), np.zeros((3, 1)), words=["a", "b"]),
            ShapeError,
            "as many orders",
        ),
        (lambda: order_lines([[1 + 1j]], [[0], [0]], words=["a"]), InputError, "complex"),
        (lambda: split_arcs(["a"], [(0, 1)]), OrderError, r"\(0, 1\)"),
        (lambda: split_arcs(["a"], [(1, 2)]), OrderError, "heads 0 to 1"),
        (lambda: split_arcs(["a"], [(1, 1, 1)]), ShapeError, "pairs"),
        (lambda: split_arcs(["a"], [(1.0, 1.0)]), InputError, "whole numbers"),
        (lambda: gap_split([[0, 0]], [[0, 0]], words=["a"], word=2), InputError, "1 to 1"),
        (lambda: gap_split([[0]], [[0]], words=["a"], word=1), ShapeError, "at least 2"),
        (lambda: gap_split([[0, 0]], [[0, 0]], words=["a"], word=1, orders=(1, 1)), InputError, "different"),
    ],
)
def test_bad_input(draw, error, message):
    with pytest.raises(error, match=message) as caught:
        draw()
    assert "cure: " in str(caught.value)
