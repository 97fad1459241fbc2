"""Series-parallel orders: recognition, decomposition tree, realizer.

An order is series-parallel if it is a single element, or a series or parallel composition of series-parallel
orders; equivalently, if no four elements form an N (a < c, b < c, b < d and nothing else among them).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from realizer.errors import OrderError
from realizer.orders.components import connected_components
from realizer.orders.inputs import as_relation
from realizer.orders.relations import check_partial_order, incomparability
from realizer.orders.total_orders import is_total_order

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from realizer.orders.inputs import Integers, Relation


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single element."""

    vertex: int


@dataclass(frozen=True, slots=True)
class Series:
    """Parts one above the other, the lowest first."""

    parts: tuple[SeriesParallel, ...]


@dataclass(frozen=True, slots=True)
class Parallel:
    """Parts side by side. `Parallel(())` is the empty order."""

    parts: tuple[SeriesParallel, ...]


SeriesParallel: TypeAlias = "Leaf | Series | Parallel"


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The outcome of series-parallel recognition: a tree, or an N that rules it out.

    Attributes:
        tree: The decomposition tree; series and parallel nodes alternate, every leaf is an element.
        witness: Elements (a, b, c, d) with a < c, b < c, b < d and no other comparison among them.
    """

    tree: SeriesParallel | None
    witness: tuple[int, int, int, int] | None

    @property
    def series_parallel(self) -> bool:
        """Whether the order is series-parallel."""
        return self.tree is not None


def series_parallel_decomposition(relation: ArrayLike) -> Decomposition:
    """Decompose an order by series and parallel composition, or show an N inside it.

    A set of elements splits in parallel into the connected components of "comparable", and in series where,
    sorted by number of predecessors, everything before lies below everything after. If it splits in neither
    way it holds an N.

    Complexity: O(n²) per level of the tree, O(n³) at worst, vectorised; a witness costs O(n³) in BLAS for
    each element tried, and the first usually does.

    Args:
        relation: Boolean `[n, n]`, a partial order.

    Returns:
        The decomposition tree or the witness.

    Raises:
        OrderError: The relation is not a partial order.

    Example:
        >>> series_parallel_decomposition(np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]], dtype=bool)).tree
        Series(parts=(Leaf(vertex=0), Parallel(parts=(Leaf(vertex=1), Leaf(vertex=2)))))
        >>> from realizer.orders import n_poset
        >>> series_parallel_decomposition(n_poset()).witness
        (0, 1, 2, 3)

    Reference: Valdes, Tarjan & Lawler, "The recognition of series parallel digraphs", SIAM J. Comput. 11,
    1982.
    """
    relation = as_relation(relation)
    check_partial_order(relation)
    sets: list[Integers] = [np.arange(len(relation))]
    kinds: list[type[Series] | type[Parallel]] = []
    children: list[range] = []
    while len(kinds) < len(sets):
        vertices = sets[len(kinds)]
        part = relation[np.ix_(vertices, vertices)]
        kind, blocks = _split(part)
        if len(blocks) == 1 and len(vertices) > 1:
            a, b, c, d = vertices[_find_n(part)].tolist()
            return Decomposition(None, (a, b, c, d))
        blocks = blocks if len(blocks) > 1 else []
        kinds.append(kind)
        children.append(range(len(sets), len(sets) + len(blocks)))
        sets += [vertices[block] for block in blocks]
    nodes: dict[int, SeriesParallel] = {}
    for i in reversed(range(len(sets))):
        leaf = len(sets[i]) == 1
        nodes[i] = Leaf(int(sets[i][0])) if leaf else kinds[i](tuple(nodes.pop(j) for j in children[i]))
    return Decomposition(nodes[0], None)


def series_parallel_realizer(tree: SeriesParallel) -> Integers:
    """Realize a series-parallel order by two total orders, from its decomposition tree alone.

    First order: the leaves from left to right. Second: the same, but the parts of every parallel node from
    right to left. Two elements part at one node: at a series node both orders agree, at a parallel node
    they disagree.

    Complexity: O(n); no matrix is built.

    Args:
        tree: A decomposition tree whose leaves are 0..n-1, each once.

    Returns:
        `[2, n]`: a realizer.

    Raises:
        OrderError: A leaf is missing or occurs twice.

    Example:
        >>> series_parallel_realizer(Series((Leaf(0), Parallel((Leaf(1), Leaf(2)))))).tolist()
        [[0, 1, 2], [0, 2, 1]]

    Reference: Valdes, Tarjan & Lawler, 1982, as for `series_parallel_decomposition`.
    """
    realizer = []
    for mirrored in (False, True):
        sequence = np.array(_leaves(tree, mirrored=mirrored), dtype=np.int64)
        if not is_total_order(sequence):
            raise OrderError(
                f"expected leaves 0..{len(sequence) - 1}, each once, got {sorted(sequence.tolist())}; "
                "cure: number the elements from 0 without gaps"
            )
        ranks = np.empty_like(sequence)
        ranks[sequence] = np.arange(len(sequence))
        realizer.append(ranks)
    return np.stack(realizer)


def series_parallel_relation(tree: SeriesParallel) -> Relation:
    """Build the order that a decomposition tree describes, by the definition of composition.

    x < y iff the node where they part is a series node and x's part comes first.

    Complexity: O(n²).

    Args:
        tree: A decomposition tree whose leaves are 0..n-1, each once.

    Returns:
        Boolean `[n, n]`.

    Raises:
        OrderError: A leaf is missing or occurs twice.

    Example:
        >>> series_parallel_relation(Series((Leaf(1), Leaf(0)))).astype(int).tolist()
        [[0, 0], [1, 0]]

    Reference: Valdes, Tarjan & Lawler, 1982, as for `series_parallel_decomposition`.
    """
    n = series_parallel_realizer(tree).shape[1]  # checks the leaves
    below = np.zeros((n, n), dtype=np.bool_)
    stack: list[SeriesParallel] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Leaf):
            continue
        if isinstance(node, Series):
            lower: list[int] = []
            for part in node.parts:
                upper = _leaves(part, mirrored=False)
                below[np.ix_(lower, upper)] = True
                lower += upper
        stack += node.parts
    return below


def _leaves(tree: SeriesParallel, *, mirrored: bool) -> list[int]:
    """List the leaves from left to right, or with every parallel node mirrored."""
    leaves, stack = [], [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Leaf):
            leaves.append(node.vertex)
        else:
            turned = mirrored and isinstance(node, Parallel)
            stack += node.parts if turned else node.parts[::-1]
    return leaves


def _split(relation: Relation) -> tuple[type[Series] | type[Parallel], list[Integers]]:
    """Split an order in parallel or else in series, into index sets; a single set if it does neither."""
    n = len(relation)
    label = connected_components(n, np.argwhere(relation))
    if n == 0 or label.max() > 0:
        order = np.argsort(label, kind="stable")
        return Parallel, np.split(order, np.flatnonzero(np.diff(label[order])) + 1) if n else []
    order = np.argsort(relation.sum(axis=0), kind="stable")
    above = relation[np.ix_(order, order)]
    solid = np.where(above.all(axis=0), n, np.argmin(above, axis=0))  # how many of the first lie all below y
    cuts = np.flatnonzero(solid >= np.arange(n))  # if y is above all before it, so is all that follows y
    return Series, [np.sort(block) for block in np.split(order, cuts[cuts > 0])]


def _find_n(relation: Relation) -> list[int]:
    """Find an N in an order that splits neither in series nor in parallel.

    For every b: a is incomparable to b, c above both, d above b but not above a, c and d incomparable.
    """
    parted = incomparability(relation)
    for b in range(len(relation)):
        others, above = np.flatnonzero(parted[b]), np.flatnonzero(relation[b])
        under = relation[np.ix_(others, above)].astype(np.float32)
        apart = parted[np.ix_(above, above)].astype(np.float32)
        hits = (under @ apart) * (1.0 - under)
        if hits.any():
            row, column = np.argwhere(hits)[0]
            a, d = others[row], above[column]
            c = above[int(np.argmax(under[row] * apart[:, column]))]
            return [int(a), b, int(c), int(d)]
    raise OrderError(
        "expected an order that does not split, got one without an N; cure: report this as a bug"
    )
