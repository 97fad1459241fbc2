"""The methods behind the three functions, under their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from realizer.aggregation.arrays import Array
from realizer.aggregation.blocks import (
    best_in_blocks,
    log_sum_gradient_in_blocks,
    log_sum_in_blocks,
    pairs_in_blocks,
)
from realizer.aggregation.definition import best_by_definition, log_sum_by_definition, pairs_by_definition
from realizer.aggregation.dominance import (
    best_by_dividing,
    log_sum_by_dividing,
    log_sum_gradient_by_dividing,
    pairs_by_dividing,
)
from realizer.aggregation.problem import Problem
from realizer.aggregation.staircases import best_by_staircases
from realizer.aggregation.sweep import log_sum_by_sweep, log_sum_gradient_by_sweep

__all__ = ["BEST", "LOG_SUM", "PAIRS", "LogSumMethod"]


@dataclass(frozen=True, slots=True)
class LogSumMethod:
    """One way to compute L and its gradient.

    Attributes:
        forward: From a problem to L and whatever the gradient needs.
        gradient: From (problem, that, upstream) to the gradients of red and blue.
    """

    forward: Callable[[Problem], tuple[Array, Any]]
    gradient: Callable[[Problem, Any, Array], tuple[Array, Array]]


def _blocks_forward(problem: Problem) -> tuple[Array, Array]:
    log_sum = log_sum_in_blocks(problem)
    return log_sum, log_sum


def _sweep_forward(problem: Problem) -> tuple[Array, Any]:
    sweep = log_sum_by_sweep(problem)
    return sweep.log_sum, sweep


def _division_forward(problem: Problem) -> tuple[Array, Any]:
    division = log_sum_by_dividing(problem)
    return division.log_sum, division


def _compiled_forward(problem: Problem) -> tuple[Array, Any]:
    division = log_sum_by_dividing(problem, compiled=True)
    return division.log_sum, division


def _definition_forward(problem: Problem) -> tuple[Array, Array]:
    log_sum = log_sum_by_definition(problem)
    return log_sum, log_sum


LOG_SUM = {
    "definition": LogSumMethod(_definition_forward, log_sum_gradient_in_blocks),
    "blocks": LogSumMethod(_blocks_forward, log_sum_gradient_in_blocks),
    "sweep": LogSumMethod(_sweep_forward, log_sum_gradient_by_sweep),
    "divide": LogSumMethod(_division_forward, log_sum_gradient_by_dividing),
    "compiled": LogSumMethod(_compiled_forward, log_sum_gradient_by_dividing),
}

BEST: dict[str, Callable[[Problem, int], tuple[Array, Array]]] = {
    "definition": best_by_definition,
    "blocks": best_in_blocks,
    "sweep": best_by_staircases,
    "divide": best_by_dividing,
    "compiled": partial(best_by_dividing, compiled=True),
}

PAIRS: dict[str, Callable[[Problem], tuple[Array, Array, Array]]] = {
    "definition": pairs_by_definition,
    "blocks": pairs_in_blocks,
    "divide": pairs_by_dividing,
}
