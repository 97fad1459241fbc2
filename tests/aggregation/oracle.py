"""Slow and obvious: every aggregation by its definition, in float64, with the gradient by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import hypothesis.strategies as st
import numpy as np
import torch

from realizer.aggregation import methods

BACKENDS = ("numpy", "torch")


@dataclass
class Case:
    red: np.ndarray
    blue: np.ndarray
    options: dict[str, Any] = field(default_factory=dict)
    rounded: bool = False  # differences round to ties: which order attains F is then not for sure

    @property
    def orders(self) -> int:
        return self.red.shape[-1]

    def given(self, backend: str) -> tuple[Any, Any, dict[str, Any]]:
        """The same arguments as arrays of a backend."""
        options = {name: convert(value, backend) for name, value in self.options.items()}
        return convert(self.red, backend), convert(self.blue, backend), options


def convert(value: Any, backend: str) -> Any:
    if value is None or backend == "numpy":
        return value
    if isinstance(value, tuple):
        return tuple(convert(part, backend) for part in value)
    return torch.as_tensor(value)


def counted(case: Case) -> np.ndarray:
    """Which pairs count: `[batch, n, m]`."""
    batch, n, m = case.red.shape[0], case.red.shape[1], case.blue.shape[1]
    count = np.ones((batch, n, m), dtype=bool)
    for name, value in case.options.items():
        if value is None:
            continue
        if name == "red_mask":
            count &= value[:, :, None]
        if name == "blue_mask":
            count &= value[:, None, :]
        if name == "earlier":
            count &= value[1][:, None, :] < value[0][:, :, None]
        if name == "without":
            for column in range(value.shape[-1]):
                count &= np.arange(m) != value[..., column][..., None]
    return count


def pair_values(case: Case) -> np.ndarray:
    red, blue = case.red.astype(np.float64), case.blue.astype(np.float64)
    return (red[:, :, None, :] - blue[:, None, :, :]).max(axis=-1)


def log_sums(case: Case) -> np.ndarray:
    scores = np.where(counted(case), -pair_values(case), -np.inf)
    top = scores.max(axis=-1, initial=-np.inf)
    shift = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return np.log(np.exp(scores - shift[..., None]).sum(axis=-1)) + shift


def gradients(case: Case, upstream: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of sum(upstream * L); the first order that attains the maximum receives a pair's mass."""
    log_sum = log_sums(case)
    safe = np.where(np.isfinite(log_sum), log_sum, 0.0)
    exponent = np.where(counted(case), -pair_values(case) - safe[..., None], -np.inf)
    mass = np.exp(exponent) * upstream[..., None]
    red, blue = case.red.astype(np.float64), case.blue.astype(np.float64)
    attained = (red[:, :, None, :] - blue[:, None, :, :]).argmax(axis=-1) if mass.size else mass.astype(int)
    parts = [mass * (attained == k) for k in range(case.orders)]
    return -np.stack([p.sum(2) for p in parts], -1), np.stack([p.sum(1) for p in parts], -1)


def best(case: Case, count: int) -> tuple[np.ndarray, np.ndarray]:
    values = np.where(counted(case), pair_values(case), np.inf)
    values = np.concatenate([values, np.full((*values.shape[:2], count), np.inf)], axis=-1)
    order = np.argsort(values, axis=-1, kind="stable")[..., :count]
    value = np.take_along_axis(values, order, axis=-1)
    return value, np.where(value < np.inf, order, -1)


def methods_for(case: Case, task: str = "log_sum") -> list[str]:
    """Every method that may be asked for this case."""
    known = {"log_sum": methods.LOG_SUM, "best": methods.BEST, "report": methods.PAIRS}[task]
    limited = case.options.get("earlier") is not None
    plain = not limited and (task == "best" or case.options.get("without") is None)
    return [name for name in known if name != "sweep" or (case.orders == 2 and plain)]


@st.composite
def cases(draw: st.DrawFn, *, largest: int = 24) -> Case:
    """Small problems of every kind: ties, duplicates, empty sets, masks, limits, left-out points."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    batch, orders = draw(st.integers(1, 3)), draw(st.integers(1, 6))
    n, m = draw(st.integers(0, largest)), draw(st.integers(0, largest))
    dtype = draw(st.sampled_from([np.float32, np.float64]))
    kind = draw(st.sampled_from(["ties", "normal", "wide", "tenths", "duplicates", "huge range"]))

    def scores(points: int) -> np.ndarray:
        normal = rng.normal(size=(batch, points, orders))
        drawn = {
            "ties": lambda: rng.integers(-2, 3, normal.shape),
            "normal": lambda: normal,
            "wide": lambda: normal * 20,
            "tenths": lambda: rng.integers(-5, 6, normal.shape) * 0.1,
            "duplicates": lambda: np.repeat(normal[:, :1], points, axis=1),
            "huge range": lambda: normal * 2000,
        }[kind]()
        return drawn.astype(dtype)

    def maybe(value: Any) -> Any:
        return value if draw(st.booleans()) else None

    options = {
        "red_mask": maybe(rng.random((batch, n)) < 0.8),
        "blue_mask": maybe(rng.random((batch, m)) < draw(st.sampled_from([0.0, 0.7]))),
        "earlier": maybe((rng.integers(0, 9, (batch, n)), rng.integers(0, 9, (batch, m)))),
        "without": maybe(rng.integers(-1, max(m, 1), (batch, n, draw(st.integers(1, 3))))) if m else None,
    }
    return Case(scores(n), scores(m), options, rounded=kind == "tenths")
