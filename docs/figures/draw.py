"""Draw the figures of the documentation, with the project's own plots: `python docs/figures/draw.py`.

The same characters on every run: see `realizer.plots.to_svg`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np

from realizer.bundles import find_bundle
from realizer.orders import dependency_realizer
from realizer.plots import (
    gap_split,
    order_lines,
    order_plane,
    reliability_curve,
    split_arcs,
    to_svg,
    tree_arcs,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FOLDER = Path(__file__).parent
FONTS = ["DejaVu Sans", "Verdana", "Arial", "sans-serif"]

SHE = ["She", "reads", "long", "books"]
SHE_HEADS = [2, 0, 4, 2]
RED = np.array([[1.0, 1.5], [-0.5, 4.2], [3.6, 1.9], [2.0, 3.1]])
BLUE = np.array([[0.2, 5.0], [1.9, 0.6], [3.0, 4.0], [0.4, 3.0], [4.5, 2.7]])

JOHN = ["John", "bought", "a", "car", "yesterday", "which", "is", "red"]
JOHN_HEADS = [2, 0, 4, 2, 2, 8, 8, 4]


def arcs(heads: list[int]) -> list[tuple[int, int]]:
    """List the arcs (dependent, head) of a tree."""
    return list(enumerate(heads, start=1))


def text_order() -> Figure:
    """Draw heads in the order of the text, and dependents displaced to their heads."""
    position = np.arange(len(JOHN) + 1)
    blue = np.stack([position, -position], axis=1).astype(float)
    red = np.empty((len(JOHN), 2))
    for head in set(JOHN_HEADS):
        dependents = [i for i, own in enumerate(JOHN_HEADS) if own == head]
        for place, i in enumerate(dependents):
            aside = 0.3 * (place - (len(dependents) - 1) / 2)
            red[i] = head - 0.5 + aside, -head - 0.5 - aside
    return order_plane(red, blue, words=JOHN, ranks=False)


def figures() -> dict[str, Figure]:
    """Draw all figures, by file name."""
    she, john = dependency_realizer(SHE_HEADS), dependency_realizer(JOHN_HEADS)
    sure = find_bundle("en").config.confidence
    mentions = ["Ann", "she", "her"]
    others = [(x, y) for x in (1, 2, 3) for y in (1, 2, 3) if x != y]
    return {
        "tree.svg": tree_arcs(SHE, SHE_HEADS),
        "split.svg": split_arcs(SHE, arcs(SHE_HEADS)),
        "lists.svg": order_lines(she.red, she.blue, words=SHE),
        "plane.svg": order_plane(she.red, she.blue, words=SHE, corner_of=1),
        "numbers.svg": order_plane(RED, BLUE, words=SHE, heads=SHE_HEADS, ranks=False, corner_of=1),
        "gaps.svg": gap_split(RED, BLUE, words=SHE, word=1),
        "text-order.svg": text_order(),
        "crossing-tree.svg": tree_arcs(JOHN, JOHN_HEADS),
        "crossing-plane.svg": order_plane(john.red, john.blue, words=JOHN),
        "three-mentions.svg": split_arcs(mentions, others),
        "reliability.svg": reliability_curve(sure.said, sure.right),
    }


def drawings() -> dict[str, str]:
    """Write all figures as SVG, by file name."""
    with mpl.rc_context({"font.family": ["sans-serif"], "font.sans-serif": FONTS}):
        return {name: to_svg(figure) for name, figure in figures().items()}


if __name__ == "__main__":
    for name, svg in drawings().items():
        (FOLDER / name).write_text(svg, encoding="utf-8", newline="\n")
