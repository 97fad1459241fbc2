"""Which method to use: a small model of what each one costs, with constants measured on the benchmark."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Choice", "choose"]


@dataclass(frozen=True, slots=True)
class Choice:
    """The method, and why."""

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
) -> Choice:
    """Pick."""
    if orders == 2 and not extra_order and (not left_out or task == 'best') and n * m > 4096 and task != "report":
        return Choice("sweep", "x")
    if n * m > 1 << 22:
        return Choice("divide", "x")
    return Choice("blocks", "x")
