"""The best partner under two orders, in NumPy, for a million points.

After sorting by gap (see `sweep`), the best y of a prefix changes only at a *record* of y_1, and the best of
a suffix only at a record of y_2 from the other end: two staircases. They have as many steps as there are
records, about log N for scattered points, so instead of N ranks in a sorted list of N, each x looks up its
gap among a few steps. Leaving out one candidate per row (the word itself) needs the second staircase as well:
the records among what is not a record. Only rows whose best was left out are asked again, against the
steps alone.

Points that can be no step drop out before the sort (`skylines`): of scattered ones nearly all, and what is
left is a few passes. With many steps (points that follow the text) everything is sorted, the rows as well:
O(N log N).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from realizer.aggregation.arrays import Array
from realizer.aggregation.blocks import best_in_blocks
from realizer.aggregation.dominance import best_by_dividing
from realizer.aggregation.problem import Problem
from realizer.aggregation.skylines import possible_steps
from realizer.aggregation.sorting import ranks_among, stable_order

__all__ = ["best_by_staircases"]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

ROW = 1024
CHUNK = 1 << 15
FEW_STEPS = 1 << 13
FEW_PAIRS = 1 << 22


@dataclass(frozen=True, slots=True)
class _Steps:
    """Steps of a staircase by ascending gap: the gap where each begins to count, and its blue point."""

    gaps: Floats
    points: Integers


def best_by_staircases(problem: Problem, count: int) -> tuple[Array, Array]:
    """The smallest F and its candidate for two orders: `[batch, n, count]` each.

    Tensors, and more than one best, go through `best_by_dividing`: with two orders that is one scan as well.
    """
    if problem.arrays.name != "numpy" or count > 1:
        return best_by_dividing(problem, count)
    batch, n, _, _ = problem.sizes
    value, index = np.empty((batch, n)), np.empty((batch, n), dtype=np.int64)
    for row in range(batch):
        value[row], index[row] = _row_best(_row(problem, row))
    if problem.red_mask is not None:
        value[~problem.red_mask], index[~problem.red_mask] = np.inf, -1
    return value[..., None], index[..., None]


def _row(problem: Problem, row: int) -> Problem:
    """One batch row as a problem of its own; only masks and left-out candidates are carried over."""
    one = slice(row, row + 1)
    return replace(
        problem,
        red=problem.red[one],
        blue=problem.blue[one],
        red_mask=None,
        blue_mask=None if problem.blue_mask is None else problem.blue_mask[one],
        without=None if problem.without is None else problem.without[one],
    )


def _row_best(problem: Problem) -> tuple[Floats, Integers]:
    red, blue = problem.red[0], problem.blue[0]
    first, second = np.ascontiguousarray(blue.T)  # half the memory to pick from at random
    gap = np.subtract(first, second, dtype=np.float64)
    layers = 1 + (0 if problem.without is None else problem.without.shape[-1])
    mask = None if problem.blue_mask is None else problem.blue_mask[0]
    points = possible_steps(first, second, gap, mask, layers)
    order = points[stable_order(gap[points])]
    prefix = _staircase(first[order], order, gap, layers)
    suffix = _staircase(second[order][::-1], order[::-1], gap, layers)
    if len(prefix[0].points) + len(suffix[0].points) > FEW_STEPS and layers > 1:
        value, index = best_by_dividing(problem, 1)
        return value[0, :, 0], index[0, :, 0]
    value, index = _looked_up(red, blue, prefix[0], _Steps(suffix[0].gaps[::-1], suffix[0].points[::-1]))
    if problem.without is not None:
        _ask_again(problem, np.concatenate([s.points for s in prefix + suffix]), value, index)
    return value, index


def _staircase(column: npt.NDArray[np.floating], order: Integers, gap: Floats, layers: int) -> list[_Steps]:
    """The running maxima of a sorted column, then those of what is left without them, and so on."""
    steps: list[_Steps] = []
    for layer in range(layers):
        if layer and len(steps[0].points) > FEW_STEPS:
            break  # the other way is taken
        places = _records(column, order)
        points = order[places]
        steps.append(_Steps(gap[points], points))
        column[places] = -np.inf
    return steps


def _records(column: npt.NDArray[np.floating], order: Integers) -> Integers:
    """Places where the best of the prefix changes: a larger value, or an equal one of a smaller index.

    Rows of `ROW` places are looked at only if their maximum reaches the best before them.
    """
    rows = -(-len(column) // ROW)
    padded = np.full(rows * ROW, -np.inf, dtype=column.dtype)
    padded[: len(column)] = column
    padded = padded.reshape(rows, ROW)
    tops = np.maximum.accumulate(padded.max(axis=1, initial=-np.inf))
    before = np.concatenate([np.full(1, -np.inf, dtype=column.dtype), tops[:-1]])[: len(tops)]
    promising = np.flatnonzero((tops > before) | (padded.max(axis=1, initial=-np.inf) == before))
    values = padded[promising]
    running = np.maximum.accumulate(np.concatenate([before[promising, None], values[:, :-1]], axis=1), axis=1)
    row, place = np.nonzero((values >= running) & (values > -np.inf))
    places = promising[row] * ROW + place
    rank = np.empty(len(places), dtype=np.int64)
    rank[np.lexsort((-order[places], column[places]))] = np.arange(len(places))
    leading = np.maximum.accumulate(rank)
    return places[np.flatnonzero(np.diff(leading, prepend=-1))]


def _looked_up(
    red: npt.NDArray[np.floating], blue: npt.NDArray[np.floating], prefix: _Steps, suffix: _Steps
) -> tuple[Floats, Integers]:
    """For each red point the better of its step on either staircase, in chunks that fit the cache."""
    bounds = np.unique(np.concatenate([prefix.gaps, suffix.gaps]))
    below = np.concatenate([[-np.inf], bounds])
    first = np.append(prefix.points, -1)[np.searchsorted(prefix.gaps, below, side="right") - 1]
    second = np.append(suffix.points, -1)[np.searchsorted(suffix.gaps, below, side="right")]
    tops = [_values(blue, points, k) for k, points in ((0, first), (1, second))]
    both = np.stack([first, second], axis=1).reshape(-1)
    value, index = np.empty(len(red)), np.empty(len(red), dtype=np.int64)
    step = CHUNK if len(bounds) < CHUNK else max(1, len(red))
    for start in range(0, len(red), step):
        rows = slice(start, start + step)
        one, two = red[rows, 0].astype(np.float64), red[rows, 1].astype(np.float64)
        interval = ranks_among(bounds[None], (one - two)[None])[0]
        one -= tops[0][interval]
        two -= tops[1][interval]
        take_second = two < one
        equal = np.flatnonzero(two == one)
        at = interval[equal]
        take_second[equal] = (second[at] >= 0) & ((second[at] < first[at]) | (first[at] < 0))
        interval *= 2
        interval += take_second
        np.minimum(one, two, out=value[rows])
        np.take(both, interval, out=index[rows])
    return value, index


def _values(blue: npt.NDArray[np.floating], points: Integers, k: int) -> Floats:
    """One coordinate of some points, minus infinity for none."""
    return np.where(points >= 0, blue[points, k].astype(np.float64), -np.inf)


def _ask_again(problem: Problem, steps: Integers, value: Floats, index: Integers) -> None:
    """Replace the answers of rows whose best was left out: the best of the others is a step, too."""
    assert problem.without is not None  # noqa: S101 - for the type checker; the caller has tested it
    without = problem.without[0]
    rows = np.flatnonzero((without == index[:, None]).any(axis=1) & (index >= 0))
    if not len(rows):
        return
    steps = np.unique(steps)
    number = np.searchsorted(steps, without[rows]).clip(max=len(steps) - 1)
    left_out = np.where(steps[number] == without[rows], number, -1)
    small = replace(
        problem,
        red=problem.red[:, rows],
        blue=problem.blue[:, steps],
        blue_mask=None,
        without=left_out[None],
    )
    method = best_in_blocks if len(rows) * len(steps) <= FEW_PAIRS else best_by_dividing
    again_value, again_index = method(small, 1)
    value[rows] = again_value[0, :, 0]
    index[rows] = np.where(again_index[0, :, 0] >= 0, steps[again_index[0, :, 0]], -1)
