from __future__ import annotations

import itertools
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.errors import OrderError, ShapeError
from realizer.orders import (
    BinaryTree,
    intersection,
    is_partial_order,
    left_descendants,
    order_of_sequence,
    right_descendants,
    traverse,
    tree_from_in_and_post,
    tree_from_in_and_pre,
)

from .posets import exactly


@st.composite
def binary_trees(draw, max_size=9):
    """Insert vertices one by one into free places, numbers shuffled."""
    n = draw(st.integers(0, max_size))
    names = draw(st.permutations(range(n)))
    left, right = [-1] * n, [-1] * n
    free = []
    for x in names:
        if free:
            side, parent = free.pop(draw(st.integers(0, len(free) - 1)))
            side[parent] = x
        free += [(left, x), (right, x)]
    return BinaryTree(names[0] if n else -1, np.array(left, dtype=int), np.array(right, dtype=int))


def visits(tree, x, when):
    """Vertices by the recursive definition."""
    if x < 0:
        return []
    left, right = visits(tree, tree.left[x], when), visits(tree, tree.right[x], when)
    return {"in": [*left, x, *right], "pre": [x, *left, *right], "post": [*left, *right, x]}[when]


def same(first, second):
    return (
        first.root == second.root
        and np.array_equal(first.left, second.left)
        and np.array_equal(first.right, second.right)
    )


@exactly
@given(binary_trees())
def test_traversals_are_their_definition_and_lead_back(tree):
    found = traverse(tree)
    for when, ranks in (("in", found.in_order), ("pre", found.pre_order), ("post", found.post_order)):
        expected = visits(tree, tree.root, when)
        assert [ranks[x] for x in expected] == list(range(len(expected)))
    assert same(tree_from_in_and_post(found.in_order, found.post_order), tree)
    assert same(tree_from_in_and_pre(found.in_order, found.pre_order), tree)


@exactly
@given(binary_trees())
def test_descendant_orders_are_their_definition(tree):
    found = traverse(tree)
    n = len(tree.left)
    expected = np.zeros((2, n, n), dtype=bool)
    for y in range(n):
        expected[0, visits(tree, tree.left[y], "in"), y] = True
        expected[1, visits(tree, tree.right[y], "in"), y] = True
    left = left_descendants(found.in_order, found.post_order)
    right = right_descendants(found.in_order, found.post_order)
    assert np.array_equal(left, expected[0])
    assert np.array_equal(right, expected[1])
    assert is_partial_order(left)
    assert is_partial_order(right)
    if n:
        assert np.array_equal(left, intersection(np.stack([found.in_order, -found.pre_order])))


@exactly
@given(binary_trees())
def test_children_are_the_latest_descendants_of_their_side(tree):
    found = traverse(tree)
    orders = left_descendants, right_descendants
    for side, children in zip(orders, (tree.left, tree.right), strict=True):
        below = side(found.in_order, found.post_order)
        for y in range(len(children)):
            candidates = np.flatnonzero(below[:, y])
            best = candidates[np.argmax(found.post_order[candidates])] if candidates.size else -1
            assert children[y] == best


def test_paper_example():
    vertices = "abcdefg"
    in_order = order_of_sequence([vertices.index(v) for v in "abcdefg"])
    post_order = order_of_sequence([vertices.index(v) for v in "acbegfd"])
    tree = tree_from_in_and_post(in_order, post_order)
    children = {vertices[x]: (tree.left[x], tree.right[x]) for x in range(7)}
    assert vertices[tree.root] == "d"
    assert {p: tuple(vertices[c] for c in pair) for p, pair in children.items() if max(pair) >= 0} == {
        "d": ("b", "f"),
        "b": ("a", "c"),
        "f": ("e", "g"),
    }
    left, right = left_descendants(in_order, post_order), right_descendants(in_order, post_order)
    named = [{vertices[x] + vertices[y] for x, y in np.argwhere(r)} for r in (left, right)]
    assert named == [{"ab", "ad", "bd", "cd", "ef"}, {"cb", "gf", "gd", "fd", "ed"}]


def test_differs_from_the_paper():
    """In-order and post-order alone also put a below c: wholly to the left, not a descendant."""
    both = intersection([[0, 1, 2], [0, 2, 1]])
    assert both[0, 2]
    assert not left_descendants([0, 1, 2], [0, 2, 1])[0, 2]


def accepts(build, in_order, other):
    try:
        build(in_order, other)
    except OrderError:
        return False
    return True


@pytest.mark.parametrize("build", [tree_from_in_and_post, tree_from_in_and_pre])
@pytest.mark.parametrize("n", range(7))
def test_as_many_trees_as_catalan_numbers(build, n):
    others = [np.array(p, dtype=int) for p in itertools.permutations(range(n))]
    assert sum(accepts(build, np.arange(n), other) for other in others) == comb(2 * n, n) // (n + 1)


def test_deep_trees_need_no_recursion():
    n = 20_000
    path = tree_from_in_and_post(np.arange(n), np.arange(n))
    assert path.root == n - 1
    assert traverse(path).pre_order[0] == n - 1


def test_bad_input():
    with pytest.raises(OrderError, match="expected traversals of one binary tree, got vertex"):
        tree_from_in_and_post([0, 1, 2], [1, 2, 0])
    with pytest.raises(ShapeError, match="same vertices"):
        tree_from_in_and_post([0, 1], [0])
    with pytest.raises(OrderError, match="rank 0 for both"):
        tree_from_in_and_pre([0, 1], [0, 0])
    none = np.array([-1, -1])
    with pytest.raises(OrderError, match="vertex 1 twice"):
        traverse(BinaryTree(0, np.array([1, -1]), np.array([1, -1])))
    with pytest.raises(OrderError, match="reached 0 from the root"):
        traverse(BinaryTree(-1, np.array([1, 0]), none))
    with pytest.raises(OrderError, match="got 5"):
        traverse(BinaryTree(0, np.array([5, -1]), none))
    with pytest.raises(ShapeError, match="left and right"):
        traverse(BinaryTree(0, none, np.array([-1])))
