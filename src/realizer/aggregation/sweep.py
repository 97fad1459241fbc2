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
        shifts: The maxima of y_1 and y_2: `[batch, 1]` each.
        parts: The log-sums of the prefix and of the suffix, `[batch, n]` each.
        log_sum: Their log-sum L `[batch, n]`.
    """

    sums: Sums
    order: Array
    rank: Array
    shifts: tuple[Array, Array]
    parts: tuple[Array, Array]
    log_sum: Array


def log_sum_by_sweep(problem: Problem) -> Sweep:
    """Compute L for all red points of a plain problem with two orders."""
    arrays = problem.arrays
    batch, _, m, _ = problem.sizes
    row = arrays.arange(batch, like=problem.red)[:, None]
    gap = _gap(problem, problem.blue)
    order = arrays.argsort(gap) + row * m
    rank = arrays.searchsorted(gap.reshape(-1)[order], _gap(problem, problem.red)) + row * (m + 1)
    del gap
    shifts = _shift(problem, 0), _shift(problem, 1)
    values = [_sorted_values(problem, order, shifts[k], k) for k in (0, 1)]
    sums = sums_for(arrays, arrays.minimum(values[0], values[1]))
    empty = arrays.full((batch, 1), value=sums.zero, like=problem.red)
    suffix = arrays.concatenate([sums.suffix(sums.encode(values.pop())), empty])
    second = sums.decode(suffix.reshape(-1)[rank]) + shifts[1] - problem.red[..., 1]
    del suffix
    prefix = arrays.concatenate([empty, sums.prefix(sums.encode(values.pop()))])
    first = sums.decode(prefix.reshape(-1)[rank]) + shifts[0] - problem.red[..., 0]
    del prefix
    log_sum = arrays.logaddexp(first, second)
    if problem.red_mask is not None:
        log_sum = arrays.where(problem.red_mask, log_sum, NOTHING)
    return Sweep(sums, order, rank, shifts, (first, second), log_sum)


def _gap(problem: Problem, scores: Array) -> Array:
    """The first coordinate less the second, exact for float32 scores."""
    return problem.arrays.float64(scores[..., 0]) - scores[..., 1]


def _shift(problem: Problem, k: int) -> Array:
    """The largest real y_k of each row `[batch, 1]`; 0 where there is none."""
    arrays = problem.arrays
    shift = arrays.float64(arrays.amax(_real(problem, k), -1))[:, None]
    return arrays.where(shift > NOTHING, shift, 0.0)


def _real(problem: Problem, k: int) -> Array:
    """One blue coordinate; what is masked is nothing."""
    column = problem.blue[..., k]
    return column if problem.blue_mask is None else problem.arrays.where(problem.blue_mask, column, NOTHING)


def _sorted_values(problem: Problem, order: Array, shift: Array, k: int) -> Array:
    """One blue coordinate in sorted order less its maximum `[batch, m]`, in float64."""
    return problem.arrays.float64(_real(problem, k).reshape(-1)[order]) - shift


def log_sum_gradient_by_sweep(problem: Problem, sweep: Sweep, upstream: Array) -> tuple[Array, Array]:
    """Gradients of sum(upstream * L) for red and blue, in their precision."""
    arrays = problem.arrays
    log_sum = arrays.where(sweep.log_sum > NOTHING, sweep.log_sum, float("inf"))
    upstream = arrays.float64(upstream)
    red_columns = [
        arrays.as_type(-upstream * arrays.exp(part - log_sum), problem.red) for part in sweep.parts
    ]
    blue_columns = [problem.blue[..., 0] * 0.0] * 2
    for sign in (1.0, -1.0):
        weight = sign * upstream
        if not bool((weight > 0).any()):
            continue
        weight = arrays.log(arrays.where(weight > 0, weight, 0.0)) - log_sum
        for k in (0, 1):
            collected = _collected(problem, sweep, weight - problem.red[..., k], k)
            blue_columns[k] = blue_columns[k] + sign * collected
    return arrays.stack(red_columns, -1), arrays.stack(blue_columns, -1)


def _collected(problem: Problem, sweep: Sweep, weight: Array, k: int) -> Array:
    """What each blue point collects over order k from the log weights that the red points lay down."""
    arrays, sums = problem.arrays, sweep.sums
    batch, _, m, _ = problem.sizes
    weight = arrays.where(sweep.parts[k] > NOTHING, weight + sweep.shifts[k], NOTHING)
    laid = sums.add_at(batch * (m + 1), sweep.rank.reshape(-1), sums.encode(weight).reshape(-1))
    del weight  # what is not needed any more is let go at once: the peak is here
    laid = laid.reshape(batch, m + 1)
    laid = sums.suffix(laid)[:, 1:] if k == 0 else sums.prefix(laid)[:, :m]
    values = sums.encode(_sorted_values(problem, sweep.order, sweep.shifts[k], k))
    mass = arrays.as_type(sums.product(laid, values), problem.blue).reshape(-1)
    del laid, values
    collected = mass * 0
    collected[sweep.order.reshape(-1)] = mass
    return collected.reshape(batch, m)
