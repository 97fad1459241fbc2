from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.errors import InputError, OrderError, ShapeError
from realizer.orders import (
    block_realizer,
    check_realizer,
    dependency_realizer,
    forest_realizer,
    is_total_order,
    matching_realizer,
    order_dimension,
    partition_realizer,
    token_split,
)

from .posets import exactly


@st.composite
def forests(draw, max_size=10):
    n = draw(st.integers(0, max_size))
    names = draw(st.permutations(range(n)))
    parents = [-1] * n
    for i in range(1, n):
        up = draw(st.integers(-1, i - 1))
        parents[names[i]] = names[up] if up >= 0 else -1
    return parents


def below_ancestors(parents):
    below = np.zeros((len(parents), len(parents)), dtype=bool)
    for x, up in enumerate(parents):
        while up >= 0:
            below[x, up] = True
            up = parents[up]
    return below


@exactly
@given(forests())
def test_forest(parents):
    check_realizer(forest_realizer(parents), below_ancestors(parents))


@exactly
@given(st.lists(st.integers(-3, 3), max_size=7), st.lists(st.integers(-3, 3), max_size=7))
def test_blocks(red, blue):
    n, m = len(red), len(blue)
    below = np.zeros((n + m, n + m), dtype=bool)
    for x, y in itertools.product(range(n), range(m)):
        below[x, n + y] = red[x] == blue[y]
    check_realizer(block_realizer(red, blue), below)


@exactly
@given(st.integers(0, 6), st.integers(0, 6), st.data())
def test_matching(n, m, data):
    size = data.draw(st.integers(0, min(n, m)))
    reds = data.draw(st.permutations(range(n)))[:size]
    blues = data.draw(st.permutations(range(m)))[:size]
    below = np.zeros((n + m, n + m), dtype=bool)
    below[reds, [n + y for y in blues]] = True
    pairs = np.array(list(zip(reds, blues, strict=True)), dtype=int).reshape(-1, 2)
    check_realizer(matching_realizer(pairs, red=n, blue=m), below)


@exactly
@given(st.lists(st.integers(-2, 3), max_size=8))
def test_partition(classes):
    n = len(classes)
    arcs = [(x, y) for x in range(n) for y in range(n) if classes[x] == classes[y]]
    check_realizer(partition_realizer(classes), token_split(n, arcs).relation())


def test_partition_needs_its_self_loops():
    """Without x ~ x, a class of k tokens is the standard example S_k: the equivalence must be reflexive."""
    arcs = [(x, y) for x in range(4) for y in range(4) if x != y]
    assert order_dimension(token_split(4, arcs).relation()).value == 4


@st.composite
def heads_of_words(draw, max_size=10):
    """Any head but oneself: trees, and cycles too."""
    n = draw(st.integers(0, max_size))
    return [draw(st.integers(0, n).filter(lambda h, i=i: h != i)) for i in range(1, n + 1)]


@exactly
@given(heads_of_words())
def test_dependency_scores_are_negative_exactly_on_arcs(heads):
    n = len(heads)
    found = dependency_realizer(heads)
    assert found.red.shape == (n, 2)
    assert found.blue.shape == (n + 1, 2)
    for k in range(2):
        assert is_total_order(np.concatenate([found.red[:, k], found.blue[:, k]]))
    score = (found.red[:, None] - found.blue[None]).max(axis=-1)
    for i, head in enumerate(heads):
        assert np.flatnonzero(score[i] < 0).tolist() == [head]
    vertices = np.concatenate([found.red, found.blue]).T
    below = np.zeros((2 * n + 1, 2 * n + 1), dtype=bool)
    below[np.arange(n), n + np.array(heads, dtype=int)] = True
    check_realizer(vertices, below)


def test_smallest():
    assert dependency_realizer([]).blue.tolist() == [[0, 0]]
    assert dependency_realizer([0]).red.shape == (1, 2)
    assert forest_realizer([]).shape == (2, 0)
    assert forest_realizer([-1]).tolist() == [[0], [0]]
    assert block_realizer([], []).shape == (2, 0)
    assert matching_realizer([], red=0, blue=0).shape == (2, 0)
    assert partition_realizer([]).shape == (2, 0)
    assert partition_realizer([7]).tolist() == [[0, 1], [0, 1]]


def test_large_inputs_need_no_matrix():
    n = 100_000
    path = forest_realizer(np.arange(-1, n - 1))
    assert np.array_equal(path, np.stack([np.arange(n)[::-1]] * 2))
    found = dependency_realizer(np.arange(n))  # every word hangs on the one before it
    assert (found.red < found.blue[:-1]).all()
    assert not (found.red < found.blue[1:]).all(axis=1).any()


@pytest.mark.parametrize(
    ("heads", "words"),
    [
        ([0, 4, 1], r"expected 0 \(root\) to 3, got 4 for word 2; cure"),
        ([0, -1], "got -1 for word 2"),
        ([0, 2, 1], "got word 2 as its own head; cure"),
    ],
)
def test_bad_heads(heads, words):
    with pytest.raises(OrderError, match=words):
        dependency_realizer(heads)


@pytest.mark.parametrize(
    ("parents", "words"),
    [
        ([-1, 2, 3, 1], "circle of parents: 1 -> 2 -> 3 -> 1; cure"),
        ([0], "circle of parents: 0 -> 0"),
        ([-1, 0, 3, 2, 2], "circle of parents: 2 -> 3 -> 2"),
        ([3, -1], r"expected 0..1 or -1 for a root, got 3 at vertex 0"),
        ([-2], "got -2 at vertex 0"),
    ],
)
def test_bad_parents(parents, words):
    with pytest.raises(OrderError, match=words):
        forest_realizer(parents)


def test_circle_reached_over_a_tail():
    with pytest.raises(OrderError, match="circle of parents: 1 -> 2 -> 1"):
        forest_realizer([1, 2, 1])


def test_bad_pairs():
    with pytest.raises(OrderError, match="red vertex 1 in several pairs"):
        matching_realizer([[1, 0], [1, 1]], red=2, blue=2)
    with pytest.raises(OrderError, match="blue vertex 0 in several pairs"):
        matching_realizer([[1, 0], [0, 0]], red=2, blue=2)
    with pytest.raises(OrderError, match="in row 0"):
        matching_realizer([[0, 3]], red=4, blue=3)


def test_bad_types():
    for function in (dependency_realizer, forest_realizer, partition_realizer):
        with pytest.raises(InputError, match="float64"):
            function([0.0, 1.0])
        with pytest.raises(ShapeError):
            function([[0, 1]])
