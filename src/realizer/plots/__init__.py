"""Figures: the order plane, sorted lists, the token split, trees. They need the extra `plot` (matplotlib).

    order_plane   two orders as the axes of a plane; a head is above and to the right of its dependent
    order_lines   the K sorted lists, one below the other
    gap_split     why sorting suffices: how one word's candidates fall into a prefix and a suffix
    split_arcs    any graph as its token-split order: dependents below, heads above
    tree_arcs     a tree over the words of its sentence
    learning_curves   loss and scores over the updates of a training
    reliability_curve   confidences beside the share that is right
    to_svg        a figure as SVG, the same characters every time

Every function returns a matplotlib Figure that is not tied to pyplot: no display is needed, nothing must be
closed. Words are numbered from 1, and 0 is the root.
"""

from __future__ import annotations

from realizer.plots.gap_splits import gap_split
from realizer.plots.learning_curves import learning_curves
from realizer.plots.order_lines import order_lines
from realizer.plots.order_planes import order_plane
from realizer.plots.reliability import reliability_curve
from realizer.plots.sheets import to_svg
from realizer.plots.split_arcs import split_arcs
from realizer.plots.tree_arcs import tree_arcs

__all__ = [
    "gap_split",
    "learning_curves",
    "order_lines",
    "order_plane",
    "reliability_curve",
    "split_arcs",
    "to_svg",
    "tree_arcs",
]
