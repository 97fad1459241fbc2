"""Assignment: which row goes with which column, so that the sum of the weights is the largest.

The idea: every row holds a bid, every column a price, and bid + price is never less than the weight of a
pair; pairs in use reach it exactly, rows and columns not in use hold 0. Then nothing can be better, as the
bids and prices bound every assignment from above. Rows come in one by one. For each, Dijkstra's search over
what the pairs on the way would lose finds the cheapest way to place it: on a free column, by moving others,
or by leaving out the row that loses least. Only pairs with a weight are ever looked at, so parts of the
problem that have nothing to do with each other are solved apart by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["UNASSIGNED", "best_assignment"]

UNASSIGNED = -1


def best_assignment(weights: Sequence[Mapping[int, float]]) -> list[int]:
    """Assign rows to columns, each column to one row at most, with the largest sum of weights.

    max Σ_i w(i, a(i)), where rows may stay without a column.

    Time: O(rows pairs log pairs) at worst, near O(pairs) where rows have few columns. Memory: O(pairs).

    Args:
        weights: For every row, its columns and their weights, all above 0; what is missing is 0.

    Returns:
        For every row its column, UNASSIGNED if it has none.

    Examples:
        >>> best_assignment([{0: 3.0, 1: 2.0}, {0: 2.5}])
        [1, 0]

    Reference:
        Kuhn 1955, The Hungarian Method for the Assignment Problem; Edmonds and Karp 1972, Theoretical
        Improvements in Algorithmic Efficiency for Network Flow Problems (the search over what is lost).
    """
    matching = _Matching(weights, [UNASSIGNED] * len(weights), [0.0] * len(weights))
    for row in range(len(weights)):
        matching.place(row)
    return matching.columns


@dataclass(slots=True)
class _Matching:
    """The best assignment of the rows so far, and the bids and prices that prove it."""

    weights: Sequence[Mapping[int, float]]
    columns: list[int]
    bids: list[float]
    rows: dict[int, int] = field(default_factory=dict)
    prices: dict[int, float] = field(default_factory=dict)

    def place(self, row: int) -> None:
        """Take one more row in."""
        prices = self.prices
        self.bids[row] = max(
            (weight - prices.get(column, 0.0) for column, weight in self.weights[row].items()), default=0.0
        )
        self.bids[row] = max(self.bids[row], 0.0)
        lost = self.bids[row]  # the cheapest end of the way so far: leave a row out
        left_out, free = row, UNASSIGNED
        reached = {row: 0.0}
        settled: dict[int, float] = {}
        came_from: dict[int, int] = {}
        heap: list[tuple[float, int, int]] = []
        self._look(row, 0.0, heap)
        while heap and heap[0][0] <= lost:
            distance, column, source = heappop(heap)
            if column in settled:
                continue
            settled[column], came_from[column] = distance, source
            if column not in self.rows:
                lost, free = distance, column
                break
            other = self.rows[column]
            reached[other] = distance
            if distance + self.bids[other] < lost:
                lost, left_out = distance + self.bids[other], other
            self._look(other, distance, heap)
        self._revalue(reached, settled, lost)
        if free == UNASSIGNED:
            free, self.columns[left_out] = self.columns[left_out], UNASSIGNED
        self._move(free, came_from)

    def _look(self, row: int, distance: float, heap: list[tuple[float, int, int]]) -> None:
        """Note what it would cost to go on from a row to each of its columns."""
        base = distance + self.bids[row]
        for column, weight in self.weights[row].items():
            heappush(heap, (base + self.prices.get(column, 0.0) - weight, column, row))

    def _revalue(self, reached: dict[int, float], settled: dict[int, float], lost: float) -> None:
        """Change bids and prices so that the pairs on the way are exact."""
        for row, distance in reached.items():
            if distance < lost:
                self.bids[row] -= lost - distance
        for column, distance in settled.items():
            if distance < lost:
                self.prices[column] = self.prices.get(column, 0.0) + lost - distance

    def _move(self, column: int, came_from: dict[int, int]) -> None:
        """Hand a column that became free to the row before it on the way, and so on to the first row."""
        while column != UNASSIGNED:
            row = came_from[column]
            self.rows[column] = row
            column, self.columns[row] = self.columns[row], column
