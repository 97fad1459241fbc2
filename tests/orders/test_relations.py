from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given

from realizer.errors import InputError, OrderError, ShapeError
from realizer.orders import (
    antichain,
    chain,
    check_partial_order,
    check_total_relation,
    cover_relation,
    fence,
    find_cycle,
    is_partial_order,
    is_total_relation,
    transitive_closure,
)

from .posets import exactly, orders, relations


def by_definition(relation):
    elements = range(len(relation))
    return (
        not any(relation[x, x] for x in elements)
        and not any(relation[x, y] and relation[y, x] for x in elements for y in elements)
        and all(
            relation[x, z]
            for x, y, z in itertools.product(elements, repeat=3)
            if relation[x, y] and relation[y, z]
        )
    )


def matrix(n, *pairs):
    below = np.zeros((n, n), dtype=bool)
    for x, y in pairs:
        below[x, y] = True
    return below


@exactly
@given(relations(max_size=4))
def test_partial_order_is_its_definition(relation):
    assert is_partial_order(relation) == by_definition(relation)
    if by_definition(relation):
        check_partial_order(relation)
    else:
        with pytest.raises(OrderError):
            check_partial_order(relation)


@exactly
@given(orders())
def test_orders_pass(relation):
    check_partial_order(relation)
    assert find_cycle(relation) is None


@pytest.mark.parametrize(
    ("relation", "words"),
    [
        (matrix(4, (2, 2)), "reflexive element: 2 < 2"),
        (matrix(6, (0, 3), (3, 5)), "not transitive: 0 < 3 and 3 < 5 but not 0 < 5"),
        (matrix(4, (1, 3), (3, 2), (2, 1)), "cycle: 1 < 3 < 2 < 1"),
        (matrix(2, (0, 1), (1, 0)), "cycle: 0 < 1 < 0"),
    ],
)
def test_witness_of_no_partial_order(relation, words):
    with pytest.raises(OrderError, match=words):
        check_partial_order(relation)
    with pytest.raises(OrderError, match=words):
        cover_relation(relation)


def test_total_relation():
    check_total_relation(chain(4))
    assert is_total_relation(chain(4))
    assert is_total_relation(chain(1))
    assert is_total_relation(chain(0))
    assert not is_total_relation(fence(3))
    with pytest.raises(OrderError, match="do not compare: 0 and 2"):
        check_total_relation(fence(3))
    with pytest.raises(OrderError, match="cycle"):
        check_total_relation(matrix(2, (0, 1), (1, 0)))


@exactly
@given(relations())
def test_closure_holds_exactly_the_paths(relation):
    n = len(relation)
    expected = relation.copy()
    for _ in range(n):
        expected = expected | (expected.astype(int) @ relation.astype(int) > 0)
    assert np.array_equal(transitive_closure(relation), expected)


@exactly
@given(orders())
def test_covers_are_the_smallest_relation_with_this_closure(relation):
    covers = cover_relation(relation)
    assert np.array_equal(transitive_closure(covers), relation)
    for x, y in np.argwhere(covers):
        fewer = covers.copy()
        fewer[x, y] = False
        assert not transitive_closure(fewer)[x, y]


@exactly
@given(relations())
def test_cycle_is_one(relation):
    cycle = find_cycle(relation)
    if cycle is None:
        assert not np.diagonal(transitive_closure(relation)).any()
    else:
        assert len(set(cycle)) == len(cycle)
        assert all(relation[x, y] for x, y in itertools.pairwise([*cycle, cycle[0]]))


@pytest.mark.parametrize("n", [0, 1])
def test_smallest(n):
    for relation in (antichain(n), chain(n), fence(n)):
        check_partial_order(relation)
        assert transitive_closure(relation).shape == (n, n)
        assert cover_relation(relation).shape == (n, n)
    check_partial_order([] if n == 0 else [[False]])


@pytest.mark.parametrize("function", [check_partial_order, is_partial_order, transitive_closure, find_cycle])
def test_bad_input(function):
    with pytest.raises(ShapeError, match=r"square matrix \[n, n\], got shape \[2, 3\]"):
        function(np.zeros((2, 3), dtype=bool))
    with pytest.raises(ShapeError, match="square"):
        function(np.zeros(4, dtype=bool))
    with pytest.raises(InputError, match=r"expected booleans .*, got int64; cure"):
        function(np.zeros((2, 2), dtype=np.int64))


def test_arguments_are_not_changed():
    relation = matrix(3, (0, 1), (1, 2))
    kept = relation.copy()
    transitive_closure(relation)
    assert np.array_equal(relation, kept)
