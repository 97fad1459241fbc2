"""Order dimension at most two: a realizer of two orders, or a proof that there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.orders.certificates import Certificate
from realizer.orders.components import connected_components
from realizer.orders.forcing import orient_by_forcing
from realizer.orders.inputs import as_count, as_pairs, as_relation
from realizer.orders.relations import check_partial_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Integers, Relation


@dataclass(frozen=True, slots=True, eq=False)
class TwoDimensional:
    """The outcome of the test: either a realizer, or a certificate with the component it lives in.

    Attributes:
        realizer: `[2, n]` ranks (`[2, 2n]` for a token-split structure), or None.
        certificate: A forcing chain that excludes a realizer of two orders, or None.
        component: The elements of the connected component that fails, or None.
    """

    realizer: Integers | None
    certificate: Certificate | None
    component: Integers | None

    @property
    def two_dimensional(self) -> bool:
        """Whether the order dimension is at most two."""
        return self.realizer is not None


def order_dimension_at_most_two(relation: ArrayLike) -> TwoDimensional:
    """Decide whether an order is the intersection of two total orders; realize it, or prove that it is not.

    dim P ≤ 2 iff the incomparability graph has a transitive orientation T; then P ∪ T and P ∪ T⁻¹ are total
    orders that realize P. Forcing (see `forcing.py`) finds T or a chain that forces both a → b and b → a.
    Connected components are treated one by one: listed in one direction, then in the other.

    Complexity: O(n³) in bit operations at worst (O(p) operations on sets of n elements for p incomparable
    pairs inside components), plus one matrix product to check the input.

    Args:
        relation: Boolean `[n, n]`, a partial order.

    Returns:
        A realizer `[2, n]` or a certificate (`check_certificate` verifies it).

    Raises:
        OrderError: The relation is not a partial order.

    Example:
        >>> from realizer.orders import n_poset, standard_example
        >>> order_dimension_at_most_two(n_poset()).realizer.tolist()
        [[0, 1, 2, 3], [2, 0, 3, 1]]
        >>> order_dimension_at_most_two(standard_example(3)).two_dimensional
        False

    Reference: Dushnik & Miller, "Partially ordered sets", Amer. J. Math. 63, 1941, Theorem 3.61; Golumbic,
    *Algorithmic Graph Theory and Perfect Graphs*, 1980, Chapter 5; Baker, Fishburn & Roberts, "Partial orders
    of dimension 2", Networks 2, 1972.
    """
    relation = as_relation(relation)
    check_partial_order(relation)
    label = connected_components(len(relation), np.argwhere(relation))
    groups = [group for group in _groups(label) if len(group) > 1]
    within = np.zeros((2, len(relation)), dtype=np.int64)
    return _solve(groups, label, within, lambda members: relation[np.ix_(members, members)])


def structure_dimension_at_most_two(n: int, arcs: ArrayLike) -> TwoDimensional:
    """Decide whether a token-split structure is the intersection of two total orders, from its arcs alone.

    The order red x < blue y iff (x, y) is an arc falls apart into the connected components of its red-blue
    graph; its dimension is at most two iff theirs is. A component in which every red is below every blue (an
    isolated vertex, a star, any complete block) has a realizer in closed form (`block_realizer`); the
    others go through forcing. No 2n x 2n matrix is built.

    Complexity: O((n + a) log n) for a arcs, plus O(v³) bit operations for every incomplete component of v
    vertices.

    Args:
        n: The number of tokens.
        arcs: Integers `[a, 2]`, (tail, head); cycles and self-loops allowed, repeated arcs count once.

    Returns:
        A realizer `[2, 2n]` (red x is x, blue y is n + y), or a certificate with the first component, by
        smallest vertex, that has none.

    Raises:
        OrderError: An arc leaves 0..n-1.

    Example:
        >>> structure_dimension_at_most_two(3, [[0, 1], [1, 2], [2, 0]]).two_dimensional
        True
        >>> crown = [[x, y] for x in range(3) for y in range(3) if x != y]
        >>> structure_dimension_at_most_two(4, crown).component.tolist()
        [0, 1, 2, 4, 5, 6]

    Reference: the paper, Sections 3.3 and 3.4; Golumbic, 1980, as for `order_dimension_at_most_two`.
    """
    n = as_count(n)
    pairs = as_pairs(arcs, name="arcs", tails=n, heads=n)
    pairs = np.unique(pairs, axis=0) + np.array([0, n])
    label = connected_components(2 * n, pairs)
    arcs_of = _groups(label[pairs[:, 0]], size=int(label.max(initial=-1)) + 1)
    reds = np.bincount(label[:n], minlength=len(arcs_of))
    blues = np.bincount(label[n:], minlength=len(arcs_of))
    incomplete = np.flatnonzero(np.array([len(a) for a in arcs_of], dtype=np.int64) < reds * blues)
    members_of = _groups(label, size=len(arcs_of))
    number = np.arange(2 * n)
    mirrored = np.where(number < n, n - 1 - number, 3 * n - 1 - number)  # both colours turned round

    def suborder(members: Integers) -> Relation:
        inside = np.zeros((len(members), len(members)), dtype=np.bool_)
        local = np.searchsorted(members, pairs[arcs_of[label[members[0]]]])
        inside[local[:, 0], local[:, 1]] = True
        return inside

    groups = [members_of[c] for c in incomplete]
    return _solve(groups, label, np.stack([number, mirrored]), suborder)


def _solve(
    groups: Iterable[Integers], label: Integers, within: Integers, suborder: Callable[[Integers], Relation]
) -> TwoDimensional:
    """Realize the given components, or certify the first that cannot be; then line all components up.

    Args:
        groups: The components that need work.
        label: `[n]` the component of every element.
        within: `[2, n]` keys that already order the other components inside; overwritten for `groups`.
        suborder: Builds the order on a component.
    """
    for members in groups:
        below = suborder(members)
        found = orient_by_forcing(below)
        if found.arcs is None or found.chain is not None:
            chain = members[found.chain]
            return TwoDimensional(None, Certificate(chain), members)
        within[0, members] = (below | found.arcs).sum(axis=0)
        within[1, members] = (below | found.arcs.T).sum(axis=0)
    realizer = np.empty_like(within)
    realizer[0, np.lexsort((within[0], label))] = np.arange(len(label))
    realizer[1, np.lexsort((within[1], -label))] = np.arange(len(label))
    return TwoDimensional(realizer, None, None)


def _groups(label: Integers, *, size: int | None = None) -> list[Integers]:
    """List the positions of every label, ascending."""
    count = int(label.max(initial=-1)) + 1 if size is None else size
    ends = np.cumsum(np.bincount(label, minlength=count))
    return np.split(np.argsort(label, kind="stable"), ends[:-1]) if count else []
