"""Forcing: which incomparable pairs must be oriented alike in a realizer of two orders.

In a realizer of two orders every incomparable pair {a, b} is oriented one way by the first order and the
other way by the second. Write a → b if a comes first in the first order. Then

    a → b and b < b', a incomparable to b':  a → b'  (else b' → a → b, while b < b' holds in the first order)
    a → b and b' < b, a incomparable to b':  a → b'  (else the same happens in the second order)

so a → b forces a → b' whenever b and b' compare, and likewise forces a' → b whenever a and a' compare. Arcs
that force each other form an *implication class* (Golumbic). If a class holds a → b and b → a there is no
realizer of two orders, and the path between the two is the proof. Otherwise every class may be oriented on
its own, each so that some arc leaves its smallest element, and the union of all is transitive. For by
Gallai's theorem the pairs across the modules of a prime quotient form one class, whose direction is free;
only between modules that are all incomparable does each two of them have its own class, and there the rule
sorts the modules by their smallest element.

Sets of elements are Python integers used as bit sets: one operation per set of n elements.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.orders.relations import incomparability

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.orders.inputs import Integers, Relation


@dataclass(frozen=True, slots=True, eq=False)
class Orientation:
    """The outcome of forcing: an orientation of all incomparable pairs, or a chain that contradicts itself.

    Attributes:
        arcs: Boolean `[n, n]`: a -> b. Transitive, and so is its union with the order.
        chain: `[r, 2]` arcs, each forcing the next, the last the reverse of the first.
    """

    arcs: Relation | None
    chain: Integers | None


@dataclass(frozen=True, slots=True)
class _Forcing:
    """What forces what, and the arcs oriented so far; each list holds one bit set per element."""

    comparable: list[int]
    incomparable: list[int]
    after: list[int]  # after[a]: every b with a -> b
    before: list[int]  # before[b]: every a with a -> b


def orient_by_forcing(relation: Relation) -> Orientation:
    """Orient the incomparable pairs of an order, or find a chain of forcings that contradicts itself.

    Complexity: O(p) operations on sets of n elements, for p incomparable pairs.

    Args:
        relation: Boolean `[n, n]`, known to be a partial order.

    Returns:
        The orientation or the chain.

    Reference: Golumbic, "The complexity of comparability graph recognition and coloring", Computing 18, 1977;
    Gallai, "Transitiv orientierbare Graphen", Acta Math. Acad. Sci. Hungar. 18, 1967.
    """
    n = len(relation)
    state = _Forcing(_bit_sets(relation | relation.T), _bit_sets(incomparability(relation)), [0] * n, [0] * n)
    for u in range(n):
        while free := state.incomparable[u] & ~(state.after[u] | state.before[u]):
            chain = _spread(state, u, _lowest(free))  # u is the smallest element of a fresh class
            if chain is not None:
                return Orientation(None, np.array(chain, dtype=np.int64))
    return Orientation(_matrix(state.after), None)


def _spread(state: _Forcing, tail: int, head: int) -> list[tuple[int, int]] | None:
    """Orient the whole class of an arc, breadth first; a chain if it holds an arc and its reverse."""
    comparable, incomparable, after, before = state.comparable, state.incomparable, state.after, state.before
    after[tail] |= 1 << head
    before[head] |= 1 << tail
    reason = {(tail, head): (tail, head)}
    queue = deque(reason)
    while queue:
        arc = a, b = queue.popleft()
        if (b, a) in reason:
            return _chain(_reasons(reason, (b, a)), _reasons(reason, arc))
        heads = comparable[b] & incomparable[a] & ~after[a]
        after[a] |= heads
        for c in _elements(heads):
            before[c] |= 1 << a
            reason[a, c] = arc
            queue.append((a, c))
        tails = comparable[a] & incomparable[b] & ~before[b]
        before[b] |= tails
        for c in _elements(tails):
            after[c] |= 1 << b
            reason[c, b] = arc
            queue.append((c, b))
    return None


def _chain(back: list[tuple[int, int]], there: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Walk back from an arc and there to its reverse, turning where the two paths of reasons meet."""
    while min(len(back), len(there)) > 1 and back[-2] == there[-2]:
        back.pop()
        there.pop()
    return [*back, *reversed(there[:-1])]


def _reasons(reason: dict[tuple[int, int], tuple[int, int]], arc: tuple[int, int]) -> list[tuple[int, int]]:
    """List an arc, the one that forced it, and so on up to the first of its class."""
    path = [arc]
    while reason[path[-1]] != path[-1]:
        path.append(reason[path[-1]])
    return path


def _lowest(bits: int) -> int:
    """Name the smallest element of a set."""
    return (bits & -bits).bit_length() - 1


def _elements(bits: int) -> Iterator[int]:
    """List the elements of a set."""
    while bits:
        low = bits & -bits
        bits ^= low
        yield low.bit_length() - 1


def _bit_sets(matrix: Relation) -> list[int]:
    """Read every row of a boolean matrix as a set."""
    packed = np.packbits(matrix, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def _matrix(sets: list[int]) -> Relation:
    """Write sets as the rows of a boolean matrix: the inverse of `_bit_sets`."""
    n = len(sets)
    width = (n + 7) // 8
    packed = np.frombuffer(b"".join(s.to_bytes(width, "little") for s in sets), dtype=np.uint8)
    return np.unpackbits(packed.reshape(n, width), axis=1, count=n, bitorder="little").astype(np.bool_)
