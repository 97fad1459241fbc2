"""The visitor that keeps the best few: every query learns the largest ranks before it."""

from __future__ import annotations

from realizer.aggregation.arrays import Array, Arrays

__all__ = ["Tournament"]


class Tournament:
    """Every query keeps the `count` largest ranks among the points before it.

    Args:
        arrays: The backend.
        ranks: The rank of each point by element number, from 1; all different; 0 stands for nothing.
        count: How many to keep.
    """

    def __init__(self, arrays: Arrays, ranks: Array, count: int) -> None:
        self.arrays = arrays
        self.ranks = ranks
        self.winners = [ranks * 0 for _ in range(count)]

    def prefixes(self, order: Array, points: Array, queries: Array) -> None:
        """Scan for the maximum, then for the maximum of what it displaced, and so on."""
        arrays = self.arrays
        ranks = arrays.where(points[order], self.ranks[order], 0)
        flat = order.reshape(-1)
        asking = arrays.nonzero(queries[flat])[0]
        elements = flat[asking]
        for place in range(len(self.winners)):
            top = arrays.cummax(ranks)
            self._enter(elements, top.reshape(-1)[asking])
            if place + 1 < len(self.winners):
                before = arrays.concatenate([top[:, :1] * 0, top[:, :-1]])
                ranks = arrays.minimum(ranks, before)

    def leaves(self, members: Array, before: Array) -> None:
        """Compare the points before each query directly."""
        arrays = self.arrays
        ranks = arrays.where(before, self.ranks[members][:, None, :] + before * 0, 0)
        for place in range(len(self.winners)):
            top = arrays.amax(ranks, -1)
            self._enter(members, top)
            if place + 1 < len(self.winners):
                ranks = arrays.where(ranks == top[..., None], 0 * ranks, ranks)

    def _enter(self, elements: Array, ranks: Array) -> None:
        """Let one newcomer per query find its place among the winners."""
        for winners in self.winners:
            held = winners[elements]
            winners[elements] = self.arrays.maximum(held, ranks)
            ranks = self.arrays.minimum(held, ranks)
