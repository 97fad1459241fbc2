"""Counting structures: sparsity, order dimension of the token-split order, projectivity.

The token-split order of a structure falls apart into the connected components of its red and blue vertices,
and the dimension of orders side by side is the greatest of their dimensions (2 at least, as soon as there is
more than one element). So a structure has dimension <= 2 iff each component has; components of one shape are
tested once.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING

from realizer.orders import structure_dimension_at_most_two

if TYPE_CHECKING:
    from collections.abc import Sequence

    from realizer.cli.study.structures import Structure

    Arcs = tuple[tuple[int, int], ...]

__all__ = ["Counts", "Failure", "count", "has_crossing_arcs", "irreducible_core", "split_components"]


@dataclass(frozen=True, slots=True)
class Failure:
    """A component whose order dimension exceeds 2.

    Args:
        path: The file.
        name: The id of the sentence or document.
        line: The file's line where that begins.
        labels: The forms of the structure's vertices.
        arcs: The component's arcs, as indices into `labels`.
    """

    path: str
    name: str
    line: int
    labels: tuple[str, ...]
    arcs: Arcs


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted over a number of structures of one kind.

    Args:
        structures: How many.
        words: Words of their texts.
        vertices: Vertices: words, empty nodes and artificial roots.
        arcs: Distinct arcs.
        duplicates: Arcs that fall together with another one.
        loops: Arcs from a vertex to itself, among the distinct.
        two_dimensional: Structures whose token-split order has dimension <= 2.
        components: Connected components, with at least one arc, of the token-split orders.
        failing_components: Those with dimension > 2.
        nonprojective: Structures with crossing arcs (basic trees only).
        failure: The failing component with the fewest arcs; of several, the first one.
    """

    structures: int = 0
    words: int = 0
    vertices: int = 0
    arcs: int = 0
    duplicates: int = 0
    loops: int = 0
    two_dimensional: int = 0
    components: int = 0
    failing_components: int = 0
    nonprojective: int = 0
    failure: Failure | None = None

    def __add__(self, other: Counts) -> Counts:
        sums = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)[:-1]}
        found = [failure for failure in (self.failure, other.failure) if failure is not None]
        smallest = min(found, key=lambda failure: len(failure.arcs), default=None)
        return Counts(**sums, failure=smallest)


def count(structure: Structure, path: str) -> Counts:
    """Count one structure.

    Args:
        structure: It.
        path: Its file, to name it should it fail.

    Returns:
        The counts, `structures` being 1.
    """
    components = split_components(structure.arcs)
    failing = [arcs for arcs in components if not _at_most_two(*_shape(arcs))]
    failure = None
    if failing:
        arcs = min(failing, key=len)
        failure = Failure(path, structure.name, structure.line, structure.labels, arcs)
    return Counts(
        structures=1,
        words=structure.words,
        vertices=len(structure.labels),
        arcs=len(structure.arcs),
        duplicates=structure.duplicates,
        loops=sum(x == y for x, y in structure.arcs),
        two_dimensional=int(not failing),
        components=len(components),
        failing_components=len(failing),
        nonprojective=int(structure.kind == "basic" and has_crossing_arcs(structure.arcs)),
        failure=failure,
    )


def split_components(arcs: Arcs) -> list[Arcs]:
    """Split a structure's arcs by the connected components of its token-split order.

    Red and blue vertex of one token are two vertices, so arcs hang together iff they share the token they
    leave from or the token they arrive at. O(a) for a arcs.

    Args:
        arcs: Distinct arcs (x, y).

    Returns:
        The arcs of every component that has some, in order of their first arc.

    Examples:
        >>> split_components(((0, 1), (1, 2), (2, 1)))
        [((0, 1), (2, 1)), ((1, 2),)]
    """
    leaving: dict[int, list[int]] = {}
    arriving: dict[int, list[int]] = {}
    for i, (x, y) in enumerate(arcs):
        leaving.setdefault(x, []).append(i)
        arriving.setdefault(y, []).append(i)
    components, seen = [], [False] * len(arcs)
    for first in range(len(arcs)):
        if seen[first]:
            continue
        members, seen[first] = [first], True
        for i in members:
            x, y = arcs[i]
            for neighbour in leaving.pop(x, []) + arriving.pop(y, []):
                if not seen[neighbour]:
                    seen[neighbour] = True
                    members.append(neighbour)
        components.append(tuple(arcs[i] for i in sorted(members)))
    return components


def irreducible_core(arcs: Arcs) -> Arcs:
    """Take vertices away from a component of dimension > 2 as long as what is left still has dimension > 2.

    Args:
        arcs: The component's arcs.

    Returns:
        The arcs among the vertices that are left: without any one of those the dimension is 2.
    """
    for side in (0, 1):
        for vertex in sorted({arc[side] for arc in arcs}):
            rest = tuple(arc for arc in arcs if arc[side] != vertex)
            if not _at_most_two(*_shape(rest)):
                arcs = rest
    return arcs


def has_crossing_arcs(arcs: Sequence[tuple[int, int]]) -> bool:
    """Tell whether two arcs cross when drawn above the text; the root, vertex 0, stands before it.

    A dependency tree is projective iff none do. Arcs are swept by their left ends; a stack holds the right
    ends of the arcs that are still open, the nearest on top. O(a log a) for a arcs.

    Args:
        arcs: Arcs (x, y) between places in the text.

    Returns:
        True if there are a < b < c < d with one arc between a and c and one between b and d.

    Examples:
        >>> has_crossing_arcs([(1, 2), (2, 0), (3, 2)]), has_crossing_arcs([(1, 3), (2, 0), (3, 2)])
        (False, True)
    """
    spans = sorted((min(arc), -max(arc)) for arc in arcs)
    open_ends: list[int] = []
    for left, minus_right in spans:
        while open_ends and open_ends[-1] <= left:
            open_ends.pop()
        if open_ends and open_ends[-1] < -minus_right:
            return True
        open_ends.append(-minus_right)
    return False


def _shape(arcs: Arcs) -> tuple[int, Arcs]:
    """Renumber a component's red and blue vertices: red ones first, then blue ones."""
    red = {x: i for i, x in enumerate(dict.fromkeys(x for x, _ in arcs))}
    blue = {y: len(red) + i for i, y in enumerate(dict.fromkeys(y for _, y in arcs))}
    return len(red) + len(blue), tuple(sorted((red[x], blue[y]) for x, y in arcs))


@lru_cache(maxsize=65_536)
def _at_most_two(n: int, arcs: Arcs) -> bool:
    return structure_dimension_at_most_two(n, arcs).two_dimensional
