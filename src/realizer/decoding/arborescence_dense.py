"""The meaning of a best tree: Chu-Liu-Edmonds on a matrix, by the textbook; the oracle of `tree_heads`."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from realizer.decoding.sentences import Integers
from realizer.errors import InputError, ScoreError, ShapeError

__all__ = ["check_roots", "dense_tree_heads"]

Reals = NDArray[np.float64]


def dense_tree_heads(cost: ArrayLike, *, roots: Literal["one", "many"] = "one") -> Integers:
    """Find the heads of the tree of smallest total cost, by contracting one cycle after the other.

    heads = argmin sum_x cost[x, heads(x)] over all trees that hang on the root. One root: a root arc is made
    to cost more than any difference that the rest of the tree can make, so the best tree has as few as it
    can, which is one. O(n^3) time and O(n^2) memory: for tests and for reading.

    Args:
        cost: Of every word and head, `[n, n + 1]`; column 0 is the root, column i is word i. A word's own
            column does not count.
        roots: "one" child of the root, or "many" (any number).

    Returns:
        Heads `[n]`, 0 for the root.

    Raises:
        ShapeError: The matrix is not `[n, n + 1]`.
        ScoreError: It holds NaN or infinity.
        InputError: `roots` is neither.

    Reference: Chu and Liu 1965; Edmonds 1967.

    >>> dense_tree_heads([[4.0, 0.0, 1.0], [5.0, 1.0, 0.0]])
    array([0, 1])
    """
    matrix = np.array(cost, dtype=np.float64)
    check_roots(roots)
    if matrix.ndim != 2 or matrix.shape[1] != matrix.shape[0] + 1:
        raise ShapeError(
            f"expected costs [n, n + 1], got shape {list(matrix.shape)}; cure: one row per word, column 0 "
            f"is the root"
        )
    if not bool(np.isfinite(matrix).all()):
        raise ScoreError(
            "expected finite costs, got NaN or infinity; cure: a large cost forbids an arc well enough"
        )
    n = len(matrix)
    if n == 0:
        return np.zeros(0, dtype=np.int64)
    if roots == "one":
        matrix[:, 0] += n * (matrix.max() - matrix.min()) + 1.0
    square = np.full((n + 1, n + 1), np.inf)
    square[1:] = matrix
    np.fill_diagonal(square, np.inf)
    return _heads(square)[1:]


def _heads(cost: Reals) -> Integers:
    """Heads of all vertices of a square matrix, vertex 0 being the root (its own head is -1)."""
    heads: Integers = cost.argmin(axis=1)
    heads[0] = -1
    cycle = _cycle(heads)
    if len(cycle) == 0:
        return heads
    rest = np.setdiff1d(np.arange(len(cost)), cycle)
    reduced = cost[cycle][:, rest] - cost[cycle, heads[cycle]][:, None]
    entered = reduced.argmin(axis=0)
    into = cost[rest][:, cycle]
    smaller = np.full((len(rest) + 1, len(rest) + 1), np.inf)
    smaller[:-1, :-1] = cost[np.ix_(rest, rest)]
    smaller[-1, :-1] = reduced.min(axis=0)
    smaller[:-1, -1] = into.min(axis=1)
    inner = _heads(smaller)
    names = np.append(rest, -1)
    for place, vertex in enumerate(rest[1:], start=1):
        head = inner[place]
        heads[vertex] = cycle[into[place].argmin()] if head == len(rest) else names[head]
    heads[cycle[entered[inner[-1]]]] = names[inner[-1]]
    return heads


def _cycle(heads: Integers) -> Integers:
    """One cycle of the arcs x -> heads(x), empty if there is none."""
    seen = np.zeros(len(heads), dtype=np.int64)
    for first in range(1, len(heads)):
        x, way = first, []
        while x > 0 and seen[x] == 0:
            seen[x] = first
            way.append(x)
            x = int(heads[x])
        if x > 0 and seen[x] == first:
            return np.array(way[way.index(x) :])
    return np.zeros(0, dtype=np.int64)


def check_roots(roots: str) -> None:
    """Refuse what is neither "one" nor "many"."""
    if roots not in {"one", "many"}:
        raise InputError(
            f'expected roots "one" or "many", got {roots!r}; cure: roots="one" for a dependency tree'
        )
