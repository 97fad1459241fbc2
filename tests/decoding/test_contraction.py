import numpy as np

from realizer.decoding.contraction import Contraction, cycles, join, ranges, start, take_apart


def walk(target, x):
    """The cycle that x leads to, None if the root."""
    way = []
    while x >= 0 and x not in way:
        way.append(x)
        x = int(target[x])
    return None if x < 0 else way[way.index(x) :]


def test_cycles_as_walking():
    random = np.random.default_rng(0)
    for n in (1, 2, 3, 6, 20, 64, 65):
        for _ in range(40):
            target = random.integers(-1 if n % 2 else 0, n, n)
            label, on_cycle = cycles(target)
            for x in range(n):
                cycle = walk(target, x)
                assert label[x] == (-1 if cycle is None else min(cycle))
                assert on_cycle[x] == (cycle is not None and x in cycle)


def test_one_long_cycle_and_one_long_way():
    n = 1000
    label, on_cycle = cycles((np.arange(n) + 1) % n)
    assert (label == 0).all()
    assert on_cycle.all()
    label, on_cycle = cycles(np.arange(n) - 1)
    assert (label == -1).all()
    assert not on_cycle.any()


def test_nobody():
    label, on_cycle = cycles(np.zeros(0, dtype=np.int64))
    assert len(label) == len(on_cycle) == 0
    assert ranges(np.array([3]), np.array([0])).tolist() == []


def test_what_lies_between_is_contracted_too():
    """Two trees, 1 under 0 and 3 under 2; 0 chooses 3 and 2 chooses 1: all four are one cycle."""
    state = Contraction(
        component=np.arange(4),
        tree=np.array([0, 0, 1, 1]),
        offset=np.zeros(4),
        dependent=np.arange(4),
        head=np.array([3, 0, 1, 2]),
        pending=np.array([0, 2]),
    )
    join(state, None, state.component)
    assert state.component.tolist() == [0, 0, 0, 0]
    assert state.pending.tolist() == [0]
    assert state.tree.tolist() == [0, 0, 0, 0]


def test_who_waits_stays_pending():
    """The first cycle waits (its arc is an old one, inside), the second chooses the first."""
    state = start(np.array([1, 0, 3, 2]), np.zeros(4))
    assert state.pending.tolist() == [0, 2]
    state.dependent[2], state.head[2] = 3, 1
    join(state, None, state.component)
    assert state.pending.tolist() == [0]
    assert state.component.tolist() == [0, 0, 2, 2]
    assert state.tree.tolist() == [0, 0, 0, 0]
    state.dependent[0], state.head[0] = 1, -1
    join(state, None, state.component)
    assert state.pending.tolist() == []
    assert take_apart(state).tolist() == [1, -1, 3, 1]
