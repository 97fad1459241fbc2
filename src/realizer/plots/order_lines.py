"""The sorted lists, one below the other: what the numbers of a realizer say when only their order counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from realizer.plots.inputs import Vertices, as_vertices, as_words, distinct
from realizer.plots.sheets import BLUE, GREY, INK, PALE, RED, Sheet, text_width

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

__all__ = ["order_lines"]

GAP, MARGIN, TITLE, BOX = 9.0, 12.0, 52.0, 18.0  # points
STEEP = 2.8  # height of a bow by the root of its length
MOVE, BENT = 1, 4  # codes of matplotlib.path.Path


def order_lines(red: ArrayLike, blue: ArrayLike, *, words: Sequence[str]) -> Figure:
    """Draw the K sorted lists of red and blue vertices, and the arcs that all lists agree on.

    In every list the vertices stand in the order of their k-th number; `x→` is the word x that looks for its
    head (red, square), `→y` the word y as a head (blue, round). A bow joins x to y where x comes before y:
    dark if that holds in all lists, and is an arc, pale if only in this one. O(K n^2) for n words.

    Args:
        red: Scores or ranks of the words as dependents `[n, K]`.
        blue: Scores or ranks as heads, `[n + 1, K]` with the root in row 0, or `[n, K]` without a root.
        words: The n words.

    Returns:
        A matplotlib figure.

    Raises:
        MissingExtraError: matplotlib is not installed.
        InputError: No words, or not the right kind of thing.
        ShapeError: The rows are not as many as the words.
        ScoreError: A score is NaN or infinite.

    Example:
        >>> from realizer.orders import dependency_realizer
        >>> orders = dependency_realizer([2, 0])
        >>> figure = order_lines(orders.red, orders.blue, words=["Birds", "sing"])
        >>> [text.get_text() for text in figure.axes[0].texts][:6]
        ['order 1', 'sing→', '→root', '→Birds', 'Birds→', '→sing']

    Reference: the paper, Figure 1 (c).
    """
    words = as_words(words)
    vertices = as_vertices(red, blue, words=len(words), orders=1)
    names = [f"{word}→" for word in distinct(words)]
    names += [f"→{word}" for word in [*["root"] * vertices.rooted, *distinct(words)]]
    widths = [text_width(name) + 14 for name in names]
    length = sum(widths) + GAP * (len(names) - 1)
    height = STEEP * length**0.5 + BOX + 12
    orders = vertices.red.shape[1]
    sheet = Sheet.blank(length + TITLE + 2 * MARGIN, height * orders + MARGIN)
    for k in range(orders):
        _draw_list(sheet, k, vertices, names, widths, MARGIN + BOX / 2 + height * (orders - 1 - k))
    return sheet.figure


def _draw_list(
    sheet: Sheet, k: int, vertices: Vertices, names: list[str], widths: list[float], level: float
) -> None:
    """Draw one list: its boxes, its title, its bows."""
    red, blue, n = vertices.red, vertices.blue, len(vertices.red)
    x = MARGIN + TITLE
    sheet.text((MARGIN, level), f"order {k + 1}", colour=GREY, ha="left")
    values = np.concatenate([red[:, k], blue[:, k]])
    centres = [0.0] * len(names)
    for vertex in np.argsort(values, kind="stable").tolist():
        centres[vertex] = x + widths[vertex] / 2
        colour = RED if vertex < n else BLUE
        sheet.box((centres[vertex], level), names[vertex], colour=colour, width=widths[vertex])
        x += widths[vertex] + GAP
    everywhere = vertices.related
    for i, j in np.argwhere(red[:, None, k] < blue[None, :, k]).tolist():
        start, end = centres[i], centres[n + j]
        top = level + BOX / 2 + STEEP * (end - start) ** 0.5 * 4 / 3  # a cubic bow reaches 3/4 of that
        places = [(start, level + BOX / 2), (start, top), (end, top), (end, level + BOX / 2)]
        style = (
            {"edgecolor": INK, "lw": 1.5, "zorder": 2}
            if everywhere[i, j]
            else {"edgecolor": PALE, "zorder": 1}
        )
        sheet.curve(places, [MOVE, BENT, BENT, BENT], **style)
