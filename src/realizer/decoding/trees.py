"""Exact tree heads: the tree of smallest total F, for a batch of sentences."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from realizer.decoding.arborescence_dense import check_roots
from realizer.decoding.arborescence_implicit import long_tree, short_trees
from realizer.decoding.heads import best_heads
from realizer.decoding.sentences import Integers, Sentences, sentences

__all__ = ["are_trees", "tree_heads"]

_SHORT = 256
_CELLS = 1 << 22


def tree_heads(
    red: ArrayLike, blue: ArrayLike, *, mask: ArrayLike | None = None, roots: Literal["one", "many"] = "one"
) -> Integers:
    """Find the heads that form a tree of smallest total F.

    heads = argmin sum_x F(x, heads(x)) over all trees that hang on the root, by one child or by any number of
    children, with F(x, y) = max_k (x_k - y_k). Exact, and the n^2 arcs are never formed: greedy heads first,
    a look at which sentences are trees already, and contraction of cycles for the others, all at once. Close
    to greedy where greedy has few cycles; O(n log n) for K = 2 then. What is exact about it, and how slow it
    can get on adversarial scores: docs/arborescence.md.

    Args:
        red: Scores of the words as dependents, `[batch, n, order]` or `[n, order]`.
        blue: Scores as heads, `[batch, n + 1, order]` or `[n + 1, order]`; row 0 is the root, row i is word
            i.
        mask: Real words, boolean `[batch, n]` or `[n]`, padding last; what stands at padding does not matter.
        roots: "one": exactly one word hangs on the root; "many": at least one.

    Returns:
        Heads `[batch, n]` or `[n]`: 0 is the root, i the i-th word, -1 stands at padding. No words, no heads:
        an empty array. Of several best trees always the same one is found.

    Raises:
        ShapeError: The shapes do not fit.
        ScoreError: A score is NaN or infinite.
        InputError: The scores are not floating point, the mask is not boolean or not padding-last, or `roots`
            is neither "one" nor "many".

    Reference: Chu and Liu 1965; Edmonds 1967; for one root Stanojevic and Cohen, EMNLP 2021.

    >>> import numpy as np
    >>> red = np.array([[0.0, 0.0], [2.0, -3.0], [2.0, -3.0]])
    >>> blue = np.array([[0.0, 0.0], [3.0, -2.0], [4.0, 1.0], [1.0, -4.0]])
    >>> tree_heads(red, blue)
    array([0, 1, 2])
    """
    check_roots(roots)
    batch = sentences(red, blue, mask)
    lengths = batch.lengths
    heads = np.full(batch.red.shape[:2], -1)
    short = int(lengths.max(initial=0, where=lengths <= _SHORT))
    rows = np.flatnonzero(lengths <= _SHORT)
    if len(rows) and short:
        heads[rows, :short] = _short_heads(_part(batch, rows, short), one=roots == "one")
    for row in np.flatnonzero(lengths > _SHORT):
        n = int(lengths[row])
        heads[row, :n] = long_tree(batch.red[row, :n], batch.blue[row, : n + 1], many=roots == "many")
    return batch.as_given(heads)


def _part(batch: Sentences, rows: Integers, n: int) -> Sentences:
    """Some sentences of a batch, padded to their own length."""
    if len(rows) == len(batch.red) and n == batch.red.shape[1]:
        return batch
    mask = None if batch.mask is None else batch.mask[rows, :n]
    return Sentences(batch.red[rows, :n], batch.blue[rows, : n + 1], mask, single=False)


def _short_heads(batch: Sentences, *, one: bool) -> Integers:
    """Tree heads of short sentences: greedy ones, and the best trees where these are none."""
    heads = best_heads(batch)
    broken = np.flatnonzero(~are_trees(heads, one_root=one))
    if len(broken):
        _repair(batch, heads, broken, one=one)
    return heads


def are_trees(heads: Integers, *, one_root: bool) -> NDArray[np.bool_]:
    """Tell which rows of heads `[batch, n]` (-1: padding) are trees: from every word up to the root.

    All words jump to their heads, then to their heads' heads, doubling: O(n log n) for all rows at once.

    >>> are_trees(np.array([[0, 1, 1], [2, 1, 0], [0, 0, -1]]), one_root=True)
    array([ True, False, False])
    """
    batch, n = heads.shape
    row = np.arange(batch)[:, None] * (n + 1)
    up = np.zeros((batch, n + 1), dtype=np.int64)
    np.maximum(heads, 0, out=up[:, 1:])
    jump = (up + row).reshape(-1)
    for _ in range(n.bit_length()):
        jump = jump[jump]
    trees: NDArray[np.bool_] = (jump.reshape(batch, n + 1) == row).all(axis=1)
    if one_root:
        trees &= (up[:, 1:] + heads == 0).sum(axis=1) <= 1
    return trees


def _repair(batch: Sentences, heads: Integers, broken: Integers, *, one: bool) -> None:
    """Replace the greedy heads of these sentences by those of their best trees, in place.

    If the best tree with any number of roots has one root, it is the best with one root as well. Where greedy
    has no second root that is likely, and it is less work, because greedy's root stays: so it is tried there.
    """
    many = (heads[broken] == 0).sum(axis=1) <= 1 if one else np.ones(len(broken), dtype=np.bool_)
    solved = _solved(batch, heads, broken, many)
    if one:
        several = np.flatnonzero(many & ((solved == 0).sum(axis=1) > 1))
        solved[several] = _solved(batch, heads, broken[several], np.zeros(len(several), dtype=np.bool_))
    heads[broken] = solved


def _solved(batch: Sentences, heads: Integers, rows: Integers, many: NDArray[np.bool_]) -> Integers:
    """Heads of the best trees of some sentences, `[rows, n]`, so many at once that memory stays small."""
    n = heads.shape[1]
    solved = np.full((len(rows), n), -1)
    step = max(1, _CELLS // (n * n))
    for begin in range(0, len(rows), step):
        now = slice(begin, begin + step)
        part = rows[now]
        solved[now] = short_trees(batch.red[part], batch.blue[part], heads[part], many[now])
    return solved
