"""The sparse assignment against all permutations, against its own proof, and on large inputs."""

from __future__ import annotations

import random
import time

from hypothesis import given
from hypothesis import strategies as st

from metrics.coreference_oracle import best
from realizer.metrics.assignment import UNASSIGNED, best_assignment

weights = st.lists(st.dictionaries(st.integers(0, 5), st.integers(1, 4) | st.floats(0.01, 2)), max_size=5)


def total(rows):
    columns = best_assignment(rows)
    used = [column for column in columns if column != UNASSIGNED]
    assert len(columns) == len(rows)
    assert len(set(used)) == len(used)
    return sum(row[column] for row, column in zip(rows, columns, strict=True) if column != UNASSIGNED)


@given(rows=weights)
def test_nothing_is_better(rows):
    expected = best(range(len(rows)), range(6), lambda i, j: rows[i].get(j, 0)) if rows else 0
    assert abs(total(rows) - expected) < 1e-9


def test_small_ones():
    assert best_assignment([]) == []
    assert best_assignment([{}, {3: 1.0}, {}]) == [UNASSIGNED, 3, UNASSIGNED]
    assert best_assignment([{0: 1.0}, {0: 2.0}]) == [UNASSIGNED, 0]
    assert best_assignment([{0: 2.0}, {0: 1.0}]) == [0, UNASSIGNED]
    assert best_assignment([{0: 5.0, 1: 4.0}, {0: 5.0, 1: 1.0}, {0: 3.0}]) == [1, 0, UNASSIGNED]


def test_chains_of_moves_and_full_matrices_are_fast():
    begin = time.process_time()
    count = 2000
    chain = [{i: 2.0, i + 1: 2.0} for i in range(count)]
    assert best_assignment([*chain, {0: 3.0}]) == [*range(1, count + 1), 0]
    draw = random.Random(0)
    full = [{j: float(draw.randint(1, 9)) for j in range(120)} for _ in range(120)]
    assert total(full) == 120 * 9 - sum(9 - max(row.values()) for row in full)
    assert time.process_time() - begin < 20
