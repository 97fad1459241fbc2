"""Relations as boolean matrices: partial orders, their closure and their covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from realizer.errors import OrderError
from realizer.orders.inputs import as_relation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Relation


def check_partial_order(relation: ArrayLike) -> None:
    """Refuse a relation that is not a (strict) partial order, and say why.

    A partial order is irreflexive, asymmetric and transitive: never x < x; not both x < y and y < x;
    x < y and y < z imply x < z.

    Complexity: one boolean matrix product, O(n³) in BLAS.

    Args:
        relation: Boolean `[n, n]`; relation[x, y] means x < y.

    Raises:
        OrderError: With a witness: a reflexive element, a cycle, or three elements that are not transitive.
        ShapeError: The matrix is not square.
        InputError: The matrix is not boolean.

    Example:
        >>> check_partial_order([[False, True], [False, False]])
        >>> check_partial_order([[False, True], [True, False]])
        Traceback (most recent call last):
        ...
        realizer.errors.OrderError: expected a partial order, got a cycle: 0 < 1 < 0; cure: drop one of \
these relations, or split the tokens (token_split) if the cycle is meant

    Reference: Hausdorff, *Grundzüge der Mengenlehre*, 1914.
    """
    relation = as_relation(relation)
    reflexive = np.flatnonzero(np.diagonal(relation))
    if reflexive.size:
        x = int(reflexive[0])
        raise OrderError(
            f"expected a partial order, got a reflexive element: {x} < {x}; cure: clear the diagonal, or "
            "split the tokens (token_split) if the self-loop is meant"
        )
    missing = compose(relation, relation) & ~relation
    if not missing.any():  # transitive and irreflexive, therefore asymmetric
        return
    refuse_cycle(relation, expected="a partial order")
    x, z = (int(v) for v in np.argwhere(missing)[0])
    y = int(np.flatnonzero(relation[x] & relation[:, z])[0])
    raise OrderError(
        f"expected a partial order, got one that is not transitive: {x} < {y} and {y} < {z} but not "
        f"{x} < {z}; cure: take its transitive_closure"
    )


def is_partial_order(relation: ArrayLike) -> bool:
    """Tell whether a relation is a (strict) partial order.

    The same definition and cost as `check_partial_order`, as an answer instead of an error. A matrix that is
    not square or not boolean is still refused.

    Args:
        relation: Boolean `[n, n]`.

    Returns:
        Whether it is irreflexive, asymmetric and transitive.

    Example:
        >>> is_partial_order([[False, True], [False, False]]), is_partial_order([[True]])
        (True, False)
    """
    relation = as_relation(relation)
    if np.diagonal(relation).any():
        return False
    return not (compose(relation, relation) & ~relation).any()


def check_total_relation(relation: ArrayLike) -> None:
    """Refuse a relation that is not a total order: a partial order in which any two elements compare.

    Complexity: as `check_partial_order`.

    Args:
        relation: Boolean `[n, n]`.

    Raises:
        OrderError: It is not a partial order, or two elements do not compare; they are named.

    Example:
        >>> check_total_relation([[False, False], [False, False]])
        Traceback (most recent call last):
        ...
        realizer.errors.OrderError: expected a total order, got two elements that do not compare: 0 and 1; \
