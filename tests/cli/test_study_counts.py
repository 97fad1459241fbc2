"""The counting behind the study, against definitions."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.cli.study.counts import (
    Counts,
    Failure,
    count,
    has_crossing_arcs,
    irreducible_core,
    split_components,
)
from realizer.cli.study.structures import Structure
from realizer.orders import structure_dimension_at_most_two

NODES = st.integers(0, 7)
ARCS = st.sets(st.tuples(NODES, NODES), max_size=16).map(lambda arcs: tuple(sorted(arcs)))
CROWN = tuple((x, y) for x in range(3) for y in range(3) if x != y)
SPIDER = ((0, 1), (0, 2), (0, 3), (4, 1), (5, 2), (6, 3))


def two_dimensional(arcs):
    return structure_dimension_at_most_two(8, arcs).two_dimensional


@st.composite
def trees(draw, largest=8):
    """Heads of words 1..n: a tree hung below the root, its words renumbered at random."""
    n = draw(st.integers(1, largest))
    order = draw(st.permutations(range(1, n + 1)))
    heads = [0] * (n + 1)
    for i, word in enumerate(order):
        heads[word] = order[draw(st.integers(0, i - 1))] if i else 0
    return heads[1:]


@given(ARCS)
def test_components_are_those_of_the_red_and_blue_vertices(arcs):
    components = split_components(arcs)
    assert sorted(itertools.chain(*components)) == list(arcs)
    assert all(list(c) == sorted(c) for c in components)
    vertices = [{("red", x) for x, _ in c} | {("blue", y) for _, y in c} for c in components]
    assert all(a.isdisjoint(b) for a, b in itertools.combinations(vertices, 2))
    for component in components:
        reached = {component[0]}
        for _ in component:
            reached |= {a for a in component for b in reached if a[0] == b[0] or a[1] == b[1]}
        assert reached == set(component)


@given(ARCS)
def test_a_structure_is_two_dimensional_iff_its_parts_are(arcs):
    counts = count(Structure("enhanced", "s", 1, 8, tuple("abcdefgh"), arcs, 0), "f")
    assert bool(counts.two_dimensional) == two_dimensional(arcs)
    failing = [part for part in split_components(arcs) if not two_dimensional(part)]
    assert counts.failing_components == len(failing)
    assert counts.two_dimensional == (not failing)
    if failing:
        assert counts.failure.arcs == min(failing, key=len)


@pytest.mark.parametrize("arcs", [CROWN, SPIDER])
def test_the_smallest_orders_of_dimension_three_are_their_own_core(arcs):
    assert not two_dimensional(arcs)
    assert irreducible_core(arcs) == arcs


@given(ARCS, st.sampled_from([CROWN, SPIDER]))
def test_a_core_can_lose_no_vertex(more, seed):
    arcs = tuple(sorted({*more, *seed}))
    for part in split_components(arcs):
        if two_dimensional(part):
            continue
        core = irreducible_core(part)
        assert not two_dimensional(core)
        for side in (0, 1):
            for vertex in {arc[side] for arc in core}:
                assert two_dimensional(tuple(arc for arc in core if arc[side] != vertex))


@given(st.lists(st.tuples(NODES, NODES), max_size=8))
def test_crossing_is_a_before_b_before_c_before_d(arcs):
    spans = [sorted(arc) for arc in arcs]
    crossing = any(a < b < c < d for (a, c), (b, d) in itertools.permutations(spans, 2))
    assert has_crossing_arcs(arcs) == crossing


@given(trees())
def test_a_tree_without_crossing_arcs_is_projective(heads):
    def ancestors(word):
        while word:
            yield word
            word = heads[word - 1]

    arcs = list(enumerate(heads, start=1))
    projective = all(
        head == 0 or head in ancestors(between)
        for word, head in arcs
        for between in range(min(word, head) + 1, max(word, head))
    )
    assert has_crossing_arcs(arcs) == (not projective)


@given(trees())
def test_trees_are_two_dimensional(heads):
    arcs = tuple(enumerate(heads, start=1))
    counts = count(Structure("basic", "s", 1, len(heads), ("", *heads), arcs, 0), "f")
    assert (counts.two_dimensional, counts.components) == (1, len(set(heads)))
    assert counts.nonprojective == has_crossing_arcs(arcs)


def test_counts_add_up_and_keep_the_smallest_failure():
    small, large = (Failure("f", "s", 1, (), arcs) for arcs in (CROWN[:2], CROWN))
    first = Counts(structures=1, words=2, vertices=3, arcs=4, duplicates=5, loops=6, failure=large)
    second = Counts(structures=1, two_dimensional=7, components=8, failing_components=9, nonprojective=1)
    total = first + second + Counts(failure=small)
    assert total == Counts(2, 2, 3, 4, 5, 6, 7, 8, 9, 1, small)
    assert (Counts() + Counts()).failure is None
    assert (Counts(failure=small) + Counts(failure=Failure("g", "s", 1, (), CROWN[:2]))).failure is small
