"""One growth against Dijkstra's algorithm in plain Python."""

import heapq
from unittest.mock import patch

import numpy as np
import pytest

from realizer.decoding import arcs_by_index, growth
from realizer.decoding.arcs_by_index import index_arcs
from realizer.decoding.arcs_by_row import RowArcs
from realizer.decoding.contraction import join, start
from realizer.decoding.growth import absorb, grow

from .cases import costs, scores


def begun(red, blue, *, many, pairs):
    """The arcs both ways, and the contraction after every word has chosen."""
    by_index = index_arcs(red, blue, many=many, pairs=pairs)
    by_row = RowArcs(red.T.copy(), blue.T[:, None].copy(), np.array([many]))
    to_root = many & (by_index.root <= by_index.value)
    heads = np.where(to_root, -1, by_index.head)
    return by_row, by_index, start(heads, np.where(to_root, by_index.root, by_index.value))


def slowly(state, cost, tree, rooted):
    """Distances inside a tree from its pending component, and the way out, by Dijkstra's algorithm."""
    distance, waiting, leave = {}, [(0.0, int(state.pending[tree]))], np.inf
    while waiting:
        ahead, component = heapq.heappop(waiting)
        if component in distance:
            continue
        distance[component] = ahead
        for x in np.flatnonzero(state.component == component):
            if rooted:
                leave = min(leave, ahead + cost[x, 0] - state.offset[x])
            for y in range(len(cost)):
                length = ahead + cost[x, y + 1] - state.offset[x]
                if state.tree[y] != tree:
                    leave = min(leave, length)
                elif state.component[y] != component:
                    heapq.heappush(waiting, (length, int(state.component[y])))
    return distance, leave


def rows_and_columns(kind, seed, *, many, pairs):
    """Growths of the first steps of a contraction, by both kinds of arcs, and the truth."""
    red, blue = scores(kind, 25 + seed, 2, seed)
    cost = costs(red, blue)
    by_row, by_index, state = begun(red, blue, many=many, pairs=pairs)
    while len(state.pending):
        active = np.ones(len(state.pending), dtype=bool)
        with patch.object(arcs_by_index.IndexArcs, "active", lambda *_, a=active: a):
            growths = [grow(state, by_row), grow(state, by_index)]
        yield state, cost, growths
        before = state.component
        absorb(state, growths[1])
        join(state, growths[1], before)


@pytest.mark.parametrize("most", [None, -1])
@pytest.mark.parametrize("pairs", [0, 1 << 14])
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("kind", ["line", "clumps", "doubles", "whole"])
def test_as_dijkstra(kind, many, pairs, most):
    below = arcs_by_index.below
    few, trees = patch.object(growth, "_FEW", 1), 0
    if most is not None:  # never through the index over heads
        below = patch.object(arcs_by_index, "below", lambda *given, **options: None)
    else:
        below = patch.object(arcs_by_index, "below", below)
    with few, below:
        for seed in range(6):
            for state, cost, growths in rows_and_columns(kind, seed, many=many, pairs=pairs):
                trees += len(state.pending)
                for tree in range(len(state.pending)):
                    distance, leave = slowly(state, cost, tree, growths[0].rooted[tree])
                    for found in growths:
                        assert found.leave[tree] == pytest.approx(leave)
                        members = np.unique(state.component[state.tree == tree])
                        for component in members:
                            if distance[int(component)] < found.limit()[tree] - 1e-9:
                                assert found.distance[component] == pytest.approx(distance[int(component)])
                            else:
                                assert found.distance[component] >= distance[int(component)] - 1e-9
    assert trees >= (12 if kind == "line" else 4)
