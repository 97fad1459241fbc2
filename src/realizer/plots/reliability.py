"""How far confidences can be relied on: what was said beside what is true."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from realizer.errors import InputError, MissingExtraError
from realizer.plots.sheets import BLUE, GREY, INK, PALE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["reliability_curve"]

SIZE = (3.6, 3.4)  # inches


def reliability_curve(said: Sequence[float], right: Sequence[float]) -> Figure:
    """Draw confidences against the share that is right; on the diagonal the two are the same.

    Args:
        said: The mean confidence of some groups of arcs, from 0 to 1.
        right: How many arcs of each group are right, as a share.

    Returns:
        A matplotlib figure.

    Raises:
        MissingExtraError: matplotlib is not installed.
        InputError: Nothing to draw, or not as many of the one as of the other, or no shares.

    Example:
        >>> figure = reliability_curve([0.5, 0.9], [0.55, 0.92])
        >>> figure.axes[0].get_xlabel()
        'said, per cent'
    """
    numbers = [*said, *right]
    if not numbers or len(said) != len(right) or not all(0 <= number <= 1 for number in numbers):
        raise InputError(
            f"expected as many confidences as shares, from 0 to 1, got {len(said)} and {len(right)}; "
            "cure: those of a bundle, `bundle.config.confidence.said` and `.right`"
        )
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("matplotlib", "plot", "drawing a figure") from error
    figure = Figure(figsize=SIZE, facecolor="white", layout="constrained")
    axes = figure.subplots()
    low = 10 * math.floor(10 * min(numbers))
    axes.plot([low, 100], [low, 100], color=GREY, lw=1)
    axes.plot([100 * x for x in said], [100 * y for y in right], color=BLUE, lw=0, marker="o", ms=5)
    axes.set_xlabel("said, per cent", size=9, color=INK)
    axes.set_ylabel("right, per cent", size=9, color=INK)
    axes.set_aspect("equal")
    axes.tick_params(labelsize=8, colors=GREY)
    axes.grid(color=PALE, lw=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure
