"""A square plane for two orders: from scores or ranks to places on the sheet, with axes and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from realizer.plots.inputs import Scores
from realizer.plots.label_places import Box, Label, label_boxes
from realizer.plots.sheets import BLUE, GREY, INK, PALE, RED, SIZE, Place, Sheet, text_width

__all__ = ["LEGEND", "Plane", "dense_ranks", "draw_frame", "draw_legend", "draw_names", "plane_for"]

LEFT, BELOW, MARGIN, LEGEND = 26.0, 26.0, 12.0, 22.0  # points
INSIDE = 24.0  # from the frame to the outermost points
SMALLEST, PITCH = 250.0, 15.0
MARK = 3.5
NAME_HEIGHT = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A square on the sheet and the two numbers per vertex that are shown on it.

    Attributes:
        frame: The square.
        low: The smallest number on either axis.
        scale: Points per unit on either axis.
    """

    frame: Box
    low: tuple[float, float]
    scale: tuple[float, float]

    def place(self, numbers: Scores) -> Place:
        """Where on the sheet a pair of numbers is."""
        x, y = numbers.tolist()
        return (
            self.frame.left + INSIDE + (x - self.low[0]) * self.scale[0],
            self.frame.bottom + INSIDE + (y - self.low[1]) * self.scale[1],
        )

    def places(self, numbers: Scores) -> list[Place]:
        """The same for every row."""
        return [self.place(row) for row in numbers]


def dense_ranks(numbers: Scores) -> Scores:
    """Number the distinct values of every column 0, 1, …: equal stays equal, less stays less.

    >>> dense_ranks(np.array([[2.5, 1.0], [-1.0, 1.0], [2.5, 0.0]])).tolist()
    [[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    """
    columns = [np.unique(column, return_inverse=True)[1].reshape(-1) for column in numbers.T]
    return np.stack(columns, axis=1).astype(np.float64)


def plane_for(numbers: Scores, *, equal: bool, bottom: float = 0.0) -> Plane:
    """Size a plane for points `[p, 2]`; with `equal`, one unit is as long on both axes."""
    low, high = numbers.min(axis=0), numbers.max(axis=0)
    spread = np.maximum(high - low, 1e-9 * np.maximum(1.0, np.abs(high)))
    if equal:
        middle, widest = (low + high) / 2, spread.max()
        low, spread = middle - widest / 2, np.array([widest, widest])
    side = max(SMALLEST, PITCH * (len(numbers) - 1))
    corner = (LEFT, bottom + BELOW)
    edge = side + 2 * INSIDE
    frame = Box(corner[0], corner[1], corner[0] + edge, corner[1] + edge)
    return Plane(frame, (float(low[0]), float(low[1])), (side / float(spread[0]), side / float(spread[1])))


def draw_frame(sheet: Sheet, plane: Plane, orders: tuple[int, int]) -> None:
    """Draw the two axes as arrows with their names."""
    frame = plane.frame
    sheet.line(
        [(frame.left, frame.top), (frame.right, frame.top), (frame.right, frame.bottom)],
        colour=PALE,
        width=0.8,
    )
    sheet.line(
        [(frame.left, frame.top), (frame.left, frame.bottom), (frame.right, frame.bottom)], colour=GREY
    )
    for place, marker in (((frame.right, frame.bottom), ">"), ((frame.left, frame.top), "^")):
        sheet.axes.plot([place[0]], [place[1]], marker=marker, ms=6, mew=0, color=GREY, clip_on=False)
    middle = frame.centre
    sheet.text((middle[0], frame.bottom - 13), f"order {orders[0] + 1}", colour=GREY)
    sheet.text((frame.left - 13, middle[1]), f"order {orders[1] + 1}", colour=GREY, rotation=90, va="center")


def draw_names(
    sheet: Sheet,
    plane: Plane,
    places: Sequence[Place],
    names: Sequence[str],
    colours: Sequence[str],
    lines: Sequence[Sequence[Place]],
) -> None:
    """Mark the points and write their names where there is room."""
    labels = [Label(at, text_width(name) + 2, NAME_HEIGHT) for at, name in zip(places, names, strict=True)]
    inner = Box(plane.frame.left + 2, plane.frame.bottom + 2, plane.frame.right - 2, plane.frame.top - 2)
    boxes = label_boxes(labels, lines, inner, mark=MARK)
    for box, name, colour in zip(boxes, names, colours, strict=True):
        sheet.text(box.centre, name, colour=colour, halo=any(box.crossings(line) for line in lines))
    for colour in (BLUE, RED):
        here = [place for place, own in zip(places, colours, strict=True) if own == colour]
        if here:
            sheet.marks(here, colour=colour)


def draw_legend(sheet: Sheet, left: float, *, line: str | None) -> None:
    """Explain the marks in one row at the bottom of the sheet."""
    x, y = left + 4, LEGEND / 2 + 2
    for colour, text in ((RED, "a word looks for its head"), (BLUE, "a word as a head")):
        sheet.marks([(x, y)], colour=colour)
        sheet.text((x + 8, y), text, colour=INK, ha="left", size=SIZE - 2)
        x += 8 + text_width(text, SIZE - 2) + 18
    if line:
        sheet.line([(x - 4, y), (x + 12, y)], colour=GREY, width=1.4)
        sheet.text((x + 18, y), line, colour=INK, ha="left", size=SIZE - 2)
