"""The token split: every word twice, as a dependent below and as a head above, and its arcs in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from realizer.plots.inputs import as_arcs, as_words, distinct
from realizer.plots.sheets import BLUE, INK, RED, Sheet, text_width

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

__all__ = ["split_arcs"]

GAP, MARGIN, BOX, HEIGHT = 14.0, 12.0, 18.0, 70.0  # points


def split_arcs(words: Sequence[str], arcs: ArrayLike) -> Figure:
    """Draw a graph over words as its token-split order, in the way orders are drawn: the smaller below.

    Arc (x, y) is a line from the red `x→` at the bottom up to the blue `→y` at the top. Any graph will do:
    trees, graphs with several heads, cycles, loops. O(n + a) for n words and a arcs.

    Args:
        words: The n words.
        arcs: Integers `[a, 2]`: (dependent, head), words counted from 1; a head may be 0, the root, which is
            drawn if it has a dependent.

    Returns:
        A matplotlib figure.

    Raises:
        MissingExtraError: matplotlib is not installed.
        InputError: No words, or not the right kind of thing.
        ShapeError: The arcs are not pairs.
        OrderError: An arc leaves the sentence.

    Example:
        >>> figure = split_arcs(["Birds", "sing"], [(1, 2), (2, 0)])
        >>> [text.get_text() for text in figure.axes[0].texts]
        ['→root', 'Birds→', '→Birds', 'sing→', '→sing']

    Reference: the paper, Figure 1 (b).
    """
    words = as_words(words)
    pairs = as_arcs(arcs, len(words))
    sheet_words = ([(0, "root")] if any(y == 0 for _, y in pairs) else []) + list(
        enumerate(distinct(words), start=1)
    )
    widths = {number: text_width(f"{word}→") + 14 for number, word in sheet_words}
    width = sum(widths.values()) + GAP * (len(widths) - 1) + 2 * MARGIN
    low, high = MARGIN + BOX / 2, MARGIN + BOX / 2 + HEIGHT
    sheet = Sheet.blank(width, high + MARGIN + BOX / 2)
    centres: dict[int, float] = {}
    x = MARGIN
    for number, word in sheet_words:
        centres[number] = x + widths[number] / 2
        if number:
            sheet.box((centres[number], low), f"{word}→", colour=RED, width=widths[number])
        sheet.box((centres[number], high), f"→{word}", colour=BLUE, width=widths[number])
        x += widths[number] + GAP
    for tail, head in pairs:
        sheet.line([(centres[tail], low + BOX / 2), (centres[head], high - BOX / 2)], colour=INK)
    return sheet.figure
