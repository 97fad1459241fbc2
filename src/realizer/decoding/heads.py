"""Greedy heads: every word takes its best head, whatever the others do."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from realizer.aggregation import best
from realizer.decoding.sentences import Integers, Sentences, sentences

__all__ = ["best_heads", "greedy_heads"]


def greedy_heads(red: ArrayLike, blue: ArrayLike, *, mask: ArrayLike | None = None) -> Integers:
    """Give every word the head that scores best, the root among the candidates and the word itself not.

    heads(x) = argmin_y F(x, y) with F(x, y) = max_k (x_k - y_k); of equal heads the first. The result need
    not be a tree: see `tree_heads`. O(n log n) per sentence for K = 2 and as `realizer.aggregation.best` for
    more.

    Args:
        red: Scores of the words as dependents, `[batch, n, order]` or `[n, order]`.
        blue: Scores as heads, `[batch, n + 1, order]` or `[n + 1, order]`; row 0 is the root, row i is word
            i.
        mask: Real words, boolean `[batch, n]` or `[n]`, padding last; what stands at padding does not matter.

    Returns:
        Heads `[batch, n]` or `[n]`: 0 is the root, i the i-th word, -1 stands at padding. No words, no heads:
        an empty array. A sentence of one word hangs on the root.

    Raises:
        ShapeError: The shapes do not fit.
        ScoreError: A score is NaN or infinite.
        InputError: The scores are not floating point, or the mask is not boolean or not padding-last.

    >>> import numpy as np
    >>> red = np.array([[0.0, 0.0], [2.0, -3.0], [2.0, -3.0]])
    >>> blue = np.array([[1.0, 0.5], [3.0, -2.0], [0.0, 0.0], [0.0, 0.0]])
    >>> greedy_heads(red, blue)
    array([0, 1, 1])
    """
    batch = sentences(red, blue, mask)
    return batch.as_given(best_heads(batch))


def best_heads(batch: Sentences) -> Integers:
    """Greedy heads `[batch, n]` of checked sentences."""
    rows, n, _ = batch.sizes
    if rows == 0 or n == 0:
        return np.zeros((rows, n), dtype=np.int64)
    candidates = None
    if batch.mask is not None:
        candidates = np.concatenate([np.ones((rows, 1), dtype=np.bool_), batch.mask], axis=1)
    itself = np.broadcast_to(np.arange(1, n + 1), (rows, n))
    found = best(batch.red, batch.blue, red_mask=batch.mask, blue_mask=candidates, without=itself)
    return np.asarray(found.index, dtype=np.int64)
