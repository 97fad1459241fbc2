from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.errors import OrderError
from realizer.orders import (
    Leaf,
    Parallel,
    Series,
    antichain,
    chain,
    check_realizer,
    intersection,
    is_realizer,
    n_poset,
    parallel,
    series,
    series_parallel_decomposition,
    series_parallel_realizer,
    series_parallel_relation,
    transitive_closure,
)

from .posets import all_orders, exactly, orders

shapes = st.recursive(
    st.just(Leaf(0)),
    lambda parts: st.lists(parts, min_size=1, max_size=4).flatmap(
        lambda some: st.sampled_from([Series(tuple(some)), Parallel(tuple(some))])
    ),
    max_leaves=12,
)


def numbered(shape, names):
    """Give the leaves their numbers."""
    if isinstance(shape, Leaf):
        return Leaf(next(names))
    return type(shape)(tuple(numbered(part, names) for part in shape.parts))


@st.composite
def trees(draw):
    shape = draw(shapes)
    size = str(shape).count("Leaf")
    return numbered(shape, iter(draw(st.permutations(range(size)))))


def order_of(tree):
    """The order by the public compositions, elements renamed at the end."""

    def compose(node):
        if isinstance(node, Leaf):
            return antichain(1), [node.vertex]
        parts = [compose(part) for part in node.parts]
        join = series if isinstance(node, Series) else parallel
        return join(*(p for p, _ in parts)), [v for _, names in parts for v in names]

    below, names = compose(tree)
    place = np.argsort(names)
    return below[np.ix_(place, place)]


def ns(relation):
    """Every N among the elements, by definition."""
    return [
        (a, b, c, d)
        for a, b, c, d in itertools.permutations(range(len(relation)), 4)
        if relation[np.ix_([a, b, c, d], [a, b, c, d])].tolist() == n_poset().tolist()
    ]


@exactly
@given(trees())
def test_tree_to_order_to_realizer_and_back(tree):
    below = order_of(tree)
    assert np.array_equal(series_parallel_relation(tree), below)
    check_realizer(series_parallel_realizer(tree), below)
    found = series_parallel_decomposition(below)
    assert found.series_parallel
    assert np.array_equal(order_of(found.tree), below)
    check_realizer(series_parallel_realizer(found.tree), below)


@pytest.mark.parametrize("n", range(1, 6))
def test_recognition_is_freedom_from_n(n):
    for below in all_orders(n):
        found = series_parallel_decomposition(below)
        assert found.series_parallel == (not ns(below))
        if found.series_parallel:
            assert np.array_equal(order_of(found.tree), below)
        else:
            assert found.witness in ns(below)


@exactly
@given(orders(max_size=10))
def test_witness_is_an_n(relation):
    found = series_parallel_decomposition(relation)
    if found.witness is None:
        assert is_realizer(series_parallel_realizer(found.tree), relation)
    else:
        assert relation[np.ix_(found.witness, found.witness)].tolist() == n_poset().tolist()


@exactly
@given(orders(max_size=4), orders(max_size=4), orders(max_size=4))
def test_compositions_are_their_definition(first, second, third):
    n, m = len(first), len(second)
    above, beside = series(first, second), parallel(first, second)
    for x, y in itertools.product(range(n + m), repeat=2):
        inside = first[x, y] if max(x, y) < n else min(x, y) >= n and second[x - n, y - n]
        across = x < n <= y
        assert above[x, y] == (inside or across)
        assert beside[x, y] == inside
    assert np.array_equal(series(first, second, third), series(series(first, second), third))
    assert np.array_equal(parallel(first, second, third), parallel(first, parallel(second, third)))


@exactly
@given(orders(max_size=4), orders(max_size=4))
def test_series_is_the_closure_of_the_papers_definition(first, second):
    if not len(first) or not len(second):
        return
    joined = parallel(first, second)
    sinks = np.flatnonzero(~first.any(axis=1))
    sources = len(first) + np.flatnonzero(~second.any(axis=0))
    joined[np.ix_(sinks, sources)] = True
    assert np.array_equal(transitive_closure(joined), series(first, second))


def test_alternating_nodes_and_depth():
    n = 300
    below = antichain(1)
    for i in range(n - 1):
        below = (series, parallel)[i % 2](antichain(1), below)
    found = series_parallel_decomposition(below)
    assert np.array_equal(intersection(series_parallel_realizer(found.tree)), below)
    node, depth = found.tree, 0
    while not isinstance(node, Leaf):
        inner = max(node.parts, key=lambda part: not isinstance(part, Leaf))
        assert type(inner) is not type(node)
        node, depth = inner, depth + 1
    assert depth == n - 1


def test_smallest():
    assert series_parallel_decomposition([]).tree == Parallel(())
    assert series_parallel_decomposition([[False]]).tree == Leaf(0)
    assert series_parallel_decomposition(chain(3)).tree == Series((Leaf(0), Leaf(1), Leaf(2)))
    assert series_parallel_decomposition(antichain(3)).tree == Parallel((Leaf(0), Leaf(1), Leaf(2)))
    assert series_parallel_realizer(Parallel(())).shape == (2, 0)
    assert series_parallel_relation(Parallel(())).shape == (0, 0)
    assert series().shape == (0, 0)
    assert parallel().shape == (0, 0)


def test_bad_input():
    with pytest.raises(OrderError, match="not transitive"):
        series_parallel_decomposition(np.eye(3, k=1, dtype=bool))
    with pytest.raises(OrderError, match="cycle"):
        series([[False, True], [True, False]])
    with pytest.raises(OrderError, match=r"expected leaves 0..1, each once, got \[0, 0\]"):
        series_parallel_realizer(Series((Leaf(0), Leaf(0))))
    with pytest.raises(OrderError, match="each once"):
        series_parallel_relation(Leaf(1))
