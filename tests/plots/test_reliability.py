"""The reliability curve."""

from __future__ import annotations

import sys

import pytest

from realizer.errors import InputError, MissingExtraError
from realizer.plots import reliability_curve, to_svg


def test_every_part_is_a_point_in_per_cent():
    diagonal, points = reliability_curve([0.55, 0.9], [0.5, 1.0]).axes[0].lines
    assert diagonal.get_xydata().tolist() == [[50, 50], [100, 100]]
    assert points.get_xydata().ravel().tolist() == pytest.approx([55, 50, 90, 100])


def test_the_same_svg_every_time():
    assert to_svg(reliability_curve([0.5], [0.5])) == to_svg(reliability_curve([0.5], [0.5]))


def test_bad_input(monkeypatch):
    for said, right in (([], []), ([0.5], []), ([1.5], [0.5]), ([0.5], [float("nan")])):
        with pytest.raises(InputError, match="expected as many confidences as shares"):
            reliability_curve(said, right)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtraError):
        reliability_curve([0.5], [0.5])
