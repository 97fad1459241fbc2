"""Visitors that add up: queries gather from points, or spread what they hold over them.

`Spread` is `Gather` transposed, pair by pair; the one is the other's gradient.

A query may leave out a few points. In the one prefix that contains a left-out point, the query's sum is
made from ranges: up to the first such place, between the places, after the last. Ranges come from a
pyramid of pair sums: two nodes per level, no subtraction, so nothing is lost when the left-out point
outweighs all others by any factor.
"""

from __future__ import annotations

from dataclasses import dataclass

from realizer.aggregation.arrays import Array, Arrays
from realizer.aggregation.sums import Sums

__all__ = ["Gather", "Spread"]


@dataclass(frozen=True, slots=True)
class _Split:
    """Prefixes that are cut at left-out points.

    Attributes:
        whole: Places of queries whose prefix is whole, in the flattened order.
        cut: Places of the others.
        starts: Begin of each of their ranges `[cut, ranges]`.
        ends: One past its end.
    """

    whole: Array
    cut: Array
    starts: Array
    ends: Array


def _split(arrays: Arrays, order: Array, points: Array, asking: Array, without: Array) -> _Split:
    """Part the asking places of an order `[rows, size]` by whether a left-out point lies in their prefix."""
    rows, size = order.shape
    flat = order.reshape(-1)
    place = arrays.int64(points) * 0 - 1
    place[flat] = arrays.arange(rows * size, like=flat)
    left_out = without[flat[asking]]
    known = left_out >= 0
    index = arrays.where(known, left_out, 0)
    out_place = arrays.where(known & points[index], place[index], -1)
    start = (asking // size * size)[:, None]
    inside = (out_place >= start) & (out_place < asking[:, None])
    cut = inside.any(-1)
    bounds = arrays.sort(arrays.where(inside, out_place, asking[:, None])[cut])
    begin, end = start[cut], asking[cut][:, None]
    starts = arrays.concatenate([begin, bounds + 1])
    ends = arrays.concatenate([bounds, end])
    return _Split(asking[~cut], asking[cut], starts, arrays.maximum(starts, ends))


class Gather:
    """Every query sums what the points before it hold.

    Args:
        arrays: The backend.
        sums: The arithmetic.
        held: What each element holds, by element number.
        without: Points that each query leaves out `[elements, e]`, -1 for none; or None.
    """

    def __init__(self, arrays: Arrays, sums: Sums, held: Array, without: Array | None = None) -> None:
        self.arrays = arrays
        self.sums = sums
        self.held = held
        self.without = without
        self.totals = arrays.full(tuple(held.shape), value=sums.zero, like=held)

    def prefixes(self, order: Array, points: Array, queries: Array) -> None:
        """Scan the points of each row; every query reads the scan at its place."""
        arrays, sums = self.arrays, self.sums
        values = arrays.where(points[order], self.held[order], sums.zero)
        scan = sums.prefix(values).reshape(-1)
        flat = order.reshape(-1)
        asking = arrays.nonzero(queries[flat])[0]
        if self.without is not None and asking.shape[0]:
            split = _split(arrays, order, points, asking, self.without)
            if split.cut.shape[0]:
                self._add(flat[split.cut], self._ranges(values.reshape(-1), split))
            asking = split.whole
        self._add(flat[asking], scan[asking])

    def leaves(self, members: Array, before: Array) -> None:
        """Sum the points before each query directly."""
        before = _kept(members, before, self.without)
        values = self.arrays.where(before, self.held[members][:, None, :], self.sums.zero)
        self._add(members, self.sums.total(values, -1))

    def _add(self, elements: Array, numbers: Array) -> None:
        self.totals[elements] = self.sums.add(self.totals[elements], numbers)

    def _ranges(self, level: Array, split: _Split) -> Array:
        """Sum the ranges of every cut prefix, two nodes of the pyramid per level."""
        arrays, sums = self.arrays, self.sums
        start, end = split.starts, split.ends
        total = arrays.full(tuple(start.shape), value=sums.zero, like=level)
        while bool((start < end).any()):
            level = arrays.concatenate(
                [level, arrays.full((2 - level.shape[0] % 2,), value=sums.zero, like=level)]
            )
            left, right = _ends(arrays, start, end, level.shape[0] - 1)
            total = sums.add(total, sums.add(level[left], level[right]))
            start, end = (start + 1) // 2, end // 2
            level = sums.add(level[0:-1:2], level[1::2])
        return sums.total(total, -1)


class Spread:
    """Every query gives what it holds to all points before it: `Gather` transposed."""

    def __init__(self, arrays: Arrays, sums: Sums, held: Array, without: Array | None = None) -> None:
        self.arrays = arrays
        self.sums = sums
        self.held = held
        self.without = without
        self.totals = arrays.full(tuple(held.shape), value=sums.zero, like=held)

    def prefixes(self, order: Array, points: Array, queries: Array) -> None:
        """Scan the queries of each row from its end; every point reads the scan at its place."""
        arrays, sums = self.arrays, self.sums
        flat = order.reshape(-1)
        asking = queries[order]
        ranges = None
        if self.without is not None:
            split = _split(arrays, order, points, arrays.nonzero(asking.reshape(-1))[0], self.without)
            if split.cut.shape[0]:
                cut = arrays.full(tuple(flat.shape), value=False, like=flat)
                cut[split.cut] = True
                asking = asking & ~cut.reshape(order.shape)
                ranges = self._ranges(self.held[flat[split.cut]], split, flat.shape[0])
        scan = sums.suffix(arrays.where(asking, self.held[order], sums.zero)).reshape(-1)
        if ranges is not None:
            scan = sums.add(scan, ranges)
        receiving = arrays.nonzero(points[flat])[0]
        self._add(flat[receiving], scan[receiving])

    def leaves(self, members: Array, before: Array) -> None:
        """Give directly to the points before each query."""
        before = _kept(members, before, self.without)
        values = self.arrays.where(before, self.held[members][:, :, None], self.sums.zero)
        self._add(members, self.sums.total(values, 1))

    def _add(self, elements: Array, numbers: Array) -> None:
        self.totals[elements] = self.sums.add(self.totals[elements], numbers)

    def _ranges(self, held: Array, split: _Split, size: int) -> Array:
        """Lay each holding down on the nodes of its ranges, then push all nodes down to the places."""
        arrays, sums = self.arrays, self.sums
        start, end = split.starts, split.ends
        held = held[:, None] + start * 0.0
        levels = []
        width = size
        while bool((start < end).any()):
            width += 2 - width % 2
            left, right = _ends(arrays, start, end, width - 1)
            both = arrays.concatenate([left.reshape(-1), right.reshape(-1)])
            levels.append(sums.add_at(width, both, arrays.concatenate([held.reshape(-1)] * 2)))
            start, end = (start + 1) // 2, end // 2
            width //= 2
        pushed = arrays.full((width,), value=sums.zero, like=held)
        for level in reversed(levels):
            down = arrays.repeat(pushed, arrays.arange(pushed.shape[0], like=pushed) * 0 + 2)
            pushed = sums.add(level, down[: level.shape[0]])
        return pushed[:size] if levels else arrays.full((size,), value=sums.zero, like=held)


def _ends(arrays: Arrays, start: Array, end: Array, nothing: int) -> tuple[Array, Array]:
    """The nodes of one level that close each range on its left and right; `nothing` where none does."""
    open_ = start < end
    left = arrays.where(open_ & (start % 2 == 1), start, nothing)
    right = arrays.where(open_ & (end % 2 == 1), end - 1, nothing)
    return left, right


def _kept(members: Array, before: Array, without: Array | None) -> Array:
    """Take the left-out pairs out of the pairs of a leaf."""
    if without is None:
        return before
    for column in range(without.shape[1]):
        before = before & (members[:, None, :] != without[:, column][members][:, :, None])
    return before
