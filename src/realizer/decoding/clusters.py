"""Clusters: mentions that are linked through their antecedents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from realizer.decoding.sentences import Integers
from realizer.errors import InputError, OrderError, ShapeError

__all__ = ["Clusters", "clusters"]


@dataclass(frozen=True, slots=True)
class Clusters:
    """A partition of mentions.

    Attributes:
        cluster: The cluster of every mention, numbered by first mention, `[m]`; -1: none.
        count: How many clusters there are.
    """

    cluster: Integers
    count: int

    def members(self) -> tuple[tuple[int, ...], ...]:
        """The mentions of each cluster, in order.

        >>> clusters([-1, -1, 0, 2]).members()
        ((0, 2, 3),)
        """
        order = np.argsort(self.cluster, kind="stable")
        begin = np.searchsorted(self.cluster[order], np.arange(self.count + 1))
        parts = np.split(order, begin)[1:-1]
        return tuple(tuple(part.tolist()) for part in parts)


def clusters(antecedents: ArrayLike, *, singletons: bool = False) -> Clusters:
    """Link every mention to its antecedent and name what hangs together.

    All mentions jump to their antecedent, then to its antecedent's, doubling, until everybody stands on the
    first mention of a cluster: O(m log m) at worst.

    Args:
        antecedents: For every mention the index of an earlier one, or -1 for none, `[m]`.
        singletons: Whether a mention that is linked to no other is a cluster of its own; else it is in none
            (-1).

    Returns:
        The cluster of every mention.

    Raises:
        ShapeError: The antecedents are not one row.
        InputError: They are not whole numbers, or out of range.
        OrderError: An antecedent is the mention itself or a later one.

    >>> clusters([-1, -1, 0, 1, 2])
    Clusters(cluster=array([0, 1, 0, 1, 0]), count=2)
    >>> clusters([-1, -1, 1], singletons=True)
    Clusters(cluster=array([0, 1, 1]), count=2)
    """
    links = _checked(antecedents)
    own = np.arange(len(links))
    first = np.where(links < 0, own, links)
    while True:
        ahead = first[first]
        if np.array_equal(ahead, first):
            break
        first = ahead
    kept = first == own
    if not singletons:
        kept &= np.bincount(first, minlength=len(links)) > 1
    number = np.where(kept, np.cumsum(kept) - 1, -1)
    return Clusters(number[first], int(kept.sum()))


def _checked(antecedents: ArrayLike) -> Integers:
    links = np.asarray(antecedents)
    if links.ndim != 1:
        raise ShapeError(
            f"expected antecedents [m], got shape {list(links.shape)}; cure: one document at a time"
        )
    if len(links) == 0:
        return np.zeros(0, dtype=np.int64)
    if links.dtype.kind not in "iu":
        raise InputError(
            f"expected antecedents as whole numbers, got an array of {links.dtype}; cure: the index of an "
            f"earlier mention, or -1"
        )
    links = links.astype(np.int64)
    bad = np.flatnonzero((links < -1) | (links >= len(links)))
    if len(bad):
        raise InputError(
            f"expected antecedents from -1 to {len(links) - 1}, got {links[bad[0]]} for mention {bad[0]}; "
            f"cure: count mentions from 0, and write -1 for none"
        )
    late = np.flatnonzero(links >= np.arange(len(links)))
    if len(late):
        raise OrderError(
            f"expected antecedents before their mentions, got {links[late[0]]} for mention {late[0]}; cure: "
            f"number mentions in the order of the text, and link later ones to earlier ones"
        )
    return links
