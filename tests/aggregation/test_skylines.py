"""The filter before the staircases drops no step: ties, masks and left-out candidates included."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.aggregation import best, skylines
from realizer.aggregation.skylines import possible_steps


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Filter a few points already, by samples of two or three of them."""
    monkeypatch.setattr(skylines, "MANY", 4)
    monkeypatch.setattr(skylines, "SAMPLE", 3)
    monkeypatch.setattr(skylines, "CHUNK", 5)


def steps_by_definition(first, second, gap, layers):
    """Points that fewer than `layers` others beat in every prefix or suffix that they stand in."""
    possible = []
    for y in range(len(gap)):
        prefix = np.sum((gap <= gap[y]) & (first > first[y]))
        suffix = np.sum((gap >= gap[y]) & (second > second[y]))
        if min(prefix, suffix) < layers:
            possible.append(y)
    return possible


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=60),
    st.integers(1, 3),
    st.data(),
)
def test_no_step_drops_out(points, layers, data):
    blue = np.array(points, dtype=np.float64)
    first, second = blue.T.copy()
    gap = first - second
    mask = data.draw(st.none() | st.lists(st.booleans(), min_size=len(gap), max_size=len(gap)).map(np.array))
    kept = possible_steps(first, second, gap, mask, layers)
    real = np.arange(len(gap)) if mask is None else np.flatnonzero(mask)
    assert np.all(np.diff(kept) > 0)
    assert set(kept) <= set(real.tolist())
    steps = real[steps_by_definition(first[real], second[real], gap[real], layers)]
    assert set(steps.tolist()) <= set(kept.tolist())


@pytest.mark.parametrize("layers", [1, 2])
def test_most_points_drop_out(monkeypatch, layers):
    monkeypatch.setattr(skylines, "SAMPLE", 256)
    first, second = np.random.default_rng(0).normal(size=(2, 4000))
    kept = possible_steps(first, second, first - second, None, layers)
    assert len(kept) < 1000


@pytest.mark.parametrize("kind", ["scattered", "ties", "text", "one above all"])
@pytest.mark.parametrize("left_out", [0, 1, 2])
@pytest.mark.parametrize("masked", [False, True])
def test_best_is_as_by_dividing(kind, left_out, masked):
    random = np.random.default_rng(left_out)
    red, blue = random.normal(size=(2, 700, 2)).astype(np.float32) * 3
    if kind == "ties":
        red, blue = red.round(), blue.round()
    if kind == "text":
        line = np.arange(700.0, dtype=np.float32)[:, None] * np.array([1, -1], dtype=np.float32)
        red, blue = red + line, blue + line
    if kind == "one above all":
        blue[0] += 100
    options = {"blue_mask": random.random(700) < 0.7} if masked else {}
    if left_out:
        options["without"] = random.integers(-1, 700, (700, left_out))
        options["without"][:, 0] = 0 if kind == "one above all" else np.arange(700)
    here, there = (best(red, blue, method=method, **options) for method in ("sweep", "divide"))
    np.testing.assert_array_equal(here.index, there.index)
    np.testing.assert_array_equal(here.value, there.value)


def test_one_that_is_left_out_rules_nobody_out():
    first, second = np.zeros(24), np.zeros(24)
    first[0], first[5], second[5] = 10.0, 5.0, -1.0  # the first is sampled, and only it is above the fifth
    assert 5 not in possible_steps(first, second, np.arange(24.0), None, 1)
    assert 5 in possible_steps(first, second, np.arange(24.0), None, 2)
