"""Projective tree heads by Eisner's algorithm: all spans of one width and sentences of one length at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from realizer.decoding.sentences import Floats, Integers, sentences

__all__ = ["projective_heads"]

_CELLS = 1 << 21

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Chart:
    """Best trees over spans i .. j of words, and where they split; `[sentence, i, j]` each.

    Attributes:
        right: Split of the complete span headed by i: at the last child of i.
        left: … of the complete span headed by j: at the first child of j.
        arc: … of the span under an arc between i and j: the last word that belongs to i.
        whole: Cost of complete spans headed by i.
        whole_left: … headed by j.
    """

    right: Integers
    left: Integers
    arc: Integers
    whole: Reals
    whole_left: Reals


def projective_heads(red: ArrayLike, blue: ArrayLike, *, mask: ArrayLike | None = None) -> Integers:
    """Find the heads that form a projective tree with one root of smallest total F.

    heads = argmin sum_x F(x, heads(x)) over trees in which one word hangs on the root and no two arcs cross.
    Best trees over spans of words are put together from those over shorter spans (Eisner 1996); the root is
    then the word r with the smallest left(1, r) + right(r, n) + F(r, root). O(n^3) time and O(n^2) memory per
    sentence, for sentences of up to a few hundred words.

    Args:
        red: Scores of the words as dependents, `[batch, n, order]` or `[n, order]`.
        blue: Scores as heads, `[batch, n + 1, order]` or `[n + 1, order]`; row 0 is the root, row i is word
            i.
        mask: Real words, boolean `[batch, n]` or `[n]`, padding last; what stands at padding does not matter.

    Returns:
        Heads `[batch, n]` or `[n]`: 0 is the root, i the i-th word, -1 stands at padding. No words, no heads:
        an empty array.

    Raises:
        ShapeError: The shapes do not fit.
        ScoreError: A score is NaN or infinite.
        InputError: The scores are not floating point, or the mask is not boolean or not padding-last.

    Reference: Eisner, COLING 1996.

    >>> import numpy as np
    >>> red = np.array([[1.0, -3.0], [1.0, -5.0], [-1.0, 1.0], [-1.0, 1.0]])
    >>> blue = np.array([[0.0, 2.0], [0.0, 2.0], [2.0, -4.0], [2.0, -2.0], [4.0, -6.0]])
    >>> projective_heads(red, blue)
    array([0, 3, 1, 1])
    """
    batch = sentences(red, blue, mask)
    lengths = batch.lengths
    heads = np.full(batch.red.shape[:2], -1)
    for n in np.unique(lengths[lengths > 0]).tolist():
        rows = np.flatnonzero(lengths == n)
        step = max(1, _CELLS // (n * n))
        for begin in range(0, len(rows), step):
            part = rows[begin : begin + step]
            heads[part, :n] = _decoded(batch.red[part, :n], batch.blue[part, : n + 1])
    return batch.as_given(heads)


def _decoded(red: Floats, blue: Floats) -> Integers:
    """Heads of sentences of one length, without padding."""
    red, blue = red.astype(np.float64), blue.astype(np.float64)
    cost = red[:, :, None, 0] - blue[:, None, :, 0]
    for order in range(1, red.shape[2]):
        np.maximum(cost, red[:, :, None, order] - blue[:, None, :, order], out=cost)
    chart = _filled(cost[:, :, 1:])
    root = (chart.whole_left[:, 0] + chart.whole[:, :, -1] + cost[:, :, 0]).argmin(axis=1)
    return _traced(chart, root) + 1


def _filled(cost: Reals) -> _Chart:
    """Fill the chart for costs `[sentence, dependent, head]` of the words alone."""
    count, n, _ = cost.shape
    whole, whole_left, arc_right, arc_left = (np.full((count, n, n), np.inf) for _ in range(4))
    right, left, arc = (np.zeros((count, n, n), dtype=np.int64) for _ in range(3))
    whole[:, np.arange(n), np.arange(n)] = 0.0
    whole_left[:, np.arange(n), np.arange(n)] = 0.0
    for width in range(1, n):
        i = np.arange(n - width)
        j = i + width
        at = i[:, None] + np.arange(width)
        first, last = i[:, None], j[:, None]
        best, arc[:, i, j] = _least(whole[:, first, at] + whole_left[:, at + 1, last], i)
        arc_right[:, i, j] = best + cost[:, j, i]
        arc_left[:, i, j] = best + cost[:, i, j]
        whole[:, i, j], right[:, i, j] = _least(arc_right[:, first, at + 1] + whole[:, at + 1, last], i + 1)
        whole_left[:, i, j], left[:, i, j] = _least(whole_left[:, first, at] + arc_left[:, at, last], i)
    return _Chart(right, left, arc, whole, whole_left)


def _least(total: Reals, first: Integers) -> tuple[Reals, Integers]:
    """The smallest total of each span over its splits `[sentence, span, split]`, and that split."""
    split = total.argmin(axis=2)
    return np.take_along_axis(total, split[:, :, None], axis=2)[:, :, 0], split + first


def _traced(chart: _Chart, root: Integers) -> Integers:
    """Follow the splits from the top, all sentences and spans in lockstep: heads from 0, the root is -1.

    A span is (sentence, i, j, rightward, complete).
    """
    count, n, _ = chart.arc.shape
    heads = np.full((count, n), -1)
    every, zero = np.arange(count), np.zeros_like(root)
    spans = np.stack(
        [
            np.concatenate([every, every]),
            np.concatenate([zero, root]),
            np.concatenate([root, zero + n - 1]),
            np.concatenate([zero, zero + 1]),
            np.ones(2 * count, dtype=np.int64),
        ]
    )
    while spans.shape[1]:
        spans = spans[:, spans[1] < spans[2]]
        rightward, complete = spans[3] == 1, spans[4] == 1
        b, i, j = spans[:3, ~complete]
        down = rightward[~complete]
        heads[b, np.where(down, j, i)] = np.where(down, i, j)
        spans = np.concatenate(
            [
                _split(chart.right, spans[:3, complete & rightward], 0, (1, 0), (1, 1)),
                _split(chart.left, spans[:3, complete & ~rightward], 0, (0, 1), (0, 0)),
                _split(chart.arc, spans[:3, ~complete], 1, (1, 1), (0, 1)),
            ],
            axis=1,
        )
    return heads


def _split(
    where: Integers, spans: Integers, shift: int, near: tuple[int, int], far: tuple[int, int]
) -> Integers:
    """Split spans i .. j into i .. k and k + shift .. j, of the given (rightward, complete) kinds."""
    b, i, j = spans
    k = where[b, i, j]
    kind = np.ones_like(k)
    left = np.stack([b, i, k, kind * near[0], kind * near[1]])
    return np.concatenate([left, np.stack([b, k + shift, j, kind * far[0], kind * far[1]])], axis=1)
