"""Orders to test on: hypothesis strategies, and all small ones."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

exactly = settings(derandomize=True, deadline=None, max_examples=150)


@st.composite
def relations(draw, max_size=8):
    """Any relation at all."""
    n = draw(st.integers(0, max_size))
    bits = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    return np.array(bits, dtype=bool).reshape(n, n)


@st.composite
def orders(draw, max_size=9):
    """Partial orders: closures of acyclic relations, elements shuffled."""
    n = draw(st.integers(0, max_size))
    bits = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    below = np.triu(np.array(bits, dtype=bool).reshape(n, n), 1)
    for k in range(n):
        below |= below[:, k : k + 1] & below[k : k + 1]
    shuffle = np.array(draw(st.permutations(range(n))), dtype=int)
    return below[np.ix_(shuffle, shuffle)]


@st.composite
def graphs(draw, max_size=7, max_arcs=12):
    """Directed graphs with cycles, self-loops and repeated arcs: (n, arcs)."""
    n = draw(st.integers(1, max_size))
    token = st.integers(0, n - 1)
    return n, np.array(draw(st.lists(st.tuples(token, token), max_size=max_arcs)), dtype=int).reshape(-1, 2)


def all_orders(n):
    """Every order on n elements up to isomorphism, some repeatedly: x is below y only if x < y as numbers."""
    cells = list(itertools.combinations(range(n), 2))
    codes = np.arange(2 ** len(cells))
    below = np.zeros((len(codes), n, n), dtype=bool)
    for bit, (x, y) in enumerate(cells):
        below[:, x, y] = codes >> bit & 1
    composed = np.einsum("kxy,kyz->kxz", below.astype(np.int8), below.astype(np.int8)) > 0
    return below[~(composed & ~below).any(axis=(1, 2))]


def code(relation):
    """A relation as one integer, to compare and intersect relations quickly."""
    return sum(1 << i for i in np.flatnonzero(relation).tolist())


_total_codes: dict[int, list[int]] = {}


def linear_extension_codes(relation):
    """Every linear extension, by trying all permutations."""
    n = len(relation)
    if n not in _total_codes:
        _total_codes[n] = [
            sum(1 << (x * n + y) for x, y in itertools.combinations(p, 2))
            for p in itertools.permutations(range(n))
        ]
    given = code(relation)
    return [total for total in _total_codes[n] if total & given == given]


def brute_dimension(relation):
    """The order dimension by definition: the fewest linear extensions that intersect in the order."""
    given, extensions = code(relation), linear_extension_codes(relation)
    for count in itertools.count(1):
        for family in itertools.combinations(extensions, count):
            common = family[0]
            for total in family[1:]:
                common &= total
            if common == given:
                return count
    return None


def brute_two_dimensional(relation):
    """Whether some linear extension has a conjugate: the one that turns every incomparable pair round."""
    n, given = len(relation), code(relation)
    extensions = set(linear_extension_codes(relation))
    return any(_turned(total, given, n) in extensions for total in extensions)


def _turned(total, given, n):
    free = total & ~given
    turned = given
    while free:
        low = free & -free
        free ^= low
        x, y = divmod(low.bit_length() - 1, n)
        turned |= 1 << (y * n + x)
    return turned


def proves(chain, relation):
    """Whether a forcing chain excludes a realizer of two orders: an own reading of the definition."""
    chain = [tuple(arc) for arc in np.asarray(chain).tolist()]

    def compare(x, y):
        return x != y and bool(relation[x, y] or relation[y, x])

    for a, b in chain:
        if a == b or compare(a, b):
            return False
    for (a, b), (c, d) in itertools.pairwise(chain):
        if not ((a == c and compare(b, d)) or (b == d and compare(a, c))):
            return False
    return chain[0] == chain[-1][::-1]
