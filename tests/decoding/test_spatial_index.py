import numpy as np
import pytest

from realizer.decoding import spatial_index
from realizer.decoding.spatial_index import Labels, below, label_points, nearest

from .cases import costs


def truth(x, y, bound, labels):
    pairs = np.where(costs(x, y) < bound[:, None], costs(x, y), np.inf)
    for of_points, of_queries, same in labels:
        equal = of_queries[:, None] == of_points[None]
        pairs = np.where(equal if same else ~equal, pairs, np.inf)
    return pairs


def cases():
    for seed in range(60):
        random = np.random.default_rng(seed)
        q, m, orders = random.integers(0, 40), random.integers(0, 200), random.integers(1, 6)
        x, y = random.standard_normal((q, orders)), random.standard_normal((m, orders))
        if seed % 3 == 0:
            x, y = np.round(x), np.round(y)
        if seed % 3 == 1:
            y[:, -1] = -y[:, 0]
        bound = np.where(random.random(q) < 0.5, np.inf, random.standard_normal(q))
        side = (y[:, 0] > 0).astype(int) - (seed % 2)  # whole nodes have one label
        labels = [
            [],
            [(side, random.integers(-1, 2, q), True)],
            [(side, random.integers(-1, 2, q), False)],
            [(side, random.integers(-1, 2, q), True), (np.arange(m) % 5, random.integers(0, 5, q), False)],
        ][seed % 4]
        yield x, y, bound, labels


def built(y, labels):
    index = spatial_index.spatial_index(y)
    return index, tuple(Labels(label_points(index, of), wanted, same=same) for of, wanted, same in labels)


@pytest.mark.parametrize("pairs", [8, 1 << 19])
def test_nearest_as_all_pairs(pairs, monkeypatch):
    monkeypatch.setattr(spatial_index, "_PAIRS", pairs)
    monkeypatch.setattr(spatial_index, "_QUERIES", pairs)
    for x, y, bound, labels in cases():
        pairs_ = np.concatenate([truth(x, y, bound, labels), np.full((len(x), 1), np.inf)], axis=1)
        index, posed = built(y, labels)
        found = nearest(index, x, bound, posed)
        smallest = pairs_.min(axis=1)
        assert found.value.tolist() == np.where(np.isinf(smallest), bound, smallest).tolist()
        assert ((found.item >= 0) == np.isfinite(smallest)).all()
        hit = np.flatnonzero(found.item >= 0)
        assert (pairs_[hit, found.item[hit]] == smallest[hit]).all()


def test_below_as_all_pairs():
    for x, y, bound, labels in cases():
        index, posed = built(y, labels)
        expected = np.argwhere(np.isfinite(truth(x, y, bound, labels)))
        query, item = below(index, x, bound, posed, most=10**6)
        assert sorted(zip(query.tolist(), item.tolist(), strict=True)) == [
            tuple(pair) for pair in expected.tolist()
        ]


def test_below_gives_up():
    random = np.random.default_rng(0)
    index = spatial_index.spatial_index(random.standard_normal((100, 2)))
    assert below(index, random.standard_normal((50, 2)), np.full(50, np.inf), most=60) is None


def test_inner_nodes_are_left_out():
    """A search that wants other labels does not open a node that holds only its own."""
    y = np.concatenate([np.zeros((512, 2)), np.full((8, 2), -9.0)])
    index = spatial_index.spatial_index(y)
    label = (y[:, 0] < 0).astype(int)
    labels = (Labels(label_points(index, label), np.zeros(1, dtype=int), same=False),)
    query, _ = below(index, np.zeros((1, 2)), np.array([np.inf]), labels, most=4)
    assert len(query) == 8
