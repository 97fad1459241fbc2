from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given

from realizer.errors import InputError, OrderError
from realizer.orders import (
    antichain,
    boolean_lattice,
    chain,
    check_realizer,
    critical_pairs,
    fence,
    intersection,
    n_poset,
    order_dimension,
    parallel,
    standard_example,
)

from .posets import all_orders, brute_dimension, exactly, orders


@pytest.mark.parametrize("n", range(6))
def test_all_small_orders(n):
    for below in all_orders(n):
        found = order_dimension(below)
        assert found.value == brute_dimension(below)
        assert found.realizer.shape == (found.value, n)
        check_realizer(found.realizer, below)


def test_the_three_dimensional_orders_of_six_elements():
    """Up to naming these are S_3, the chevron and its dual; the definition agrees on each that is found."""
    kinds = set()
    for below in all_orders(6):
        found = order_dimension(below)
        check_realizer(found.realizer, below)
        if found.value > 2:
            assert found.value == brute_dimension(below) == 3
            kinds.add(min(below[np.ix_(p, p)].tobytes() for p in itertools.permutations(range(6))))
    assert len(kinds) == 3


@exactly
@given(orders(max_size=10))
def test_realizer_attains_the_dimension(relation):
    found = order_dimension(relation)
    assert len(found.realizer) == found.value
    check_realizer(found.realizer, relation)


def crown(n, k):
    """Trotter's crown S_n^k: a_i < b_j unless j is one of i, i + 1, …, i + k around the circle."""
    size = n + k
    below = np.zeros((2 * size, 2 * size), dtype=bool)
    for i, j in itertools.product(range(size), repeat=2):
        below[i, size + j] = (j - i) % size > k
    return below


@pytest.mark.parametrize(("n", "k"), [(3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0), (3, 3), (5, 1), (4, 2)])
def test_crowns(n, k):
    """dim S_n^k = ⌈2 (n + k) / (k + 2)⌉: Trotter, "Dimension of the crown S_n^k", Discrete Math. 8, 1974."""
    assert order_dimension(crown(n, k)).value == -(-2 * (n + k) // (k + 2))


@pytest.mark.parametrize(
    ("relation", "value"),
    [
        (n_poset(), 2),
        *[(standard_example(n), n) for n in range(2, 7)],
        *[(boolean_lattice(n), n) for n in range(1, 5)],
        *[(fence(n), 2) for n in range(3, 9)],
        *[(antichain(n), 2) for n in range(2, 5)],
        *[(chain(n), 1) for n in range(4)],
        (boolean_lattice(0), 1),
        (parallel(standard_example(3), chain(2)), 3),
        (parallel(chain(2), chain(2)), 2),
    ],
)
def test_standard_examples(relation, value):
    found = order_dimension(relation)
    assert found.value == value
    check_realizer(found.realizer, relation)


@exactly
@given(orders(max_size=6))
def test_critical_pairs_are_their_definition(relation):
    elements = range(len(relation))
    expected = [
        [x, y]
        for x in elements
        for y in elements
        if x != y
        and not relation[x, y]
        and not relation[y, x]
        and all(relation[z, y] for z in elements if relation[z, x])
        and all(relation[x, z] for z in elements if relation[y, z])
    ]
    assert critical_pairs(relation).tolist() == expected


def test_limit():
    large = intersection(np.stack([np.arange(40), np.arange(40)[::-1]]))
    assert order_dimension(large).value == 2  # never needs the search
    with pytest.raises(InputError, match=r"at most limit=16 elements .*, got 18; cure: raise limit"):
        order_dimension(standard_example(9))
    assert order_dimension(standard_example(9), limit=18).value == 9
    with pytest.raises(InputError, match="limit"):
        order_dimension(chain(2), limit=-1)


def test_bad_input():
    with pytest.raises(OrderError, match="reflexive"):
        order_dimension([[True]])
    with pytest.raises(OrderError, match="not transitive"):
        critical_pairs(np.eye(3, k=1, dtype=bool))
    with pytest.raises(InputError, match="zero or more"):
        standard_example(-1)
    with pytest.raises(InputError, match="whole number"):
        fence(True)
