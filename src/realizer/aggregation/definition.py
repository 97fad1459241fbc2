"""The meaning of every aggregation, written down as it is defined: all pairs, N^2 time and memory.

This is the oracle that the fast methods are tested against. In torch it is differentiable by autograd.
"""

from __future__ import annotations

from realizer.aggregation.arrays import Array, arrays_of
from realizer.aggregation.problem import Problem

__all__ = [
    "best_by_definition",
    "candidates",
    "log_sum_by_definition",
    "pair_function",
    "pairs_by_definition",
]


def pair_function(red: Array, blue: Array) -> Array:
    """F(x, y) = max_k (x_k - y_k) of red `[..., n, K]` and blue `[..., m, K]`: `[..., n, m]`.

    x comes before y in the partial order if and only if F(x, y) < 0.

    >>> import numpy as np
    >>> pair_function(np.array([[0.0, 0.0]]), np.array([[1.0, 2.0], [1.0, -3.0]]))
    array([[-1.,  3.]])
    """
    return arrays_of(red).amax(red[..., :, None, :] - blue[..., None, :, :], -1)


def candidates(problem: Problem) -> Array:
    """Mark the pairs that count: `[batch, n, m]`."""
    arrays = problem.arrays
    batch, n, m, _ = problem.sizes
    count = arrays.full((batch, n, m), value=True, like=problem.red)
    if problem.red_mask is not None:
        count = count & problem.red_mask[:, :, None]
    if problem.blue_mask is not None:
        count = count & problem.blue_mask[:, None, :]
    if problem.earlier is not None:
        red_position, blue_position = problem.earlier
        count = count & (blue_position[:, None, :] < red_position[:, :, None])
    if problem.without is not None:
        for column in range(problem.without.shape[-1]):
            out = problem.without[..., column]
            count = count & (arrays.arange(m, like=problem.red) != out[..., None])
    return count


def log_sum_by_definition(problem: Problem) -> Array:
    """L(x) = log sum_y exp(-F(x, y)): `[batch, n]`, minus infinity where no candidate is."""
    arrays = problem.arrays
    batch, n, m, _ = problem.sizes
    if m == 0:
        return arrays.as_type(arrays.full((batch, n), value=-float("inf"), like=problem.red), problem.red)
    count = candidates(problem)
    some = count.any(-1)
    kept = arrays.where(count | ~some[..., None], -pair_function(problem.red, problem.blue), -float("inf"))
    return arrays.where(some, arrays.logsumexp(kept, -1), -float("inf"))


def best_by_definition(problem: Problem, count: int) -> tuple[Array, Array]:
    """The `count` smallest F with their candidates, ties to the smallest index: `[batch, n, count]` each.

    F is formed in float64, where differences of float32 scores are exact: so ties are ties.
    """
    arrays = problem.arrays
    batch, n, m, _ = problem.sizes
    pairs = pair_function(arrays.float64(problem.red), arrays.float64(problem.blue))
    pairs = arrays.where(candidates(problem), pairs, float("inf"))
    missing = arrays.full((batch, n, count), value=float("inf"), like=problem.red)
    pairs = arrays.concatenate([pairs, missing])
    order = arrays.argsort(pairs)[..., :count]
    flat = order + (arrays.arange(batch * n, like=problem.red) * (m + count)).reshape(batch, n, 1)
    value = pairs.reshape(-1)[flat]
    return value, arrays.where(value < float("inf"), order, -1)


def pairs_by_definition(problem: Problem) -> tuple[Array, Array, Array]:
    """All (batch, red, blue) with F < 0, in that order."""
    arrays = problem.arrays
    below = pair_function(arrays.float64(problem.red), arrays.float64(problem.blue)) < 0
    batch, red, blue = arrays.nonzero(below & candidates(problem))
    return batch, red, blue
