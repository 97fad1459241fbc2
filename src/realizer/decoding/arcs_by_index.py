"""The arcs of one long sentence: found by spatial indices, never formed all.

Three things keep this fast. A search gets what is already known as its bound. Every vertex remembers the best
arc out of its tree that it found last: trees only grow, so that arc stays right until its head falls inside,
and what it cost stays a lower bound even then. And whatever concerns few vertices is done pair by pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from realizer.aggregation import best
from realizer.decoding.contraction import Contraction, Growth, ranges
from realizer.decoding.growth import Reach
from realizer.decoding.sentences import Integers
from realizer.decoding.spatial_index import (
    Labels,
    Regions,
    SpatialIndex,
    below,
    label_points,
    nearest,
    spatial_index,
)

__all__ = ["IndexArcs", "IndexPhase", "index_arcs"]

_ROWS = 8
_FEW_ORDERS = 8  # with more, boxes tell too little about the points inside

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class IndexArcs:
    """Arcs between the words of one sentence.

    Attributes:
        red: Scores of the words as dependents, `[v, order]`.
        blue: Scores of the words as heads, `[v, order]`.
        root: F(x, root), `[v]`.
        index: Over `blue`.
        many: Whether the root may have more than one child.
        head: A good head of every vertex, -1 if none is known, `[v]`; changes as the search goes on.
        value: F(x, head), and in any case not more than F of any head outside the tree of x, `[v]`; the same.
        pairs: Up to this many pairs are looked at one by one.
    """

    red: Reals
    blue: Reals
    root: Reals
    index: SpatialIndex
    many: bool
    head: Integers
    value: Reals
    pairs: int

    def active(self, state: Contraction) -> NDArray[np.bool_]:
        """At least half of them, those with small trees: large ones are grown when little is outside."""
        size = np.bincount(state.tree[state.tree >= 0], minlength=len(state.pending))
        return size <= max(float(np.median(size)), float(size.mean()))

    def rooted(self, state: Contraction) -> NDArray[np.bool_]:
        """Many roots: all; one root: the last pending component."""
        return np.full(len(state.pending), self.many or len(state.pending) == 1)

    def phase(self, state: Contraction, growth: Growth) -> IndexPhase:
        """Prepare for a growth."""
        return IndexPhase(self, state, growth, label_points(self.index, state.tree))

    def lengths(self, state: Contraction, dependent: Integers, head: Integers) -> Reals:
        """Lengths of single arcs; the root is none of these heads."""
        length: Reals = self.red[dependent, 0] - self.blue[head, 0]
        for order in range(1, self.red.shape[1]):
            np.maximum(length, self.red[dependent, order] - self.blue[head, order], out=length)
        length -= state.offset[dependent]
        return np.maximum(length, 0.0)


def index_arcs(red: Reals, blue: Reals, *, many: bool, pairs: int = 1 << 14) -> IndexArcs:
    """Index one sentence and find the best head of every word, the word itself and the root left out.

    Args:
        red: Scores of the words as dependents, `[v, order]`.
        blue: Scores of the root and the words as heads, `[v + 1, order]`.
        many: Whether the root may have more than one child.
        pairs: Up to this many pairs are looked at one by one; 0 forces the indices.

    Returns:
        The arcs.
    """
    red, blue = red.astype(np.float64), blue.astype(np.float64)
    vertices = np.arange(len(red))
    index = spatial_index(blue[1:])
    root = (red - blue[0]).max(axis=1)
    if red.shape[1] > _FEW_ORDERS:
        first = best(red, blue[1:], without=vertices)
        return IndexArcs(red, blue[1:], root, index, many, first.index, first.value, pairs)
    itself = Labels(label_points(index, vertices), vertices, same=False)
    found = nearest(index, red, np.full(len(red), np.inf), (itself,))
    return IndexArcs(red, blue[1:], root, index, many, found.item, found.value, pairs)


@dataclass(frozen=True, slots=True)
class IndexPhase:
    """The arcs while the components do not change.

    Attributes:
        arcs: All arcs.
        state: The contraction.
        growth: The growth.
        trees: The tree of every point of the index.
    """

    arcs: IndexArcs
    state: Contraction
    growth: Growth
    trees: Regions

    def last(self) -> Reals:
        """The last component only needs its shortest path out: this ends with an arc out of the tree."""
        last = np.zeros(len(self.state.pending))
        if len(last) == 1:
            inside = self.growth.inside
            last[0] = self._out(inside, np.zeros(len(inside))).length.min()
        return last

    def leaving(self, vertices: Integers) -> Reach:
        """The best arcs out of the trees: to the root, remembered ones, and new ones from the index."""
        return self._out(vertices, self.growth.distance[self.state.component[vertices]])

    def _out(self, vertices: Integers, ahead: Reals) -> Reach:
        """The best arcs out of the trees, if the paths to the vertices are so long."""
        shift = ahead - self.state.offset[vertices]
        mine = self.state.tree[vertices]
        limit = self.growth.leave.copy()
        rooted = np.flatnonzero(self.growth.rooted[mine])
        to_root = self.arcs.root[vertices[rooted]] + shift[rooted]
        np.minimum.at(limit, mine[rooted], to_root)
        least = np.maximum(self.arcs.value[vertices] + shift, ahead)
        valid = self._valid(vertices)
        np.minimum.at(limit, mine[valid], least[valid])
        at = np.flatnonzero(~valid & (least < limit[mine]))
        at = at[np.argsort(least[at], kind="stable")]
        first = at[np.unique(mine[at], return_index=True)[1]]
        self._look(vertices[first], shift[first], limit)
        at = at[~self._valid(vertices[at]) & (least[at] < limit[mine[at]])]
        self._look(vertices[at], shift[at], limit)
        found = np.flatnonzero(self._valid(vertices))
        length = np.maximum(self.arcs.value[vertices[found]] + shift[found], ahead[found])
        return Reach(
            np.concatenate([vertices[found], vertices[rooted]]),
            np.concatenate([self.arcs.head[vertices[found]], np.full(len(rooted), -1)]),
            np.concatenate([length, to_root]),
        )

    def _valid(self, vertices: Integers) -> NDArray[np.bool_]:
        """Which remembered arcs leave their trees."""
        head = self.arcs.head[vertices]
        leaves: NDArray[np.bool_] = self.state.tree[head] != self.state.tree[vertices]
        return leaves & (head >= 0)

    def _look(self, vertices: Integers, shift: Reals, limit: Reals) -> None:
        """Ask the index for better arcs than `limit`; remember what it says, and lower `limit`."""
        if len(vertices) == 0:
            return
        arcs, mine = self.arcs, self.state.tree[vertices]
        bound = limit[mine] - shift
        found = nearest(arcs.index, arcs.red[vertices], bound, (Labels(self.trees, mine, same=False),))
        arcs.head[vertices] = found.item
        arcs.value[vertices] = np.maximum(arcs.value[vertices], found.value)
        np.minimum.at(limit, mine, found.value + shift)

    def staying(self, vertices: Integers) -> Reach:
        """Better paths inside the trees: pair by pair, through the index, or through one over `vertices`."""
        begin = self.growth.begin
        mine = self.state.tree[vertices]
        there = (begin[1:] - begin[:-1])[mine]
        open_ = np.unique(mine)
        heads = self.growth.inside[ranges(begin[open_], (begin[1:] - begin[:-1])[open_])]
        if there.sum() <= min(self.arcs.pairs, 1) * max(self.arcs.pairs, _ROWS * len(heads)):
            at = np.repeat(np.arange(len(vertices)), there)
            return self._shorter(vertices[at], self.growth.inside[ranges(begin[mine], there)])
        ahead = self.growth.distance[self.state.component[vertices]]
        shift = ahead - self.state.offset[vertices]
        bound = self.growth.limit()[mine] - shift
        within = (
            Labels(self.trees, mine, same=True),
        )  # arcs out of the tree are not shorter, but may round so
        found = below(self.arcs.index, self.arcs.red[vertices], bound, within, most=len(heads))
        if found is None:
            return self._searched(vertices, shift, heads)
        return self._shorter(vertices[found[0]], found[1])

    def _searched(self, vertices: Integers, shift: Reals, heads: Integers) -> Reach:
        """For each head the best of the vertices in the same tree: the roles of red and blue swapped."""
        state, growth = self.state, self.growth
        limit = np.minimum(growth.distance[state.component[heads]], growth.limit()[state.tree[heads]])
        index = spatial_index(-(self.arcs.red[vertices] + shift[:, None]))
        trees, components = (label_points(index, label[vertices]) for label in (state.tree, state.component))
        labels = (
            Labels(trees, state.tree[heads], same=True),
            Labels(components, state.component[heads], same=False),
        )
        found = nearest(index, -self.arcs.blue[heads], limit, labels)
        hit = np.flatnonzero(found.item >= 0)
        return self._shorter(vertices[found.item[hit]], heads[hit])

    def _shorter(self, vertices: Integers, heads: Integers) -> Reach:
        state, growth = self.state, self.growth
        length = growth.distance[state.component[vertices]] + self.arcs.lengths(state, vertices, heads)
        limit = np.minimum(growth.distance[state.component[heads]], growth.limit()[state.tree[heads]])
        better = length < limit
        return Reach(vertices[better], heads[better], length[better])
