"""Binary trees from two traversals, through the partial orders of left and right descendants.

Two vertices of a binary tree stand in one of four ways: x is a left descendant of y (in the subtree of y's
left child), a right descendant, or wholly to the left or to the right of it (they part at a common
ancestor), up to exchange. What the traversals say of each:

    x is …                     in-order   pre-order   post-order
    a left descendant of y     before     after       before
    a right descendant of y    after      after       before
    wholly left of y           before     before      before

So right descendant = reversed in-order ∩ post-order, and left descendant = in-order ∩ reversed pre-order.

Differs from the paper: it takes in-order ∩ post-order for the left descendants. That intersection also
holds the pairs "wholly left of" (in its own example a comes before c in both, but is no descendant of c).
They are exactly the pairs that a vertex z separates, x in-order and post-order before z and y a right
descendant of z, so they can be taken out; `left_descendants` does. The mirror image holds for pre-order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.errors import OrderError, ShapeError
from realizer.orders.inputs import as_integers
from realizer.orders.realizers import intersection
from realizer.orders.relations import compose
from realizer.orders.total_orders import check_total_order, order_of_sequence, sequence_of_order

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Integers, Relation


@dataclass(frozen=True, slots=True, eq=False)
class BinaryTree:
    """A binary tree over vertices 0..n-1; -1 stands for "none".

    Attributes:
        root: The root, -1 in the empty tree.
        left: `[n]` the left child of every vertex.
        right: `[n]` the right child of every vertex.
    """

    root: int
    left: Integers
    right: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Traversals:
    """The three traversals of a binary tree, as ranks: `in_order[x]` is the time x is visited.

    Attributes:
        in_order: `[n]` left subtree, vertex, right subtree.
        pre_order: `[n]` vertex, left subtree, right subtree.
        post_order: `[n]` left subtree, right subtree, vertex.
    """

    in_order: Integers
    pre_order: Integers
    post_order: Integers


def tree_from_in_and_post(in_order: ArrayLike, post_order: ArrayLike) -> BinaryTree:
    """Rebuild a binary tree from its in-order and post-order.

    The left child of y is the last in post-order of y's left descendants, the right child that of its right
    descendants. Both are found by one sweep over the in-order with a stack whose post-order ranks decrease:
    what y pops last is its left child, what remains on top of y is its right child.

    Complexity: O(n); the matrices of the two partial orders are never built.

    Args:
        in_order: Integers `[n]`, ranks (see `order_of_sequence` for vertices listed in order).
        post_order: Integers `[n]`, ranks.

    Returns:
        The tree.

    Raises:
        OrderError: The two are not traversals of one tree; a vertex where they part is named.

    Example:
        >>> ranks = {"in": [0, 1, 2, 3, 4, 5, 6], "post": [0, 2, 1, 6, 3, 5, 4]}  # abcdefg and acbegfd
        >>> tree = tree_from_in_and_post(ranks["in"], ranks["post"])
        >>> "abcdefg"[tree.root], "".join("abcdefg"[v] if v >= 0 else "-" for v in tree.left)
        ('d', '-a-b-e-')

    Reference: Knuth, *The Art of Computer Programming* 1, Section 2.3.1, exercise 7.
    """
    in_ranks, post_ranks = _both(in_order, post_order, "post_order")
    tree = _highest_on_top(in_ranks, post_ranks)
    _refuse_difference(traverse(tree).post_order, post_ranks, "post-order")
    return tree


def tree_from_in_and_pre(in_order: ArrayLike, pre_order: ArrayLike) -> BinaryTree:
    """Rebuild a binary tree from its in-order and pre-order.

    As `tree_from_in_and_post`, with the children first in pre-order among the descendants on their side.

    Complexity: O(n).

    Args:
        in_order: Integers `[n]`, ranks.
        pre_order: Integers `[n]`, ranks.

    Returns:
        The tree.

    Raises:
        OrderError: The two are not traversals of one tree; a vertex where they part is named.

    Example:
        >>> tree = tree_from_in_and_pre([0, 1, 2], [1, 0, 2])
        >>> tree.root, tree.left.tolist(), tree.right.tolist()
        (1, [-1, 0, -1], [-1, 2, -1])

    Reference: Knuth, as for `tree_from_in_and_post`.
    """
    in_ranks, pre_ranks = _both(in_order, pre_order, "pre_order")
    tree = _highest_on_top(in_ranks, -pre_ranks)
    _refuse_difference(traverse(tree).pre_order, pre_ranks, "pre-order")
    return tree


def traverse(tree: BinaryTree) -> Traversals:
    """List the traversals of a binary tree: the inverse of the two reconstructions.

    Complexity: O(n), without recursion.

    Args:
        tree: The tree.

    Returns:
        In-order, pre-order and post-order, as ranks.

    Raises:
        OrderError: The children do not form a tree.
        ShapeError: `left` and `right` differ in length.

    Example:
        >>> traversals = traverse(BinaryTree(1, np.array([-1, 0, -1]), np.array([-1, 2, -1])))
        >>> traversals.pre_order.tolist(), traversals.post_order.tolist()
        ([1, 0, 2], [0, 2, 1])

    Reference: Knuth, as for `tree_from_in_and_post`.
    """
    left, right = (as_integers(a, name="children").tolist() for a in (tree.left, tree.right))
    _check_children(tree.root, left, right)
    visits: tuple[list[int], list[int], list[int]] = ([], [], [])
    stack = [(tree.root, 0)]
    while stack:
        x, stage = stack.pop()
        if x < 0:
            continue
        visits[(1, 0, 2)[stage]].append(x)
        if stage < 2:
            stack += [(x, stage + 1), ((left, right)[stage][x], 0)]
    in_order, pre_order, post_order = (order_of_sequence(v) for v in visits)
    if len(in_order) != len(left):
        raise OrderError(
            f"expected a tree of {len(left)} vertices, reached {len(in_order)} from the root; "
            "cure: the others lie on a cycle of children: give every vertex but the root a parent above it"
        )
    return Traversals(in_order, pre_order, post_order)


def left_descendants(in_order: ArrayLike, post_order: ArrayLike) -> Relation:
    """Build the left-descendant order of a binary tree: x < y iff x lies in y's left subtree.

    (in ∩ post) minus the pairs x, y with some z: x <_(in ∩ post) z and y a right descendant of z. See the
    head of this file for why the intersection alone is not enough, and where it differs from the paper.

    Complexity: one boolean matrix product, O(n³) in BLAS; for study and tests.

    Args:
        in_order: Integers `[n]`, ranks.
        post_order: Integers `[n]`, ranks.

    Returns:
        Boolean `[n, n]`, a partial order.

    Example:
        >>> left_descendants([0, 1, 2], [0, 2, 1]).astype(int).tolist()  # b with children a and c
        [[0, 1, 0], [0, 0, 0], [0, 0, 0]]

    Reference: the paper, Appendix on binary traversal; Knuth, as for `tree_from_in_and_post`.
    """
    in_ranks, post_ranks = _both(in_order, post_order, "post_order")
    if not len(in_ranks):
        return np.zeros((0, 0), dtype=np.bool_)
    before = intersection(np.stack([in_ranks, post_ranks]))
    return before & ~compose(before, right_descendants(in_ranks, post_ranks).T)


def right_descendants(in_order: ArrayLike, post_order: ArrayLike) -> Relation:
    """Build the right-descendant order of a binary tree: x < y iff x lies in y's right subtree.

    reversed in ∩ post: x comes after y in the in-order and before it in the post-order.

    Complexity: O(n²); for study and tests.

    Args:
        in_order: Integers `[n]`, ranks.
        post_order: Integers `[n]`, ranks.

    Returns:
        Boolean `[n, n]`, a partial order of dimension at most 2.

    Example:
        >>> right_descendants([0, 1, 2], [0, 2, 1]).astype(int).tolist()
        [[0, 0, 0], [0, 0, 0], [0, 1, 0]]

    Reference: the paper, Appendix on binary traversal.
    """
    in_ranks, post_ranks = _both(in_order, post_order, "post_order")
    return intersection(np.stack([-in_ranks, post_ranks]))


def _both(in_order: ArrayLike, other: ArrayLike, name: str) -> tuple[Integers, Integers]:
    """Check two traversals of the same vertices."""
    in_ranks, ranks = as_integers(in_order, name="in_order"), as_integers(other, name=name)
    if in_ranks.shape != ranks.shape:
        raise ShapeError(
            f"expected two traversals of the same vertices, got in_order of {len(in_ranks)} and {name} of "
            f"{len(ranks)}; cure: one rank per vertex in both"
        )
    check_total_order(in_ranks)
    check_total_order(ranks)
    return in_ranks, ranks


def _highest_on_top(in_ranks: Integers, height: Integers) -> BinaryTree:
    """Build the tree with the given in-order in which every vertex is higher than its descendants."""
    above = height.tolist()
    left, right = [-1] * len(above), [-1] * len(above)
    stack: list[int] = []
    for y in sequence_of_order(in_ranks).tolist():
        while stack and above[stack[-1]] < above[y]:
            left[y] = stack.pop()
        if stack:
            right[stack[-1]] = y
        stack.append(y)
    root = stack[0] if stack else -1
    return BinaryTree(root, np.array(left, dtype=np.int64), np.array(right, dtype=np.int64))


def _refuse_difference(found: Integers, given: Integers, name: str) -> None:
    """Refuse a traversal that differs from that of the only tree that could have it."""
    wrong = np.flatnonzero(found != given)
    if wrong.size:
        x = int(wrong[np.argmin(given[wrong])])
        raise OrderError(
            f"expected traversals of one binary tree, got vertex {x} at {given[x]} in {name}, where the "
            f"in-order puts it at {found[x]}; cure: check that both traversals come from the same tree"
        )


def _check_children(root: int, left: list[int], right: list[int]) -> None:
    """Refuse children that are out of range or shared."""
    n = len(left)
    if len(right) != n:
        raise ShapeError(
            f"expected left and right children of the same vertices, got {n} and {len(right)}; "
            "cure: one entry per vertex, -1 for none"
        )
    seen = [False] * n
    for x in [root, *left, *right]:
        if x == -1:
            continue
        if not 0 <= x < n:
            raise OrderError(f"expected vertices 0..{n - 1} or -1 for none, got {x}; cure: count from 0")
        if seen[x]:
            raise OrderError(
                f"expected a tree, got vertex {x} twice as a child or root; cure: one parent each"
            )
        seen[x] = True
