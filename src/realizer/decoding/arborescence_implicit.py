"""Exact best trees over the implicit graph: contraction in steps, arcs formed only where looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from realizer.decoding.arcs_by_index import index_arcs
from realizer.decoding.arcs_by_row import RowArcs
from realizer.decoding.contraction import join, start, take_apart
from realizer.decoding.growth import Arcs, absorb, grow
from realizer.decoding.sentences import Floats, Integers

__all__ = ["long_tree", "short_trees"]

Reals = NDArray[np.float64]


def short_trees(red: Floats, blue: Floats, heads: Integers, many: NDArray[np.bool_]) -> Integers:
    """Find the best tree of every sentence of a batch, row by row of its score matrix.

    Args:
        red: Scores of the words as dependents, `[batch, n, order]`.
        blue: Scores of the root and the words as heads, `[batch, n + 1, order]`.
        heads: Greedy heads `[batch, n]`, -1 at padding.
        many: Whether the root may have more than one child, `[batch]`.

    Returns:
        Heads of the best trees, `[batch, n]`.
    """
    batch, n, orders = red.shape
    real = heads >= 0
    columns = np.concatenate([np.ones((batch, 1), dtype=np.bool_), real], axis=1)
    arcs = RowArcs(
        np.ascontiguousarray(red.reshape(-1, orders).T, dtype=np.float64),
        np.where(columns, np.moveaxis(blue, 2, 0).astype(np.float64), -np.inf),
        many,
    )
    real, column = real.reshape(-1), heads.reshape(-1).copy()
    _without_root(arcs, column)
    vertices = np.arange(batch * n)
    first = vertices - vertices % n - 1
    chosen = np.where(real & (column > 0), first + column, -1)
    pair = arcs.red - arcs.blue[:, vertices // n, np.maximum(column, 0)]
    solved = _solve(arcs, chosen, np.where(real, pair.max(axis=0), 0.0))
    found = np.where(solved < 0, 0, solved - first)
    return np.where(real, found, -1).reshape(batch, n)


def _without_root(arcs: RowArcs, column: Integers) -> None:
    """Where the root may have one child only, give its children their best other head, in place."""
    vertices = np.flatnonzero((column == 0) & np.repeat(~arcs.many, arcs.n))
    rows = arcs.rows(vertices)
    rows[:, 0] = np.inf
    rows[np.arange(len(rows)), vertices % arcs.n + 1] = np.inf
    column[vertices] = rows.argmin(axis=1)


def long_tree(red: Floats, blue: Floats, *, many: bool, pairs: int = 1 << 14) -> Integers:
    """Find the best tree of one sentence through spatial indices.

    Args:
        red: Scores of the words as dependents, `[n, order]`.
        blue: Scores of the root and the words as heads, `[n + 1, order]`.
        many: Whether the root may have more than one child.
        pairs: Up to this many pairs are looked at one by one; 0 forces the indices.

    Returns:
        Heads `[n]`.
    """
    n = len(red)
    if n <= 1:
        return np.zeros(n, dtype=np.int64)
    arcs = index_arcs(red.astype(np.float64), blue.astype(np.float64), many=many, pairs=pairs)
    to_root = many & (arcs.root <= arcs.value)
    solved = _solve(arcs, np.where(to_root, -1, arcs.head), np.where(to_root, arcs.root, arcs.value))
    return solved + 1


def _solve(arcs: Arcs, heads: Integers, values: Reals) -> Integers:
    """Contract until all hangs on the root, then take it apart: heads as vertices, -1 is the root."""
    state = start(heads, values)
    while len(state.pending):
        before = state.component
        growth = grow(state, arcs)
        absorb(state, growth)
        join(state, growth, before)
    return take_apart(state)
