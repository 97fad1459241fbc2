"""The three questions one can ask about all pairs, without forming the pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from realizer.aggregation.arrays import Array, outside_graphs
from realizer.aggregation.choose import choose
from realizer.aggregation.methods import BEST, LOG_SUM, PAIRS
from realizer.aggregation.problem import Problem, pose
from realizer.errors import InputError, ShapeError

__all__ = ["Best", "Gradient", "Pairs", "best", "log_sum_exp", "log_sum_exp_gradient", "report"]


@dataclass(frozen=True, slots=True)
class Best:
    """The smallest F of every red point.

    Attributes:
        value: min F `[..., n]` (with count > 1 `[..., n, count]`, ascending), infinity where no candidate is.
        index: The blue point that attains it, of the same shape; of equals the smallest; -1 where none is.
    """

    value: Array
    index: Array


@dataclass(frozen=True, slots=True)
class Pairs:
    """All pairs x < y, sorted by batch, red and blue.

    Attributes:
        batch: The batch row of each pair (0 without a batch axis).
        red: The index of x.
        blue: The index of y.
    """

    batch: Array
    red: Array
    blue: Array


@dataclass(frozen=True, slots=True)
class Gradient:
    """Derivatives of a weighted sum of log-sums.

    Attributes:
        red: With respect to the red scores, of their shape.
        blue: With respect to the blue scores, of their shape.
    """

    red: Array
    blue: Array


@outside_graphs
def log_sum_exp(
    red: Array,
    blue: Array,
    *,
    red_mask: Array | None = None,
    blue_mask: Array | None = None,
    earlier: tuple[Array, Array] | None = None,
    without: Array | None = None,
    method: str = "auto",
) -> Array:
    """Sum exp(-F) over the blue points for every red one, and take the logarithm.

        L(x) = log sum_y exp(-F(x, y)),    F(x, y) = max_k (x_k - y_k)

    O(N log N) time for K <= 2, O(K N log^(K-2) N) for more orders, O(N) memory; one more logarithm with
    `earlier`. Differentiable in torch at the same cost (once, not twice); where several orders attain F, the
    first one receives the gradient. Half precision is widened to float32 first.

    Args:
        red: Scores `[..., n, K]`: x, where arcs leave.
        blue: Scores `[..., m, K]`: y, where arcs arrive; the same leading axes.
        red_mask: True for real rows `[..., n]`; the others get minus infinity and no gradient.
        blue_mask: True for real candidates `[..., m]`.
        earlier: Positions (red `[..., n]`, blue `[..., m]`): only candidates before the row count.
        without: Candidates to leave out for each row, `[..., n]` or `[..., n, e]`, -1 for none. Nothing is
            subtracted: the result is exact even where the left-out candidate outweighs all others.
        method: "auto" (see `choose`), "sweep", "divide", "compiled", "blocks" or "definition".

    Returns:
        L `[..., n]` in the precision of the scores; minus infinity where no candidate counts.

    >>> import numpy as np
    >>> red = np.array([[0.0, 0.0]])
    >>> blue = np.array([[1.0, 2.0], [1.0, -3.0]])                # F = -1 and 3
    >>> log_sum_exp(red, blue).round(4).tolist()                  # log(exp(1) + exp(-3))
    [1.0181]
    >>> log_sum_exp(red, blue, without=np.array([0])).tolist()
    [-3.0]

    Reference: docs/algorithms.md; Liu et al., Linear-Time Modeling of Linguistic Structure, 2023.
    """
    problem = pose(red, blue, red_mask=red_mask, blue_mask=blue_mask, earlier=earlier, without=without)
    chosen = _method(problem, method, "log_sum", LOG_SUM)
    if chosen != "definition" and getattr(problem.red, "requires_grad", False) | getattr(
        problem.blue, "requires_grad", False
    ):
        log_sum = _differentiable(problem, chosen)
    else:
        log_sum, _ = LOG_SUM[chosen].forward(problem)
        log_sum = problem.arrays.as_type(log_sum, problem.red)
    return log_sum.reshape(*problem.lead, problem.red.shape[1])


def _differentiable(problem: Problem, chosen: str) -> Array:
    """Hand the method's two halves to autograd."""
    from realizer.aggregation.torch_arrays import differentiable

    method = LOG_SUM[chosen]

    def forward(red: Array, blue: Array) -> tuple[Array, Any]:
        return method.forward(replace(problem, red=red, blue=blue))

    def gradient(red: Array, blue: Array, state: Any, upstream: Array) -> tuple[Array, Array]:  # noqa: ANN401
        return method.gradient(replace(problem, red=red, blue=blue), state, upstream)

    return differentiable(problem.red, problem.blue, forward, gradient)


