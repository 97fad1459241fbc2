"""Which method to use: a small model of what each one costs, fitted to measurements.

Costs are microseconds on one thread, forward and backward for `log_sum`. The constants were fitted to
benchmarks/aggregation.py on the machine named in benchmarks/results/aggregation.json, and that benchmark
checks that the choice is never far from the best. They need only be right in their ratios.

    blocks    pairs * (3 + 3.3 K) ns                      a seventh of that for best and report
    sweep     points * 0.12                               two orders; in NumPy best goes row by row
    divide    walks * (visits * 40 + points * d_D L^(D-1))      D orders, L = log2(points of a row)
    compiled  walks * (rows * 6 + points * c_D L^(D-2))

A walk is one descent through D orders: one per order k (D = K - 1), twice for the gradient; one in all for a
report (D = K). An extra order ("only earlier") adds one to D; the best but a few is as much as the best few.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from realizer.aggregation.walks import compiler_installed
from realizer.errors import InputError

__all__ = ["Choice", "choose"]

FIXED = {"blocks": 250.0, "sweep": 450.0, "divide": 700.0, "compiled": 800.0}
DIVIDE = (0.05, 0.035, 0.018, 0.0035, 0.0006)
COMPILED = (0.05, 0.05, 0.04, 0.012, 0.0024)
TASKS = ("log_sum", "best", "report")


@dataclass(frozen=True, slots=True)
class Choice:
    """The method, and why.

    Attributes:
        method: Its name.
        reason: What it was expected to cost, against what.
    """

    method: str
    reason: str


def choose(
    n: int,
    m: int,
    orders: int,
    *,
    batch: int = 1,
    task: str = "log_sum",
    extra_order: bool = False,
    left_out: int = 0,
    backend: str = "numpy",
    compiled: bool | None = None,
) -> Choice:
    """Pick the method that the model of costs expects to be the fastest.

    Args:
        n: Red points per batch row.
        m: Blue points per batch row.
        orders: K.
        batch: Rows.
        task: "log_sum", "best" or "report".
        extra_order: Whether only earlier candidates count.
        left_out: How many candidates each row leaves out.
        backend: "numpy" or "torch".
        compiled: Whether the compiled walk may be used; by default, whether numba is installed.

    Returns:
        The method and the reason.

    >>> choose(30, 30, 4).method
    'blocks'
    >>> choose(100_000, 100_000, 2).method
    'sweep'
    """
    if task not in TASKS:
        raise InputError(f"expected task as one of {TASKS}, got {task!r}")
    dimensions = orders - (task != "report") + extra_order
    walks = {"log_sum": 2 * orders, "best": orders * (1 + left_out), "report": 1}[task]
    light = task != "log_sum"
    costs = {
        "blocks": batch * n * m * (0.003 + 0.0033 * orders) / (7 if light else 1) * (2 if left_out else 1)
    }
    if orders == 2 and not extra_order and (task == "best" or (task == "log_sum" and not left_out)):
        row_by_row = light and backend == "numpy"
        costs["sweep"] = batch * (n + m) * (0.05 if row_by_row else 0.12) + 130 * (batch - 1) * row_by_row
    level = math.log2(max(4, n + m))
    costs["divide"] = walks * _divide_cost(dimensions, level, batch * (n + m), 1.5 if not light else 1.0)
    if (compiler_installed() if compiled is None else compiled) and _compiled_fits(task, left_out):
        steps = _coefficient(COMPILED, dimensions, level) * level ** max(0, min(dimensions, 5) - 2)
        costs["compiled"] = walks * (6 * batch + batch * (n + m) * steps)
    scale = 0.3 if light and backend == "numpy" else 1.0
    expected = {name: FIXED[name] * scale + cost for name, cost in costs.items()}
    ranking = sorted(expected, key=expected.__getitem__)
    others = ", ".join(f"{name} {expected[name] / 1e3:.3g} ms" for name in ranking[1:])
    reason = f"expected {expected[ranking[0]] / 1e3:.3g} ms for {batch} x {n} x {m} points; {others}"
    return Choice(ranking[0], reason)


def _compiled_fits(task: str, left_out: int) -> bool:
    """The compiled walk neither reports nor leaves candidates out of sums."""
    return task == "best" or (task == "log_sum" and not left_out)


def _divide_cost(dimensions: int, level: float, points: float, weight: float) -> float:
    """One descent level by level: array operations that cost at least their call, and a share per point."""
    depth = max(1.0, level - 3)
    visits = max(float(dimensions), depth ** max(0, dimensions - 1) / math.factorial(max(0, dimensions - 1)))
    share = _coefficient(DIVIDE, dimensions, level) * level ** max(0, min(dimensions, 5) - 1)
    return 40 * visits + points * share * weight


def _coefficient(known: tuple[float, ...], dimensions: int, level: float) -> float:
    """The constant for so many orders; beyond the measured ones each adds about a sixth of a logarithm."""
    last = len(known)
    return known[max(0, min(dimensions, last) - 1)] * max(1.0, level / 6) ** max(0, dimensions - last)
