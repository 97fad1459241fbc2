from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.errors import InputError, OrderError, ShapeError
from realizer.orders import (
    Certificate,
    antichain,
    boolean_lattice,
    chain,
    check_certificate,
    check_realizer,
    check_structure_certificate,
    cover_relation,
    fence,
    intersection,
    is_realizer,
    n_poset,
    order_dimension_at_most_two,
    parallel,
    series,
    standard_example,
    structure_dimension_at_most_two,
    token_split,
    transitive_closure,
)

from .posets import all_orders, brute_two_dimensional, exactly, graphs, orders, proves


def verify(outcome, relation):
    """Either answer proves itself."""
    if outcome.two_dimensional:
        assert outcome.certificate is None
        check_realizer(outcome.realizer, relation)
    else:
        assert proves(outcome.certificate.chain, relation)
        check_certificate(outcome.certificate, relation)
        assert len(np.unique(outcome.certificate.chain, axis=0)) == len(outcome.certificate.chain)
        assert set(outcome.certificate.elements.tolist()) <= set(outcome.component.tolist())


@pytest.mark.parametrize("n", range(7))
def test_all_small_orders(n):
    for below in all_orders(n):
        outcome = order_dimension_at_most_two(below)
        assert outcome.two_dimensional == brute_two_dimensional(below)
        verify(outcome, below)


@exactly
@given(orders(max_size=7))
def test_random_orders_of_seven(relation):
    outcome = order_dimension_at_most_two(relation)
    assert outcome.two_dimensional == brute_two_dimensional(relation)
    verify(outcome, relation)


@exactly
@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.permutations(range(n)), st.permutations(range(n)))))
def test_every_intersection_of_two_orders_is_found(pair):
    below = intersection(np.array(pair))
    outcome = order_dimension_at_most_two(below)
    assert outcome.two_dimensional
    verify(outcome, below)


def test_random_orders_of_twenty():
    rng = np.random.default_rng(3)
    answers = set()
    for _ in range(300):
        below = transitive_closure(np.triu(rng.random((20, 20)) < 0.5 * rng.random(), 1))
        outcome = order_dimension_at_most_two(below)
        answers.add(outcome.two_dimensional)
        verify(outcome, below)
    assert answers == {False, True}


@exactly
@given(st.lists(orders(max_size=4), max_size=6), st.booleans())
def test_modules(parts, up):
    """Nested series and parallel compositions: many implication classes at once."""
    below = (series if up else parallel)(*parts)
    below = parallel(below, series(antichain(3), below))
    verify(order_dimension_at_most_two(below), below)


def test_substitution_of_antichains_keeps_the_answer():
    """Modules inside a prime order: several classes, some nested, must fit together."""
    rng = np.random.default_rng(0)
    for _ in range(40):
        base = intersection(np.stack([rng.permutation(6), rng.permutation(6)]))
        copies = np.repeat(np.arange(6), rng.integers(1, 4, 6))
        shuffle = rng.permutation(len(copies))
        below = base[np.ix_(copies, copies)][np.ix_(shuffle, shuffle)]
        outcome = order_dimension_at_most_two(below)
        assert outcome.two_dimensional
        verify(outcome, below)


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        (n_poset(), True),
        (standard_example(2), True),
        (standard_example(3), False),
        (standard_example(4), False),
        (boolean_lattice(2), True),
        (boolean_lattice(3), False),
        *[(fence(n), True) for n in range(8)],
        *[(chain(n), True) for n in range(4)],
        *[(antichain(n), True) for n in range(4)],
    ],
)
def test_standard_examples(relation, expected):
    outcome = order_dimension_at_most_two(relation)
    assert outcome.two_dimensional == expected
    verify(outcome, relation)


def test_spider():
    """Three legs of two steps: a tree as a graph, of height 1, and yet three-dimensional."""
    arcs = [[0, 0], [0, 1], [0, 2], [1, 0], [2, 1], [3, 2]]
    below = token_split(4, arcs).relation()
    assert len(arcs) == 6
    for outcome in (order_dimension_at_most_two(below), structure_dimension_at_most_two(4, arcs)):
        assert not outcome.two_dimensional
        verify(outcome, below)
    for leaf in range(len(arcs)):
        fewer = arcs[:leaf] + arcs[leaf + 1 :]
        assert structure_dimension_at_most_two(4, fewer).two_dimensional


def test_parts_do_not_add_up():
    both = parallel(fence(5), chain(2), n_poset())
    verify(order_dimension_at_most_two(both), both)
    assert order_dimension_at_most_two(both).two_dimensional
    bad = parallel(fence(5), standard_example(3), standard_example(3))
    outcome = order_dimension_at_most_two(bad)
    assert outcome.component.tolist() == list(range(5, 11))
    verify(outcome, bad)


@pytest.mark.parametrize("kind", ["two", "three", "fence", "dense", "hidden", "crown"])
def test_five_hundred_elements(kind):
    rng = np.random.default_rng(1)
    two = intersection(np.stack([rng.permutation(500), rng.permutation(500)]))
    relation = {
        "two": lambda: two,
        "three": lambda: intersection(np.stack([rng.permutation(500) for _ in range(3)])),
        "fence": lambda: fence(500),
        "dense": lambda: transitive_closure(np.triu(rng.random((500, 500)) < 0.05, 1)),
        "hidden": lambda: series(two[:494, :494], standard_example(3)),
        "crown": lambda: standard_example(250),
    }[kind]()
    outcome = order_dimension_at_most_two(relation)
    assert outcome.two_dimensional == (kind in {"two", "fence"})
    verify(outcome, relation)


# Certificates


