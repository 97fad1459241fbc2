"""Learning curves: the loss falls, the scores rise, over the updates of a training."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from realizer.errors import InputError, MissingExtraError
from realizer.plots.sheets import BLUE, GREY, INK, PALE, RED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["learning_curves"]

SIZE = (7.5, 3.0)  # inches
COLOURS = (BLUE, RED, INK, GREY)

Points = Sequence[tuple[float, float]]


def learning_curves(losses: Points, scores: Mapping[str, Points]) -> Figure:
    """Draw a training: its loss on the left, its scores on dev on the right.

    Args:
        losses: Pairs of step and loss.
        scores: Pairs of step and score, in per cent, by the score's name. The best of each is marked.

    Returns:
        A matplotlib figure.

    Raises:
        MissingExtraError: matplotlib is not installed.
        InputError: Nothing to draw, or a number is NaN or infinite.

    Example:
        >>> figure = learning_curves([(1, 4.0), (2, 3.0)], {"LAS": [(1, 50.0), (2, 70.0)]})
        >>> [axes.get_title() for axes in figure.axes]
        ['loss', 'scores on dev']
    """
    curves = [losses, *scores.values()]
    if not any(curves):
        raise InputError("expected points of a loss or a score, got none; cure: train for some steps first")
    if not all(math.isfinite(number) for curve in curves for point in curve for number in point):
        raise InputError(
            "expected finite losses and scores, got NaN or infinity; cure: leave these points out"
        )
    figure = _blank()
    left, right = figure.subplots(1, 2)
    _panel(left, "loss")
    _panel(right, "scores on dev")
    left.plot(*_columns(losses), color=BLUE, lw=1.2)
    for place, (name, points) in enumerate(scores.items()):
        colour = COLOURS[place % len(COLOURS)]
        right.plot(*_columns(points), color=colour, lw=1.2, marker="o", ms=2.5, label=name)
        if points:
            best = max(points, key=lambda point: point[1])
            right.annotate(
                f"{best[1]:.2f}", best, color=colour, size=8, ha="right", va="bottom", textcoords="data"
            )
    if scores:
        right.legend(frameon=False, fontsize=8, loc="lower right")
    return figure


def _blank() -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("matplotlib", "plot", "drawing a figure") from error
    return Figure(figsize=SIZE, facecolor="white", layout="constrained")


def _panel(axes: Any, title: str) -> None:  # noqa: ANN401  # matplotlib has no types here
    axes.set_title(title, size=10, color=INK)
    axes.set_xlabel("updates", size=9, color=GREY)
    axes.tick_params(labelsize=8, colors=GREY)
    axes.grid(color=PALE, lw=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _columns(points: Points) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]
