"""Learning rates over the course of a training: up, then down."""

from __future__ import annotations

import math

from realizer.training.configuration import ScheduleConfig

__all__ = ["rate_factor", "share_done"]


def share_done(config: ScheduleConfig, *, epochs: float, steps: int, seconds: float) -> float:
    """Return which share of a training is over; 1 or more: it is at its end.

    Args:
        config: Its limits; the one that is nearest decides.
        epochs: Passes over the data so far, with the begun one's part.
        steps: Updates so far.
        seconds: Wall clock so far.

    Examples:
        >>> share_done(ScheduleConfig(epochs=10, minutes=1), epochs=2.5, steps=100, seconds=30)
        0.5
    """
    limits = ((epochs, config.epochs), (float(steps), float(config.steps)), (seconds, config.minutes * 60))
    return max(done / limit for done, limit in limits if limit)


def rate_factor(config: ScheduleConfig, *, share: float, steps: int) -> float:
    """Return what the highest learning rate is multiplied by.

    Args:
        config: How the rates rise and fall.
        share: Which share of the training is over, the next step included; at most 1.
        steps: Updates so far, the next one included.

    Returns:
        A number from 0 to 1.

    Examples:
        >>> config = ScheduleConfig(warm_up=0.5)
        >>> [rate_factor(config, share=share, steps=1) for share in (0.25, 0.5, 0.75, 1.0)]
        [0.5, 1.0, 0.5, 0.0]
    """
    share = min(share, 1.0)
    if config.warm_up_steps:
        rise, start = min(1.0, steps / config.warm_up_steps), 0.0
    else:
        start = config.warm_up
        rise = min(1.0, share / start) if start else 1.0
    fallen = max(0.0, (share - start) / (1.0 - start))
    if config.decay == "linear":
        return rise * (1.0 - fallen)
    return rise * (1.0 + math.cos(math.pi * fallen)) / 2 if config.decay == "cosine" else rise
