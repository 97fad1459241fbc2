"""Linear extensions: a total order that contains a given partial one."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

import numpy as np

from realizer.orders.inputs import as_relation
from realizer.orders.relations import refuse_cycle

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Integers


def linear_extension(relation: ArrayLike) -> Integers:
    """Extend a partial order to a total one (Szpilrajn's theorem, made constructive by Kahn's algorithm).

    x < y implies rank[x] < rank[y]. Among the minimal elements left, the one with the smallest number comes
    first, so the answer is the lexicographically smallest sequence and always the same.

    Complexity: O(n²).

    Args:
        relation: Boolean `[n, n]`, without cycles; it need not be transitive.

    Returns:
        `[n]`: the rank of every element.

    Raises:
        OrderError: The relation has a cycle, which is named.

    Example:
        >>> linear_extension([[False, False, False], [True, False, False], [False, False, False]]).tolist()
        [1, 0, 2]

    Reference: Szpilrajn, "Sur l'extension de l'ordre partiel", Fund. Math. 16, 1930; Kahn, "Topological
    sorting of large networks", Comm. ACM 5, 1962.
    """
    relation = as_relation(relation)
    n = len(relation)
    degree = relation.sum(axis=0).astype(np.int64)
    ready = np.flatnonzero(degree == 0).tolist()
    ranks = np.full(n, -1, dtype=np.int64)
    for rank in range(n):
        if not ready:
            refuse_cycle(relation, expected="a relation without cycles")
        x = heapq.heappop(ready)
        ranks[x] = rank
        degree -= relation[x]
        for y in np.flatnonzero(relation[x] & (degree == 0)).tolist():
            heapq.heappush(ready, y)
    return ranks
