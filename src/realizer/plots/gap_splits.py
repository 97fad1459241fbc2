"""Why sorting suffices for two orders: one word's candidates, split by the order that decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.plots.inputs import Scores, as_orders, as_vertices, as_word, as_words, distinct
from realizer.plots.label_places import Box
from realizer.plots.planes import MARGIN, Plane, draw_frame, draw_names, plane_for
from realizer.plots.sheets import BLUE, RED, SIZE, Place, Sheet, text_width

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

__all__ = ["gap_split"]

GAP, BOX = 8.0, 18.0  # points
LIST = 84.0  # height of the sorted list below the plane
TITLE = "order {} decides: a {}"
SIDES = ("#f3efe2", "#e9f3ec")  # of the diagonal: upper left, lower right


def gap_split(
    red: ArrayLike, blue: ArrayLike, *, words: Sequence[str], word: int, orders: tuple[int, int] = (0, 1)
) -> Figure:
    """Draw how the diagonal through a red point parts the blue ones: a prefix and a suffix of a list.

    -F(x, y) = min(y_1 - x_1, y_2 - x_2). The first term is the smaller one iff y_1 - y_2 <= x_1 - x_2: the
    upper left of the diagonal, a prefix of the heads sorted by their gap y_1 - y_2. The dashed lines are -F
    where it is positive. O(n log n) for n words.

    Args:
        red: Scores of the words as dependents `[n, K]`.
        blue: Scores as heads, `[n + 1, K]` with the root in row 0, or `[n, K]` without a root.
        words: The n words.
        word: The number of the word to look at, from 1.
        orders: Which two of the K orders, from 0.

    Returns:
        A matplotlib figure.

    Raises:
        MissingExtraError: matplotlib is not installed.
        InputError: No words, no such order or word, or not the right kind of thing.
        ShapeError: The rows are not as many as the words.
        ScoreError: A score is NaN or infinite.

    Example:
        >>> figure = gap_split([[0, 0], [1, 1]], [[3, 2], [1, 2], [4, 1]], words=["Birds", "sing"], word=1)
        >>> [text.get_text() for text in figure.axes[0].texts][-3:]
        ['→root', '→sing', 'order 2 decides: a suffix']

    Reference: Fredman, "New bounds on the complexity of the shortest path problem", SIAM J. Comput. 5, 1976.
    """
    words = as_words(words)
    vertices = as_vertices(red, blue, words=len(words), orders=2)
    pair = as_orders(orders, vertices.red.shape[1])
    number = as_word(word, name="word", words=len(words))
    split = Split(vertices.red[number - 1, pair], vertices.blue[:, pair], pair)
    names = [*["root"] * vertices.rooted, *distinct(words)]
    points = np.concatenate([split.x[None], split.heads])
    plane = plane_for(points, equal=True, bottom=LIST)
    parts = [_part_width(part, names) for part in split.parts]
    width = max(plane.frame.right, plane.frame.left + sum(parts))
    sheet = Sheet.blank(width + MARGIN, plane.frame.top + MARGIN)
    _draw_sides(sheet, plane, plane.place(split.x))
    draw_frame(sheet, plane, pair)
    lines = [[plane.place(foot), plane.place(y)] for foot, y in split.slacks()]
    for line in lines:
        sheet.line(line, colour=BLUE, linestyle="--", width=1.2)
    above, point, beside = _corner(plane, plane.place(split.x))
    lines += [[above, point], [point, beside], list(_diagonal(plane.frame, point))]
    named = [distinct(words)[number - 1], *names]
    draw_names(sheet, plane, plane.places(points), named, [RED, *[BLUE] * len(names)], lines)
    _draw_list(sheet, plane.frame.left, split, names)
    return sheet.figure


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """One red point and the blue ones, under two orders.

    Attributes:
        x: The red point `[2]`.
        heads: The blue points `[m, 2]`.
        orders: The numbers of the two orders, from 0.
    """

    x: Scores
    heads: Scores
    orders: tuple[int, int]

    @property
    def parts(self) -> tuple[list[int], list[int]]:
        """The heads sorted by gap, cut behind the gap of x: the prefix and the suffix."""
        gaps = self.heads[:, 0] - self.heads[:, 1]
        listed = np.argsort(gaps, kind="stable").tolist()
        cut = int((gaps <= self.x[0] - self.x[1]).sum())
        return listed[:cut], listed[cut:]

    def slacks(self) -> list[tuple[Scores, Scores]]:
        """Lines of length -F, for heads above x in both orders: level if order 1 decides, or upright."""
        first = set(self.parts[0])
        return [
            (np.array([self.x[0], y[1]] if i in first else [y[0], self.x[1]]), y)
            for i, y in enumerate(self.heads)
            if bool((y > self.x).all())
        ]


def _draw_sides(sheet: Sheet, plane: Plane, at: Place) -> None:
    """Tint both sides of the diagonal, and draw it and the corner of the point."""
    frame, (x, y) = plane.frame, at
    start, end = _diagonal(frame, at)
    ring = [
        (frame.left, frame.bottom),
        (frame.left, frame.top),
        (frame.right, frame.top),
        (frame.right, frame.bottom),
    ]
    for colour, side in zip(SIDES, (1, -1), strict=True):
        inside = [c for c in ring if side * ((c[1] - y) - (c[0] - x)) > 0]
        if side < 0:  # from the end of the diagonal clockwise to its start
            inside.sort(key=lambda c: (ring.index(c) + 2) % 4)
        sheet.area([start, *inside, end] if side > 0 else [end, *inside, start], colour=colour)
    sheet.line([start, end], colour=RED, linestyle="--", width=1.0)
    sheet.line(_corner(plane, at), colour=RED, width=1.0, linestyle=":")


def _corner(plane: Plane, at: Place) -> list[Place]:
    """From the top of the frame down to a place and on to the right: the edge of what is above it."""
    return [(at[0], plane.frame.top), at, (plane.frame.right, at[1])]


def _diagonal(frame: Box, at: Place) -> tuple[Place, Place]:
    """Where the diagonal through a place enters and leaves the frame."""
    x, y = at
    back, on = min(x - frame.left, y - frame.bottom), min(frame.right - x, frame.top - y)
    return (x - back, y - back), (x + on, y + on)


def _box_width(name: str) -> float:
    return text_width(f"→{name}") + 14


def _part_width(part: Sequence[int], names: Sequence[str]) -> float:
    """How wide a part of the list is: its boxes, or its title."""
    return max(sum(_box_width(names[i]) + GAP for i in part) + GAP, text_width(TITLE, SIZE - 2) + GAP)


def _draw_list(sheet: Sheet, left: float, split: Split, names: Sequence[str]) -> None:
    """Draw the heads sorted by gap, cut where the word's gap falls."""
    level = 42.0
    first, second = (k + 1 for k in split.orders)
    title = f"heads sorted by their gap, order {first} - order {second}"
    sheet.text((left + 2, level + 23), title, ha="left", size=SIZE - 2)
    for part, tint, order, kind in zip(
        split.parts, SIDES, (first, second), ("prefix", "suffix"), strict=True
    ):
        right = left + _part_width(part, names)
        low, high = level - 15, level + 15
        sheet.area([(left, low), (right, low), (right, high), (left, high)], colour=tint)
        at = left + GAP
        for i in part:
            width = _box_width(names[i])
            sheet.box((at + width / 2, level), f"→{names[i]}", colour=BLUE, width=width)
            at += width + GAP
        sheet.text((left + 2, level - 24), TITLE.format(order, kind), ha="left", size=SIZE - 2)
        if kind == "prefix":
            sheet.line([(right, level - 29), (right, level + 15)], colour=RED, width=1.4)
        left = right
