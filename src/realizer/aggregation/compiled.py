"""Divide and conquer as `divide.descend` does it, compiled for one CPU core (the extra `fast`: numba).

The same orders, the same pairs; what differs is the walk. A cut hands on only those elements that take part,
the early points and the late queries; and two remaining orders are settled by one walk along the first with
a Fenwick tree over the second. So memory is read in order or in small pieces.

Reference: Fenwick, A new data structure for cumulative frequency tables, 1994.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

__all__ = ["best_ranks_before", "sums_before"]

Orders = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float64]

POINT, QUERY = 1, 2
SMALL = 24


@njit(cache=True, nogil=True)  # type: ignore[misc, untyped-decorator, unused-ignore]
def _enter(kept: Numbers, row: int, newcomer: Numbers, adding: bool) -> None:
    """Add to a sum, or let newcomers find their places among the largest few."""
    if adding:
        kept[row, 0] += newcomer[0]
        return
    for i in range(newcomer.shape[0]):
        value = newcomer[i]
        for j in range(kept.shape[1]):
            if value > kept[row, j]:
                value, kept[row, j] = kept[row, j], value


@njit(cache=True, nogil=True)  # type: ignore[misc, untyped-decorator, unused-ignore]
def _compare(orders: Orders, kind: Flags, held: Numbers, totals: Numbers, adding: bool) -> None:
    """Compare all pairs of a few elements."""
    dimensions, size = orders.shape
    place = np.empty((dimensions, size), dtype=np.int32)
    for d in range(1, dimensions):
        for i in range(size):
            for j in range(size):
                if orders[d, j] == orders[0, i]:
                    place[d, i] = j
                    break
    for i in range(size):
        for j in range(i):
            before = kind[orders[0, i]] == QUERY and kind[orders[0, j]] == POINT
            for d in range(1, dimensions):
                before = before and place[d, j] < place[d, i]
            if before:
                _enter(totals, orders[0, i], held[orders[0, j]], adding)


@njit(cache=True, nogil=True)  # type: ignore[misc, untyped-decorator, unused-ignore]
def _walk_single(
    order: Orders, kind: Flags, held: Numbers, totals: Numbers, place: Orders, tree: Numbers, adding: bool
) -> None:
    """The walk of `_walk` with one number per element, where it is hot."""
    points = tree.shape[0] - 1
    for element in order:
        node = place[element]
        if kind[element] == POINT:
            number = held[element]
            while node <= points:
                tree[node] = tree[node] + number if adding else max(tree[node], number)
                node += node & -node
        else:
            total = 0.0
            while node > 0:
                total = total + tree[node] if adding else max(total, tree[node])
                node &= node - 1
            totals[element] = totals[element] + total if adding else max(totals[element], total)


@njit(cache=True, nogil=True)  # type: ignore[misc, untyped-decorator, unused-ignore]
def _walk(orders: Orders, kind: Flags, held: Numbers, totals: Numbers, place: Orders, adding: bool) -> None:
    """Settle two orders: walk along the first, keep a Fenwick tree over the points of the second."""
    size = orders.shape[1]
    points = 0
    for i in range(size):
        element = orders[1, i]
        if kind[element] == POINT:
            points += 1
        place[element] = points
    if held.shape[1] == 1:
        _walk_single(orders[0], kind, held[:, 0], totals[:, 0], place, np.zeros(points + 1), adding)
        return
    tree = np.zeros((points + 1, held.shape[1]))
    for i in range(size):
        element = orders[0, i]
        node = place[element]
        if kind[element] == POINT:
            while node <= points:
                _enter(tree, node, held[element], adding)
                node += node & -node
        else:
            while node > 0:
                _enter(totals, element, tree[node], adding)
                node -= node & -node


@njit(cache=True, nogil=True)  # type: ignore[misc, untyped-decorator, unused-ignore]
def _scan(order: Orders, kind: Flags, held: Numbers, totals: Numbers, adding: bool) -> None:
    """Settle one order: walk along it."""
    running = np.zeros((1, held.shape[1]))
    for element in order:
        if kind[element] == POINT:
            _enter(running, 0, held[element], adding)
        else:
            _enter(totals, element, running[0], adding)


@njit(cache=True, nogil=True)  # type: ignore[misc, untyped-decorator, unused-ignore]
def _descend(  # noqa: C901
    orders: Orders,
    kind: Flags,
    held: Numbers,
    totals: Numbers,
    place: Orders,
    late: Flags,
    adding: bool,
) -> None:
    """Meet all pairs of the elements in `orders` `[dimensions, size]`."""
    dimensions, size = orders.shape
    points = 0
    for i in range(size):
        points += kind[orders[0, i]] == POINT
    if points == 0 or points == size:
        return
    if dimensions == 1:
        _scan(orders[0], kind, held, totals, adding)
        return
    if size <= SMALL:
        _compare(orders, kind, held, totals, adding)
        return
    if dimensions == 2:
        _walk(orders, kind, held, totals, place, adding)
        return
    half = size // 2
    active = 0
    for i in range(size):
        element = orders[0, i]
        late[element] = i >= half
        active += (i < half) == (kind[element] == POINT)
    across = np.empty((dimensions - 1, active), dtype=np.int32)
    left = np.empty((dimensions, half), dtype=np.int32)
    right = np.empty((dimensions, size - half), dtype=np.int32)
    for d in range(dimensions):
        a = b = c = 0
        for i in range(size):
            element = orders[d, i]
            if late[element]:
                right[d, b] = element
                b += 1
            else:
                left[d, a] = element
                a += 1
            if d > 0 and (late[element] == 0) == (kind[element] == POINT):
                across[d - 1, c] = element
                c += 1
    _descend(across, kind, held, totals, place, late, adding)
    _descend(left, kind, held, totals, place, late, adding)
    _descend(right, kind, held, totals, place, late, adding)


def _before(
    orders: list[npt.NDArray[np.int64]],
    points: npt.NDArray[np.bool_],
    queries: npt.NDArray[np.bool_],
    held: Numbers,
    *,
    adding: bool,
) -> Numbers:
    """Run the descent on every row of the orders."""
    kind = points.astype(np.uint8) * np.uint8(POINT) + queries.astype(np.uint8) * np.uint8(QUERY)
    totals = np.zeros(held.shape)
    place = np.zeros(len(kind), dtype=np.int32)
    late = np.zeros(len(kind), dtype=np.uint8)
    for row in range(len(orders[0])):
        real = np.stack([order[row][kind[order[row]] != 0] for order in orders]).astype(np.int32)
        _descend(real, kind, held, totals, place.reshape(-1), late, adding)
    return totals


def sums_before(
    orders: list[npt.NDArray[np.int64]],
    points: npt.NDArray[np.bool_],
    queries: npt.NDArray[np.bool_],
    held: Numbers,
) -> Numbers:
    """For every query sum what the points before it in all orders hold; by element number.

    The arguments are those of `divide.descend`; `held` is not negative anywhere, zero where nothing is held.
    """
    return _before(orders, points, queries, held.reshape(-1, 1), adding=True)[:, 0]


def best_ranks_before(
    orders: list[npt.NDArray[np.int64]],
    points: npt.NDArray[np.bool_],
    queries: npt.NDArray[np.bool_],
    ranks: npt.NDArray[np.int64],
    count: int,
) -> npt.NDArray[np.int64]:
    """For every query the `count` largest ranks of the points before it in all orders `[elements, count]`."""
    held = np.zeros((len(ranks), count))
    held[:, 0] = ranks
    return _before(orders, points, queries, held, adding=False).astype(np.int64)
