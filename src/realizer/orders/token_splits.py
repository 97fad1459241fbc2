"""The token split: any directed graph as a partial order of height 1, and back.

Every token x becomes two vertices: red x (number x), where arcs leave, and blue x (number n + x), where arcs
arrive. Arc (x, y) becomes red x < blue y. No vertex is both above and below something, so nothing needs to
be transitive and cycles and self-loops do no harm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from realizer.errors import OrderError, ShapeError
from realizer.orders.inputs import as_count, as_pairs, as_relation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from realizer.orders.inputs import Integers, Relation


@dataclass(frozen=True, slots=True, eq=False)
class TokenSplit:
    """A token-split structure over n tokens, hence 2n vertices: red x is x, blue y is n + y.

    Attributes:
        n: The number of tokens.
        arcs: `[a, 2]` arcs (tail x, head y) of tokens, sorted, each (with its label) once.
        labels: `[a]` the label of every arc, or None if the graph is untyped. Two arcs between the same
            tokens may differ in their label.
    """

    n: int
    arcs: Integers
    labels: NDArray[Any] | None = None

    def relation(self) -> Relation:
        """Build the order itself: boolean `[2n, 2n]`, all labels together.

        Complexity: O(n²) memory; use the arcs where n is large.
        """
        return _split_relation(self.n, self.arcs)

    def relations(self) -> dict[Any, Relation]:
        """Build one order per label: the typed structure as a family of orders over the same vertices.

        Complexity: O(n²) memory per label. An untyped structure has the one label None.
        """
        if self.labels is None:
            return {None: self.relation()}
        return {
            label: _split_relation(self.n, self.arcs[self.labels == label])
            for label in np.unique(self.labels).tolist()
        }


def token_split(n: int, arcs: ArrayLike, *, labels: ArrayLike | None = None) -> TokenSplit:
    """Split the tokens of a directed graph, so that its arcs form a partial order.

    red x < blue y iff (x, y) is an arc; nothing else compares. A typed graph becomes one order per label.

    Complexity: O(n + a log a) for a arcs; no matrix is built until `relation()` asks for it.

    Args:
        n: The number of tokens.
        arcs: Integers `[a, 2]`, (tail, head); cycles and self-loops allowed. Repeated arcs count once.
        labels: `[a]` integers or strings: the type of every arc.

    Returns:
        The token-split structure.

    Raises:
        OrderError: An arc leaves 0..n-1.
        ShapeError: The arcs are not pairs, or labels and arcs differ in number.

    Example:
        >>> split = token_split(2, [[0, 1], [1, 0], [1, 1]])
        >>> split.relation().astype(int).tolist()
        [[0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
        >>> token_join(split.relation()).arcs.tolist()
        [[0, 1], [1, 0], [1, 1]]

    Reference: the paper, Section 3.4 (token-split structures).
    """
    n = as_count(n)
    pairs = as_pairs(arcs, name="arcs", tails=n, heads=n)
    keys = pairs[:, 0] * n + pairs[:, 1]
    if labels is None:
        keys = np.unique(keys)
        return TokenSplit(n, _pairs_of_keys(keys, n))
    types = np.asarray(labels)
    if types.shape != (len(pairs),):
        raise ShapeError(
            f"labels: expected one per arc, [{len(pairs)}], got shape {list(types.shape)}; "
            "cure: label every arc"
        )
    names, numbers = np.unique(types, return_inverse=True)
    order = np.lexsort((numbers, keys))
    keys, numbers = keys[order], numbers[order]
    fresh = np.ones(len(keys), dtype=np.bool_)
    fresh[1:] = (keys[1:] != keys[:-1]) | (numbers[1:] != numbers[:-1])
    return TokenSplit(n, _pairs_of_keys(keys[fresh], n), names[numbers[fresh]])


def token_join(relation: ArrayLike | Mapping[Any, ArrayLike]) -> TokenSplit:
    """Recover the graph from its token-split order: the inverse of `token_split`.

    (x, y) is an arc iff red x < blue y.

    Complexity: O(n²).

    Args:
        relation: Boolean `[2n, 2n]`, or a mapping from labels to such relations for a typed graph.

    Returns:
        The structure, with `n`, `arcs` and, for a mapping, `labels`.

    Raises:
        OrderError: Something other than a red vertex below a blue one compares.
        ShapeError: The number of vertices is odd, or differs between labels.

    Example:
        >>> typed = token_split(2, [[0, 1], [0, 1]], labels=["nsubj", "obj"])
        >>> back = token_join(typed.relations())
        >>> back.arcs.tolist(), back.labels.tolist()
        ([[0, 1], [0, 1]], ['nsubj', 'obj'])

    Reference: the paper, Section 3.4, the equation that recovers the arcs.
    """
    if isinstance(relation, Mapping) and list(relation) == [None]:
        relation = relation[None]
    if not isinstance(relation, Mapping):
        n, arcs = _arcs_of(as_relation(relation))
        return TokenSplit(n, arcs)
    parts = {label: _arcs_of(as_relation(r)) for label, r in relation.items()}
    sizes = {n for n, _ in parts.values()}
    if len(sizes) != 1:
        raise ShapeError(
            f"expected one relation or more, all over the same vertices, got {sorted(sizes)} tokens; "
            "cure: give every label its 2n x 2n relation"
        )
    arcs = np.concatenate([a for _, a in parts.values()])
    labels = np.repeat(np.array(list(parts)), [len(a) for _, a in parts.values()])
    return token_split(sizes.pop(), arcs, labels=labels)


def _split_relation(n: int, arcs: Integers) -> Relation:
    """Set red x < blue y for every arc."""
    below = np.zeros((2 * n, 2 * n), dtype=np.bool_)
    below[arcs[:, 0], n + arcs[:, 1]] = True
    return below


def _pairs_of_keys(keys: Integers, n: int) -> Integers:
    """Undo `x * n + y`."""
    return np.stack(np.divmod(keys, max(n, 1)), axis=1).astype(np.int64)


def _arcs_of(relation: Relation) -> tuple[int, Integers]:
    """Read the arcs of a token-split relation."""
    if len(relation) % 2:
        raise ShapeError(
            f"expected 2n vertices, a red and a blue one per token, got {len(relation)}; "
            "cure: add the missing colour"
        )
    n = len(relation) // 2
    wrong = relation.copy()
    wrong[:n, n:] = False
    if wrong.any():
        x, y = np.argwhere(wrong)[0].tolist()
        raise OrderError(
            f"expected only red vertices (below {n}) under blue ones, got {x} < {y}; "
            "cure: split the tokens first (token_split)"
        )
    return n, np.argwhere(relation[:n, n:]).astype(np.int64)
