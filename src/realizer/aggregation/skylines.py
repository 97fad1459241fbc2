"""Which points can be steps of a staircase at all: nearly all drop out before anything is sorted.

A blue point y counts in a prefix of the points by gap only if no other point of the prefix has a larger y_1,
and in a suffix only if none has a larger y_2. A few thousand points, sorted, give a lower bound on how high
the staircases are at any gap; what is below it is no step, whatever the rest is like. Of N scattered
points some N / SAMPLE * log SAMPLE remain. If each row may leave out candidates, as many disjoint samples
have to be higher than a point to rule it out, and one more.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from realizer.aggregation.sorting import FEW, ranks_among

__all__ = ["possible_steps"]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Column = npt.NDArray[np.floating]

MANY = 1 << 15
SAMPLE = 1 << 11
CHUNK = 1 << 15


def possible_steps(
    first: Column, second: Column, gap: Floats, mask: npt.NDArray[np.bool_] | None, layers: int
) -> Integers:
    """Keep the points that fewer than `layers` sampled ones rule out; O(N), one look at every point.

    Args:
        first: y_1 of all blue points, `[m]`.
        second: y_2, `[m]`.
        gap: y_1 - y_2, `[m]`.
        mask: Which are candidates, `[m]`; None: all.
        layers: How many staircases are wanted, one below the other.

    Returns:
        Candidates that may be steps, ascending; all of them if they are few or the steps are many.
    """
    if mask is not None:
        points = np.flatnonzero(mask)
        return points[possible_steps(first[points], second[points], gap[points], None, layers)]
    if len(gap) < MANY * layers:
        return np.arange(len(gap))
    stride = len(gap) // (SAMPLE * layers) * layers
    samples = [slice(stride // layers * layer, None, stride) for layer in range(layers)]
    stairs = [_stairs(first[sample], second[sample], gap[sample]) for sample in samples]
    bounds = np.unique(np.concatenate([gaps[_changes(tops)] for gaps, *both in stairs for tops in both]))
    if len(bounds) >= FEW:
        return np.arange(len(gap))
    heights = [_heights(bounds, *one) for one in stairs]
    prefix, suffix = (np.min([pair[side] for pair in heights], axis=0) for side in (0, 1))
    kept = []
    for start in range(0, len(gap), CHUNK):
        rows = slice(start, start + CHUNK)
        interval = ranks_among(bounds[None], gap[None, rows])[0]
        high = first[rows] >= prefix[interval]
        high |= second[rows] >= suffix[interval]
        kept.append(np.flatnonzero(high) + start)
    return np.concatenate(kept)


def _stairs(first: Column, second: Column, gap: Floats) -> tuple[Floats, Column, Column]:
    """Gaps of a sample in order, and how high its prefixes and suffixes are there."""
    order = np.argsort(gap)
    tops = np.maximum.accumulate(first[order])
    return gap[order], tops, np.maximum.accumulate(second[order][::-1])[::-1]


def _changes(tops: Column) -> npt.NDArray[np.bool_]:
    """Places on either side of every step."""
    steps = tops[1:] != tops[:-1]
    around: npt.NDArray[np.bool_] = np.append(steps, True) | np.append(True, steps)
    return around


def _heights(bounds: Floats, gaps: Floats, prefix: Column, suffix: Column) -> tuple[Column, Column]:
    """Lower bounds for gaps below the first bound, between the first two, …, and from the last one on."""
    lowest = np.full(1, -np.inf, dtype=prefix.dtype)
    at = np.searchsorted(gaps, bounds, side="right")
    after = np.searchsorted(gaps, bounds, side="left")
    return np.append(lowest, np.append(lowest, prefix)[at]), np.append(
        np.append(suffix, lowest)[after], lowest
    )
