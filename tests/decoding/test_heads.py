import numpy as np
import pytest

from realizer.decoding import greedy_heads

from .cases import KINDS, batch, costs


@pytest.mark.parametrize("kind", KINDS)
def test_first_smallest_but_not_itself(kind):
    for orders in (1, 2, 3, 5):
        lengths = [0, 1, 2, 7, 30]
        red, blue, mask = batch(kind, lengths, orders, 0)
        heads = greedy_heads(red, blue, mask=mask)
        for row, n in enumerate(lengths):
            cost = costs(red[row, :n], blue[row, : n + 1])
            cost[np.arange(n), np.arange(1, n + 1)] = np.inf
            assert heads[row, :n].tolist() == cost.argmin(axis=1).tolist()
            assert (heads[row, n:] == -1).all()
            assert greedy_heads(red[row, :n], blue[row, : n + 1]).tolist() == heads[row, :n].tolist()


def test_ties_go_to_the_first():
    assert greedy_heads(np.zeros((3, 2)), np.zeros((4, 2))).tolist() == [0, 0, 0]
    assert greedy_heads(np.zeros((3, 2)), np.array([[-1.0, -1.0], [0, 0], [0, 0], [0, 0]])).tolist() == [
        2,
        1,
        1,
    ]


def test_none_and_one():
    assert greedy_heads(np.zeros((0, 2)), np.zeros((1, 2))).tolist() == []
    assert greedy_heads(np.zeros((0, 4, 2)), np.zeros((0, 5, 2))).shape == (0, 4)
    assert greedy_heads(np.zeros((1, 2)), np.full((2, 2), 5.0)).tolist() == [0]
    nothing = greedy_heads(np.zeros((2, 3, 2)), np.zeros((2, 4, 2)), mask=np.zeros((2, 3), dtype=bool))
    assert nothing.tolist() == [[-1] * 3] * 2


def test_arguments_are_left_alone():
    red, blue, mask = batch("gauss", [3, 5], 2, 0)
    before = red.copy(), blue.copy(), mask.copy()
    greedy_heads(red, blue, mask=mask)
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(before, (red, blue, mask), strict=True))
