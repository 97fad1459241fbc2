from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.errors import InputError, OrderError, ShapeError
from realizer.orders import (
    antichain,
    chain,
    check_total_order,
    is_total_order,
    linear_extension,
    order_of_sequence,
    sequence_of_order,
)

from .posets import exactly, orders


@exactly
@given(st.lists(st.integers(-1, 5), max_size=5))
def test_total_order_is_its_definition(ranks):
    expected = sorted(ranks) == list(range(len(ranks)))
    assert is_total_order(ranks) == expected
    if expected:
        check_total_order(ranks)
    else:
        with pytest.raises(OrderError):
            check_total_order(ranks)


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        ([0, 2, 1, 2], "rank 2 for both 1 and 3"),
        ([0, 3, 1], r"ranks in 0..2, got rank 3 for element 1"),
        ([-1, 0], "got rank -1 for element 0"),
    ],
)
def test_witness_of_no_total_order(ranks, words):
    with pytest.raises(OrderError, match=words):
        check_total_order(ranks)
    with pytest.raises(OrderError, match=words):
        sequence_of_order(ranks)


def test_bad_input():
    with pytest.raises(ShapeError):
        check_total_order([[0, 1]])
    with pytest.raises(InputError, match="float64"):
        is_total_order([0.0, 1.0])
    with pytest.raises(OrderError, match="exactly once"):
        order_of_sequence([0, 0])


@exactly
@given(st.integers(0, 8).flatmap(lambda n: st.permutations(range(n))))
def test_sequence_and_ranks_are_inverse(sequence):
    ranks = order_of_sequence(sequence)
    assert all(ranks[x] == i for i, x in enumerate(sequence))
    assert sequence_of_order(ranks).tolist() == list(sequence)


@exactly
@given(orders(max_size=6))
def test_linear_extension_is_the_smallest_sequence(relation):
    n = len(relation)
    expected = next(
        p
        for p in itertools.permutations(range(n))
        if all(not relation[y, x] for x, y in itertools.combinations(p, 2))
    )
    assert sequence_of_order(linear_extension(relation)).tolist() == list(expected)


def test_linear_extension_refuses_cycles():
    cyclic = np.zeros((4, 4), dtype=bool)
    cyclic[[0, 1, 2, 3], [1, 2, 3, 1]] = True
    with pytest.raises(OrderError, match="cycle: 1 < 2 < 3 < 1"):
        linear_extension(cyclic)
    with pytest.raises(OrderError, match="cycle: 0 < 0"):
        linear_extension([[True]])


def test_linear_extension_smallest():
    assert linear_extension([]).tolist() == []
    assert linear_extension([[False]]).tolist() == [0]
    assert linear_extension(antichain(4)).tolist() == [0, 1, 2, 3]
    assert linear_extension(chain(4)[::-1, ::-1]).tolist() == [3, 2, 1, 0]
