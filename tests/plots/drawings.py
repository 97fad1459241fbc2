"""What can be read off a drawn figure."""

from __future__ import annotations

from realizer.plots.label_places import Box
from realizer.plots.planes import LEGEND, NAME_HEIGHT
from realizer.plots.sheets import BLUE, GREY, INK, RED, text_width


def texts(figure, *, colours=None):
    """The texts, in order of drawing; only those of some colours."""
    return [t.get_text() for t in figure.axes[0].texts if colours is None or t.get_color() in colours]


def name_boxes(figure):
    """The boxes of the vertices' names in a plane."""
    boxes = []
    for text in figure.axes[0].texts:
        if text.get_color() in {RED, BLUE} and not text.get_text().startswith("→"):
            (x, y), width = text.get_position(), text_width(text.get_text())
            boxes.append(Box(x - width / 2, y - NAME_HEIGHT / 2, x + width / 2, y + NAME_HEIGHT / 2))
    return boxes


def marks(figure, colour):
    """The places of crosses or dots, without the legend's."""
    shape = {RED: "x", BLUE: "o"}[colour]
    lines = [
        line for line in figure.axes[0].lines if line.get_marker() == shape and line.get_color() == colour
    ]
    places = [(float(x), float(y)) for line in lines for x, y in line.get_xydata()]
    return [place for place in places if place[1] > LEGEND]


def segments(figure):
    """The lines between vertices of a plane or a split: (start, end, style)."""
    lines = [
        line
        for line in figure.axes[0].lines
        if line.get_marker() == "None" and line.get_color() in {GREY, INK} and len(line.get_xydata()) == 2
    ]
    ends = [([(float(x), float(y)) for x, y in line.get_xydata()], line.get_linestyle()) for line in lines]
    return [(start, end, style) for (start, end), style in ends if min(start[1], end[1]) > LEGEND - 1]


def curves(figure):
    """The bent lines: (corners, edge colour, width)."""
    paths = [p for p in figure.axes[0].patches if type(p).__name__ == "PathPatch"]
    return [(p.get_path().vertices.tolist(), p.get_edgecolor(), p.get_linewidth()) for p in paths]


def size(figure):
    """Width and height in points."""
    return tuple(72 * float(inches) for inches in figure.get_size_inches())
