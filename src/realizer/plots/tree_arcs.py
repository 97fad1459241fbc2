"""A dependency tree as linguists draw it: the words in a row, arcs above them, the arrow at the dependent.

Every arc rises, runs level and falls. It runs above all arcs that lie inside it, and never at the height of
another one that shares its way, so that crossing arcs cross at right angles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from realizer.plots.inputs import as_heads, as_labels, as_words
from realizer.plots.sheets import GREY, INK, Place, Sheet, text_width

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

__all__ = ["arc_levels", "tree_arcs"]

GAP, SLOT, STEP, FOOT, MARGIN = 16.0, 8.0, 19.0, 26.0, 14.0  # points
LABEL = 7.5
BEND = 6.0
MOVE, STRAIGHT, BENT = 1, 2, 3  # codes of matplotlib.path.Path


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc between two places in the sentence.

    Attributes:
        dependent: The word whose head is drawn, from 1.
        left: The first of its two words.
        right: The other one.
    """

    dependent: int
    left: int
    right: int


def tree_arcs(words: Sequence[str], heads: ArrayLike, *, labels: Sequence[str] | None = None) -> Figure:
    """Draw the arcs of a dependency tree over its words, crossing ones included.

    An arrow leads from the head to its dependent, and from above to the word that hangs on the root. O(n^2)
    for n words.

    Args:
        words: The words.
        heads: The head of every word `[n]`: 1..n, or 0 for the root. They need not form a tree.
        labels: The relation of every word to its head, or None.

    Returns:
        A matplotlib figure: `figure.savefig("tree.png")`, or `to_svg(figure)`.

    Raises:
        MissingExtraError: matplotlib is not installed.
        InputError: No words, or not the right kind of thing.
        ShapeError: Words, heads and labels differ in number.
        OrderError: A head is not another word or the root.

    Example:
        >>> figure = tree_arcs(["Birds", "sing"], [2, 0], labels=["nsubj", "root"])
        >>> [text.get_text() for text in figure.axes[0].texts]
        ['Birds', 'sing', 'nsubj', 'root']
    """
    words = as_words(words)
    heads = as_heads(heads, len(words))
    names = as_labels(labels, len(words))
    arcs = [Arc(x, min(x, head), max(x, head)) for x, head in enumerate(heads, start=1) if head]
    levels = arc_levels([(arc.left, arc.right) for arc in arcs])
    feet = _feet(arcs, heads)
    centres, right_edge = _centres(words, arcs, names, feet)
    roof = FOOT + STEP * (max(levels, default=0) + 1)
    sheet = Sheet.blank(right_edge + MARGIN, roof + MARGIN + 4)
    for word, centre in zip(words, centres, strict=True):
        sheet.text((centre, MARGIN), word)
    for arc, level in zip(arcs, levels, strict=True):
        top = FOOT + STEP * level
        left = centres[arc.left - 1] + feet[arc.dependent, arc.left]
        right = centres[arc.right - 1] + feet[arc.dependent, arc.right]
        _draw_arc(sheet, left, right, top)
        _draw_arrow(sheet, left if arc.dependent == arc.left else right)
        if names[arc.dependent - 1]:
            sheet.text(((left + right) / 2, top), names[arc.dependent - 1], halo=True, size=LABEL)
    for number, head in enumerate(heads, start=1):
        if head == 0:
            centre = centres[number - 1] + feet[number, number]
            sheet.line([(centre, roof - 3), (centre, FOOT)], colour=GREY, zorder=1)
            _draw_arrow(sheet, centre)
            sheet.text((centre, roof + 4), names[number - 1] or "root", halo=True, size=LABEL)
    return sheet.figure


def arc_levels(spans: Sequence[Place]) -> list[int]:
    """Give every span (left, right) a height: above all spans inside it, unlike all spans that it meets.

    Shorter spans come first, and each takes the lowest height that is free for it. O(a^2) for a spans.

    >>> arc_levels([(1, 2), (1, 4), (2, 3), (3, 6), (6, 7)])
    [1, 2, 1, 1, 1]
    """
    levels = [0] * len(spans)
    done: list[int] = []
    for i in sorted(range(len(spans)), key=lambda i: (spans[i][1] - spans[i][0], spans[i])):
        left, right = spans[i]
        met = [j for j in done if spans[j][0] < right and left < spans[j][1]]
        inside = [levels[j] for j in met if left <= spans[j][0] and spans[j][1] <= right]
        taken = {levels[j] for j in met}
        level = max(inside, default=0) + 1
        while level in taken:
            level += 1
        levels[i] = level
        done.append(i)
    return levels


def _feet(arcs: Sequence[Arc], heads: Sequence[int]) -> dict[tuple[int, int], float]:
    """Set the feet (dependent, word) of every arc, in points from the middle of the word.

    From left to right: arcs to the left, shortest first; the arrow from the root; arcs to the right,
    longest first. So the feet of nested arcs do not cross.
    """
    feet: dict[tuple[int, int], float] = {}
    for word, head in enumerate(heads, start=1):
        there = sorted((a for a in arcs if a.right == word), key=lambda a: -a.left)
        row = [arc.dependent for arc in there] + [word] * (head == 0)
        row += [a.dependent for a in sorted((a for a in arcs if a.left == word), key=lambda a: -a.right)]
        for place, dependent in enumerate(row):
            feet[dependent, word] = SLOT * (place - (len(row) - 1) / 2)
    return feet


def _centres(
    words: Sequence[str], arcs: Sequence[Arc], names: Sequence[str], feet: dict[tuple[int, int], float]
) -> tuple[list[float], float]:
    """Set the words from left to right, as near as their widths and the labels above them allow."""
    centres: list[float] = []
    edge = MARGIN - GAP
    for number, word in enumerate(words, start=1):
        outermost = max([abs(foot) for (_, n), foot in feet.items() if n == number], default=0.0)
        half = max(text_width(word) / 2, outermost)
        centre = edge + GAP + half
        for arc in arcs:
            if arc.right == number:
                room = max(2 * BEND, text_width(names[arc.dependent - 1], LABEL) + 4 * BEND)
                start = centres[arc.left - 1] + feet[arc.dependent, arc.left]
                centre = max(centre, start + room - feet[arc.dependent, number])
        centres.append(centre)
        edge = centre + half
    return centres, edge


def _draw_arc(sheet: Sheet, left: float, right: float, top: float) -> None:
    """Draw one arc with rounded shoulders."""
    places = [
        (left, FOOT),
        (left, top - BEND),
        (left, top),
        (left + BEND, top),
        (right - BEND, top),
        (right, top),
        (right, top - BEND),
        (right, FOOT),
    ]
    sheet.curve(places, [MOVE, STRAIGHT, BENT, BENT, STRAIGHT, BENT, BENT, STRAIGHT], edgecolor=INK, lw=1.0)


def _draw_arrow(sheet: Sheet, x: float) -> None:
    """Draw an arrow's head that points down to a word."""
    sheet.axes.plot([x], [FOOT + 1], marker="v", ms=5, mew=0, color=INK, zorder=3, clip_on=False)
