"""The fast sort is the stable sort, also where cutting off bits makes numbers equal."""

from __future__ import annotations

import numpy as np
import pytest

from realizer.aggregation.sorting import LONG, ranks_among, stable_order


def numbers(kind: str, size: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    normal = rng.normal(size=size)
    return {
        "normal": normal,
        "close": 1.0 + rng.integers(0, 300, size) * np.finfo(float).eps,
        "close, both signs": rng.choice([-1.0, 1.0], size) + rng.integers(-99, 99, size) * 2.0**-52,
        "ties": rng.integers(-3, 4, size).astype(float),
        "zeros": rng.choice([0.0, -0.0], size),
        "zeros and tiny": rng.choice([0.0, -0.0, 5e-324, -5e-324], size),
        "wide": normal * 10.0 ** rng.integers(-300, 300, size),
        "one far away": np.append(normal[1:], 1e300),
        "sorted": np.sort(normal),
        "equal": np.ones(size),
    }[kind]


KINDS = (
    "normal",
    "close",
    "close, both signs",
    "ties",
    "zeros",
    "zeros and tiny",
    "wide",
    "one far away",
    "sorted",
    "equal",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [0, 1, LONG - 1, LONG, 5000])
def test_the_order_is_the_stable_one(kind: str, size: int) -> None:
    row = numbers(kind, size) if size else np.zeros(0)
    np.testing.assert_array_equal(stable_order(row), np.argsort(row, kind="stable"))
    rows = np.stack([row, row[::-1]])
    np.testing.assert_array_equal(stable_order(rows), np.argsort(rows, axis=-1, kind="stable"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("steps", [0, 1, 2, 30, 3000])
def test_ranks_are_those_of_a_search(kind: str, steps: int) -> None:
    ordered = np.sort(numbers(kind, max(steps, 1), seed=1))[:steps]
    wanted = np.concatenate([numbers(kind, 4000), ordered, ordered + 1e-9])
    np.testing.assert_array_equal(
        ranks_among(ordered[None], wanted[None])[0], np.searchsorted(ordered, wanted, side="right")
    )
