import numpy as np
import pytest

from realizer.decoding import greedy_heads, projective, projective_heads, tree_heads

from .cases import KINDS, all_trees, batch, costs, crosses, is_tree, scores, total


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_best_of_all_projective_trees(n):
    trees = [heads for heads in all_trees(n, "one") if not crosses(heads)]
    assert len(trees) == [1, 2, 7, 30, 143][n - 1]  # OEIS A006013
    for kind in KINDS:
        for seed in range(8):
            red, blue = scores(kind, n, 1 + seed % 4, seed)
            cost = costs(red, blue)
            heads = projective_heads(red, blue)
            assert is_tree(heads, "one")
            assert not crosses(heads)
            assert total(cost, heads) == pytest.approx(min(total(cost, tree) for tree in trees))


def test_the_best_tree_where_that_is_projective():
    found = 0
    for seed in range(60):
        red, blue = scores("line", 6, 2, seed)
        cost = costs(red, blue)
        best, flat = tree_heads(red, blue), projective_heads(red, blue)
        assert is_tree(flat, "one")
        assert not crosses(flat)
        assert total(cost, flat) >= total(cost, best) - 1e-9
        if not crosses(best):
            found += 1
            assert total(cost, flat) == pytest.approx(total(cost, best))
    assert found


def test_a_given_projective_tree_comes_back():
    heads = np.array([2, 5, 2, 3, 0, 7, 5, 7])
    blue = np.concatenate([np.arange(9)[:, None], -np.arange(9)[:, None]], axis=1) * 3.0
    assert projective_heads(blue[heads] - 1, blue).tolist() == heads.tolist()
    assert greedy_heads(blue[heads] - 1, blue).tolist() == heads.tolist()


def test_one_by_one_as_in_a_batch(monkeypatch):
    lengths = [7, 0, 7, 1, 30, 2, 30, 7]
    red, blue, mask = batch("whole", lengths, 3, 0)
    together = projective_heads(red, blue, mask=mask)
    monkeypatch.setattr(projective, "_CELLS", 50)
    assert (projective_heads(red, blue, mask=mask) == together).all()
    for row, n in enumerate(lengths):
        assert projective_heads(red[row, :n], blue[row, : n + 1]).tolist() == together[row, :n].tolist()
        assert (together[row, n:] == -1).all()


def test_none_and_one():
    assert projective_heads(np.zeros((0, 2)), np.zeros((1, 2))).tolist() == []
    assert projective_heads(np.zeros((0, 4, 2)), np.zeros((0, 5, 2))).shape == (0, 4)
    assert projective_heads(np.zeros((1, 2)), np.full((2, 2), 5.0)).tolist() == [0]