@outside_graphs
def log_sum_exp_gradient(
    red: Array,
    blue: Array,
    upstream: Array,
    *,
    red_mask: Array | None = None,
    blue_mask: Array | None = None,
    earlier: tuple[Array, Array] | None = None,
    without: Array | None = None,
    method: str = "auto",
) -> Gradient:
    """Differentiate sum_x upstream(x) L(x) without autograd: the gradient for NumPy arrays.

        dL(x)/dx_k = -mass of the y for which order k attains F;   dL(x)/dy_k = +their own mass

    with the mass exp(-F(x, y) - L(x)). Complexity and arguments as in `log_sum_exp`.

    Args:
        red: Scores `[..., n, K]`.
        blue: Scores `[..., m, K]`.
        upstream: Weights `[..., n]`.
        red_mask: See `log_sum_exp`.
        blue_mask: See `log_sum_exp`.
        earlier: See `log_sum_exp`.
        without: See `log_sum_exp`.
        method: See `log_sum_exp`.

    Returns:
        The gradients of red and blue.

    >>> import numpy as np
    >>> log_sum_exp_gradient(np.array([[0.0, 0.0]]), np.array([[1.0, 2.0]]), np.ones(1)).blue.tolist()
    [[1.0, 0.0]]
    """
    problem = pose(red, blue, red_mask=red_mask, blue_mask=blue_mask, earlier=earlier, without=without)
    if tuple(upstream.shape) != tuple(red.shape[:-1]):
        raise ShapeError(
            f"expected upstream of shape {list(red.shape[:-1])}, got {list(upstream.shape)}; "
            f"cure: one weight per row"
        )
    chosen = LOG_SUM[_method(problem, method, "log_sum", LOG_SUM)]
    _, state = chosen.forward(problem)
    flat = problem.arrays.as_type(upstream.reshape(problem.red.shape[:2]), problem.red)
    red_gradient, blue_gradient = chosen.gradient(problem, state, flat)
    return Gradient(
        problem.arrays.as_type(red_gradient, problem.red).reshape(red.shape),
        problem.arrays.as_type(blue_gradient, problem.blue).reshape(blue.shape),
    )


