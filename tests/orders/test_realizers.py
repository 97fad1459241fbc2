from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.errors import InputError, OrderError, ScoreError, ShapeError
from realizer.orders import antichain, chain, check_partial_order, check_realizer, intersection, is_realizer

from .posets import exactly, orders

realizers = st.integers(0, 6).flatmap(
    lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=4).map(
        lambda rows: np.array(rows, dtype=int).reshape(len(rows), n)
    )
)


@exactly
@given(realizers)
def test_intersection_is_its_definition(realizer):
    n = realizer.shape[1]
    below = intersection(realizer)
    for x, y in itertools.product(range(n), repeat=2):
        assert below[x, y] == all(order[x] < order[y] for order in realizer)
    check_partial_order(below)
    check_realizer(realizer, below)


@exactly
@given(realizers, orders(max_size=6))
def test_realizer_is_its_definition(realizer, relation):
    if realizer.shape[1] != len(relation):
        with pytest.raises(ShapeError, match="same elements"):
            is_realizer(realizer, relation)
    else:
        assert is_realizer(realizer, relation) == np.array_equal(intersection(realizer), relation)


def test_functional_realizer():
    assert intersection([[0.5, 0.7, 0.7], [1.0, 2.0, 3.0]]).astype(int).tolist() == [
        [0, 1, 1],
        [0, 0, 0],
        [0, 0, 0],
    ]


def test_witness_pairs():
    with pytest.raises(OrderError, match=r"1 < 2 in every one of the 2 orders but not in the relation"):
        check_realizer([[1, 0, 2], [0, 1, 2]], np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=bool))
    with pytest.raises(OrderError, match=r"0 < 1 in the relation but 1 < 0 in order 1"):
        check_realizer([[0, 1], [1, 0]], chain(2))
    with pytest.raises(OrderError, match="rank 0 for both 0 and 1"):
        check_realizer([[0, 1], [0, 0]], antichain(2))
    with pytest.raises(OrderError, match="cycle"):
        check_realizer([[0, 1]], [[False, True], [True, False]])


def test_bad_input():
    with pytest.raises(ShapeError, match="at least 1"):
        intersection(np.zeros((0, 3)))
    with pytest.raises(ShapeError):
        intersection([0, 1])
    with pytest.raises(ScoreError, match="NaN"):
        intersection([[0.0, np.nan]])
    with pytest.raises(InputError, match="bool"):
        intersection([[True, False]])
    with pytest.raises(InputError, match="whole numbers"):
        check_realizer([[0.0, 1.0]], chain(2))


def test_smallest():
    check_realizer(np.zeros((1, 0)), antichain(0))
    check_realizer([[0]], antichain(1))
    assert intersection(np.zeros((2, 0))).shape == (0, 0)
