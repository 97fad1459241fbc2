"""Small orders that everyone knows: chains, antichains, N, fences, Boolean lattices, the S_n."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from realizer.orders.inputs import as_count

if TYPE_CHECKING:
    from realizer.orders.inputs import Relation


def chain(n: int) -> Relation:
    """Build the chain 0 < 1 < … < n-1, of dimension 1.

    x < y iff x < y as numbers. Complexity: O(n²).

    Args:
        n: The number of elements.

    Returns:
        Boolean `[n, n]`.

    Example:
        >>> chain(3).astype(int).tolist()
        [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    """
    numbers = np.arange(as_count(n))
    return numbers[:, None] < numbers[None, :]


def antichain(n: int) -> Relation:
    """Build n elements of which no two compare, of dimension 2 (1 if n < 2).

    Never x < y. Complexity: O(n²).

    Args:
        n: The number of elements.

    Returns:
        Boolean `[n, n]`.

    Example:
        >>> antichain(2).astype(int).tolist()
        [[0, 0], [0, 0]]
    """
    return np.zeros((as_count(n), n), dtype=np.bool_)


def fence(n: int) -> Relation:
    """Build the fence (zigzag) 0 < 1 > 2 < 3 > …, of dimension 2 from three elements on.

    x < y iff x is even and |x - y| = 1. Complexity: O(n²).

    Args:
        n: The number of elements.

    Returns:
        Boolean `[n, n]`.

    Example:
        >>> fence(3).astype(int).tolist()
        [[0, 1, 0], [0, 0, 0], [0, 1, 0]]

    Reference: Trotter, *Combinatorics and Partially Ordered Sets: Dimension Theory*, 1992.
    """
    numbers = np.arange(as_count(n))
    below: Relation = (np.abs(numbers[:, None] - numbers[None, :]) == 1) & (numbers[:, None] % 2 == 0)
    return below


def n_poset() -> Relation:
    """Build the order N: 0 < 2, 1 < 2, 1 < 3; of dimension 2, the smallest that is not series-parallel.

    Complexity: O(1).

    Returns:
        Boolean `[4, 4]`.

    Example:
        >>> [pair.tolist() for pair in np.argwhere(n_poset())]
        [[0, 2], [1, 2], [1, 3]]

    Reference: Valdes, Tarjan & Lawler, "The recognition of series parallel digraphs", SIAM J. Comput. 11,
    1982.
    """
    below = np.zeros((4, 4), dtype=np.bool_)
    below[[0, 1, 1], [2, 2, 3]] = True
    return below


def boolean_lattice(n: int) -> Relation:
    """Build the lattice B_n of the subsets of n things, ordered by inclusion; of dimension n (1 if n = 0).

    x < y iff x is a proper subset of y, element x being the set of the one-bits of its number.
    Complexity: O(4ⁿ).

    Args:
        n: The number of things; there are 2ⁿ elements.

    Returns:
        Boolean `[2ⁿ, 2ⁿ]`.

    Example:
        >>> boolean_lattice(2).astype(int).tolist()
        [[0, 1, 1, 1], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]]

    Reference: Komm, "On the dimension of partially ordered sets", Amer. J. Math. 70, 1948.
    """
    subsets = np.arange(2 ** as_count(n))
    below: Relation = (subsets[:, None] & ~subsets[None, :]) == 0
    np.fill_diagonal(below, val=False)
    return below


def standard_example(n: int) -> Relation:
    """Build the standard example S_n, the smallest orders of dimension n (n ≥ 3; S_1 and S_2 have 2).

    a_i < b_j iff i ≠ j, with a_i = i and b_j = n + j. Complexity: O(n²).

    Args:
        n: Half the number of elements.

    Returns:
        Boolean `[2n, 2n]`.

    Example:
        >>> [pair.tolist() for pair in np.argwhere(standard_example(2))]
        [[0, 3], [1, 2]]

    Reference: Dushnik & Miller, "Partially ordered sets", Amer. J. Math. 63, 1941, Theorem 4.1.
    """
    n = as_count(n)
    below = np.zeros((2 * n, 2 * n), dtype=np.bool_)
    below[:n, n:] = ~np.eye(n, dtype=np.bool_)
    return below
