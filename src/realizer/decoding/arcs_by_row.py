"""The arcs of many short sentences: those rows of the score matrices that are asked for, all at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from realizer.decoding.contraction import Contraction, Growth
from realizer.decoding.growth import Reach
from realizer.decoding.sentences import Integers

__all__ = ["RowArcs", "RowPhase"]

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RowArcs:
    """Arcs between the words of each sentence of a batch.

    Attributes:
        red: Scores of the vertices as dependents, `[order, sentence * n]`.
        blue: Scores as heads, `[order, sentence, n + 1]`; minus infinity at padding, which is never a head.
        many: Whether the root may have more than one child, `[sentence]`.
    """

    red: Reals
    blue: Reals
    many: NDArray[np.bool_]

    @property
    def n(self) -> int:
        """Words per sentence, padding included."""
        return int(self.blue.shape[2]) - 1

    def active(self, state: Contraction) -> NDArray[np.bool_]:
        """All of them."""
        return np.ones(len(state.pending), dtype=np.bool_)

    def rooted(self, state: Contraction) -> NDArray[np.bool_]:
        """Many roots: all; one root: a component whose tree is all of its sentence."""
        sentence = state.pending // self.n
        last: NDArray[np.bool_] = np.bincount(sentence, minlength=1)[sentence] == 1
        return last | self.many[sentence]

    def rows(self, vertices: Integers) -> Reals:
        """F(x, y) of some x and all y of their sentences, `[x, n + 1]`."""
        sentence = vertices // self.n
        rows: Reals = self.red[0, vertices, None] - self.blue[0, sentence]
        for order in range(1, len(self.red)):
            np.maximum(rows, self.red[order, vertices, None] - self.blue[order, sentence], out=rows)
        return rows

    def phase(self, state: Contraction, growth: Growth) -> RowPhase:
        """Prepare for a growth."""
        return RowPhase(self, state, growth)


@dataclass(slots=True)
class RowPhase:
    """The arcs while the components do not change.

    Attributes:
        arcs: All arcs.
        state: The contraction.
        growth: The growth.
        length: Lengths of the paths that end with the arcs looked at last, `[x, n + 1]`.
        within: Which of these stay in the tree, `[x, n]`.
    """

    arcs: RowArcs
    state: Contraction
    growth: Growth
    length: Reals = field(default_factory=lambda: np.zeros((0, 0)))
    within: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.bool_))

    def last(self) -> Reals:
        """One root: the last component of a sentence can only be left to the root."""
        arcs, state, rooted = self.arcs, self.state, self.growth.rooted
        last = np.zeros(len(state.pending))
        rooted = rooted & ~arcs.many[state.pending // arcs.n]
        if not rooted.any():
            return last
        last[rooted] = np.inf
        inside = self.growth.inside[rooted[state.tree[self.growth.inside]]]
        root = (arcs.red[:, inside] - arcs.blue[:, inside // arcs.n, 0]).max(axis=0)
        np.minimum.at(last, state.tree[inside], root - state.offset[inside])
        return last

    def leaving(self, vertices: Integers) -> Reach:
        """The best arc out of the tree per vertex."""
        self._look(vertices)
        length = self.length.copy()
        length[:, 1:][self.within] = np.inf
        length[~self.growth.rooted[self.state.tree[vertices]], 0] = np.inf
        column = length.argmin(axis=1)
        found = length[np.arange(len(column)), column]
        return Reach(vertices, _vertex(vertices, column, self.arcs.n), found)

    def staying(self, vertices: Integers) -> Reach:
        """All arcs that shorten a path inside the tree."""
        n, growth, state = self.arcs.n, self.growth, self.state
        known = growth.distance[state.component].reshape(-1, n)[vertices // n]
        limit = growth.limit()[state.tree[vertices], None]
        row, column = np.nonzero(self.within & (self.length[:, 1:] < np.minimum(known, limit)))
        vertices = vertices[row]
        return Reach(vertices, _vertex(vertices, column + 1, n), self.length[row, column + 1])

    def _look(self, vertices: Integers) -> None:
        """Form the rows; an arc to the root alone may be shorter than 0, because of one root."""
        state = self.state
        length = self.arcs.rows(vertices)
        length -= state.offset[vertices, None]
        np.maximum(length[:, 1:], 0.0, out=length[:, 1:])
        length += self.growth.distance[state.component[vertices], None]
        tree = state.tree.reshape(-1, self.arcs.n)[vertices // self.arcs.n]
        self.length, self.within = length, tree == state.tree[vertices, None]


def _vertex(vertices: Integers, column: Integers, n: int) -> Integers:
    """The vertex of a column of the rows of some vertices; -1 for the root."""
    return np.where(column == 0, -1, vertices - vertices % n + column - 1)
