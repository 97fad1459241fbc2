"""Total orders as ranks: rank[x] is the position of element x, counted from 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from realizer.errors import OrderError
from realizer.orders.inputs import as_integers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Integers


def check_total_order(order: ArrayLike) -> None:
    """Refuse an array of ranks that is not a total order: every rank 0..n-1 exactly once.

    x < y iff order[x] < order[y]; the order is total iff the ranks are distinct.

    Complexity: O(n).

    Args:
        order: Integers `[n]`, the rank of every element.

    Raises:
        OrderError: A rank is out of range, or two elements share one; they are named.
        ShapeError: Not one axis.
        InputError: Not whole numbers.

    Example:
        >>> check_total_order([2, 0, 1])
        >>> check_total_order([2, 0, 2])
        Traceback (most recent call last):
        ...
        realizer.errors.OrderError: expected distinct ranks, got rank 2 for both 0 and 2; cure: break the \
tie, e.g. order.argsort(kind='stable').argsort()

    Reference: Dushnik & Miller, "Partially ordered sets", Amer. J. Math. 63, 1941.
    """
    ranks = as_integers(order, name="order")
    n = len(ranks)
    outside = np.flatnonzero((ranks < 0) | (ranks >= n))
    if outside.size:
        x = int(outside[0])
        raise OrderError(
            f"expected ranks in 0..{n - 1}, got rank {ranks[x]} for element {x}; cure: count ranks from 0 "
            "without gaps, e.g. order.argsort(kind='stable').argsort()"
        )
    holder = np.full(n, -1, dtype=np.int64)
    holder[ranks[::-1]] = np.arange(n - 1, -1, -1)  # the first holder of a shared rank wins
    second = np.flatnonzero(holder[ranks] != np.arange(n))
    if second.size:
        y = int(second[0])
        raise OrderError(
            f"expected distinct ranks, got rank {ranks[y]} for both {holder[ranks[y]]} and {y}; cure: break "
            "the tie, e.g. order.argsort(kind='stable').argsort()"
        )


def is_total_order(order: ArrayLike) -> bool:
    """Tell whether an array of ranks is a total order.

    Complexity: O(n). An array that is not one-dimensional or not of whole numbers is refused.

    Args:
        order: Integers `[n]`.

    Returns:
        Whether every rank 0..n-1 occurs exactly once.

    Example:
        >>> is_total_order([2, 0, 1]), is_total_order([0, 0, 1]), is_total_order([])
        (True, False, True)
    """
    ranks = as_integers(order, name="order")
    inside = bool(((ranks >= 0) & (ranks < len(ranks))).all())
    return inside and bool((np.bincount(ranks, minlength=len(ranks)) == 1).all())


def order_of_sequence(sequence: ArrayLike) -> Integers:
    """Turn elements listed in order into ranks: the inverse permutation.

    rank[sequence[i]] = i.

    Complexity: O(n).

    Args:
        sequence: Integers `[n]`: every element 0..n-1 once, the smallest first.

    Returns:
        `[n]`: the rank of every element.

    Raises:
        OrderError: The sequence leaves out an element or repeats one.

    Example:
        >>> order_of_sequence([2, 0, 1]).tolist()
        [1, 2, 0]
    """
    elements = as_integers(sequence, name="sequence")
    if not is_total_order(elements):
        raise OrderError(
            f"sequence: expected every element 0..{len(elements) - 1} exactly once, got something else; "
            "cure: list each element once"
        )
    ranks = np.empty(len(elements), dtype=np.int64)
    ranks[elements] = np.arange(len(elements))
    return ranks


def sequence_of_order(order: ArrayLike) -> Integers:
    """List the elements of a total order, the smallest first: the inverse of `order_of_sequence`.

    sequence[rank[x]] = x.

    Complexity: O(n).

    Args:
        order: Integers `[n]`, ranks.

    Returns:
        `[n]`: the elements in order.

    Raises:
        OrderError: The ranks are not a total order.

    Example:
        >>> sequence_of_order([1, 2, 0]).tolist()
        [2, 0, 1]
    """
    check_total_order(order)
    return order_of_sequence(order)
