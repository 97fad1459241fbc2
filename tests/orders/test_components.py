from __future__ import annotations

import numpy as np
from hypothesis import given

from realizer.orders.components import connected_components

from .posets import exactly, graphs


@exactly
@given(graphs(max_size=12))
def test_components_are_reachability(graph):
    n, edges = graph
    reach = np.eye(n, dtype=int)
    for x, y in edges:
        reach[x, y] = reach[y, x] = 1
    reach = np.linalg.matrix_power(reach, n) > 0
    label = connected_components(n, edges)
    assert np.array_equal(label[:, None] == label[None, :], reach)
    firsts = [int(np.flatnonzero(label == c)[0]) for c in range(label.max() + 1)]
    assert firsts == sorted(firsts)


def test_long_paths_and_combs():
    n = 5000
    rng = np.random.default_rng(0)
    names = rng.permutation(n)
    path = np.stack([names[:-1], names[1:]], axis=1)
    assert not connected_components(n, path).any()
    assert connected_components(n, path[::2]).max() == n // 2 - 1
    assert connected_components(3, np.zeros((0, 2), dtype=np.int64)).tolist() == [0, 1, 2]
    assert connected_components(0, np.zeros((0, 2), dtype=np.int64)).tolist() == []
