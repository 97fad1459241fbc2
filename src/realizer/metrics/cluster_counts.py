"""The coreference metrics as counts: of two documents' shared mentions, what is right and what there is.

Notation: g is a cluster of the gold document, s one of the system's, n = |g ∩ s| > 0 their shared mentions,
and links(c) = |c| (|c| - 1) / 2 the pairs in a cluster. Counts of several documents add up, as in the
official scorers, and precision and recall are taken of the sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from realizer.metrics.assignment import UNASSIGNED, best_assignment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from realizer.metrics.mention_matching import SharedMentions

__all__ = ["COUNTERS", "ClusterCounts"]


@dataclass(frozen=True, slots=True)
class ClusterCounts:
    """What one metric counted, on either side.

    Args:
        recalled: How much of the gold clusters the system has.
        gold: How much there is in the gold clusters.
        precise: How much of the system's clusters is right.
        system: How much there is in the system's.
    """

    recalled: float = 0.0
    gold: float = 0.0
    precise: float = 0.0
    system: float = 0.0

    @property
    def recall(self) -> float:
        """Recalled out of gold; 0 where there is nothing."""
        return self.recalled / self.gold if self.gold else 0.0

    @property
    def precision(self) -> float:
        """Precise out of the system's; 0 where there is nothing."""
        return self.precise / self.system if self.system else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def __add__(self, other: ClusterCounts) -> ClusterCounts:
        return ClusterCounts(
            self.recalled + other.recalled,
            self.gold + other.gold,
            self.precise + other.precise,
            self.system + other.system,
        )


def _links(size: int) -> int:
    return size * (size - 1) // 2


def _mentions(both: SharedMentions) -> list[ClusterCounts]:
    """Mentions that are matched."""
    matched = sum(both.shared.values())
    return [ClusterCounts(matched, sum(both.gold), matched, sum(both.system))]


def _muc(both: SharedMentions) -> list[ClusterCounts]:
    """Links that a cluster needs, |c| - 1, less those missing between its parts: Σ (n - 1) over pairs."""
    right = sum(n - 1 for n in both.shared.values())
    return [
        ClusterCounts(
            right, sum(size - 1 for size in both.gold), right, sum(size - 1 for size in both.system)
        )
    ]


def _bcub(both: SharedMentions) -> list[ClusterCounts]:
    """For every mention, the share of its cluster that is shared: Σ n² / |g|, and Σ n² / |s|."""
    recalled = sum(n * n / both.gold[g] for (g, _), n in both.shared.items())
    precise = sum(n * n / both.system[s] for (_, s), n in both.shared.items())
    return [ClusterCounts(recalled, sum(both.gold), precise, sum(both.system))]


def _ceafm(both: SharedMentions) -> list[ClusterCounts]:
    """The best one-to-one assignment of clusters by φ₃ = n."""
    best = _assigned(both, lambda _g, _s, n: float(n))
    return [ClusterCounts(best, sum(both.gold), best, sum(both.system))]


def _ceafe(both: SharedMentions) -> list[ClusterCounts]:
    """The best one-to-one assignment of clusters by φ₄ = 2 n / (|g| + |s|)."""
    best = _assigned(both, lambda g, s, n: 2 * n / (both.gold[g] + both.system[s]))
    return [ClusterCounts(best, len(both.gold), best, len(both.system))]


def _assigned(both: SharedMentions, weight: Callable[[int, int, int], float]) -> float:
    weights: list[dict[int, float]] = [{} for _ in both.gold]
    for (g, s), n in both.shared.items():
        weights[g][s] = weight(g, s, n)
    columns = best_assignment(weights)
    return sum(weights[g][s] for g, s in enumerate(columns) if s != UNASSIGNED)


def _blanc(both: SharedMentions) -> list[ClusterCounts]:
    """Pairs of mentions in one cluster, and pairs of mentions in two, each right if so on both sides."""
    gold, system = _sums(both, 0), _sums(both, 1)
    right = sum(map(_links, both.shared.values()))
    # Of all pairs of matched mentions, those in one cluster of neither side.
    apart = _links(sum(both.shared.values())) - sum(map(_links, gold)) - sum(map(_links, system)) + right
    together = sum(map(_links, both.gold)), sum(map(_links, both.system))
    pairs = _links(sum(both.gold)), _links(sum(both.system))
    return [
        ClusterCounts(right, together[0], right, together[1]),
        ClusterCounts(apart, pairs[0] - together[0], apart, pairs[1] - together[1]),
    ]


def _sums(both: SharedMentions, side: int) -> Iterable[int]:
    """Count the matched mentions of every cluster of one side."""
    sums: dict[int, int] = {}
    for places, n in both.shared.items():
        sums[places[side]] = sums.get(places[side], 0) + n
    return sums.values()


def _lea(both: SharedMentions) -> list[ClusterCounts]:
    """For every cluster, weighed by its size, the share of its links that are right.

    A cluster of one mention has one link, to itself; it is right if the mention is alone on both sides.
    """
    recalled = precise = 0.0
    for (g, s), n in both.shared.items():
        sizes = both.gold[g], both.system[s]
        if sizes == (1, 1):
            recalled, precise = recalled + 1, precise + 1
        elif n > 1:
            recalled += sizes[0] * (_links(n) / _links(sizes[0]))
            precise += sizes[1] * (_links(n) / _links(sizes[1]))
    return [ClusterCounts(recalled, sum(both.gold), precise, sum(both.system))]


COUNTERS: dict[str, Callable[[SharedMentions], list[ClusterCounts]]] = {
    "muc": _muc,
    "bcub": _bcub,
    "ceafe": _ceafe,
    "ceafm": _ceafm,
    "blanc": _blanc,
    "lea": _lea,
    "mentions": _mentions,
}
