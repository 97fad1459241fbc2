import numpy as np
import pytest

from realizer.decoding import graph_arcs

from .cases import KINDS, batch, costs


@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_all_pairs_below_zero(kind, loops):
    lengths = [0, 1, 2, 9, 25]
    for orders in (1, 2, 3, 4):
        red, blue, mask = batch(kind, lengths, orders, 0)
        red -= 0.5
        expected = [
            (row, x + 1, y)
            for row, n in enumerate(lengths)
            for x, y in np.argwhere(costs(red[row, :n], blue[row, : n + 1]) < 0).tolist()
            if loops or x + 1 != y
        ]
        arcs = graph_arcs(red, blue, mask=mask, loops=loops)
        found = zip(arcs.sentence.tolist(), arcs.dependent.tolist(), arcs.head.tolist(), strict=True)
        assert list(found) == expected
        assert expected or kind == "ladder"  # everybody lies on its own place there: F = 0


def test_without_a_batch():
    arcs = graph_arcs(np.zeros((2, 2)), np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]))
    assert (arcs.sentence.tolist(), arcs.dependent.tolist(), arcs.head.tolist()) == (
        [0, 0, 0],
        [1, 1, 2],
        [0, 2, 0],
    )


def test_a_low_row_means_no_root():
    blue = np.array([[-1.0, -1.0], [1.0, 1.0], [1.0, 1.0]])
    assert 0 not in graph_arcs(np.zeros((2, 2)), blue).head


def test_no_words_no_arcs():
    for red, blue in (((0, 2), (1, 2)), ((3, 0, 2), (3, 1, 2)), ((0, 3, 2), (0, 4, 2))):
        assert len(graph_arcs(np.zeros(red), np.ones(blue)).head) == 0
