"""Any number of orders: divide and conquer over dominance, level by level.

The task. Points and queries are elements that stand in D total orders. Every query asks for the points that
stand before it in all D orders. With D = 1 that is a prefix. With more, cut the first order in the middle. A
point in the early half stands before every query of the late half in that order, so for those pairs one
order is settled and D - 1 remain; pairs within one half are the same task at half the size. All pieces
of one level are treated together, as rows of one array, and cutting keeps the other orders sorted: a stable
partition. What remains at the end is small enough to compare directly.

    T(S, D) = sum over log S levels of T(S, D - 1),   T(S, 1) = one scan   =>   O(S log^(D-1) S) time

and O(D S) memory, for there is never more than one level of each order at a time. Each pair of point and
query is met exactly once: in a prefix, or in a leaf. Hence sums need no subtraction, and "all but
a few" costs no more than finding the one prefix in which a left-out pair would have been met.

What is done with the pairs is a `Visitor`'s matter: sums, their transposes, maxima, reports.
Reference: Bentley, Multidimensional divide-and-conquer, 1980.
"""

from __future__ import annotations

from typing import Protocol

from realizer.aggregation.arrays import Array, Arrays

__all__ = ["Visitor", "descend", "padded_size"]

SMALLEST_LEAF = 8
LEAF = {2: 8, 3: 32}
DEEPER_LEAF = 64
PAIRS_PER_CHUNK = 1 << 21


class Visitor(Protocol):
    """What is done with pairs."""

    def prefixes(self, order: Array, points: Array, queries: Array) -> None:
        """In each row of `order` `[rows, size]` every query meets every point that stands before it."""

    def leaves(self, members: Array, before: Array) -> None:
        """Query i of `members` `[rows, leaf]` meets point j where `before` `[rows, i, j]` says so."""


def padded_size(elements: int, dimensions: int) -> int:
    """The number of places that `descend` needs for so many elements: they must halve evenly."""
    if dimensions < 2:
        return elements
    size, halvings = elements, 0
    while size > SMALLEST_LEAF:
        size, halvings = (size + 1) // 2, halvings + 1
    return size << halvings


def descend(arrays: Arrays, orders: list[Array], points: Array, queries: Array, visitor: Visitor) -> None:
    """Show the visitor every pair (query, point) where the point stands before the query in all orders.

    Args:
        arrays: The backend.
        orders: D arrays `[rows, size]` of element numbers; each row of each order holds the same elements.
        points: Mask of the points, by element number.
        queries: Mask of the queries, by element number; no element is both.
        visitor: What to do with the pairs.
    """
    if len(orders) == 1:
        visitor.prefixes(orders[0], points, queries)
        return
    first, rest = orders[0], orders[1:]
    place = _places(arrays, first, points)
    size = first.shape[1]
    while size > LEAF.get(len(orders), DEEPER_LEAF):
        size //= 2
        late = place >= size
        descend(arrays, rest, points & ~late, queries & late, visitor)
        rest = [_halves(arrays, order, late) for order in rest]
        place = arrays.where(late, place - size, place)
    _compare_leaves(arrays, rest, place, points, queries, visitor)


def _places(arrays: Arrays, order: Array, like: Array) -> Array:
    """Where each element stands in its row, by element number."""
    rows, size = order.shape
    place = arrays.int64(like) * 0
    place[order.reshape(-1)] = (arrays.arange(rows * size, like=order)) % size
    return place


def _halves(arrays: Arrays, order: Array, late: Array) -> Array:
    """Part every row into its early and its late elements, each still in order: twice the rows."""
    rows, size = order.shape
    flags = late[order]
    halves = [order[~flags].reshape(rows, size // 2), order[flags].reshape(rows, size // 2)]
    return arrays.stack(halves, 1).reshape(2 * rows, size // 2)


def _compare_leaves(
    arrays: Arrays, orders: list[Array], place: Array, points: Array, queries: Array, visitor: Visitor
) -> None:
    members = orders[0]
    rows, size = members.shape
    places = [place, *(_places(arrays, order, points) for order in orders[1:])]
    column = arrays.arange(size, like=members)
    earlier = column[None, :] < column[:, None]
    step = max(1, PAIRS_PER_CHUNK // (size * size))
    for start in range(0, rows, step):
        chunk = members[start : start + step]
        before = earlier & points[chunk][:, None, :] & queries[chunk][:, :, None]
        for other in places:
            local = other[chunk]
            before = before & (local[:, None, :] < local[:, :, None])
        visitor.leaves(chunk, before)
