"""What is decoded: a batch of sentences, checked once and given one batch axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from realizer.errors import InputError, ScoreError, ShapeError

__all__ = ["Floats", "Integers", "Sentences", "check_mask", "check_scores", "sentences"]

Floats = NDArray[np.floating[Any]]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sentences:
    """A batch of sentences, each word with its order scores.

    Attributes:
        red: Scores of the words as dependents, `[batch, n, order]`, finite; rows of padding are 0.
        blue: Scores of the root (row 0) and of the words as heads, `[batch, n + 1, order]`, the same.
        mask: Real words `[batch, n]`, or None: all of them.
        single: Whether the arguments had no batch axis.
    """

    red: Floats
    blue: Floats
    mask: NDArray[np.bool_] | None
    single: bool

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Batch, longest sentence and the number of orders."""
        batch, n, orders = self.red.shape
        return batch, n, orders

    @property
    def lengths(self) -> Integers:
        """Words per sentence, `[batch]`."""
        batch, n, _ = self.sizes
        return np.full(batch, n) if self.mask is None else self.mask.sum(axis=1)

    def as_given(self, heads: Integers) -> Integers:
        """Drop the batch axis of a result if the arguments had none."""
        return heads[0] if self.single else heads


def sentences(red: ArrayLike, blue: ArrayLike, mask: ArrayLike | None) -> Sentences:
    """Check order scores of sentences and give them a batch axis; scores at padding may be anything."""
    red, blue = check_scores("red", red), check_scores("blue", blue)
    if red.ndim not in {2, 3} or blue.ndim != red.ndim:
        raise ShapeError(
            f"expected red [n, K] and blue [n + 1, K], or both with a batch axis in front, got "
            f"{list(red.shape)} and {list(blue.shape)}; cure: flatten further axes into one batch axis"
        )
    wanted = (*red.shape[:-2], red.shape[-2] + 1, red.shape[-1])
    if blue.shape != wanted:
        raise ShapeError(
            f"expected blue of shape {list(wanted)} for red of shape {list(red.shape)}, got "
            f"{list(blue.shape)}; cure: blue row 0 is the root and row i is word i, with as many orders as "
            f"red"
        )
    real = None if mask is None else check_mask(mask, red.shape[:-1])
    single = red.ndim == 2
    if single:
        red, blue, real = red[None], blue[None], None if real is None else real[None]
    if real is not None and bool(real.all()):
        real = None
    if real is not None:
        candidates = np.concatenate([np.ones_like(real, shape=(len(real), 1)), real], axis=1)
        red, blue = np.where(real[..., None], red, 0), np.where(candidates[..., None], blue, 0)
    _check_finite("red", red)
    _check_finite("blue", blue)
    return Sentences(red, blue, real, single)


def check_scores(name: str, scores: ArrayLike) -> Floats:
    """Refuse what is not an array of real numbers with at least one order; widen half precision."""
    array = np.asarray(scores)
    if array.dtype.kind != "f":
        raise InputError(
            f"expected {name} as real numbers, got an array of {array.dtype}; cure: "
            f"{name}.astype(numpy.float32)"
        )
    if array.ndim < 2 or array.shape[-1] < 1:
        raise ShapeError(
            f"expected {name} as [..., rows, K] with K >= 1 orders, got shape {list(array.shape)}; cure: "
            f"one row of K numbers per word"
        )
    return array.astype(np.float32) if array.dtype.itemsize < 4 else array


def check_mask(mask: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Refuse a mask that is not boolean, not of this shape, or has padding before real words."""
    array = np.asarray(mask)
    if array.dtype != np.bool_:
        raise InputError(f"expected mask as booleans, got an array of {array.dtype}; cure: mask = mask > 0")
    if array.shape != shape:
        raise ShapeError(
            f"expected mask of shape {list(shape)}, got {list(array.shape)}; cure: one flag per word"
        )
    if bool((array[..., 1:] & ~array[..., :-1]).any()):
        raise InputError(
            "expected padding only after the last word of a sentence, got a real word after padding; cure: "
            "move the real words to the front"
        )
    return array


def _check_finite(name: str, scores: Floats) -> None:
    finite = np.isfinite(scores)
    if not bool(finite.all()):
        place = [int(axis) for axis in np.argwhere(~finite)[0]]
        raise ScoreError(
            f"expected finite scores, got {float(scores[tuple(place)])} at {name}{place} (batch, row, "
            f"order); cure: look for a division by zero or an overflow in the network, or mask the word"
        )
