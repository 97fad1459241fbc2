"""A k-d tree in arrays that finds the smallest F(x, y) over blue points y, for many x at once.

Blue points are halved level by level along their widest side, so that node i of a level has the children 2i
and 2i + 1 of the next, and every leaf holds the same number of points. A node remembers only its upper
corner: hi_k, the largest y_k among its points. Then F(x, y) = max_k (x_k - y_k) >= max_k (x_k - hi_k) for all
y of the node, and the node need not be opened if that is no better than what is known already.

Points carry labels ("which component am I in?"), and a node whose points all have one label knows it: a
search that wants only points of other labels leaves such nodes out. This is the trick of dual-tree Boruvka
for Euclidean spanning trees (March, Ram and Gray, KDD 2010). Searches run in lockstep: one array of (query,
node) pairs per level.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from realizer.decoding.sentences import Integers

__all__ = [
    "Labels",
    "Nearest",
    "Regions",
    "SpatialIndex",
    "below",
    "label_points",
    "nearest",
    "spatial_index",
]

_LEAF = 8
_MIXED = -9
_ABSENT = -10
_QUERIES = 1 << 15
_PAIRS = 1 << 19

Flags = NDArray[np.bool_]
Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SpatialIndex:
    """A k-d tree over points `[m, order]`.

    Attributes:
        item: The point at each place of each leaf, `[leaves, places]`; -1 where there is none.
        points: Their coordinates, `[order, leaves, places]`; minus infinity where there is none.
        corners: Upper corners of the nodes, per level from the root on: `[order, nodes]`.
    """

    item: Integers
    points: Reals
    corners: tuple[Reals, ...]


@dataclass(frozen=True, slots=True)
class Regions:
    """A label >= -1 for every point of an index.

    Attributes:
        leaves: Labels `[leaves, places]`.
        nodes: Per level, the label of all points of each node, or "mixed".
    """

    leaves: Integers
    nodes: tuple[Integers, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """Which points count for which query.

    Attributes:
        regions: The labels of the points.
        wanted: The label of each query, `[q]`.
        same: Whether a query wants the points of its label, or only those of other labels.
    """

    regions: Regions
    wanted: Integers
    same: bool

    def open(self, level: int, node: Integers, query: Integers) -> Flags:
        """Tell which nodes may hold a point that its query wants."""
        label, wanted = self.regions.nodes[level][node], self.wanted[query]
        may: Flags = (label == wanted) | (label == _MIXED) if self.same else label != wanted
        return may

    def fits(self, leaf: Integers, query: Integers) -> Flags:
        """Tell which points of the leaves are wanted, `[pairs, places]`."""
        equal: Flags = self.regions.leaves[leaf] == self.wanted[query, None]
        return equal if self.same else ~equal

    def of(self, queries: slice) -> Labels:
        """The same for some of the queries."""
        return Labels(self.regions, self.wanted[queries], self.same)


@dataclass(frozen=True, slots=True)
class Nearest:
    """What a search found.

    Attributes:
        value: The smallest F per query that is below its bound, else the bound, `[q]`.
        item: The point that has it, -1 if none is below the bound, `[q]`.
    """

    value: Reals
    item: Integers


def spatial_index(points: Reals) -> SpatialIndex:
    """Build the index over points `[m, order]`: O(K m log m) time, O(K m) memory."""
    m, orders = points.shape
    depth = max(0, int(np.ceil(np.log2(max(m, 1) / _LEAF))))
    item: Integers = np.full(_LEAF << depth, -1)
    item[:m] = np.arange(m)
    padded = np.full((len(item), orders), -np.inf)
    padded[:m] = points
    for level in range(depth):
        item = _halve(item.reshape(1 << level, -1), padded)
    item = item.reshape(1 << depth, _LEAF)
    leaves = np.ascontiguousarray(padded[item].transpose(2, 0, 1))
    corners = [leaves.max(axis=2)]
    while corners[-1].shape[1] > 1:
        corners.append(corners[-1].reshape(orders, -1, 2).max(axis=2))
    return SpatialIndex(item, leaves, tuple(corners[::-1]))


def _halve(item: Integers, padded: Reals) -> Integers:
    """Split every node `[nodes, places]` at the median of its widest side."""
    coordinates = padded[item]
    real = np.isfinite(coordinates)
    low = np.where(real, coordinates, np.inf).min(axis=1)
    high = coordinates.max(axis=1)
    with np.errstate(invalid="ignore"):
        side = np.nan_to_num(high - low, nan=-np.inf, posinf=-np.inf).argmax(axis=1)
    keys = np.take_along_axis(coordinates, side[:, None, None], axis=2)[:, :, 0]
    order = np.argpartition(keys, item.shape[1] // 2, axis=1)
    return np.take_along_axis(item, order, axis=1)


def label_points(index: SpatialIndex, label: Integers) -> Regions:
    """Attach a label >= -1 to every point `[m]`: O(m)."""
    leaves = np.append(label, _ABSENT)[index.item]
    top, bottom = leaves.max(axis=1), np.where(leaves == _ABSENT, np.iinfo(np.int64).max, leaves).min(axis=1)
    nodes = [np.where(top == _ABSENT, _ABSENT, np.where(top == bottom, top, _MIXED))]
    while len(nodes[-1]) > 1:
        left, right = nodes[-1][0::2], nodes[-1][1::2]
        joint = np.where((left == right) | (right == _ABSENT), left, np.where(left == _ABSENT, right, _MIXED))
        nodes.append(joint)
    return Regions(leaves, tuple(nodes[::-1]))


def nearest(index: SpatialIndex, queries: Reals, bound: Reals, labels: tuple[Labels, ...] = ()) -> Nearest:
    """Find the point y of smallest F(x, y) below a bound, for every query x.

    value(x) = min { F(x, y) : y has a label that x wants }, if that is < bound(x).

    Args:
        index: Over the blue points.
        queries: Red points x, `[q, order]`.
        bound: What must be undercut, `[q]`; infinity for "anything".
        labels: Which points count for which query.

    Returns:
        Values and points; the same input gives the same point, which of equal ones is not specified.

    >>> import numpy as np
    >>> index = spatial_index(np.array([[0.0, 0.0], [2.0, 1.0]]))
    >>> nearest(index, np.array([[1.0, 1.0]]), np.array([np.inf]))
    Nearest(value=array([0.]), item=array([1]))
    """
    value, item = bound.astype(np.float64), np.full(len(queries), -1)
    for start in range(0, len(queries), _QUERIES):
        part = slice(start, start + _QUERIES)
        _Search(index, queries[part].T, value[part], item[part], tuple(of.of(part) for of in labels)).run()
    return Nearest(value, item)


def below(
    index: SpatialIndex, queries: Reals, bound: Reals, labels: tuple[Labels, ...] = (), *, most: int
) -> tuple[Integers, Integers] | None:
    """Find all (query, point) with F(x, y) below the bound; None if that takes more than `most` nodes.

    >>> import numpy as np
    >>> index = spatial_index(np.array([[0.0, 0.0], [2.0, 1.0]]))
    >>> below(index, np.array([[1.0, 1.0]]), np.array([1.5]), most=8)
    (array([0, 0]), array([0, 1]))
    """
    search = _Search(index, queries.T, bound, np.full(len(queries), -1), labels)
    query, node = np.arange(len(queries)), np.zeros(len(queries), dtype=np.int64)
    for level in range(len(index.corners)):
        query, node = search.children(level, query, node) if level else search.worth(level, query, node)
        if len(query) > most:
            return None
    row, place = np.nonzero(search.pairs(query, node) < bound[query, None])
    return query[row], index.item[node[row], place]


@dataclass(frozen=True, slots=True)
class _Search:
    """Some queries on their way through an index.

    Attributes:
        index: The index.
        x: The queries, `[order, q]`.
        value: What must be undercut: the best so far; changes, `[q]`.
        item: Where that is; changes, `[q]`.
        labels: Which points count.
    """

    index: SpatialIndex
    x: Reals
    value: Reals
    item: Integers
    labels: tuple[Labels, ...]

    def run(self) -> None:
        """One descent for a good bound, then all that may undercut it."""
        everyone = np.arange(len(self.value))
        query, node = self.worth(0, everyone, np.zeros_like(everyone))
        begin = query, node
        for level in range(1, len(self.index.corners)):
            left, right = self.least(level, query, 2 * node), self.least(level, query, 2 * node + 1)
            node = 2 * node + (right < left)
        self.visit(query, node)
        self.open(1, *begin)

    def open(self, level: int, query: Integers, node: Integers) -> None:
        """Open nodes of the level above down to the leaves; in halves where they become too many at once."""
        for deeper in range(level, len(self.index.corners)):
            if len(query) > _PAIRS:
                half = len(query) // 2
                self.open(deeper, query[:half], node[:half])
                self.open(deeper, query[half:], node[half:])
                return
            query, node = self.children(deeper, query, node)
        lower = self.least(len(self.index.corners) - 1, query, node)
        order = np.lexsort((lower, query))
        query, node, lower = query[order], node[order], lower[order]
        while len(query):  # each query's most promising leaf first; then drop those that cannot help any more
            first = np.append(True, query[1:] != query[:-1])
            self.visit(query[first], node[first])
            keep = ~first & (lower < self.value[query])
            query, node, lower = query[keep], node[keep], lower[keep]

    def children(self, level: int, query: Integers, node: Integers) -> tuple[Integers, Integers]:
        """The children of nodes of the level above that may hold something better."""
        query, node = np.repeat(query, 2), np.repeat(2 * node, 2)
        node[1::2] += 1
        return self.worth(level, query, node)

    def worth(self, level: int, query: Integers, node: Integers) -> tuple[Integers, Integers]:
        """Those of the nodes that may hold something better."""
        keep = self.least(level, query, node) < self.value[query]
        return query[keep], node[keep]

    def least(self, level: int, query: Integers, node: Integers) -> Reals:
        """What F is at least in each node; infinity if it holds nothing that is wanted."""
        corners = self.index.corners[level]
        lower: Reals = self.x[0, query] - corners[0, node]
        for order in range(1, len(corners)):
            np.maximum(lower, self.x[order, query] - corners[order, node], out=lower)
        for each in self.labels:
            lower[~each.open(level, node, query)] = np.inf
        return lower

    def visit(self, query: Integers, leaf: Integers) -> None:
        """Evaluate F at the points of one leaf for each of different queries, and keep what is better."""
        pair = self.pairs(query, leaf)
        place = pair.argmin(axis=1)
        found = pair[np.arange(len(query)), place]
        better = found < self.value[query]
        self.value[query[better]] = found[better]
        self.item[query[better]] = self.index.item[leaf[better], place[better]]

    def pairs(self, query: Integers, leaf: Integers) -> Reals:
        """F of each query and the points of one leaf, `[pairs, places]`; infinity if one does not count."""
        points = self.index.points
        pair: Reals = self.x[0, query, None] - points[0, leaf]
        for order in range(1, len(points)):
            np.maximum(pair, self.x[order, query, None] - points[order, leaf], out=pair)
        for each in self.labels:
            pair[~each.fits(leaf, query)] = np.inf
        return pair
