"""Objectives over orders against the same over a matrix, and the paper's against a double loop."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import pytest
import torch
from hypothesis import given

from realizer.neural import objectives
from realizer.neural.objectives import (
    dense_loss,
    masked_scores,
    order_loss,
    pair_scores,
    soft_loss,
    soft_scores,
)


@st.composite
def cases(draw, *, ties=True):
    """Scores, a mask and gold heads of sentences of mixed length, some without a gold tree."""
    lengths = draw(st.lists(st.integers(0, 5), min_size=1, max_size=4))
    orders = draw(st.integers(1, 4))
    random = torch.Generator().manual_seed(draw(st.integers(0, 10_000)))
    words = max(1, *lengths)
    scale = draw(st.sampled_from([1.0, 30.0]))
    red = torch.randn(len(lengths), words, orders, generator=random, dtype=torch.float64) * scale
    blue = torch.randn(len(lengths), words + 1, orders, generator=random, dtype=torch.float64) * scale
    if ties and draw(st.booleans()):
        red, blue = (red / scale).round(), (blue / scale).round()
    mask = torch.arange(words) < torch.tensor(lengths)[:, None]
    heads = torch.full((len(lengths), words), -1)
    for row, length in enumerate(lengths):
        for word in range(length):
            candidates = [-1, *(head for head in range(length + 1) if head != word + 1)]
            heads[row, word] = draw(st.sampled_from(candidates))
    return red.requires_grad_(), blue.requires_grad_(), mask, heads


def all_scores(red, blue):
    return -(red[:, :, None] - blue[:, None]).max(dim=-1).values


def gradients(loss, *inputs):
    return [torch.nan_to_num(g, nan=math.inf) for g in torch.autograd.grad(loss, inputs, allow_unused=False)]


@pytest.mark.parametrize("objective", ["head", "threshold"])
@given(case=cases())
def test_orders_and_matrix_agree(objective, case):
    red, blue, mask, heads = case
    ours = order_loss(red, blue, mask, heads, objective=objective)
    dense = dense_loss(all_scores(red, blue), mask, heads, objective=objective)
    torch.testing.assert_close(ours, dense)
    for one, other in zip(gradients(ours, red, blue), gradients(dense, red, blue), strict=True):
        assert one.isfinite().all()
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("block", [1, 60, objectives.NUMBERS_PER_BLOCK])
@pytest.mark.parametrize("objective", ["head", "threshold"])
@given(case=cases(), sharpness=st.sampled_from([0.5, 1.0, 8.0]))
def test_soft_maxima_in_blocks_and_in_a_matrix_agree(objective, block, case, sharpness):
    red, blue, mask, heads = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objectives, "NUMBERS_PER_BLOCK", block)
        ours = soft_loss(red, blue, mask, heads, objective=objective, sharpness=sharpness)
    dense = dense_loss(soft_scores(red, blue, sharpness=sharpness), mask, heads, objective=objective)
    torch.testing.assert_close(ours, dense)
    for one, other in zip(gradients(3 * ours, red, blue), gradients(3 * dense, red, blue), strict=True):
        assert one.isfinite().all()
        torch.testing.assert_close(one, other)
    with torch.no_grad():
        assert soft_loss(red, blue, mask, heads, objective=objective, sharpness=sharpness) == pytest.approx(
            float(dense.detach())
        )


def by_definition(scores, mask, heads, objective):
    """Sums over words, candidate by candidate."""
    total = scores.new_zeros(())
    for b, x in (mask & (heads >= 0)).nonzero().tolist():
        words, gold = int(mask[b].sum()), int(heads[b, x])
        candidates = [y for y in range(words + 1) if y != x + 1]
        if objective == "head":
            total = total + torch.logsumexp(scores[b, x, candidates], dim=0) - scores[b, x, gold]
        else:
            others = scores[b, x, [y for y in candidates if y != gold]]
            total = total + torch.log1p(others.exp().sum()) + torch.log1p((-scores[b, x, gold]).exp())
    return total


@pytest.mark.parametrize("objective", ["head", "threshold"])
@given(case=cases())
def test_the_matrix_is_as_defined(objective, case):
    red, blue, mask, heads = case
    scores = all_scores(red, blue).detach()
    ours = dense_loss(scores, mask, heads, objective=objective)
    torch.testing.assert_close(ours, by_definition(scores, mask, heads, objective))


def papers(red, blue, mask, heads):
    """All pairs of vertices of the token-split order, one by one, for every sentence with gold heads."""
    total = red.new_zeros(())
    for b in range(len(mask)):
        words = int(mask[b].sum())
        arcs = {(f"r{x}", f"b{int(heads[b, x])}") for x in range(words) if heads[b, x] >= 0}
        if not arcs:
            continue
        points = {f"r{x}": red[b, x] for x in range(words)} | {f"b{y}": blue[b, y] for y in range(words + 1)}
        inside, outside = [], []
        for u, x in points.items():
            for v, y in points.items():
                if u != v:
                    score = -(x - y).max(dim=-1).values
                    (inside if (u, v) in arcs else outside).append(-score if (u, v) in arcs else score)
        one = torch.logsumexp(torch.stack(outside), 0) + torch.logsumexp(torch.stack(inside), 0)
        total = total + one * len(arcs)
    return total


@given(case=cases())
def test_the_papers_objective(case):
    red, blue, mask, heads = case
    ours = order_loss(red, blue, mask, heads, objective="order")
    theirs = papers(red, blue, mask, heads)
    torch.testing.assert_close(ours, theirs)
    if theirs.requires_grad:
        for one, other in zip(gradients(ours, red, blue), gradients(theirs, red, blue), strict=True):
            torch.testing.assert_close(one, other)


@pytest.mark.parametrize("objective", ["head", "threshold", "order"])
def test_nothing_to_learn_from_costs_nothing(objective):
    for mask in (torch.zeros(2, 3, dtype=torch.bool), torch.ones(2, 3, dtype=torch.bool)):
        red, blue = torch.randn(2, 3, 2, requires_grad=True), torch.randn(2, 4, 2, requires_grad=True)
        loss = order_loss(red, blue, mask, torch.full((2, 3), -1), objective=objective)
        loss.backward()
        assert loss == 0
        assert not red.grad.any()
        assert not blue.grad.any()


@pytest.mark.parametrize("objective", ["head", "threshold", "order"])
def test_padding_and_what_stands_there_change_nothing(objective):
    torch.manual_seed(0)
    red, blue = torch.randn(1, 3, 2), torch.randn(1, 4, 2)
    heads = torch.tensor([[2, 0, 2]])
    alone = order_loss(red, blue, torch.ones(1, 3, dtype=torch.bool), heads, objective=objective)
    mask = torch.tensor([[True, True, True, False, False]])
    red, blue = (
        torch.cat([red, torch.full((1, 2, 2), 1e30)], 1),
        torch.cat([blue, torch.full((1, 2, 2), 1e30)], 1),
    )
    wide = order_loss(red, blue, mask, torch.tensor([[2, 0, 2, -1, 3]]), objective=objective)
    torch.testing.assert_close(wide, alone)


@pytest.mark.parametrize("objective", ["head", "threshold", "order"])
@pytest.mark.parametrize("scale", [1e3, 1e6, 1e30])
def test_large_scores_stay_finite(objective, scale):
    torch.manual_seed(1)
    red, blue = torch.randn(2, 5, 3) * scale, torch.randn(2, 6, 3) * scale
    red.requires_grad_()
    blue.requires_grad_()
    heads = torch.tensor([[2, 0, 2, 3, 1], [0, 1, 2, -1, -1]])
    loss = order_loss(red, blue, torch.ones(2, 5, dtype=torch.bool), heads, objective=objective)
    loss.backward()
    assert loss.isfinite()
    assert red.grad.isfinite().all()
    assert blue.grad.isfinite().all()


@pytest.mark.parametrize("objective", ["head", "threshold", "order"])
def test_a_word_that_is_its_own_head_is_not_learned_from(objective):
    torch.manual_seed(0)
    red, blue, mask = torch.randn(1, 3, 2), torch.randn(1, 4, 2), torch.ones(1, 3, dtype=torch.bool)
    looped = order_loss(red, blue, mask, torch.tensor([[2, 0, 3]]), objective=objective)
    without = order_loss(red, blue, mask, torch.tensor([[2, 0, -1]]), objective=objective)
    assert looped == without
    if objective != "order":
        scores = all_scores(red, blue)
        torch.testing.assert_close(
            dense_loss(scores, mask, torch.tensor([[2, 0, 3]]), objective=objective), without
        )


def test_the_right_answer_with_certainty_costs_nothing():
    red = torch.tensor([[[0.0, 0.0], [50.0, -50.0]]])
    blue = torch.tensor([[[100.0, 0.0], [0.0, 0.0], [50.0, 50.0]]])
    mask, heads = torch.ones(1, 2, dtype=torch.bool), torch.tensor([[2, 0]])
    assert pair_scores(red, blue, heads).tolist() == [[50.0, 50.0]]
    assert order_loss(red, blue, mask, heads, objective="head") < 1e-6


def test_candidates():
    scores = torch.zeros(1, 3, 4)
    allowed = masked_scores(scores, torch.tensor([[True, True, False]]))[0] == 0
    assert allowed.tolist() == [
        [True, False, True, False],
        [True, True, False, False],
        [True, True, True, False],
    ]


def test_of_equal_orders_the_first_learns():
    red, blue = torch.zeros(1, 1, 2, requires_grad=True), torch.zeros(1, 2, 2, requires_grad=True)
    pair_scores(red, blue, torch.tensor([[0]])).sum().backward()
    assert red.grad.tolist() == [[[-1.0, 0.0]]]
    assert blue.grad.tolist() == [[[1.0, 0.0], [0.0, 0.0]]]
