"""The implicit algorithm, both ways to look at arcs, forced on inputs of all sizes."""

from unittest.mock import patch

import numpy as np
import pytest

from realizer.decoding import arcs_by_index, arcs_by_row, dense_tree_heads, growth, spatial_index
from realizer.decoding.arborescence_implicit import long_tree, short_trees
from realizer.decoding.arcs_by_index import IndexPhase

from .cases import KINDS, costs, is_tree, ladder, scores, total


def by_rows(red, blue, *, many):
    cost = costs(red, blue)
    cost[np.arange(len(red)), np.arange(1, len(red) + 1)] = np.inf
    return short_trees(red[None], blue[None], cost.argmin(axis=1)[None], np.array([many]))[0]


def by_index(red, blue, *, many):
    return long_tree(red, blue, many=many, pairs=0)


def by_some_pairs(red, blue, *, many):
    return long_tree(red, blue, many=many, pairs=64)


def by_swapped_roles(red, blue, *, many):
    """As if too many arcs stayed inside: an index over the ends of paths, asked from the other side."""
    with patch.object(arcs_by_index, "below", lambda *given, **options: None):
        return long_tree(red, blue, many=many, pairs=0)


WAYS = [by_rows, by_index, by_some_pairs, by_swapped_roles]


def check(way, red, blue, *, many):
    cost, roots = costs(red, blue), "many" if many else "one"
    heads = way(red, blue, many=many)
    assert is_tree(heads, roots)
    best = total(cost, dense_tree_heads(cost, roots=roots))
    assert total(cost, heads) == pytest.approx(best, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
def test_as_dense(way, kind, many):
    for seed in range(40):
        check(way, *scores(kind, 1 + seed % 31, 1 + seed % 6, seed), many=many)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
def test_as_dense_on_longer_ones(way, kind, many, monkeypatch):
    monkeypatch.setattr(growth, "_FEW", 2)  # so that nearest-first matters
    check(way, *scores(kind, 180, 2 + KINDS.index(kind) % 3, 7), many=many)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ratio", [1.01, 1.5, 2.0])
@pytest.mark.parametrize("orders", [2, 5])
def test_nested_cycles(way, ratio, orders):
    """The shortest way out is all words one after the other; every cycle lies inside the next."""
    red, blue = ladder(40, orders, ratio)
    for many in (False, True):
        check(way, red, blue, many=many)
        heads = way(red, blue, many=many)
        assert heads.tolist() == [*range(2, 41), 0]


def test_two_ladders_that_meet():
    """Nested cycles on both sides of the root, and pending components of different size."""
    for n in (6, 7, 20, 31):
        right, left = ladder(n, 2, 1.3), ladder(n + 3, 2, 1.2)
        root = np.array([[0.0, 0.0]])
        shift = np.array([1.0, -1.0]) * (right[1][0, 0] + 5)
        red = np.concatenate([right[0] - shift, shift - left[0]])
        blue = np.concatenate([root, red])
        for way in WAYS:
            for many in (False, True):
                check(way, red, blue, many=many)


def test_every_search_is_used(monkeypatch):
    """The ways above are different ways."""
    used = []

    def note(owner, name):
        function = getattr(owner, name)

        def noted(*given, **options):
            used.append(name)
            return function(*given, **options)

        monkeypatch.setattr(owner, name, noted)

    note(IndexPhase, "_searched")
    note(arcs_by_index, "below")
    note(arcs_by_row.RowPhase, "staying")
    red, blue = scores("line", 120, 2, 0)
    expected = [{"staying"}, {"below"}, {"below"}, {"_searched"}]
    for way, names in zip(WAYS, expected, strict=True):
        used.clear()
        check(way, red, blue, many=False)
        assert set(used) == names


def test_searches_in_small_parts(monkeypatch):
    monkeypatch.setattr(spatial_index, "_PAIRS", 16)
    monkeypatch.setattr(spatial_index, "_QUERIES", 32)
    for kind in KINDS:
        check(by_index, *scores(kind, 120, 2, 0), many=False)


def test_memory_stays_linear():
    """4,000 words have 16 million pairs: 128 MB. Nobody forms them."""
    import tracemalloc

    for kind in ("gauss", "far_root"):
        red, blue = scores(kind, 4000, 3, 0)
        tracemalloc.start()
        long_tree(red, blue, many=False)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 16e6
