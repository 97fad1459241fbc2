"""Realizers: total orders whose intersection is exactly a given partial order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from realizer.errors import InputError, OrderError, ScoreError, ShapeError
from realizer.orders.inputs import as_relation
from realizer.orders.relations import check_partial_order
from realizer.orders.total_orders import check_total_order

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from realizer.orders.inputs import Relation


def intersection(realizer: ArrayLike) -> Relation:
    """Intersect total orders: x < y iff x comes before y in every one of them.

    x < y iff f_k(x) < f_k(y) for every k. Ranks and real scores (a functional realizer) are both welcome;
    elements that tie in some f_k do not compare.

    Complexity: O(K n²).

    Args:
        realizer: Numbers `[K, n]`, K ≥ 1.

    Returns:
        Boolean `[n, n]`, always a partial order.

    Raises:
        ShapeError: Not two axes, or no order at all.
        ScoreError: NaN.

    Example:
        >>> intersection([[0, 1, 2], [0, 2, 1]]).astype(int).tolist()
        [[0, 1, 1], [0, 0, 0], [0, 0, 0]]

    Reference: Dushnik & Miller, "Partially ordered sets", Amer. J. Math. 63, 1941.
    """
    scores = _as_scores(realizer)
    below = np.ones((scores.shape[1], scores.shape[1]), dtype=np.bool_)
    for order in scores:
        below &= order[:, None] < order[None, :]
    return below


def check_realizer(realizer: ArrayLike, relation: ArrayLike) -> None:
    """Refuse total orders that do not realize a partial order, with a pair of elements as witness.

    {<_1, …, <_K} realizes < iff: x < y iff x <_k y for every k.

    Complexity: O(K n²), plus the check that the relation is an order.

    Args:
        realizer: Integers `[K, n]`, the rank of every element in each of K ≥ 1 total orders.
        relation: Boolean `[n, n]`, a partial order.

    Raises:
        OrderError: The relation is no partial order, a row is no total order, or the intersection differs
            from the relation: then the pair on which it does is named.
        ShapeError: The two are not over the same elements.

    Example:
        >>> check_realizer([[0, 1], [1, 0]], [[False, False], [False, False]])
        >>> check_realizer([[0, 1]], [[False, False], [False, False]])
        Traceback (most recent call last):
        ...
        realizer.errors.OrderError: not a realizer: 0 < 1 in every one of the 1 orders but not in the \
relation; cure: add an order with 1 before 0

    Reference: Dushnik & Miller, 1941, as for `intersection`.
    """
    relation = as_relation(relation)
    orders = _as_orders(realizer, relation)
    check_partial_order(relation)
    for order in orders:
        check_total_order(order)
    found = intersection(orders)
    extra = np.argwhere(found & ~relation)
    if len(extra):
        x, y = extra[0].tolist()
        raise OrderError(
            f"not a realizer: {x} < {y} in every one of the {len(orders)} orders but not in the relation; "
            f"cure: add an order with {y} before {x}"
        )
    missing = np.argwhere(relation & ~found)
    if len(missing):
        x, y = missing[0].tolist()
        k = int(np.argmax(orders[:, x] > orders[:, y]))
        raise OrderError(
            f"not a realizer: {x} < {y} in the relation but {y} < {x} in order {k}; cure: use linear "
            "extensions of the relation"
        )


def is_realizer(realizer: ArrayLike, relation: ArrayLike) -> bool:
    """Tell whether total orders realize a partial order.

    The same definition and cost as `check_realizer`; mismatched shapes are still refused.

    Args:
        realizer: Integers `[K, n]`, ranks.
        relation: Boolean `[n, n]`.

    Returns:
        Whether the rows are total orders and their intersection is the relation.

    Example:
        >>> antichain = [[False, False], [False, False]]
        >>> is_realizer([[0, 1], [1, 0]], antichain), is_realizer([[0, 1]], antichain)
        (True, False)
    """
    try:
        check_realizer(realizer, relation)
    except OrderError:
        return False
    return True


def _as_scores(realizer: ArrayLike) -> NDArray[Any]:
    """Read `[K, n]` numbers without NaN."""
    scores = np.asarray(realizer)
    if scores.ndim != 2 or len(scores) == 0:
        raise ShapeError(
            f"realizer: expected one row per order [K, n] with K of at least 1, got shape "
            f"{list(scores.shape)}; cure: stack the orders, e.g. np.stack([first, second])"
        )
    if not (np.issubdtype(scores.dtype, np.integer) or np.issubdtype(scores.dtype, np.floating)):
        raise InputError(f"realizer: expected real numbers, got {scores.dtype}; cure: pass ranks or scores")
    if np.isnan(scores).any():
        raise ScoreError("realizer: expected numbers, got NaN; cure: find what produced it")
    return scores


def _as_orders(realizer: ArrayLike, relation: Relation) -> NDArray[Any]:
    """Read `[K, n]` numbers over the elements of a relation."""
    orders = _as_scores(realizer)
    if orders.shape[1] != len(relation):
        raise ShapeError(
            f"expected a realizer and a relation over the same elements, got {orders.shape[1]} and "
            f"{len(relation)}; cure: one rank per element"
        )
    if orders.size == 0:
        return orders.astype(np.int64)
    return orders
