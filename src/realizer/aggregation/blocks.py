"""Dense evaluation in blocks of rows: N^2 time, linear memory, little overhead.

The right method while the points are few, and for many orders. A block of rows is small enough for the
cache; what a block needs again for the gradient is computed again, never kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from realizer.aggregation.arrays import Array
from realizer.aggregation.definition import best_by_definition, candidates, pairs_by_definition
from realizer.aggregation.problem import Problem

__all__ = ["best_in_blocks", "log_sum_gradient_in_blocks", "log_sum_in_blocks", "pairs_in_blocks"]

PAIRS_PER_BLOCK = 1 << 18


def _rows(problem: Problem, factor: int = 1) -> Iterator[slice]:
    """Cut the red rows into blocks of about `PAIRS_PER_BLOCK` pairs."""
    batch, n, m, _ = problem.sizes
    step = max(1, PAIRS_PER_BLOCK // max(1, batch * m * factor))
    for start in range(0, n, step):
        yield slice(start, min(n, start + step))


def _block(problem: Problem, rows: slice) -> Problem:
    """The problem of some rows."""
    return replace(
        problem,
        red=problem.red[:, rows],
        red_mask=None if problem.red_mask is None else problem.red_mask[:, rows],
        earlier=None if problem.earlier is None else (problem.earlier[0][:, rows], problem.earlier[1]),
        without=None if problem.without is None else problem.without[:, rows],
    )


def _scores(problem: Problem) -> Array:
    """-F of a block, minus infinity where a pair does not count: `[batch, rows, m]`."""
    arrays, red, blue = problem.arrays, problem.red, problem.blue
    scores = blue[:, None, :, 0] - red[:, :, None, 0]
    for k in range(1, red.shape[-1]):
        scores = arrays.minimum(scores, blue[:, None, :, k] - red[:, :, None, k])
    if problem.plain and problem.red_mask is None:
        if problem.blue_mask is None:
            return scores
        return arrays.where(problem.blue_mask[:, None, :], scores, -float("inf"))
    return arrays.where(candidates(problem), scores, -float("inf"))


def log_sum_in_blocks(problem: Problem) -> Array:
    """L(x) = log sum_y exp(-F(x, y)) in O(K n m) time and O(n + m) memory: `[batch, n]`."""
    arrays = problem.arrays
    batch, n, m, _ = problem.sizes
    if m == 0 or n == 0:
        return arrays.as_type(arrays.full((batch, n), value=-float("inf"), like=problem.red), problem.red)
    parts = [arrays.logsumexp(_scores(_block(problem, rows)), -1) for rows in _rows(problem)]
    return parts[0] if len(parts) == 1 else arrays.concatenate(parts)


def log_sum_gradient_in_blocks(problem: Problem, log_sum: Array, upstream: Array) -> tuple[Array, Array]:
    """Gradients of sum(upstream * L) for red `[batch, n, K]` and blue `[batch, m, K]`.

    Each pair sends its softmax mass exp(-F - L) to the first order that attains the maximum in F.
    """
    arrays = problem.arrays
    order_count = problem.red.shape[-1]
    finite = log_sum > -float("inf")
    upstream = arrays.where(finite, upstream, 0.0)
    log_sum = arrays.where(finite, log_sum, 0.0)
    red_parts = []
    blue_gradient = problem.blue * 0
    for rows in _rows(problem):
        block = _block(problem, rows)
        scores = _scores(block)
        mass = arrays.exp(scores - log_sum[:, rows, None]) * upstream[:, rows, None]
        red_columns, blue_columns = [], []
        for k in range(order_count - 1):
            attained = block.blue[:, None, :, k] - block.red[:, :, None, k] <= scores
            part = mass * attained
            mass = mass - part
            red_columns.append(-arrays.sum(part, -1))
            blue_columns.append(arrays.sum(part, 1))
        red_columns.append(-arrays.sum(mass, -1))
        blue_columns.append(arrays.sum(mass, 1))
        red_parts.append(arrays.stack(red_columns, -1))
        blue_gradient = blue_gradient + arrays.stack(blue_columns, -1)
    return arrays.concatenate(red_parts, 1) if red_parts else problem.red * 0, blue_gradient


def best_in_blocks(problem: Problem, count: int) -> tuple[Array, Array]:
    """The `count` smallest F and their candidates, block by block: `[batch, n, count]` each."""
    _, n, m, _ = problem.sizes
    if count > 1 or m == 0 or n == 0:
        parts = [
            best_by_definition(_block(problem, rows), count) for rows in _rows(problem, problem.sizes[3])
        ]
        if not parts:
            return best_by_definition(problem, count)
    else:
        parts = [_single_best(_block(problem, rows)) for rows in _rows(problem)]
    arrays = problem.arrays
    return arrays.concatenate([p[0] for p in parts], 1), arrays.concatenate([p[1] for p in parts], 1)


def _single_best(problem: Problem) -> tuple[Array, Array]:
    arrays = problem.arrays
    batch, n, m, _ = problem.sizes
    pairs = -_scores(_widened(problem))
    index = arrays.argmin(pairs, -1)
    flat = index + (arrays.arange(batch * n, like=pairs) * m).reshape(batch, n)
    value = pairs.reshape(-1)[flat]
    return value[..., None], arrays.where(value < float("inf"), index, -1)[..., None]


def _widened(problem: Problem) -> Problem:
    """The same in float64, where differences of float32 scores are exact: so ties are ties."""
    return replace(
        problem, red=problem.arrays.float64(problem.red), blue=problem.arrays.float64(problem.blue)
    )


def pairs_in_blocks(problem: Problem) -> tuple[Array, Array, Array]:
    """All (batch, red, blue) with F < 0, found block by block and sorted."""
    arrays = problem.arrays
    batch, n, m, _ = problem.sizes
    if n * m == 0:
        return pairs_by_definition(problem)
    found = []
    for rows in _rows(problem):
        which, red, blue = arrays.nonzero(_scores(_widened(_block(problem, rows))) > 0)
        found.append((which * n + red + rows.start) * m + blue)
    keys = arrays.sort(arrays.concatenate(found)) if batch > 1 else arrays.concatenate(found)
    return keys // (n * m), keys // m % n, keys % m
