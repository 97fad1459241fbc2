"""Connected components of an undirected graph given by its edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from realizer.orders.inputs import Integers


def connected_components(n: int, edges: Integers) -> Integers:
    """Number the connected components of a graph, by their smallest vertex.

    Every tree of a spanning forest is a root with all others pointing at it. In a round, each root hooks
    onto the smallest root next to it and paths are shortened by `label = label[label]`; after two rounds
    every root that had a neighbour has merged, so there are O(log n) rounds.

    Complexity: O((n + a) log n) for a edges, all of it in array operations.

    Args:
        n: The number of vertices.
        edges: `[a, 2]` pairs of vertices, in either direction.

    Returns:
        `[n]`: the component of every vertex, components counted from 0 in order of smallest vertex.

    Example:
        >>> connected_components(5, np.array([[3, 1], [4, 0]])).tolist()
        [0, 1, 2, 1, 0]

    Reference: Shiloach & Vishkin, "An O(log n) parallel connectivity algorithm", J. Algorithms 3, 1982.
    """
    label = np.arange(n, dtype=np.int64)
    tails, heads = edges[:, 0], edges[:, 1]
    while True:
        first, second = label[tails], label[heads]
        if np.array_equal(first, second):
            break
        np.minimum.at(label, np.maximum(first, second), np.minimum(first, second))
        _shorten(label)
    return np.unique(label, return_inverse=True)[1].astype(np.int64).reshape(n)


def _shorten(label: Integers) -> None:
    """Point every vertex at its root, in place."""
    while True:
        further = label[label]
        if np.array_equal(further, label):
            return
        label[:] = further
