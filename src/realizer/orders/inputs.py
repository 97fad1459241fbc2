"""What the functions of this room accept, checked in one place.

A relation is a boolean matrix, a total order an integer array of ranks, a set of arcs an integer array of
pairs. Lists are accepted wherever an array is, as long as they hold booleans or whole numbers; nothing is
rounded or cast silently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from realizer.errors import InputError, OrderError, ShapeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Relation: TypeAlias = "NDArray[np.bool_]"
Integers: TypeAlias = "NDArray[np.int64]"


def as_relation(relation: ArrayLike, *, name: str = "relation") -> Relation:
    """Read a relation: a boolean matrix `[n, n]`."""
    array = np.asarray(relation)
    if array.shape == (0,):
        return np.zeros((0, 0), dtype=np.bool_)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise ShapeError(
            f"{name}: expected a square matrix [n, n], got shape {list(array.shape)}; "
            "cure: one row and one column per element"
        )
    if array.dtype != np.bool_:
        raise InputError(
            f"{name}: expected booleans (relation[x, y] means x < y), got {array.dtype}; "
            "cure: relation.astype(bool), if non-zero means related"
        )
    return array


def as_integers(values: ArrayLike, *, name: str, dimensions: int = 1) -> Integers:
    """Read whole numbers: an integer array with the given number of axes."""
    array = np.asarray(values)
    if array.ndim != dimensions:
        raise ShapeError(
            f"{name}: expected {dimensions} axes, got shape {list(array.shape)}; cure: reshape the array"
        )
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise InputError(f"{name}: expected whole numbers, got {array.dtype}; cure: pass an integer array")
    return array.astype(np.int64)


def as_count(count: Any, *, name: str = "n") -> int:  # noqa: ANN401  (whatever a user may pass)
    """Read a number of elements: a whole number, zero or more."""
    if isinstance(count, bool | np.bool_) or not isinstance(count, int | np.integer):
        raise InputError(f"{name}: expected a whole number, got {count!r}; cure: pass an int")
    if count < 0:
        raise InputError(f"{name}: expected zero or more, got {count}; cure: pass the number of elements")
    return int(count)


def as_pairs(pairs: ArrayLike, *, name: str, tails: int, heads: int) -> Integers:
    """Read pairs `[a, 2]` whose first column counts below `tails` and whose second below `heads`."""
    array = np.asarray(pairs)
    if array.size == 0:
        return np.zeros((0, 2), dtype=np.int64)
    array = as_integers(array, name=name, dimensions=2)
    if array.shape[1] != 2:
        raise ShapeError(
            f"{name}: expected pairs [a, 2], got shape {list(array.shape)}; cure: one row per pair"
        )
    bad = np.flatnonzero(((array < 0) | (array >= np.array([tails, heads]))).any(axis=1))
    if bad.size:
        row = int(bad[0])
        raise OrderError(
            f"{name}: expected a first element of 0 to below {tails} and a second of 0 to below {heads}, got "
            f"{array[row].tolist()} in row {row}; cure: count from 0, or raise the number of elements"
        )
    return array
