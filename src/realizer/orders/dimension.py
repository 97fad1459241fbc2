"""The exact order dimension of small orders.

Two total orders are decided by forcing. For three and more the problem is NP-complete, and small orders are
searched: a family of linear extensions realizes an order iff every *critical pair* is reversed in one of
them. (x, y) is critical if x and y do not compare, all below x is below y, and all above y is above x. So the
critical pairs are distributed over t orders; an order takes another pair as long as no cycle arises, which
its transitive closure tells. The pair with the fewest orders left goes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.errors import InputError, OrderError
from realizer.orders.inputs import as_count, as_relation
from realizer.orders.linear_extensions import linear_extension
from realizer.orders.relations import check_partial_order, incomparability
from realizer.orders.two_dimensional import order_dimension_at_most_two

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Integers, Relation


@dataclass(frozen=True, slots=True, eq=False)
class Dimension:
    """The order dimension, and a realizer that attains it.

    Attributes:
        value: The smallest number of total orders whose intersection is the order, at least 1.
        realizer: `[value, n]` ranks.
    """

    value: int
    realizer: Integers


def order_dimension(relation: ArrayLike, *, limit: int = 16) -> Dimension:
    """Find the order dimension of a small order, with a smallest realizer.

    dim P = min{K : P is the intersection of K total orders}. A chain, the empty order included, has 1.

    Complexity: polynomial up to dimension 2; beyond, exponential in the number of critical pairs
    (NP-complete). Ten elements take milliseconds.

    Args:
        relation: Boolean `[n, n]`, a partial order.
        limit: Refuse to search orders of more elements than this; those of dimension at most 2 never need it.

    Returns:
        The dimension and a realizer.

    Raises:
        OrderError: The relation is not a partial order.
        InputError: The order has dimension 3 or more and more than `limit` elements.

    Example:
        >>> from realizer.orders import boolean_lattice, standard_example
        >>> order_dimension(boolean_lattice(3)).value, order_dimension(standard_example(4)).value
        (3, 4)

    Reference: Dushnik & Miller, "Partially ordered sets", Amer. J. Math. 63, 1941; Hiraguchi, "On the
    dimension of orders", Sci. Rep. Kanazawa Univ. 4, 1955; Yannakakis, "The complexity of the partial order
    dimension problem", SIAM J. Alg. Disc. Meth. 3, 1982; Trotter, *Combinatorics and Partially Ordered Sets:
    Dimension Theory*, 1992, Chapter 1 (critical pairs).
    """
    relation = as_relation(relation)
    limit = as_count(limit, name="limit")
    check_partial_order(relation)
    if not incomparability(relation).any():
        return Dimension(1, linear_extension(relation)[None])
    two = order_dimension_at_most_two(relation)
    if two.realizer is not None:
        return Dimension(2, two.realizer)
    if len(relation) > limit:
        raise InputError(
            f"expected at most limit={limit} elements for the search beyond dimension 2, got "
            f"{len(relation)}; cure: raise limit, and be patient"
        )
    pairs = critical_pairs(relation).tolist()
    above = [sum(1 << y for y in np.flatnonzero(row).tolist()) for row in relation]
    for count in range(3, len(relation) // 2 + 1):  # Hiraguchi: dim <= n / 2 for n >= 4
        orders = _distribute([above] * count, [(x, y) for x, y in pairs])
        if orders is not None:
            return Dimension(count, np.stack([linear_extension(_matrix(order)) for order in orders]))
    raise OrderError(
        "expected a dimension of at most n / 2 (Hiraguchi), found none; cure: report this as a bug"
    )


def critical_pairs(relation: ArrayLike) -> Integers:
    """List the critical pairs of an order.

    (x, y) incomparable, every z < x has z < y, every z > y has z > x. Linear extensions realize the order iff
    each critical pair (x, y) is reversed, y before x, in one of them.

    Complexity: two matrix products, O(n³) in BLAS.

    Args:
        relation: Boolean `[n, n]`, a partial order.

    Returns:
        `[c, 2]`: the pairs (x, y), sorted.

    Raises:
        OrderError: The relation is not a partial order.

    Example:
        >>> from realizer.orders import standard_example
        >>> critical_pairs(standard_example(3)).tolist()
        [[0, 3], [1, 4], [2, 5]]

    Reference: Rabinovitch & Rival, "The rank of a distributive lattice", Discrete Math. 25, 1979;
    Trotter, as for `order_dimension`.
    """
    relation = as_relation(relation)
    check_partial_order(relation)
    below, not_below = relation.astype(np.float32), (~relation).astype(np.float32)
    down_escapes = below.T @ not_below > 0.5  # some z < x is not below y
    up_escapes = not_below @ below.T > 0.5  # some z > y is not above x
    return np.argwhere(incomparability(relation) & ~down_escapes & ~up_escapes).astype(np.int64)


def _distribute(orders: list[list[int]], pairs: list[tuple[int, int]]) -> list[list[int]] | None:
    """Reverse every pair in one of the orders, each a transitive closure as bit sets; None if impossible."""
    best: tuple[int, int] | None = None
    room: list[int] = []
    for x, y in pairs:
        if any(order[y] >> x & 1 for order in orders):
            continue
        free = [k for k, order in enumerate(orders) if not order[x] >> y & 1 and order not in orders[:k]]
        if best is None or len(free) < len(room):
            best, room = (x, y), free
    if best is None:
        return orders
    x, y = best
    for k in room:
        found = _distribute([*orders[:k], _put_below(orders[k], y, x), *orders[k + 1 :]], pairs)
        if found is not None:
            return found
    return None


def _put_below(above: list[int], low: int, high: int) -> list[int]:
    """Add low < high to a transitive closure."""
    reach = above[high] | 1 << high
    return [up | reach if v == low or up >> low & 1 else up for v, up in enumerate(above)]


def _matrix(above: list[int]) -> Relation:
    """Write bit sets as the rows of a boolean matrix."""
    n = len(above)
    return np.array([[up >> y & 1 for y in range(n)] for up in above], dtype=np.bool_).reshape(n, n)
