"""Confidences mean what they say, whatever the margins are."""

from __future__ import annotations

import numpy as np
import pytest

from realizer.bundles import ConfidenceConfig
from realizer.training.calibration import Margins, distance, fitted, tried


def arcs(slope, offset, count, seed=0):
    rng = np.random.default_rng(seed)
    margin = rng.exponential(5.0, count)
    return Margins(margin, rng.random(count) < 1 / (1 + np.exp(-(slope * margin + offset))))


@pytest.mark.parametrize(("slope", "offset"), [(0.3, 0.0), (1.0, -1.0), (2.0, 1.0)])
def test_what_made_the_arcs_is_found(slope, offset):
    found = fitted(arcs(slope, offset, 100_000))
    assert found.slope == pytest.approx(slope, rel=0.05)
    assert found.offset == pytest.approx(offset, abs=0.05)


def test_fitted_confidences_are_reliable():
    known = arcs(0.4, -0.2, 50_000)
    found = tried(known, fitted(known))
    assert distance(found) < 0.01
    assert np.abs(np.subtract(found.said, found.right)).max() < 0.02
    assert distance(tried(known, ConfidenceConfig(slope=3.0))) > 0.05


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("count", [0, 1, 2000])
def test_nothing_wrong_or_nothing_right_stays_finite(right, count):
    known = Margins(np.linspace(0, 50, count), np.full(count, right))
    found = tried(known, fitted(known))
    assert np.isfinite([found.slope, found.offset, distance(found)]).all()
    assert len(found.said) == len(found.right) == min(count, 10)