cure: take a linear_extension

    Reference: Dushnik & Miller, "Partially ordered sets", Amer. J. Math. 63, 1941.
    """
    check_partial_order(relation)
    pairs = np.argwhere(np.triu(incomparability(as_relation(relation))))
    if len(pairs):
        x, y = pairs[0].tolist()
        raise OrderError(
            f"expected a total order, got two elements that do not compare: {x} and {y}; "
            "cure: take a linear_extension"
        )


def is_total_relation(relation: ArrayLike) -> bool:
    """Tell whether a relation is a total order.

    Complexity: as `is_partial_order`.

    Args:
        relation: Boolean `[n, n]`.

    Returns:
        Whether it is a partial order in which any two elements compare.

    Example:
        >>> is_total_relation([[False, True], [False, False]]), is_total_relation([[False] * 2] * 2)
        (True, False)
    """
    return is_partial_order(relation) and not incomparability(as_relation(relation)).any()


def transitive_closure(relation: ArrayLike) -> Relation:
    """Close a relation under transitivity: x < y iff a path of one or more arcs leads from x to y.

    Any relation has a closure. That of a cyclic one is reflexive on its cycles and hence no partial order;
    `check_partial_order(transitive_closure(relation))` refuses it.

    Complexity: O(n³) bit operations, one vectorised pass per element.

    Args:
        relation: Boolean `[n, n]`, not necessarily an order.

    Returns:
        Boolean `[n, n]`: the smallest transitive relation that contains it.

    Example:
        >>> transitive_closure(np.eye(3, k=1, dtype=bool)).astype(int).tolist()
        [[0, 1, 1], [0, 0, 1], [0, 0, 0]]

    Reference: Warshall, "A theorem on Boolean matrices", J. ACM 9, 1962.
    """
    closure = as_relation(relation).copy()
    for via in range(len(closure)):
        closure[closure[:, via]] |= closure[via]
    return closure


def cover_relation(relation: ArrayLike) -> Relation:
    """Reduce a partial order to its covers: x < y with nothing between them (the Hasse diagram).

    covers = relation minus (relation ∘ relation); it is the smallest relation with the same closure.

    Complexity: one boolean matrix product, O(n³) in BLAS.

    Args:
        relation: Boolean `[n, n]`, a partial order.

    Returns:
        Boolean `[n, n]`: y covers x.

    Raises:
        OrderError: The relation is not a partial order; a cycle is named.

    Example:
        >>> cover_relation(np.triu(np.ones((3, 3), dtype=bool), 1)).astype(int).tolist()
        [[0, 1, 0], [0, 0, 1], [0, 0, 0]]

    Reference: Aho, Garey & Ullman, "The transitive reduction of a directed graph", SIAM J. Comput. 1, 1972.
    """
    check_partial_order(relation)
    relation = as_relation(relation)
    return relation & ~compose(relation, relation)


def find_cycle(relation: ArrayLike) -> list[int] | None:
    """Find a cycle of a relation, or None if it has none.

    Elements without predecessors are peeled off until none is left; what remains has a predecessor for
    every element, so walking backwards must close a cycle.

    Complexity: O(n²).

    Args:
        relation: Boolean `[n, n]`.

    Returns:
        The elements of a cycle `x0 < x1 < … < x0`, each once, or None.

    Example:
        >>> find_cycle([[False, True, False], [False, False, True], [True, False, False]])
        [0, 1, 2]

    Reference: Kahn, "Topological sorting of large networks", Comm. ACM 5, 1962.
    """
    relation = as_relation(relation)
    degree = relation.sum(axis=0)
    alive = np.ones(len(relation), dtype=np.bool_)
    sources = np.flatnonzero(degree == 0)
    while sources.size:
        alive[sources] = False
        degree = degree - relation[sources].sum(axis=0)
        sources = np.flatnonzero(alive & (degree == 0))
    if not alive.any():
        return None
    x = int(np.argmax(alive))
    walk: dict[int, int] = {}  # element: when it was met
    while x not in walk:
        walk[x] = len(walk)
        x = int(np.argmax(relation[:, x] & alive))
    cycle = list(walk)[walk[x] :][::-1]
    smallest = cycle.index(min(cycle))
    return cycle[smallest:] + cycle[:smallest]


def refuse_cycle(relation: Relation, *, expected: str) -> None:
    """Raise an OrderError with a cycle of the relation as witness, if it has one."""
    cycle = find_cycle(relation)
    if cycle is None:
        return
    chain = " < ".join(str(v) for v in [*cycle, cycle[0]])
    raise OrderError(
        f"expected {expected}, got a cycle: {chain}; cure: drop one of these relations, or split the "
        "tokens (token_split) if the cycle is meant"
    )


def compose(first: Relation, second: Relation) -> Relation:
    """Compose two relations: x to z iff some y has first[x, y] and second[y, z]."""
    product: Relation = first.astype(np.float32) @ second.astype(np.float32) > 0.5
    return product


def incomparability(relation: Relation) -> Relation:
    """Tell which pairs of distinct elements of a partial order do not compare."""
    incomparable = ~(relation | relation.T)
    np.fill_diagonal(incomparable, val=False)
    return incomparable
