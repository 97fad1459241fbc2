"""The choice follows the model of costs, never offers what cannot answer, and says why."""

from __future__ import annotations

import itertools

import pytest

from realizer.aggregation import choose
from realizer.aggregation.methods import BEST, LOG_SUM, PAIRS
from realizer.errors import InputError

KNOWN = {"log_sum": LOG_SUM, "best": BEST, "report": PAIRS}


@pytest.mark.parametrize("task", ["log_sum", "best", "report"])
def test_what_is_chosen_can_answer(task: str) -> None:
    for orders, power, extra, left_out, compiled in itertools.product(
        (1, 2, 3, 4, 8, 32), range(0, 22, 3), (False, True), (0, 1), (False, True)
    ):
        chosen = choose(
            2**power, 2**power, orders, task=task, extra_order=extra, left_out=left_out, compiled=compiled
        ).method
        assert chosen in KNOWN[task]
        if chosen == "sweep":
            assert orders == 2
            assert not extra
        if chosen == "compiled":
            assert compiled


def test_known_choices() -> None:
    assert choose(30, 30, 16).method == "blocks"
    assert choose(1 << 20, 1 << 20, 2).method == "sweep"
    assert choose(1 << 20, 1 << 20, 2, extra_order=True, compiled=False).method == "divide"
    assert choose(1 << 16, 1 << 16, 4, compiled=True).method == "compiled"
    assert choose(1 << 16, 1 << 16, 4, compiled=False).method == "divide"
    assert choose(500, 500, 32, compiled=True).method == "blocks"


@pytest.mark.parametrize("orders", [8, 16, 32, 64])
@pytest.mark.parametrize(("batch", "n"), [(1, 5), (200, 10), (50, 30), (20, 80)])
def test_many_orders_of_few_points_are_no_case_for_descent(orders: int, batch: int, n: int) -> None:
    for task in ("best", "log_sum", "report"):
        assert choose(n, n + 1, orders, batch=batch, task=task).method == "blocks"


def test_the_reason_names_the_alternatives() -> None:
    reason = choose(4096, 4096, 4, batch=2, compiled=True).reason
    for word in ("2 x 4096 x 4096", "blocks", "divide", "ms"):
        assert word in reason


def test_an_unknown_task_is_refused() -> None:
    with pytest.raises(InputError, match="got 'sum'"):
        choose(1, 1, 1, task="sum")
