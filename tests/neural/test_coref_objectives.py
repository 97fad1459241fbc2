"""Objectives of coreference: sums without pairs against the same over all pairs, and against double loops."""

from __future__ import annotations

import math
import resource

import hypothesis.strategies as st
import pytest
import torch
from hypothesis import given

from realizer.neural.coref_objectives import (
    dense_antecedent_loss,
    dense_threshold_loss,
    order_antecedent_loss,
    order_threshold_loss,
    pairs_of,
    scores_of_pairs,
)


@st.composite
def orders(draw, longest=12):
    """Red and blue scores, with ties or without, with small or large differences."""
    points = draw(st.integers(0, longest))
    count = draw(st.integers(1, 4))
    random = torch.Generator().manual_seed(draw(st.integers(0, 10_000)))
    scale = draw(st.sampled_from([1.0, 30.0]))
    both = torch.randn(2, points, count, generator=random, dtype=torch.float64) * scale
    if draw(st.booleans()):
        both = (both / scale).round()
    return both[0].clone().requires_grad_(), both[1].clone().requires_grad_()


@st.composite
def spans(draw):
    """Scores, and gold spans: none, nested, crossing, or all that there are."""
    red, blue = draw(orders())
    every = [(i, j) for i in range(len(red)) for j in range(i, len(red))]
    gold = sorted(draw(st.sets(st.sampled_from(every)))) if every else []
    if draw(st.integers(0, 9)) == 0:
        gold = every
    return red, blue, torch.tensor(gold, dtype=torch.int64).reshape(-1, 2)


@st.composite
def entities(draw):
    red, blue = draw(orders())
    numbers = st.lists(st.integers(-1, 3), min_size=len(red), max_size=len(red))
    return red, blue, torch.tensor(draw(numbers), dtype=torch.int64)


def all_scores(red, blue, allowed):
    scores = -(red[:, None] - blue).max(dim=-1).values if len(red) else red.new_zeros((0, 0))
    return scores.masked_fill(~allowed, -torch.inf)


def agree(ours, theirs, red, blue):
    torch.testing.assert_close(ours, theirs)
    if not len(red):
        return
    for one, other in zip(
        torch.autograd.grad(ours, (red, blue), retain_graph=True),
        torch.autograd.grad(theirs, (red, blue)),
        strict=True,
    ):
        assert one.isfinite().all()
        torch.testing.assert_close(one, other)


@given(case=spans())
def test_threshold_without_and_with_pairs(case):
    red, blue, gold = case
    ours = order_threshold_loss(red, blue, gold[:, 0], gold[:, 1])
    words = len(red)
    right = torch.zeros(words, words, dtype=torch.bool)
    right[gold[:, 0], gold[:, 1]] = True
    allowed = torch.ones(words, words, dtype=torch.bool).triu()
    agree(ours, dense_threshold_loss(all_scores(red, blue, allowed), right), red, blue)


@given(case=entities())
def test_antecedents_without_and_with_pairs(case):
    red, blue, entity = case
    ours = order_antecedent_loss(red, blue, entity)
    allowed = torch.ones(len(red), len(red), dtype=torch.bool).tril(-1)
    agree(ours, dense_antecedent_loss(all_scores(red, blue, allowed), pairs_of(entity)), red, blue)


@given(case=spans())
def test_threshold_by_definition(case):
    red, blue, gold = case
    total, right = 0.0, {tuple(pair) for pair in gold.tolist()}
    for i in range(len(red)):
        values = {
            j: -max(a - b for a, b in zip(red[i].tolist(), blue[j].tolist(), strict=True))
            for j in range(i, len(red))
        }
        total += math.log(1 + sum(math.exp(s) for j, s in values.items() if (i, j) not in right))
        total += math.log(1 + sum(math.exp(-s) for j, s in values.items() if (i, j) in right))
    found = order_threshold_loss(red, blue, gold[:, 0], gold[:, 1]).item()
    assert math.isclose(found, total, rel_tol=1e-9, abs_tol=1e-9)


@given(case=entities())
def test_antecedents_by_definition(case):
    red, blue, entity = case
    total = 0.0
    for m, number in enumerate(entity.tolist()):
        values = {
            y: -max(a - b for a, b in zip(red[m].tolist(), blue[y].tolist(), strict=True)) for y in range(m)
        }
        right = [s for y, s in values.items() if number >= 0 and int(entity[y]) == number] or [0.0]
        total += math.log(1 + sum(math.exp(s) for s in values.values()))
        total -= math.log(sum(math.exp(s) for s in right))
    found = order_antecedent_loss(red, blue, entity).item()
    assert math.isclose(found, total, rel_tol=1e-9, abs_tol=1e-8)


def test_scores_of_pairs():
    red, blue = torch.tensor([[0.0, 1.0]]), torch.tensor([[1.0, 3.0], [0.0, 0.0]])
    found = scores_of_pairs(red, blue, torch.tensor([0, 0]), torch.tensor([0, 1]))
    assert found.tolist() == [1.0, -1.0]


def random_orders(points, seed=0):
    random = torch.Generator().manual_seed(seed)
    return (torch.randn(points, 2, generator=random).requires_grad_() for _ in range(2))


@pytest.mark.parametrize("kind", ["one cluster", "one start"])
def test_ten_thousand_mentions_need_little_memory(kind):
    """All pairs of them would take 400 MB for each number that is kept of a pair."""
    points = 10_000
    red, blue = random_orders(points)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if kind == "one cluster":
        loss = order_antecedent_loss(red, blue, torch.zeros(points, dtype=torch.int64))
    else:
        loss = order_threshold_loss(red, blue, torch.zeros(points, dtype=torch.int64), torch.arange(points))
    loss.backward()
    assert red.grad.isfinite().all()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 350, f"{grown:.0f} MB"
