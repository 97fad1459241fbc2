"""Realizers of two total orders written down at once, from compact inputs: no matrix, no search.

The idea, each time: list the parts one after the other, and once more the other way round. Whatever should
not compare then changes places; inside a part both lists agree on exactly what should compare.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.errors import OrderError
from realizer.orders.inputs import as_count, as_integers, as_pairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Integers


@dataclass(frozen=True, slots=True, eq=False)
class DependencyRealizer:
    """Two total orders of a token-split dependency tree, as scores: max_k (red_k - blue_k) < 0 iff arc.

    Attributes:
        red: `[n, 2]` ranks of the words as dependents; row i is word i + 1.
        blue: `[n + 1, 2]` ranks of the root (row 0) and of the words as heads (row i is word i).
    """

    red: Integers
    blue: Integers


def forest_realizer(parents: ArrayLike) -> Integers:
    """Realize a rooted tree or forest by two total orders; descendants come below their ancestors.

    First order: post-order. Second: reversed pre-order. Post-order rank = (vertices to the left) + (size of
    the subtree) - 1 and pre-order rank = (vertices to the left) + depth, so a descendant comes before its
    ancestor in both; of two others, the one on the left is before in the first and after in the second.

    Complexity: O(n).

    Args:
        parents: Integers `[n]`: the parent of every vertex, -1 for a root. Siblings are ordered by number.

    Returns:
        `[2, n]`: a realizer of x < y iff y is a proper ancestor of x.

    Raises:
        OrderError: A parent is out of range, or the parents run in a circle, which is named.

    Example:
        >>> forest_realizer([-1, 0, 0]).tolist()
        [[2, 0, 1], [2, 1, 0]]

    Reference: Lawler, "Sequencing jobs to minimize total weighted completion time", Ann. Discrete Math. 2,
    1978 (trees are series-parallel); Knuth, *The Art of Computer Programming* 1, Section 2.3.2.
    """
    above = as_integers(parents, name="parents")
    n = len(above)
    wrong = np.flatnonzero((above < -1) | (above >= n))
    if wrong.size:
        x = int(wrong[0])
        raise OrderError(
            f"parents: expected 0..{n - 1} or -1 for a root, got {above[x]} at vertex {x}; cure: count from 0"
        )
    downwards = _breadth_first(above.tolist())
    parent = above.tolist()
    size = [1] * n
    for x in reversed(downwards):
        if parent[x] >= 0:
            size[parent[x]] += size[x]
    depth, start, free = [0] * n, [0] * n, [0] * (n + 1)  # free: where the next subtree starts; [n]: roots
    for x in downwards:
        up = parent[x]
        depth[x] = depth[up] + 1 if up >= 0 else 0
        start[x] = free[up]
        free[up] += size[x]
        free[x] = start[x]
    left = np.array(start, dtype=np.int64)
    post_order = left + np.array(size, dtype=np.int64) - 1
    pre_order = left + np.array(depth, dtype=np.int64)
    return np.stack([post_order, n - 1 - pre_order])


def block_realizer(red_blocks: ArrayLike, blue_blocks: ArrayLike) -> Integers:
    """Realize disjoint complete bipartite blocks: red x < blue y iff they carry the same block number.

    First order: by (block, red before blue, number). Second: by (-block, red before blue, -number). Blocks
    change places, and so do equal colours within a block; only red stays before blue within a block.

    Complexity: one integer sort of n + m keys.

    Args:
        red_blocks: Integers `[n]`, any block numbers.
        blue_blocks: Integers `[m]`.

    Returns:
        `[2, n + m]`: a realizer; red x is vertex x, blue y is vertex n + y.

    Raises:
        ShapeError: Not one axis.
        InputError: Not whole numbers.

    Example:
        >>> block_realizer([5, 5, 7], [7]).tolist()
        [[0, 1, 2, 3], [3, 2, 0, 1]]

    Reference: Valdes, Tarjan & Lawler, "The recognition of series parallel digraphs", SIAM J. Comput. 11,
    1982:
    a block is a series composition of two antichains.
    """
    red = as_integers(red_blocks, name="red_blocks")
    blue = as_integers(blue_blocks, name="blue_blocks")
    block = np.concatenate([red, blue])
    colour = np.repeat([0, 1], [len(red), len(blue)])
    number = np.arange(len(block))
    block = np.unique(block, return_inverse=True)[1].reshape(len(block))  # may be negated without overflow
    realizer = np.empty((2, len(block)), dtype=np.int64)
    realizer[0, np.lexsort((number, colour, block))] = number
    realizer[1, np.lexsort((-number, colour, -block))] = number
    return realizer


def matching_realizer(pairs: ArrayLike, *, red: int, blue: int) -> Integers:
    """Realize a bipartite matching (a one-to-one alignment): red x < blue y iff x is matched with y.

    Every pair is a block of its own, every unmatched vertex another (`block_realizer`).

    Complexity: one integer sort of n + m keys.

    Args:
        pairs: Integers `[a, 2]`: (x of the red side, y of the blue side).
        red: The number n of red vertices.
        blue: The number m of blue vertices.

    Returns:
        `[2, n + m]`: a realizer; red x is vertex x, blue y is vertex n + y.

    Raises:
        OrderError: A vertex is out of range or matched twice.

    Example:
        >>> matching_realizer([[0, 1], [1, 0]], red=2, blue=2).tolist()
        [[0, 2, 3, 1], [2, 0, 1, 3]]

    Reference: the paper, Appendix "Guarantees of Order Dimension of Linguistic Structures".
    """
    n, m = as_count(red, name="red"), as_count(blue, name="blue")
    matched = as_pairs(pairs, name="pairs", tails=n, heads=m)
    for side, name in enumerate(("red", "blue")):
        values, counts = np.unique(matched[:, side], return_counts=True)
        if (counts > 1).any():
            raise OrderError(
                f"expected a matching, got {name} vertex {values[np.argmax(counts > 1)]} in several pairs; "
                "cure: keep one, or use order_dimension_at_most_two for many-to-many alignments"
            )
    blue_blocks = np.arange(n, n + m)
    blue_blocks[matched[:, 1]] = matched[:, 0]
    return block_realizer(np.arange(n), blue_blocks)


def partition_realizer(classes: ArrayLike) -> Integers:
    """Realize a set partition after token split: red x < blue y iff x and y are in the same class.

    Every class is a block (`block_realizer`). The relation is the whole equivalence, x ~ x included: without
    its self-loops a class of k tokens is the standard example S_k, of dimension k.

    Complexity: one integer sort of 2n keys.

    Args:
        classes: Integers `[n]`: the class of every element, any numbers.

    Returns:
        `[2, 2n]`: a realizer; red x is vertex x, blue y is vertex n + y.

    Raises:
        ShapeError: Not one axis.
        InputError: Not whole numbers.

    Example:
        >>> partition_realizer([4, 4]).tolist()
        [[0, 1, 2, 3], [1, 0, 3, 2]]

    Reference: the paper, Appendix "Guarantees of Order Dimension of Linguistic Structures"; Dushnik & Miller,
    "Partially ordered sets", Amer. J. Math. 63, 1941, for the S_k.
    """
    return block_realizer(classes, classes)


def dependency_realizer(heads: ArrayLike) -> DependencyRealizer:
    """Realize a dependency tree after token split: word x below its head y, nothing else.

    F(x, y) = max_k (red[x, k] - blue[y, k]) < 0 iff y is the head of x. After the split the arcs form
    disjoint stars, every red dependent below its one blue head, so each star is a block (`block_realizer`).
    Cycles of heads do no harm: any choice of one head per word is a union of stars.

    Complexity: one integer sort of 2n + 1 keys.

    Args:
        heads: Integers `[n]`: the head of words 1..n, 0 for the root.

    Returns:
        Ranks `[n, 2]` of the words and `[n + 1, 2]` of the heads; in each order the 2n + 1 are distinct.

    Raises:
        OrderError: A head is not in 0..n, or a word is its own head; the word is named.

    Example:
        >>> realizer = dependency_realizer([2, 0, 2])
        >>> score = (realizer.red[:, None] - realizer.blue[None]).max(axis=-1)
        >>> (score < 0).astype(int).tolist()
        [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 1, 0]]

    Reference: the paper, Sections 3.3 and 3.4 and its Appendix on order dimension.
    """
    head = as_integers(heads, name="heads")
    n = len(head)
    outside = np.flatnonzero((head < 0) | (head > n))
    if outside.size:
        i = int(outside[0])
        raise OrderError(
            f"heads: expected 0 (root) to {n}, got {head[i]} for word {i + 1}; cure: number words from 1, "
            "and leave padding (-1) out"
        )
    own = np.flatnonzero(head == np.arange(1, n + 1))
    if own.size:
        i = int(own[0]) + 1
        raise OrderError(
            f"heads: expected another word or 0 (root), got word {i} as its own head; cure: use 0"
        )
    ranks = block_realizer(head, np.arange(n + 1)).T
    return DependencyRealizer(ranks[:n].copy(), ranks[n:].copy())


def _breadth_first(parent: list[int]) -> list[int]:
    """List the vertices of a forest with parents before children, siblings by number."""
    children: list[list[int]] = [[] for _ in range(len(parent) + 1)]
    for x, up in enumerate(parent):
        children[up].append(x)  # -1: the roots, in the last list
    listed = list(children[-1])
    for x in listed:
        listed += children[x]
    if len(listed) == len(parent):
        return listed
    reached = set(listed)
    x = next(v for v in range(len(parent)) if v not in reached)
    walk: dict[int, int] = {}  # vertex: when it was met
    while x not in walk:
        walk[x] = len(walk)
        x = parent[x]
    circle = " -> ".join(str(v) for v in [*list(walk)[walk[x] :], x])
    raise OrderError(f"expected a forest, got a circle of parents: {circle}; cure: mark a root with -1")
