import numpy as np
import pytest

from realizer.decoding import arborescence_implicit, dense_tree_heads, greedy_heads, tree_heads, trees
from realizer.decoding.trees import are_trees
from realizer.errors import InputError

from .cases import KINDS, batch, costs, is_tree, scores, total
from .test_arborescence_dense import by_ufal

ROUNDS = 25  # x 8 kinds x 50 sentences = 10,000 inputs


@pytest.mark.parametrize("kind", KINDS)
def test_as_dense_on_ten_thousand(kind):
    for seed in range(ROUNDS):
        lengths = [(seed + 3 * row) % 11 for row in range(50)]
        orders = 1 + seed % 6
        red, blue, mask = batch(kind, lengths, orders, seed)
        for roots in ("one", "many"):
            heads = tree_heads(red, blue, mask=mask, roots=roots)
            for row, n in enumerate(lengths):
                cost = costs(red[row, :n], blue[row, : n + 1])
                best = total(cost, dense_tree_heads(cost, roots=roots))
                assert is_tree(heads[row, :n], roots), (kind, seed, row, roots)
                assert total(cost, heads[row, :n]) == pytest.approx(best, rel=1e-12, abs=1e-9)
                assert (heads[row, n:] == -1).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [30, 200, 257])
def test_longer_ones_as_ufal(kind, n):
    red, blue = scores(kind, n, 2 + n % 3, 0)
    cost = costs(red, blue)
    heads = tree_heads(red, blue, roots="many")
    assert is_tree(heads, "many")
    assert total(cost, heads) == pytest.approx(total(cost, by_ufal(cost)), rel=1e-12, abs=1e-9)
    heads = tree_heads(red, blue)
    assert is_tree(heads, "one")
    assert total(cost, heads) == pytest.approx(total(cost, dense_tree_heads(cost)), rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("roots", ["one", "many"])
def test_one_by_one_as_in_a_batch(roots, monkeypatch):
    monkeypatch.setattr(trees, "_CELLS", 1000)  # a few sentences at a time
    lengths = [7, 0, 300, 1, 12, 40, 9, 2, 260]
    for kind in ("gauss", "whole"):
        red, blue, mask = batch(kind, lengths, 3, 5)
        together = tree_heads(red, blue, mask=mask, roots=roots)
        for row, n in enumerate(lengths):
            alone = tree_heads(red[row, :n], blue[row, : n + 1], roots=roots)
            assert together[row, :n].tolist() == alone.tolist()
            assert (together[row, n:] == -1).all()


def test_greedy_where_that_is_a_tree():
    red, blue, mask = batch("gauss", [2, 3, 4] * 60, 3, 1)
    greedy, best = greedy_heads(red, blue, mask=mask), tree_heads(red, blue, mask=mask)
    good = are_trees(greedy, one_root=True)
    assert 20 < good.sum() < 170
    assert (greedy[good] == best[good]).all()
    assert (greedy[~good] != best[~good]).any(axis=1).all()


def test_arguments_are_left_alone_and_the_answer_stays():
    red, blue, mask = batch("whole", [9, 300, 4, 0], 2, 3)
    before = red.copy(), blue.copy(), mask.copy()
    first = tree_heads(red, blue, mask=mask)
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(before, (red, blue, mask), strict=True))
    assert first.dtype == np.int64
    assert (tree_heads(red, blue, mask=mask) == first).all()


@pytest.mark.parametrize("precision", [np.float16, np.float32])
def test_lower_precision_is_exact(precision):
    """Differences of close float32 numbers far from zero: exact in float64 only."""
    random = np.random.default_rng(0)
    for _ in range(50):
        red = (1000 + random.standard_normal((8, 3))).astype(precision)
        blue = (1000 + random.standard_normal((9, 3))).astype(precision)
        cost = costs(red, blue)
        heads = tree_heads(red, blue)
        assert total(cost, heads) == pytest.approx(total(cost, dense_tree_heads(cost)), abs=1e-12)


def test_none_and_one():
    assert tree_heads(np.zeros((0, 2)), np.zeros((1, 2))).tolist() == []
    assert tree_heads(np.zeros((3, 0, 2)), np.zeros((3, 1, 2))).shape == (3, 0)
    assert tree_heads(np.zeros((0, 4, 2)), np.zeros((0, 5, 2))).shape == (0, 4)
    assert tree_heads(np.zeros((1, 2)), np.array([[-9.0, -9.0], [5.0, 5.0]])).tolist() == [0]
    nothing = tree_heads(np.full((2, 3, 2), np.nan), np.zeros((2, 4, 2)), mask=np.zeros((2, 3), dtype=bool))
    assert nothing.tolist() == [[-1] * 3] * 2


def test_roots_is_one_or_many():
    with pytest.raises(InputError, match='expected roots "one" or "many", got 2'):
        tree_heads(np.zeros((1, 2)), np.zeros((2, 2)), roots=2)


def test_short_ones_do_not_loop_over_words(monkeypatch):
    """A batch is solved at once: so many calls for 10 sentences as for 200."""
    calls = []
    solve = arborescence_implicit._solve
    monkeypatch.setattr(arborescence_implicit, "_solve", lambda *given: calls.append(1) or solve(*given))
    for size in (10, 200):
        calls.clear()
        red, blue, mask = batch("gauss", [25] * size, 4, 0)
        tree_heads(red, blue, mask=mask)
        assert 1 <= len(calls) <= 2


def test_are_trees_as_walking_up():
    random = np.random.default_rng(0)
    for n in (1, 2, 3, 5, 8):
        heads = random.integers(0, n + 1, (200, n))
        for roots in ("one", "many"):
            found = are_trees(heads, one_root=roots == "one")
            assert found.tolist() == [is_tree(row, roots) for row in heads]
            assert found.any()
