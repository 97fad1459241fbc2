"""The order plane: two orders as the two axes, so that "before in both" reads "below and to the left"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from realizer.plots.inputs import Vertices, as_heads, as_orders, as_vertices, as_word, as_words, distinct
from realizer.plots.planes import (
    LEGEND,
    MARGIN,
    Plane,
    dense_ranks,
    draw_frame,
    draw_legend,
    draw_names,
    plane_for,
)
from realizer.plots.sheets import BLUE, GREY, RED, TINTS, Place, Sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

__all__ = ["order_plane"]


def order_plane(
    red: ArrayLike,
    blue: ArrayLike,
    *,
    words: Sequence[str],
    heads: ArrayLike | None = None,
    orders: tuple[int, int] = (0, 1),
    root: bool = True,
    ranks: bool = True,
    corner_of: int | None = None,
) -> Figure:
    """Draw two of the K orders as a plane: x comes before y in both iff it is below and to the left of y.

    A red cross is a word that looks for its head, a blue dot a word (or the root) as a head, a line joins a
    word and its head. With K = 2 a cross is joined exactly to the dots in the corner above and to the right
    of it, unless `heads` says otherwise. O(n^2) for n words; made for sentences of up to about 15.

    Args:
        red: Scores or ranks of the words as dependents `[n, K]`.
        blue: Scores or ranks as heads, `[n + 1, K]` with the root in row 0, or `[n, K]` without a root.
        words: The n words.
        heads: The head of every word `[n]`, 1..n or 0 for the root, as decoded; None: all pairs that
            all K orders relate. Lines of heads that the orders do not relate are dotted.
        orders: Which two of the K orders, from 0.
        root: Whether to show the root, if there is one.
        ranks: Whether to space the vertices evenly, by their places in the sorted lists, or by the numbers
            themselves, with the same unit on both axes.
        corner_of: A word whose upper right corner is tinted: what lies there is above it in both orders.

    Returns:
        A matplotlib figure.

    Raises:
        MissingExtraError: matplotlib is not installed.
        InputError: No words, no such order or word, or not the right kind of thing.
        ShapeError: The rows are not as many as the words.
        ScoreError: A score is NaN or infinite.
        OrderError: A head is not another word or the root.

    Example:
        >>> from realizer.orders import dependency_realizer
        >>> orders = dependency_realizer([2, 0])
        >>> figure = order_plane(orders.red, orders.blue, words=["Birds", "sing"])
        >>> sorted(text.get_text() for text in figure.axes[0].texts)[:5]
        ['Birds', 'Birds', 'a word as a head', 'a word looks for its head', 'head found']

    Reference: the paper, Appendix "Qualitative Examples".
    """
    words = as_words(words)
    n = len(words)
    vertices = as_vertices(red, blue, words=n, orders=2)
    pair = as_orders(orders, vertices.red.shape[1])
    related = vertices.related
    arcs = _arcs(vertices, None if heads is None else as_heads(heads, n))
    shown = np.arange(1 if vertices.rooted and not root else 0, len(vertices.blue))
    numbers = np.concatenate([vertices.red, vertices.blue[shown]])[:, pair]
    numbers = dense_ranks(numbers) if ranks else numbers
    names = [*distinct(words), *(["root", *distinct(words)][i + vertices.first] for i in shown)]
    plane = plane_for(numbers, equal=not ranks, bottom=LEGEND)
    places = plane.places(numbers)
    at = dict(zip(shown.tolist(), places[n:], strict=True))
    lines = [(places[x], at[y], bool(related[x, y])) for x, y in arcs if y in at]
    sheet = Sheet.blank(plane.frame.right + MARGIN, plane.frame.top + MARGIN)
    if corner_of is not None:
        _tint(sheet, plane, places[as_word(corner_of, name="corner_of", words=n) - 1])
    draw_frame(sheet, plane, pair)
    for start, end, found in lines:
        sheet.line([start, end], colour=GREY, linestyle="-" if found else ":", width=1.4)
    colours = [RED] * n + [BLUE] * len(shown)
    draw_names(sheet, plane, places, names, colours, [(start, end) for start, end, _ in lines])
    draw_legend(sheet, plane.frame.left, line="head found" if lines else None)
    return sheet.figure


def _arcs(vertices: Vertices, heads: list[int] | None) -> list[tuple[int, int]]:
    """List the pairs (red row, blue row) to join."""
    if heads is None:
        return [(x, y) for x, y in np.argwhere(vertices.related).tolist()]
    return [(x, head - vertices.first) for x, head in enumerate(heads) if head >= vertices.first]


def _tint(sheet: Sheet, plane: Plane, corner: Place) -> None:
    """Tint the part of the plane above and to the right of a place."""
    (x, y), frame = corner, plane.frame
    sheet.area([(x, y), (frame.right, y), (frame.right, frame.top), (x, frame.top)], colour=TINTS[BLUE])
