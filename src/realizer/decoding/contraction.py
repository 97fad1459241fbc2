"""The bookkeeping of Chu-Liu-Edmonds when everything that can happen at once happens at once.

Vertices are the words of all sentences, numbered 0 .. v - 1; -1 is the root of any sentence. At all times

* every vertex is in one component (a vertex, or a contracted set), named after one of its vertices;
* every component but the pending ones has chosen an arc that enters it: from `head`, at `dependent`;
* these arcs form trees over components. A tree hangs on the root (number -1), or on its one pending component
  (numbers 0, 1, ...);
* the length of an arc is F(x, y) - offset(x): >= 0 for all arcs between components, 0 for the chosen ones.

A step chooses an entering arc for all pending components at once. Trees that now hang on the root are done;
the others run in cycles of trees, and each cycle becomes one component, the next pending one. So every step
at least halves the number of those that chose. See docs/arborescence.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from realizer.decoding.sentences import Integers

__all__ = ["Contraction", "Growth", "cycles", "join", "ranges", "start", "take_apart"]

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Growth:
    """How far each pending component sees into its own tree, and where it leaves it.

    Attributes:
        pending: The pending components, `[p]`.
        active: Which of them choose now, `[p]`; the others wait.
        inside: The vertices of the active trees, sorted by tree and then by component, `[i]`.
        begin: Where each tree begins in `inside`, `[p + 1]`.
        first: Where each component begins in `inside`, `[v]`.
        size: How many vertices each component has, `[v]`.
        rooted: Which of them may be entered from the root, `[p]`.
        distance: Length of the shortest path from the pending component to each component of its tree, as far
            as known, `[v]`; infinity elsewhere.
        via_dependent: The last arc of that path: from here, `[v]` …
        via_head: … to here, `[v]`.
        leave: Length of the shortest path out of the tree, `[p]`.
        leave_dependent: Its last arc: from here, `[p]` …
        leave_head: … to here, `[p]`.
        last: What the last arc of a path out of the tree is long at least, `[p]`: a path is worth going on
            only while its length is below `leave - last`.
    """

    pending: Integers
    active: NDArray[np.bool_]
    inside: Integers
    begin: Integers
    first: Integers
    size: Integers
    rooted: NDArray[np.bool_]
    distance: Reals
    via_dependent: Integers
    via_head: Integers
    leave: Reals
    leave_dependent: Integers
    leave_head: Integers
    last: Reals

    def members(self, components: Integers) -> Integers:
        """The vertices of some components."""
        return self.inside[ranges(self.first[components], self.size[components])]

    def limit(self) -> Reals:
        """Longer paths inside the trees are not worth going on, `[p]`."""
        return self.leave - self.last


@dataclass(frozen=True, slots=True)
class Step:
    """What a step contracted, enough to undo it.

    Attributes:
        growth: The growth that it began with; None for the first.
        before: Component of every vertex before the growth was absorbed, `[v]`.
        grown: … after that, and before cycles were contracted, `[v]`.
        core: The components that gave contracted cycles their names, `[c]`.
        dependent: The arcs that these had chosen: from here, `[c]` …
        head: … to here, `[c]`.
    """

    growth: Growth | None
    before: Integers
    grown: Integers
    core: Integers
    dependent: Integers
    head: Integers


@dataclass(slots=True)
class Contraction:
    """The state between two steps: arrays over vertices `[v]`; see the head of this file.

    Attributes:
        component: The component of every vertex.
        tree: The tree of every vertex: -1 if it hangs on the root.
        offset: What F(x, y) is reduced by for arcs that leave x.
        dependent: For every component, where its chosen arc enters it.
        head: For every component, where its chosen arc comes from.
        pending: The components that have to choose, by tree, `[p]`.
        steps: What has been done.
    """

    component: Integers
    tree: Integers
    offset: Reals
    dependent: Integers
    head: Integers
    pending: Integers
    steps: list[Step] = field(default_factory=list)


def ranges(first: Integers, size: Integers) -> Integers:
    """Concatenate first .. first + size - 1 of each pair.

    >>> ranges(np.array([5, 0]), np.array([2, 3]))
    array([5, 6, 0, 1, 2])
    """
    shift = first - (np.cumsum(size) - size)
    members: Integers = np.arange(int(size.sum())) + np.repeat(shift, size)
    return members


def start(heads: Integers, values: Reals) -> Contraction:
    """Let every vertex choose its best head, and contract the first cycles."""
    vertices = np.arange(len(heads))
    state = Contraction(
        component=vertices,
        tree=vertices,
        offset=values.astype(np.float64),
        dependent=vertices.copy(),
        head=heads.copy(),
        pending=vertices,
    )
    join(state, None, vertices)
    return state


def cycles(target: Integers) -> tuple[Integers, NDArray[np.bool_]]:
    """Follow `target` (-1: the root) from everywhere: which cycle is reached, and who is on it.

    By doubling jumps, O(n log n).

    Returns:
        The smallest member of the cycle that is reached, -1 if the root is; whether the element is on a
        cycle.

    >>> cycles(np.array([-1, 0, 3, 4, 3]))
    (array([-1, -1,  3,  3,  3]), array([False, False, False,  True,  True]))
    """
    n = len(target)
    label, on_cycle = np.full(n, -1), np.zeros(n + 1, dtype=np.bool_)
    jump = np.append(np.where(target < 0, n, target), n)
    before, size = n + 2, n + 1
    while size < before:  # once no jump loses anybody, all that is reached lies on cycles
        jump = jump[jump]
        on_cycle[:] = False
        on_cycle[jump] = True
        before, size = size, int(np.count_nonzero(on_cycle))
    jump, on_cycle = jump[:n], on_cycle[:n]
    lost = np.flatnonzero(jump < n)
    members = np.flatnonzero(on_cycle)
    place = np.full(n, -1)
    place[members] = np.arange(len(members))
    smallest, ahead = members, place[target[members]]
    for _ in range(len(members).bit_length()):
        smallest, ahead = np.minimum(smallest, smallest[ahead]), ahead[ahead]
    label[lost] = smallest[place[jump[lost]]]
    return label, on_cycle


def join(state: Contraction, growth: Growth | None, before: Integers) -> None:
    """Contract the cycles that the newly chosen arcs of the pending components close; in place.

    A component that did not choose still has the arc of the vertex it is named after: that stays inside, so
    the component is a cycle by itself, and remains pending.
    """
    chosen, trees = state.head[state.pending], np.arange(len(state.pending))
    target = np.where(chosen < 0, -1, state.tree[chosen])
    reached, on_cycle = cycles(target)
    core_tree = np.flatnonzero(on_cycle & (reached == trees))
    core = state.pending[core_tree]
    name = np.arange(len(state.component))
    around = np.flatnonzero(on_cycle)
    name[state.pending[around]] = state.pending[reached[around]]
    _name_paths(state, name, chosen[around], state.pending[target[around]], state.pending[reached[around]])
    state.steps.append(Step(growth, before, state.component, core, state.dependent[core], state.head[core]))
    number = np.full(len(target) + 1, -1)
    number[core_tree] = np.arange(len(core))
    number = number[np.append(reached, -1)]
    state.component = name[state.component]
    state.tree = number[state.tree]
    state.pending = core


def _name_paths(state: Contraction, name: Integers, vertex: Integers, stop: Integers, core: Integers) -> None:
    """Name after `core` the components on the ways from `vertex` up to the component `stop`."""
    component = state.component[vertex]
    while True:
        on = component != stop
        if not on.any():
            return
        component, stop, core = component[on], stop[on], core[on]
        name[component] = core
        component = state.component[state.head[component]]


def take_apart(state: Contraction) -> Integers:
    """Undo all steps, the last first: the head of every vertex."""
    dependent, head = state.dependent, state.head
    for step in reversed(state.steps):
        _enter_cycles(step, dependent, head)
        if step.growth is not None:
            _enter_growth(step, step.growth, dependent, head)
    return head


def _enter_cycles(step: Step, dependent: Integers, head: Integers) -> None:
    """The component where an arc enters a cycle takes that arc; the others keep theirs."""
    entered_dependent, entered_head = dependent[step.core], head[step.core]
    dependent[step.core], head[step.core] = step.dependent, step.head
    component = step.grown[entered_dependent]
    dependent[component], head[component] = entered_dependent, entered_head


def _enter_growth(step: Step, growth: Growth, dependent: Integers, head: Integers) -> None:
    """Turn the path from the place where the grown component is entered back to where it grew from."""
    core = growth.pending
    arc_dependent, arc_head = dependent[core], head[core]
    while len(core):
        component = step.before[arc_dependent]
        dependent[component], head[component] = arc_dependent, arc_head
        on = component != core
        core, component = core[on], component[on]
        arc_dependent, arc_head = growth.via_dependent[component], growth.via_head[component]
