"""Graphs: every pair of words that the orders relate is an arc."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from realizer.aggregation import report
from realizer.decoding.sentences import Integers, sentences

__all__ = ["GraphArcs", "graph_arcs"]


@dataclass(frozen=True, slots=True)
class GraphArcs:
    """The arcs of a batch of graphs, sorted by sentence, dependent and head.

    Attributes:
        sentence: The sentence of each arc, from 0; 0 if there was no batch axis.
        dependent: The word that the arc leaves from, 1 .. n.
        head: The word that it arrives at, 1 .. n; 0 is the root.
    """

    sentence: Integers
    dependent: Integers
    head: Integers


def graph_arcs(
    red: ArrayLike, blue: ArrayLike, *, mask: ArrayLike | None = None, loops: bool = False
) -> GraphArcs:
    """Report all arcs of the graph that the orders define.

    arcs = {(x, y) : F(x, y) < 0} with F(x, y) = max_k (x_k - y_k), that is x_k < y_k for every order. Output
    sensitive: `realizer.aggregation.report`, not n^2.

    Args:
        red: Scores of the words as dependents, `[batch, n, order]` or `[n, order]`.
        blue: Scores as heads, `[batch, n + 1, order]` or `[n + 1, order]`; row 0 is the root, row i is word
            i. A graph without a root has a row 0 below everything, for example the smallest score - 1.
        mask: Real words, boolean `[batch, n]` or `[n]`, padding last; what stands at padding does not matter.
        loops: Whether arcs from a word to itself count.

    Returns:
        The arcs; no words, no arcs.

    Raises:
        ShapeError: The shapes do not fit.
        ScoreError: A score is NaN or infinite.
        InputError: The scores are not floating point, or the mask is not boolean or not padding-last.

    >>> import numpy as np
    >>> red = np.array([[0.0, 0.0], [2.0, -3.0]])
    >>> blue = np.array([[1.0, 0.5], [3.0, -2.0], [5.0, 1.0]])
    >>> arcs = graph_arcs(red, blue)
    >>> list(zip(arcs.dependent.tolist(), arcs.head.tolist()))
    [(1, 0), (1, 2), (2, 1)]
    """
    batch = sentences(red, blue, mask)
    rows, n, _ = batch.sizes
    if rows == 0 or n == 0:
        return GraphArcs(*(np.zeros(0, dtype=np.int64) for _ in range(3)))
    candidates = None
    if batch.mask is not None:
        candidates = np.concatenate([np.ones((rows, 1), dtype=np.bool_), batch.mask], axis=1)
    found = report(batch.red, batch.blue, red_mask=batch.mask, blue_mask=candidates)
    keep = np.ones(len(found.red), dtype=np.bool_) if loops else found.red + 1 != found.blue
    return GraphArcs(found.batch[keep], found.red[keep] + 1, found.blue[keep])
