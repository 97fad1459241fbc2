"""Two orders: one sort and two scans.

For K = 2, F(x, y) = x_1 - y_1 exactly if the gap y_1 - y_2 is at most the gap x_1 - x_2. So after sorting the
blue points by their gap, every red x splits them in two: a prefix where order 1 attains the maximum and the
matching suffix where order 2 does. Over the prefix the sum is exp(-x_1) * sum exp(y_1), over the suffix
exp(-x_2) * sum exp(y_2): two scans serve all x.

    L(x) = log( exp(-x_1) P_1(r) + exp(-x_2) Q_2(r) ),   r = number of blue gaps <= the gap of x

The gradient is the same picture transposed: every x lays its weight down at its rank r, and a blue point
collects by scan what was laid down behind it (order 1) or up to it (order 2).

O(N log N) time for the sort, O(N) for the rest, O(N) memory. Differs from the paper's listing: red and blue
are different points here, and ties go to order 1 in both scans, so that no pair is counted twice.
Reference: Fredman, New bounds on the complexity of the shortest path problem, 1976, equation 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from realizer.aggregation.arrays import Array
from realizer.aggregation.problem import Problem
from realizer.aggregation.sums import Sums, sums_for

__all__ = ["Sweep", "log_sum_by_sweep", "log_sum_gradient_by_sweep"]

NOTHING = -float("inf")


@dataclass(frozen=True, slots=True)
class Sweep:
    """What the forward pass found and the gradient needs.

    Attributes:
        sums: The arithmetic.
        order: Blue points by gap, as indices into the flattened batch `[batch, m]`.
        rank: How many blue points come first for each red one, plus the row's offset `[batch, n]`.
        values: y_k less its maximum, in sorted order, for k = 1, 2: `[batch, m]` each.
        shifts: Those maxima: `[batch, 1]` each.
        parts: The log-sums of the prefix and of the suffix, `[batch, n]` each.
        log_sum: Their log-sum L `[batch, n]`.
    """

    sums: Sums
    order: Array
    rank: Array
    values: tuple[Array, Array]
    shifts: tuple[Array, Array]
    parts: tuple[Array, Array]
    log_sum: Array


def log_sum_by_sweep(problem: Problem) -> Sweep:
    """Compute L for all red points of a plain problem with two orders."""
    arrays = problem.arrays
    batch, _, m, _ = problem.sizes
    red, blue = arrays.float64(problem.red), arrays.float64(problem.blue)
    gap = blue[..., 0] - blue[..., 1]
    order = arrays.argsort(gap) + (arrays.arange(batch, like=red) * m)[:, None]
    rank = arrays.searchsorted(gap.reshape(-1)[order], red[..., 0] - red[..., 1])
    del gap
    rank = rank + (arrays.arange(batch, like=red) * (m + 1))[:, None]
    values, shifts = zip(*(_sorted_values(problem, blue[..., k], order) for k in (0, 1)), strict=True)
    sums = sums_for(arrays, arrays.minimum(values[0], values[1]))
    empty = arrays.full((batch, 1), value=sums.zero, like=red)
    prefix = arrays.concatenate([empty, sums.prefix(sums.encode(values[0]))])
    first = sums.decode(prefix.reshape(-1)[rank]) + shifts[0] - red[..., 0]
    del prefix
    suffix = arrays.concatenate([sums.suffix(sums.encode(values[1])), empty])
    second = sums.decode(suffix.reshape(-1)[rank]) + shifts[1] - red[..., 1]
    log_sum = arrays.logaddexp(first, second)
    if problem.red_mask is not None:
        log_sum = arrays.where(problem.red_mask, log_sum, NOTHING)
    return Sweep(sums, order, rank, (values[0], values[1]), (shifts[0], shifts[1]), (first, second), log_sum)


def _sorted_values(problem: Problem, column: Array, order: Array) -> tuple[Array, Array]:
    """One blue coordinate in sorted order less its maximum, and that maximum; what is masked is nothing."""
    arrays = problem.arrays
    if problem.blue_mask is not None:
        column = arrays.where(problem.blue_mask, column, NOTHING)
    shift = arrays.amax(column, -1)[:, None]
    shift = arrays.where(shift > NOTHING, shift, 0.0)
    return column.reshape(-1)[order] - shift, shift


def log_sum_gradient_by_sweep(problem: Problem, sweep: Sweep, upstream: Array) -> tuple[Array, Array]:
    """Gradients of sum(upstream * L) for red and blue, in float64."""
    arrays = problem.arrays
    red = arrays.float64(problem.red)
    log_sum = arrays.where(sweep.log_sum > NOTHING, sweep.log_sum, float("inf"))
    upstream = arrays.float64(upstream)
    red_columns = [-upstream * arrays.exp(part - log_sum) for part in sweep.parts]
    blue_columns = [problem.blue[..., 0] * 0.0] * 2
    for sign in (1.0, -1.0):
        weight = sign * upstream
        if not bool((weight > 0).any()):
            continue
        weight = arrays.log(arrays.where(weight > 0, weight, 0.0)) - log_sum
        for k in (0, 1):
            blue_columns[k] = blue_columns[k] + sign * _collected(problem, sweep, weight - red[..., k], k)
    return arrays.stack(red_columns, -1), arrays.stack(blue_columns, -1)


def _collected(problem: Problem, sweep: Sweep, weight: Array, k: int) -> Array:
    """What each blue point collects over order k from the log weights that the red points lay down."""
    arrays, sums = problem.arrays, sweep.sums
    batch, _, m, _ = problem.sizes
    weight = arrays.where(sweep.parts[k] > NOTHING, weight + sweep.shifts[k], NOTHING)
    laid = sums.add_at(batch * (m + 1), sweep.rank.reshape(-1), sums.encode(weight).reshape(-1))
    laid = laid.reshape(batch, m + 1)
    received = sums.suffix(laid)[:, 1:] if k == 0 else sums.prefix(laid)[:, :m]
    mass = sums.product(received, sums.encode(sweep.values[k]))
    out = mass.reshape(-1) * 0
    out[sweep.order.reshape(-1)] = mass.reshape(-1)
    return out.reshape(batch, m)
