"""Grow every pending component inside its own tree until it sees the nearest way out.

Chu-Liu-Edmonds contracts one cycle after another while the best arc into a component comes from its own tree.
What that ends with is a shortest path: from the component, along arcs x -> y of length F(x, y) - offset(x) >=
0, to the first component of another tree. All components nearer than that end up inside. So one shortest path
search (relaxation in sweeps, all pending components together) replaces a whole chain of contractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from realizer.decoding.contraction import Contraction, Growth
from realizer.decoding.sentences import Integers

__all__ = ["Arcs", "Phase", "Reach", "absorb", "grow"]

_FEW = 32

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Reach:
    """Arcs at the end of paths.

    Attributes:
        dependent: Where the arcs leave, `[a]`.
        head: Where they arrive, `[a]`; -1 is the root.
        length: Length of the whole path, `[a]`.
    """

    dependent: Integers
    head: Integers
    length: Reals


class Phase(Protocol):
    """All arcs, as they are while the components do not change."""

    def last(self) -> Reals:
        """What the last arc of a path out of each tree is long at least, `[p]`."""
        ...

    def leaving(self, vertices: Integers) -> Reach:
        """Arcs of these vertices out of the trees, at least those that shorten `growth.leave`."""
        ...

    def staying(self, vertices: Integers) -> Reach:
        """Arcs of the same vertices inside the trees, at least the best that shorten `growth.distance`."""
        ...


class Arcs(Protocol):
    """All arcs, formed when needed."""

    def active(self, state: Contraction) -> NDArray[np.bool_]:
        """Which pending components choose now, `[p]`: at least one."""
        ...

    def rooted(self, state: Contraction) -> NDArray[np.bool_]:
        """Which pending components may be entered from the root, `[p]`."""
        ...

    def phase(self, state: Contraction, growth: Growth) -> Phase:
        """Prepare for a growth."""
        ...


def grow(state: Contraction, arcs: Arcs) -> Growth:
    """Find the shortest ways out of all trees with a pending component, and all that is nearer."""
    growth = _growth(state, arcs.active(state), arcs.rooted(state))
    phase = arcs.phase(state, growth)
    growth.last[:] = phase.last()
    waiting, known, part = state.pending[growth.active], np.zeros(len(state.tree), dtype=np.bool_), 1.0
    while len(waiting):
        now = _nearest_first(state, growth, waiting, part)
        nearest, later = waiting[now], waiting[~now]
        vertices = growth.members(nearest)
        _leave(state, growth, phase.leaving(vertices))
        fresh = _shorten(state, growth, phase.staying(vertices))
        again = np.count_nonzero(known[fresh])
        part = part * 2 if 2 * again > len(nearest) else max(1.0, part / 2)
        known[nearest] = True
        waiting = _union(later, fresh, len(known))
        waiting = waiting[growth.distance[waiting] < growth.limit()[state.tree[waiting]]]
    return growth


def _union(these: Integers, those: Integers, size: int) -> Integers:
    """All that is in one or in the other."""
    if len(these) == 0:
        return those
    here = np.zeros(size, dtype=np.bool_)
    here[these] = True
    return np.concatenate([these, those[~here[those]]])


def _nearest_first(state: Contraction, growth: Growth, waiting: Integers, part: float) -> NDArray[np.bool_]:
    """Of much that waits, mark the nearest part of each tree: to the others there may be shorter paths.

    The larger `part`, the fewer; it follows from how many had to be looked at again.
    """
    if len(waiting) <= _FEW:
        return np.ones(len(waiting), dtype=np.bool_)
    tree, distance = state.tree[waiting], growth.distance[waiting]
    count = np.maximum(np.bincount(tree), 1)
    mean = np.bincount(tree, weights=distance) / count
    least = np.full(len(count), distance.max())
    np.minimum.at(least, tree, distance)
    nearest = np.where(count > _FEW, np.maximum(least, least + (mean - least) / part), np.inf)
    near: NDArray[np.bool_] = distance <= nearest[tree]
    return near


def _growth(state: Contraction, active: NDArray[np.bool_], rooted: NDArray[np.bool_]) -> Growth:
    v, p = len(state.tree), len(state.pending)
    inside = np.flatnonzero(np.append(active, False)[state.tree])
    inside = inside[np.argsort(state.tree[inside] * v + state.component[inside], kind="stable")]
    tree, component = state.tree[inside], state.component[inside]
    begin = np.searchsorted(tree, np.arange(p + 1))
    opens = np.flatnonzero(component != np.append(-1, component[:-1]))
    first, size = np.zeros(v, dtype=np.int64), np.zeros(v, dtype=np.int64)
    first[component[opens]] = opens
    size[component[opens]] = np.diff(np.append(opens, len(inside)))
    distance = np.full(v, np.inf)
    distance[state.pending] = 0.0
    arcs = (np.full(v, -1), np.full(v, -1))
    out = (np.full(p, np.inf), np.full(p, -1), np.full(p, -1))
    return Growth(
        state.pending, active, inside, begin, first, size, rooted, distance, *arcs, *out, np.zeros(p)
    )


def _leave(state: Contraction, growth: Growth, found: Reach) -> None:
    tree = state.tree[found.dependent]
    first = _improve(growth.leave, tree, found.length)
    growth.leave_dependent[tree[first]] = found.dependent[first]
    growth.leave_head[tree[first]] = found.head[first]


def _shorten(state: Contraction, growth: Growth, found: Reach) -> Integers:
    component = state.component[found.head]
    first = _improve(growth.distance, component, found.length)
    growth.via_dependent[component[first]] = found.dependent[first]
    growth.via_head[component[first]] = found.head[first]
    return component[first]


def _improve(best: Reals, at: Integers, value: Reals) -> Integers:
    """Lower `best[at]` to `value` in place; return one winner per place that was lowered."""
    better = np.flatnonzero(value < best[at])
    at, value = at[better], value[better]
    np.minimum.at(best, at, value)
    winner = np.flatnonzero(value == best[at])
    at, first = at[winner], np.empty(len(best), dtype=np.int64)
    first[at[::-1]] = winner[::-1]
    one: Integers = better[winner[first[at] == winner]]
    return one


def absorb(state: Contraction, growth: Growth) -> None:
    """Choose the arcs found; take in all that is nearer than they are, in place."""
    inside = growth.inside
    tree, component = state.tree[inside], state.component[inside]
    ahead = growth.leave[tree] - growth.distance[component]
    near = ahead > 0
    state.offset[inside[near]] += ahead[near]
    state.component = state.component.copy()
    state.component[inside[near]] = growth.pending[tree[near]]
    state.component[inside[~near]] = component[~near]
    core = growth.pending[growth.active]
    state.dependent[core] = growth.leave_dependent[growth.active]
    state.head[core] = growth.leave_head[growth.active]