@outside_graphs
def best(
    red: Array,
    blue: Array,
    *,
    red_mask: Array | None = None,
    blue_mask: Array | None = None,
    earlier: tuple[Array, Array] | None = None,
    without: Array | None = None,
    count: int = 1,
    method: str = "auto",
) -> Best:
    """Find for every red point the blue one with the smallest F.

        value(x) = min_y F(x, y),    F(x, y) = max_k (x_k - y_k)

    Complexity and the shared arguments as in `log_sum_exp`. Exact ties go to the smallest index, whatever the
    method, so that the answer does not depend on the batch. Not differentiable: F is, at the index found.

    Args:
        red: Scores `[..., n, K]`.
        blue: Scores `[..., m, K]`.
        red_mask: True for real rows; the others get infinity and -1.
        blue_mask: True for real candidates.
        earlier: Positions (red, blue): only candidates before the row count.
        without: Candidates to leave out for each row, such as the row itself; -1 for none.
        count: How many of the best to give.
        method: "auto" (see `choose`), "sweep", "divide", "compiled", "blocks" or "definition".

    Returns:
        The smallest values and where they are attained.

    >>> import numpy as np
    >>> found = best(np.array([[0.0, 0.0]]), np.array([[1.0, 2.0], [1.0, -3.0]]), count=2)
    >>> found.value.tolist(), found.index.tolist()
    ([[-1.0, 3.0]], [[0, 1]])

    Reference: docs/algorithms.md.
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(
            f"expected count as a whole number from 1, got {count!r}; cure: count=1 for the best alone"
        )
    problem = pose(red, blue, red_mask=red_mask, blue_mask=blue_mask, earlier=earlier, without=without)
    problem = replace(problem, red=_detached(problem.red), blue=_detached(problem.blue))
    value, index = BEST[_method(problem, method, "best", BEST)](problem, count)
    shape = (*problem.lead, problem.red.shape[1], count)
    value, index = problem.arrays.as_type(value, problem.red).reshape(shape), index.reshape(shape)
    return Best(value[..., 0], index[..., 0]) if count == 1 else Best(value, index)


@outside_graphs
def report(
    red: Array,
    blue: Array,
    *,
    red_mask: Array | None = None,
    blue_mask: Array | None = None,
    earlier: tuple[Array, Array] | None = None,
    without: Array | None = None,
    method: str = "auto",
) -> Pairs:
    """List all pairs that the orders relate: x < y, that is F(x, y) < 0.

    O(N log^(K-1) N + pairs) time, O(K N + pairs) memory. Arguments as in `log_sum_exp`, with at most one
    batch axis: `[n, K]` or `[batch, n, K]`.

    Args:
        red: Scores `[n, K]` or `[batch, n, K]`.
        blue: Scores `[m, K]` or `[batch, m, K]`.
        red_mask: True for real rows.
        blue_mask: True for real candidates.
        earlier: Positions (red, blue): only candidates before the row count.
        without: Candidates to leave out for each row; -1 for none.
        method: "auto" (see `choose`), "divide", "blocks" or "definition".

    Returns:
        The pairs, sorted.

    >>> import numpy as np
    >>> pairs = report(np.array([[0.0, 0.0]]), np.array([[1.0, 2.0], [1.0, -3.0]]))
    >>> pairs.red.tolist(), pairs.blue.tolist()
    ([0], [0])

    Reference: docs/algorithms.md.
    """
    problem = pose(red, blue, red_mask=red_mask, blue_mask=blue_mask, earlier=earlier, without=without)
    if len(problem.lead) > 1:
        raise ShapeError(
            f"expected at most one batch axis, got {list(problem.lead)}; cure: reshape to [batch, n, K]"
        )
    problem = replace(problem, red=_detached(problem.red), blue=_detached(problem.blue))
    return Pairs(*PAIRS[_method(problem, method, "report", PAIRS)](problem))


def _detached(scores: Array) -> Array:
    """What is decided by comparison has no gradient."""
    return scores.detach() if hasattr(scores, "detach") else scores


def _method(problem: Problem, method: str, task: str, known: dict[str, Any]) -> str:
    """Check a method's name against the problem, or choose one."""
    batch, n, m, orders = problem.sizes
    if batch * n * m == 0:
        return "blocks" if "blocks" in known else "definition"
    if method == "auto":
        return choose(
            n,
            m,
            orders,
            batch=batch,
            task=task,
            extra_order=problem.earlier is not None,
            left_out=0 if problem.without is None else problem.without.shape[-1],
            backend=problem.arrays.name,
            compiled=None if problem.arrays.in_memory(problem.red) else False,
        ).method
    if method == "compiled" and not problem.arrays.in_memory(problem.red):
        raise InputError(
            f"expected scores in the CPU's memory for method 'compiled', got {problem.red.device}; "
            f"cure: method='divide'"
        )
    if method not in known:
        raise InputError(f"expected method 'auto' or one of {sorted(known)}, got {method!r}")
    if method == "sweep" and not (
        orders == 2 and problem.earlier is None and (task == "best" or problem.plain)
    ):
        raise InputError(
            f"expected two orders and no further conditions for method 'sweep', got K = {orders}; "
            f"cure: method='divide'"
        )
    return method
