import numpy as np
import pytest
from ufal.chu_liu_edmonds import chu_liu_edmonds

from realizer.decoding import dense_tree_heads
from realizer.errors import InputError, ScoreError, ShapeError

from .cases import KINDS, all_trees, costs, is_tree, scores, total


@pytest.mark.parametrize("roots", ["one", "many"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_best_of_all_trees(n, roots):
    trees = all_trees(n, roots)
    for seed in range(40):
        for whole in (False, True):
            cost = np.random.default_rng(seed).standard_normal((n, n + 1)) * 3
            cost = np.round(cost) if whole else cost
            heads = dense_tree_heads(cost, roots=roots)
            assert is_tree(heads, roots)
            assert total(cost, heads) == pytest.approx(min(total(cost, tree) for tree in trees))


def by_ufal(cost, root=None):
    """The best tree by the other library: with this child of the root, or with any number of children."""
    n = len(cost)
    weight = np.full((n + 1, n + 1), np.nan)
    weight[1:] = -cost
    weight[np.arange(n + 1), np.arange(n + 1)] = np.nan
    if root is not None:
        weight[1:, 0] = np.nan
        weight[root, 0] = -cost[root - 1, 0]
    heads, _ = chu_liu_edmonds(weight)
    return np.array(heads[1:])


@pytest.mark.parametrize("kind", KINDS)
def test_as_ufal(kind):
    for seed in range(25):
        n = 2 + seed % 11
        cost = costs(*scores(kind, n, 1 + seed % 4, seed))
        assert total(cost, dense_tree_heads(cost, roots="many")) == pytest.approx(total(cost, by_ufal(cost)))
        best = min(total(cost, by_ufal(cost, root)) for root in range(1, n + 1))
        assert total(cost, dense_tree_heads(cost)) == pytest.approx(best)


def test_own_column_does_not_count():
    cost = np.random.default_rng(0).standard_normal((6, 7))
    cheap = cost.copy()
    cheap[np.arange(6), np.arange(1, 7)] = -1e3
    assert dense_tree_heads(cost).tolist() == dense_tree_heads(cheap).tolist()


def test_none_and_one():
    assert dense_tree_heads(np.zeros((0, 1))).tolist() == []
    assert dense_tree_heads([[3.0, 1.0]]).tolist() == [0]


def test_bad_input():
    with pytest.raises(ShapeError, match=r"expected costs \[n, n \+ 1\], got shape \[2, 2\]"):
        dense_tree_heads(np.zeros((2, 2)))
    with pytest.raises(ScoreError, match="NaN or infinity"):
        dense_tree_heads([[np.inf, 0.0]])
    with pytest.raises(InputError, match="got 'two'"):
        dense_tree_heads([[0.0, 0.0]], roots="two")