def test_checker_accepts_what_it_should_and_no_more():
    """Against the own reading in `proves`, on true chains with one entry changed, and on random chains."""
    below = boolean_lattice(3)
    true = order_dimension_at_most_two(below).certificate.chain
    rejected = 0
    for row, column, value in np.ndindex(len(true), 2, 8):
        forged = true.copy()
        forged[row, column] = value
        expected = proves(forged, below)
        rejected += not expected
        if expected:
            check_certificate(Certificate(forged), below)
        else:
            with pytest.raises(OrderError, match="not a certificate"):
                check_certificate(Certificate(forged), below)
    assert rejected > 50


@pytest.mark.parametrize("below", [standard_example(3), standard_example(4), boolean_lattice(3)])
def test_checker_on_other_orders_than_the_one_proved(below):
    """Every comparison the chain rests on, taken away or added, and every arc of it left out."""
    true = order_dimension_at_most_two(below).certificate.chain
    rejected = 0
    for x, y in np.argwhere(cover_relation(below)):
        other = below.copy()
        other[x, y] = False
        for chain_ in (true, *(np.delete(true, i, axis=0) for i in range(1, len(true) - 1))):
            if proves(chain_, other):
                check_certificate(Certificate(chain_), other)
            else:
                rejected += 1
                with pytest.raises(OrderError, match="not a certificate"):
                    check_certificate(Certificate(chain_), other)
    assert rejected > 10


@exactly
@given(orders(max_size=5), st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=6))
def test_no_chain_passes_on_a_two_dimensional_order(relation, chain_):
    """All orders of five elements have dimension two at most, so nothing can certify the contrary."""
    closed = [*chain_, chain_[0][::-1]]
    with pytest.raises(OrderError):
        check_certificate(Certificate(np.array(closed)), relation)


def test_forged_certificates():
    below = standard_example(3)
    chain_ = order_dimension_at_most_two(below).certificate.chain
    forgeries = {
        "not to the reverse": chain_[:-1],
        "does not force the next": np.concatenate([chain_[:1], chain_[-1:]]),
        "incomparable elements": np.array([[0, 4], [4, 0]]),
        "r of at least 2": chain_[:1],
        "expected elements": chain_ + 1,
        "got -1 to 4": chain_ - 1,
    }
    for words, forged in forgeries.items():
        with pytest.raises(OrderError, match=words):
            check_certificate(Certificate(forged), below)
    with pytest.raises(OrderError, match="not a certificate"):
        check_certificate(Certificate(chain_), fence(6))
    with pytest.raises(OrderError, match="cycle"):
        check_certificate(Certificate(chain_), below | below.T)
    with pytest.raises(InputError, match="whole numbers"):
        check_certificate(Certificate(chain_.astype(float)), below)
    with pytest.raises(ShapeError):
        check_certificate(Certificate(chain_[0]), below)


# Structures


@exactly
@given(graphs(max_size=6, max_arcs=22))
def test_structures_agree_with_their_order(graph):
    n, arcs = graph
    below = token_split(n, arcs).relation()
    outcome = structure_dimension_at_most_two(n, arcs)
    assert outcome.two_dimensional == order_dimension_at_most_two(below).two_dimensional
    verify(outcome, below)
    if not outcome.two_dimensional:
        check_structure_certificate(outcome.certificate, n, arcs)
        with pytest.raises(OrderError):
            check_structure_certificate(outcome.certificate, n, arcs[1:2])


def test_structure_fails_in_its_first_bad_component():
    crown = np.array([[x, y] for x in range(3) for y in range(3) if x != y])
    arcs = np.concatenate([[[0, 0], [1, 0]], crown + 5, crown + 2])
    outcome = structure_dimension_at_most_two(9, arcs)
    assert outcome.component.tolist() == [2, 3, 4, 11, 12, 13]
    check_structure_certificate(outcome.certificate, 9, arcs)


def test_structure_of_a_document():
    """Hundreds of tokens, small components: stars, blocks, fences, all realized at once."""
    rng = np.random.default_rng(2)
    stars = np.stack([np.arange(300), rng.integers(0, 300, 300)], axis=1)
    zigzag = np.array([[x, x + d] for x in range(300, 600) for d in (0, 1) if x % 7])
    arcs = np.concatenate([stars, np.clip(zigzag, 0, 599)])
    outcome = structure_dimension_at_most_two(600, arcs)
    assert outcome.two_dimensional
    assert is_realizer(outcome.realizer, token_split(600, arcs).relation())


def test_smallest():
    assert order_dimension_at_most_two([]).realizer.shape == (2, 0)
    assert order_dimension_at_most_two([[False]]).realizer.tolist() == [[0], [0]]
    assert structure_dimension_at_most_two(0, []).realizer.shape == (2, 0)
    assert structure_dimension_at_most_two(1, []).realizer.shape == (2, 2)
    assert is_realizer(structure_dimension_at_most_two(1, [[0, 0]]).realizer, [[False, True], [False, False]])


def test_bad_input():
    with pytest.raises(OrderError, match="cycle: 0 < 1 < 0"):
        order_dimension_at_most_two([[False, True], [True, False]])
    with pytest.raises(ShapeError, match="square"):
        order_dimension_at_most_two(np.zeros((2, 3), dtype=bool))
    with pytest.raises(InputError, match="booleans"):
        order_dimension_at_most_two(np.zeros((2, 2)))
    with pytest.raises(OrderError, match="row 0"):
        structure_dimension_at_most_two(3, [[0, 3]])
    with pytest.raises(OrderError, match="row 1"):
        structure_dimension_at_most_two(3, [[0, 1], [-1, 0]])
    with pytest.raises(InputError, match="zero or more"):
        structure_dimension_at_most_two(-3, [])
