"""A proof that an order has no realizer of two orders, and its check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.errors import OrderError
from realizer.orders.inputs import as_count, as_integers, as_pairs, as_relation
from realizer.orders.relations import check_partial_order

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Integers


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """A forcing chain from an arc to its reverse: no realizer of two orders exists.

    Suppose two orders realize the relation, and write a -> b if a and b do not compare and a comes first in
    the first order (hence last in the second). If b and b' compare and a compares with neither, then a -> b
    forces a -> b'; likewise a -> b forces a' -> b if a and a' compare and b compares with neither. A chain
    of such steps from a -> b to b -> a is a contradiction, whichever way one begins.

    Attributes:
        chain: `[r, 2]` arcs (a, b) of incomparable elements; each forces the next, the last is the first
            reversed.
    """

    chain: Integers

    @property
    def elements(self) -> Integers:
        """The elements the chain speaks of: already their suborder has no realizer of two orders."""
        return np.unique(self.chain)


def check_certificate(certificate: Certificate, relation: ArrayLike) -> None:
    """Verify a certificate against the order that it is about, step by step.

    Every arc joins two incomparable elements; neighbours in the chain share a tail and have comparable heads,
    or share a head and have comparable tails; the last arc is the reverse of the first.

    Complexity: O(r) for the chain, plus the check that the relation is an order.

    Args:
        certificate: As from `order_dimension_at_most_two`.
        relation: Boolean `[n, n]`.

    Raises:
        OrderError: The relation is no partial order, or the certificate proves nothing: the step that fails
            is named.

    Example:
        >>> from realizer.orders import order_dimension_at_most_two, standard_example
        >>> outcome = order_dimension_at_most_two(standard_example(3))
        >>> check_certificate(outcome.certificate, standard_example(3))

    Reference: Golumbic, *Algorithmic Graph Theory and Perfect Graphs*, 1980, Chapter 5; Dushnik & Miller,
    "Partially ordered sets", Amer. J. Math. 63, 1941, Theorem 3.61.
    """
    relation = as_relation(relation)
    check_partial_order(relation)
    chain = _as_chain(certificate, len(relation))
    compare = relation | relation.T
    tails, heads = chain[:, 0], chain[:, 1]
    for step in np.flatnonzero(compare[tails, heads] | (tails == heads)).tolist()[:1]:
        raise OrderError(
            f"not a certificate: step {step} orients {tails[step]} and {heads[step]}, which are not two "
            "incomparable elements; cure: take the certificate that belongs to this order"
        )
    same_tail = (tails[1:] == tails[:-1]) & compare[heads[1:], heads[:-1]]
    same_head = (heads[1:] == heads[:-1]) & compare[tails[1:], tails[:-1]]
    for step in np.flatnonzero(~(same_tail | same_head)).tolist()[:1]:
        raise OrderError(
            f"not a certificate: step {step}, {chain[step].tolist()}, does not force the next, "
            f"{chain[step + 1].tolist()}; cure: take the certificate that belongs to this order"
        )


def check_structure_certificate(certificate: Certificate, n: int, arcs: ArrayLike) -> None:
    """Verify a certificate against a token-split structure, without its 2n x 2n matrix.

    Only the suborder of the elements in the chain matters; it is built and given to `check_certificate`.

    Complexity: O((a + r) log r) for a arcs, plus the check on the suborder.

    Args:
        certificate: As from `structure_dimension_at_most_two`: red x is x, blue y is n + y.
        n: The number of tokens.
        arcs: Integers `[a, 2]`, (tail, head).

    Raises:
        OrderError: The certificate proves nothing about this structure.

    Example:
        >>> from realizer.orders import structure_dimension_at_most_two
        >>> arcs = [[x, y] for x in range(3) for y in range(3) if x != y]
        >>> check_structure_certificate(structure_dimension_at_most_two(3, arcs).certificate, 3, arcs)

    Reference: as for `check_certificate`.
    """
    n = as_count(n)
    pairs = as_pairs(arcs, name="arcs", tails=n, heads=n) + np.array([0, n])
    chain = _as_chain(certificate, 2 * n)
    elements = np.unique(chain)
    place = np.searchsorted(elements, pairs)
    place[place == len(elements)] = 0
    inside = (elements[place] == pairs).all(axis=1)
    suborder = np.zeros((len(elements), len(elements)), dtype=np.bool_)
    suborder[place[inside, 0], place[inside, 1]] = True
    check_certificate(Certificate(np.searchsorted(elements, chain)), suborder)


def _as_chain(certificate: Certificate, n: int) -> Integers:
    """Read a chain of arcs over 0..n-1 that ends in the reverse of its beginning."""
    chain = as_integers(certificate.chain, name="chain", dimensions=2)
    if chain.shape[1] != 2 or len(chain) < 2:
        raise OrderError(
            f"not a certificate: expected arcs [r, 2] with r of at least 2, got shape {list(chain.shape)}; "
            "cure: take the certificate as it was returned"
        )
    if chain.min() < 0 or chain.max() >= n:
        raise OrderError(
            f"not a certificate: expected elements 0..{n - 1}, got {chain.min()} to {chain.max()}; cure: "
            "take the certificate that belongs to this order"
        )
    if (chain[0] != chain[-1, ::-1]).any():
        raise OrderError(
            f"not a certificate: the chain leads from {chain[0].tolist()} to {chain[-1].tolist()}, not to "
            "the reverse; cure: take the whole chain"
        )
    return chain
