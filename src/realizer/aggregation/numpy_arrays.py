"""The NumPy backend of `arrays.Arrays`."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from realizer.aggregation.sorting import ranks_among, stable_order

__all__ = ["NumpyArrays"]

Array: TypeAlias = Any


class NumpyArrays:
    """Array operations on NumPy arrays; stateless."""

    name = "numpy"

    def is_array(self, a: Array) -> bool:
        """Tell whether `a` belongs to this backend."""
        return isinstance(a, np.ndarray)

    def is_floating(self, a: Array) -> bool:
        """Tell whether `a` holds real numbers of limited precision."""
        return bool(np.issubdtype(a.dtype, np.floating))

    def is_boolean(self, a: Array) -> bool:
        """Tell whether `a` is a mask."""
        return bool(a.dtype == np.bool_)

    def is_integer(self, a: Array) -> bool:
        """Tell whether `a` holds whole numbers."""
        return bool(np.issubdtype(a.dtype, np.integer))

    def float64(self, a: Array) -> Array:
        """Convert to float64; a float64 array comes back as it is."""
        return a.astype(np.float64, copy=False)

    def int64(self, a: Array) -> Array:
        """Convert to int64."""
        return a.astype(np.int64, copy=False)

    def scores(self, a: Array) -> Array:
        """Widen half precision to float32; other precisions stay."""
        return a.astype(np.float32) if a.dtype.itemsize < 4 else a

    def as_type(self, a: Array, like: Array) -> Array:
        """Convert to the dtype of `like`."""
        return a.astype(like.dtype, copy=False)

    def full(self, shape: tuple[int, ...], value: float | bool, like: Array) -> Array:
        """Make an array of one value: bool, int64 or float64 by the value's type."""
        del like
        return np.full(shape, value, dtype=_dtype(value))

    def arange(self, n: int, like: Array) -> Array:
        """Count from 0 to n - 1."""
        del like
        return np.arange(n)

    def concatenate(self, parts: list[Array], axis: int = -1) -> Array:
        """Join along an axis."""
        return np.concatenate(parts, axis=axis)

    def stack(self, parts: list[Array], axis: int) -> Array:
        """Join along a new axis."""
        return np.stack(parts, axis=axis)

    def where(self, condition: Array, a: Array, b: Array | float) -> Array:
        """Choose by a mask, in the dtype of `a`."""
        return np.where(condition, a, b if isinstance(b, np.ndarray) else a.dtype.type(b))

    def flip(self, a: Array) -> Array:
        """Reverse the last axis (a view)."""
        return a[..., ::-1]

    def repeat(self, a: Array, counts: Array) -> Array:
        """Repeat each element of a vector."""
        return np.repeat(a, counts)

    def nonzero(self, a: Array) -> tuple[Array, ...]:
        """Give the indices of the true elements, one array per axis."""
        return np.nonzero(a)

    def argsort(self, a: Array) -> Array:
        """Sort stably and return the order."""
        return stable_order(a) if a.dtype == np.float64 else np.argsort(a, axis=-1, kind="stable")

    def sort(self, a: Array) -> Array:
        """Sort the last axis."""
        return np.sort(a, axis=-1)

    def searchsorted(self, ordered: Array, values: Array) -> Array:
        """Count the elements of each sorted row `[b, m]` that are <= each value `[b, n]`."""
        return ranks_among(ordered, values)

    def exp(self, a: Array) -> Array:
        """Exponential; what is too small is zero."""
        return np.exp(a)

    def log(self, a: Array) -> Array:
        """Natural logarithm; of zero it is minus infinity."""
        with np.errstate(divide="ignore"):
            return np.log(a)

    def maximum(self, a: Array, b: Array) -> Array:
        """Element-wise maximum."""
        return np.maximum(a, b)

    def minimum(self, a: Array, b: Array) -> Array:
        """Element-wise minimum."""
        return np.minimum(a, b)

    def logaddexp(self, a: Array, b: Array) -> Array:
        """log(exp(a) + exp(b)); of two minus infinities it is minus infinity."""
        return np.logaddexp(a, b)

    def sum(self, a: Array, axis: int) -> Array:
        """Sum along an axis."""
        return a.sum(axis=axis)

    def amax(self, a: Array, axis: int) -> Array:
        """Maximum along an axis that is not empty."""
        return a.max(axis=axis)

    def amin(self, a: Array, axis: int) -> Array:
        """Minimum along an axis that is not empty."""
        return a.min(axis=axis)

    def argmin(self, a: Array, axis: int) -> Array:
        """Index of the first minimum."""
        return a.argmin(axis=axis)

    def logsumexp(self, a: Array, axis: int) -> Array:
        """log(sum(exp(a))) along an axis that is not empty; of minus infinities it is minus infinity."""
        top = a.max(axis=axis, keepdims=True)
        top = np.where(np.isfinite(top), top, a.dtype.type(0))
        with np.errstate(divide="ignore"):
            total = np.log(np.exp(a - top).sum(axis=axis))
        return total + top.squeeze(axis)

    def cumsum(self, a: Array) -> Array:
        """Prefix sums, inclusive."""
        return np.cumsum(a, axis=-1)

    def cummax(self, a: Array) -> Array:
        """Prefix maxima, inclusive."""
        return np.maximum.accumulate(a, axis=-1)

    def logcumsumexp(self, a: Array) -> Array:
        """Prefix log-sum-exps, inclusive."""
        return np.logaddexp.accumulate(a, axis=-1)

    def add_at(self, size: int, index: Array, values: Array) -> Array:
        """Sum the values (vectors) that fall on each index below `size`."""
        return np.bincount(index, weights=values, minlength=size)

    def maximum_at(self, size: int, index: Array, values: Array) -> Array:
        """Take the maximum of the values that fall on each index; minus infinity where none does."""
        out = np.full(size, -np.inf)
        np.maximum.at(out, index, values)
        return out

    def isfinite(self, a: Array) -> Array:
        """Mark what is neither NaN nor infinite."""
        return np.isfinite(a)

    def in_memory(self, a: Array) -> bool:
        """Whether NumPy code can read the array where it is."""
        return isinstance(a, np.ndarray)

    def to_numpy(self, a: Array) -> Array:
        """Give the array to NumPy code."""
        return a

    def from_numpy(self, a: Array, like: Array) -> Array:
        """Take an array back from NumPy code."""
        del like
        return a


def _dtype(value: float | bool) -> type:
    if isinstance(value, bool):
        return np.bool_
    return np.int64 if isinstance(value, int) else np.float64
