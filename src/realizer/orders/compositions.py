"""Series and parallel composition: large orders from small ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from realizer.orders.inputs import as_relation
from realizer.orders.relations import check_partial_order

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Relation


def series(*relations: ArrayLike) -> Relation:
    """Compose orders in series: all of the first below all of the second, and so on.

    P₁ ; P₂ = P₁ ∪ P₂ ∪ (V₁ × V₂), elements renumbered one part after the other.

    Differs from the paper: its definition adds only sinks(P₁) × sources(P₂), which is the series composition
    of minimal (Hasse) diagrams; on orders, which are transitively closed, this comes to all of V₁ × V₂.

    Complexity: O(n²) for n elements in all, plus the check of the parts.

    Args:
        *relations: Boolean `[n_i, n_i]` each.

    Returns:
        Boolean `[n, n]`; without arguments the empty order.

    Raises:
        OrderError: A part is not a partial order.

    Example:
        >>> series([[False]], [[False]], [[False]]).astype(int).tolist()
        [[0, 1, 1], [0, 0, 1], [0, 0, 0]]

    Reference: Valdes, Tarjan & Lawler, "The recognition of series parallel digraphs", SIAM J. Comput. 11,
    1982.
    """
    return _side_by_side(relations, below=True)


def parallel(*relations: ArrayLike) -> Relation:
    """Compose orders in parallel: side by side, nothing compares across.

    P₁ ∥ P₂ = P₁ ∪ P₂, elements renumbered one part after the other.

    Complexity: O(n²) for n elements in all, plus the check of the parts.

    Args:
        *relations: Boolean `[n_i, n_i]` each.

    Returns:
        Boolean `[n, n]`; without arguments the empty order.

    Raises:
        OrderError: A part is not a partial order.

    Example:
        >>> parallel([[False]], [[False, True], [False, False]]).astype(int).tolist()
        [[0, 0, 0], [0, 0, 1], [0, 0, 0]]

    Reference: Valdes, Tarjan & Lawler, 1982, as for `series`.
    """
    return _side_by_side(relations, below=False)


def _side_by_side(relations: tuple[ArrayLike, ...], *, below: bool) -> Relation:
    """Put relations on the diagonal of one matrix, the upper right filled with `below`."""
    parts = [as_relation(r) for r in relations]
    for part in parts:
        check_partial_order(part)
    size = sum(len(p) for p in parts)
    result = np.zeros((size, size), dtype=np.bool_)
    start = 0
    for part in parts:
        stop = start + len(part)
        result[start:stop, start:stop] = part
        result[start:stop, stop:] = below
        start = stop
    return result
