from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.errors import InputError, OrderError, ShapeError
from realizer.orders import check_partial_order, token_join, token_split

from .posets import exactly, graphs


@exactly
@given(graphs())
def test_any_graph_becomes_an_order_and_comes_back(graph):
    n, arcs = graph
    split = token_split(n, arcs)
    below = split.relation()
    check_partial_order(below)
    expected = {(x, n + y) for x, y in arcs.tolist()}
    assert {tuple(p) for p in np.argwhere(below).tolist()} == expected
    back = token_join(below)
    assert back.n == n
    assert {tuple(a) for a in back.arcs.tolist()} == {tuple(a) for a in arcs.tolist()}
    assert np.array_equal(back.arcs, split.arcs)
    assert np.array_equal(token_join(split.relations()).arcs, split.arcs)


@exactly
@given(graphs(), st.data())
def test_typed_graph_round_trip(graph, data):
    n, arcs = graph
    labels = data.draw(
        st.lists(st.sampled_from(["nsubj", "obj", "root"]), min_size=len(arcs), max_size=len(arcs))
    )
    split = token_split(n, arcs, labels=np.array(labels, dtype=str))
    expected = {(x, y, label) for (x, y), label in zip(arcs.tolist(), labels, strict=True)}
    assert {
        (x, y, t) for (x, y), t in zip(split.arcs.tolist(), split.labels.tolist(), strict=True)
    } == expected
    assert len(split.arcs) == len(expected)
    for label, below in split.relations().items():
        check_partial_order(below)
        assert {(x, y) for x, y in token_join(below).arcs.tolist()} == {
            (x, y) for x, y, t in expected if t == label
        }
    if expected:
        back = token_join(split.relations())
        assert np.array_equal(back.arcs, split.arcs)
        assert back.labels.tolist() == split.labels.tolist()


def test_large_sparse_graph_needs_no_matrix():
    n = 1_000_000
    split = token_split(n, [[n - 1, 0], [0, n - 1], [5, 5], [0, n - 1]])
    assert split.arcs.tolist() == [[0, n - 1], [5, 5], [n - 1, 0]]


def test_smallest():
    assert token_split(0, []).relation().shape == (0, 0)
    assert token_split(1, []).relation().any() == np.False_
    assert token_join(token_split(1, [[0, 0]]).relation()).arcs.tolist() == [[0, 0]]
    assert token_join([]).n == 0


def test_bad_input():
    with pytest.raises(OrderError, match=r"got \[0, 2\] in row 1; cure"):
        token_split(2, [[0, 1], [0, 2]])
    with pytest.raises(OrderError, match=r"got \[-1, 0\]"):
        token_split(2, [[-1, 0]])
    with pytest.raises(ShapeError, match="pairs"):
        token_split(2, [[0, 1, 1]])
    with pytest.raises(InputError, match="float64"):
        token_split(2, [[0.0, 1.0]])
    with pytest.raises(InputError, match="zero or more"):
        token_split(-1, [])
    with pytest.raises(InputError, match="whole number"):
        token_split(2.0, [])
    with pytest.raises(ShapeError, match="one per arc"):
        token_split(2, [[0, 1]], labels=["a", "b"])
    with pytest.raises(ShapeError, match="2n vertices"):
        token_join(np.zeros((3, 3), dtype=bool))
    with pytest.raises(OrderError, match="got 0 < 1"):
        token_join(np.triu(np.ones((4, 4), dtype=bool), 1))
    with pytest.raises(ShapeError, match="one relation or more"):
        token_join({})
    with pytest.raises(ShapeError, match="same vertices"):
        token_join({"a": np.zeros((2, 2), dtype=bool), "b": np.zeros((4, 4), dtype=bool)})
