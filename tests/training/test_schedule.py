"""Rates rise, fall and end where they should."""

from __future__ import annotations

import math

import pytest

from realizer.training import ScheduleConfig
from realizer.training.schedule import rate_factor, share_done


def test_the_nearest_limit_decides():
    config = ScheduleConfig(epochs=4, steps=100, minutes=10)
    assert share_done(config, epochs=1, steps=10, seconds=60) == 0.25
    assert share_done(config, epochs=1, steps=90, seconds=60) == 0.9
    assert share_done(config, epochs=1, steps=10, seconds=700) == pytest.approx(700 / 600)
    only_time = ScheduleConfig(epochs=0, minutes=1)
    assert share_done(only_time, epochs=99, steps=10**6, seconds=15) == 0.25


@pytest.mark.parametrize(("decay", "middle"), [("linear", 0.5), ("cosine", 0.5), ("constant", 1.0)])
def test_rise_and_fall(decay, middle):
    config = ScheduleConfig(warm_up=0.2, decay=decay)

    def factor(share):
        return rate_factor(config, share=share, steps=1)

    assert [factor(share) for share in (0.0, 0.05, 0.1, 0.2)] == pytest.approx([0.0, 0.25, 0.5, 1.0])
    assert factor(0.6) == pytest.approx(middle)
    assert factor(1.0) == factor(1.5) == pytest.approx(1.0 if decay == "constant" else 0.0)


def test_cosine_is_a_cosine():
    config = ScheduleConfig(warm_up=0.0, decay="cosine")
    for share in (0.0, 0.1, 0.3, 0.9):
        assert rate_factor(config, share=share, steps=1) == pytest.approx((1 + math.cos(math.pi * share)) / 2)


def test_warm_up_in_steps_replaces_the_share():
    config = ScheduleConfig(warm_up=0.5, warm_up_steps=4, decay="constant")
    assert [rate_factor(config, share=0.01, steps=steps) for steps in (1, 2, 4, 9)] == [0.25, 0.5, 1.0, 1.0]
