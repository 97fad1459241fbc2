"""The visitor that writes down every pair: output-sensitive, for each pair is met exactly once."""

from __future__ import annotations

from realizer.aggregation.arrays import Array, Arrays

__all__ = ["Report"]


class Report:
    """Collect all pairs (query, point) as element numbers."""

    def __init__(self, arrays: Arrays, like: Array) -> None:
        self.arrays = arrays
        self.queries: list[Array] = [arrays.arange(0, like=like)]
        self.points: list[Array] = [arrays.arange(0, like=like)]

    def prefixes(self, order: Array, points: Array, queries: Array) -> None:
        """List the points of all rows; each query's partners are a run of that list."""
        arrays = self.arrays
        _, size = order.shape
        flat = order.reshape(-1)
        is_point = points[flat]
        listed = flat[is_point]
        if not listed.shape[0]:
            return
        upto = arrays.cumsum(arrays.int64(is_point))
        asking = arrays.nonzero(queries[flat])[0]
        row_start = asking // size * size
        first = upto[row_start] - arrays.int64(is_point[row_start])
        counts = upto[asking] - first
        self.queries.append(arrays.repeat(flat[asking], counts))
        ends = arrays.cumsum(counts)
        within = arrays.arange(self.queries[-1].shape[0], like=flat) - arrays.repeat(ends - counts, counts)
        self.points.append(listed[arrays.repeat(first, counts) + within])

    def leaves(self, members: Array, before: Array) -> None:
        """List what the comparison found."""
        row, query, point = self.arrays.nonzero(before)
        self.queries.append(members[row, query])
        self.points.append(members[row, point])
