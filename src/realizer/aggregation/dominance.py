"""Log-sum, best and report for any number of orders, by divide and conquer.

Split the blue points by the order that attains F(x, y) = max_k (x_k - y_k): those for which it is order k
stand before x in K - 1 total orders of coordinate gaps (see `elements.gap_orders`), and over them F is
x_k - y_k. So each k is one dominance task in K - 1 orders, one more if only earlier candidates count.

    L(x) = log sum_k exp(-x_k) * sum { exp(y_k) : y before x in the orders of k }

O(K N log^(K-2) N) time after sorting and O(K^2 N) memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from realizer.aggregation.arrays import Array
from realizer.aggregation.divide import descend
from realizer.aggregation.elements import Elements, elements_of, gap_orders, score_orders
from realizer.aggregation.problem import Problem
from realizer.aggregation.reports import Report
from realizer.aggregation.sums import Sums, sums_for
from realizer.aggregation.walks import gathered, spread, winners

__all__ = [
    "Division",
    "best_by_dividing",
    "log_sum_by_dividing",
    "log_sum_gradient_by_dividing",
    "pairs_by_dividing",
]

NOTHING = -float("inf")


@dataclass(frozen=True, slots=True)
class Division:
    """What the forward pass found and the gradient needs.

    Attributes:
        sums: The arithmetic.
        elements: The numbered points.
        orders: For each k its total orders.
        shifts: For each k the maximum of y_k, `[batch, 1]`.
        parts: For each k the log-sum over the points where order k attains F, `[batch, n]`.
        log_sum: Their log-sum L `[batch, n]`.
        compiled: Whether the compiled walk is used.
    """

    sums: Sums
    elements: Elements
    orders: list[list[Array]]
    shifts: list[Array]
    parts: list[Array]
    log_sum: Array
    compiled: bool


def dimensions_of(problem: Problem) -> int:
    """How many total orders a task of this problem has."""
    return int(problem.sizes[3]) - 1 + (problem.earlier is not None)


def log_sum_by_dividing(problem: Problem, *, compiled: bool = False) -> Division:
    """Compute L for all red points.

    With `compiled` the walk of `compiled` replaces `divide.descend` where it can: for plain sums without
    left-out points. Wide ranges and left-out points keep the general one.
    """
    arrays = problem.arrays
    elements = elements_of(problem, dimensions_of(problem))
    orders = gap_orders(elements)
    columns, shifts = [], []
    for k in range(problem.red.shape[-1]):
        column = arrays.float64(problem.blue[..., k])
        if problem.blue_mask is not None:
            column = arrays.where(problem.blue_mask, column, NOTHING)
        shift = arrays.amax(column, -1)[:, None]
        shifts.append(arrays.where(shift > NOTHING, shift, 0.0))
        columns.append(column - shifts[-1])
    sums = sums_for(arrays, arrays.concatenate(columns))
    compiled = compiled and not sums.logarithmic and elements.without is None
    log_sum, parts = None, []
    for k, column in enumerate(columns):
        held = elements.per_blue(sums.encode(column), sums.zero)
        total = sums.decode(elements.of_red(gathered(elements, sums, orders[k], held, compiled=compiled)))
        parts.append(total + shifts[k] - arrays.float64(problem.red[..., k]))
        log_sum = parts[-1] if log_sum is None else arrays.logaddexp(log_sum, parts[-1])
    return Division(sums, elements, orders, shifts, parts, log_sum, compiled)


def log_sum_gradient_by_dividing(
    problem: Problem, division: Division, upstream: Array
) -> tuple[Array, Array]:
    """Gradients of sum(upstream * L) for red and blue, in float64."""
    arrays = problem.arrays
    log_sum = arrays.where(division.log_sum > NOTHING, division.log_sum, float("inf"))
    upstream = arrays.float64(upstream)
    red_columns = [-upstream * arrays.exp(part - log_sum) for part in division.parts]
    blue_columns = [arrays.float64(problem.blue[..., 0]) * 0.0 for _ in division.parts]
    for sign in (1.0, -1.0):
        weight = sign * upstream
        if not bool((weight > 0).any()):
            continue
        weight = arrays.log(arrays.where(weight > 0, weight, 0.0)) - log_sum
        for k in range(len(division.parts)):
            blue_columns[k] = blue_columns[k] + sign * _collected(problem, division, weight, k)
    return arrays.stack(red_columns, -1), arrays.stack(blue_columns, -1)


def _collected(problem: Problem, division: Division, weight: Array, k: int) -> Array:
    """What each blue point collects over order k from the log weights of the red points."""
    arrays, sums, elements = problem.arrays, division.sums, division.elements
    weight = weight - arrays.float64(problem.red[..., k]) + division.shifts[k]
    weight = arrays.where(division.parts[k] > NOTHING, weight, NOTHING)
    held = elements.per_red(sums.encode(weight), sums.zero)
    received = spread(elements, sums, division.orders[k], held, compiled=division.compiled)
    column = arrays.float64(problem.blue[..., k]) - division.shifts[k]
    if problem.blue_mask is not None:
        column = arrays.where(problem.blue_mask, column, NOTHING)
    return sums.product(elements.of_blue(received), sums.encode(column))


def best_by_dividing(problem: Problem, count: int, *, compiled: bool = False) -> tuple[Array, Array]:
    """The `count` smallest F and their candidates, ties to the smallest index: `[batch, n, count]` each.

    Over the points where order k attains F, the smallest F is the largest y_k: so only ranks are compared.
    """
    arrays = problem.arrays
    elements = elements_of(problem, dimensions_of(problem))
    kept = count + (0 if problem.without is None else problem.without.shape[-1])
    values, indices = [], []
    for k, orders in enumerate(gap_orders(elements)):
        by_rank, ranks = _ranks(problem, k)
        for place in winners(elements, orders, elements.per_blue(ranks, 0), kept, compiled=compiled):
            value, index = _pairs_of_ranks(problem, elements.of_red(place), by_rank, k)
            values.append(value)
            indices.append(index)
    return _smallest(problem, arrays.stack(values, -1), arrays.stack(indices, -1), count)


def _ranks(problem: Problem, k: int) -> tuple[Array, Array]:
    """Rank the blue points by y_k from 1, of equals the smallest index last; and the points by rank."""
    arrays = problem.arrays
    batch, _, m, _ = problem.sizes
    by_rank = m - 1 - arrays.argsort(arrays.flip(arrays.float64(problem.blue[..., k])))
    ranks = by_rank * 0
    flat = (by_rank + (arrays.arange(batch, like=by_rank) * m)[:, None]).reshape(-1)
    ranks = ranks.reshape(-1)
    ranks[flat] = arrays.arange(batch * m, like=by_rank) % max(1, m) + 1
    return by_rank, ranks.reshape(batch, m)


def _pairs_of_ranks(problem: Problem, ranks: Array, by_rank: Array, k: int) -> tuple[Array, Array]:
    """Turn ranks `[batch, n]` into x_k - y_k and the index of y; infinity and -1 for rank 0."""
    arrays = problem.arrays
    batch, _, m, _ = problem.sizes
    none = ranks == 0
    offset = (arrays.arange(batch, like=ranks) * m)[:, None]
    index = by_rank.reshape(-1)[arrays.where(none, 0, ranks - 1 + offset)]
    blue = arrays.float64(problem.blue[..., k]).reshape(-1)[index + offset]
    value = arrays.float64(problem.red[..., k]) - blue
    return arrays.where(~none, value, float("inf")), arrays.where(~none, index, -1)


def _smallest(problem: Problem, values: Array, indices: Array, count: int) -> tuple[Array, Array]:
    """Of a few candidates per row `[batch, n, c]` keep the smallest, ties to the smallest index."""
    arrays = problem.arrays
    if problem.without is not None:
        for column in range(problem.without.shape[-1]):
            out = indices == problem.without[..., column][..., None]
            values = arrays.where(~out, values, float("inf"))
        indices = arrays.where(values < float("inf"), indices, -1)
    batch, n, width = values.shape
    offset = (arrays.arange(batch * n, like=indices) * width).reshape(batch, n, 1)
    by_index = arrays.argsort(indices) + offset
    values, indices = values.reshape(-1)[by_index], indices.reshape(-1)[by_index]
    by_value = (arrays.argsort(values) + offset)[..., :count]
    return values.reshape(-1)[by_value], indices.reshape(-1)[by_value]


def pairs_by_dividing(problem: Problem) -> tuple[Array, Array, Array]:
    """All (batch, red, blue) with F < 0, sorted: O(N log^(K-1) N + pairs)."""
    arrays = problem.arrays
    _, n, m, count = problem.sizes
    elements = elements_of(problem, count + (problem.earlier is not None))
    report = Report(arrays, elements.points)
    descend(arrays, score_orders(elements), elements.points, elements.queries, report)
    queries, points = arrays.concatenate(report.queries), arrays.concatenate(report.points)
    red = queries % max(1, elements.size)
    blue = points % max(1, elements.size) - n
    which = queries // max(1, elements.size)
    if problem.without is not None:
        kept = (problem.without[which, red] != blue[:, None]).all(-1)
        which, red, blue = which[kept], red[kept], blue[kept]
    keys = arrays.sort((which * n + red) * m + blue)
    return keys // max(1, n * m), keys // max(1, m) % max(1, n), keys % max(1, m)
