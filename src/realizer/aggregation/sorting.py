"""Sorting a million numbers in NumPy, several times faster than `numpy.argsort(kind="stable")`.

Sorting plain 64-bit integers is what NumPy does fastest. So each number is rounded to float32 and packed with
its index into one integer. Rounding is monotone: only runs of equal roundings need a second, exact sort.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["ranks_among", "stable_order"]

Numbers = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

LONG = 1 << 12


def stable_order(numbers: Numbers) -> Integers:
    """Return the order that sorts the last axis stably: of equals the first index comes first. O(N log N)."""
    if numbers.shape[-1] < LONG:
        return np.argsort(numbers, axis=-1, kind="stable")
    rows = numbers.reshape(-1, numbers.shape[-1])
    out = np.empty(rows.shape, dtype=np.int64)
    for row, order in zip(rows, out, strict=True):
        order[:] = _row_order(row)
    return out.reshape(numbers.shape)


def _row_order(row: Numbers) -> Integers:
    with np.errstate(over="ignore"):
        bits = (row.astype(np.float32) + np.float32(0)).view(np.uint32)
    packed = np.where(bits >> 31, ~bits, bits | np.uint32(1 << 31)).astype(np.uint64)
    packed <<= np.uint64(32)
    packed |= np.arange(len(row), dtype=np.uint64)
    packed.sort()
    order = (packed & np.uint64(0xFFFFFFFF)).view(np.int64)
    ascending = row[order]
    if bool((ascending[1:] < ascending[:-1]).any()):
        packed >>= np.uint64(32)
        equal = packed[1:] == packed[:-1]
        tied = np.flatnonzero(np.append(equal, False) | np.insert(equal, 0, False))
        members = order[tied]
        order[tied] = members[np.lexsort((members, row[members]))]
    return order


def ranks_among(ordered: Numbers, values: Numbers) -> Integers:
    """Count the elements of each sorted row `[b, m]` that are <= each value `[b, n]`.

    Many values are sorted first, for the cache's sake.
    """
    out = np.empty(values.shape, dtype=np.int64)
    for row, wanted, ranks in zip(ordered, values, out, strict=True):
        if min(len(row), len(wanted)) < LONG:
            ranks[:] = np.searchsorted(row, wanted, side="right")
        else:
            order = _row_order(wanted)
            ranks[order] = np.searchsorted(row, wanted[order], side="right")
    return out
