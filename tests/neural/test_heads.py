"""The order head and its baseline: one interface, finite gradients, and both learn."""

from __future__ import annotations

import pytest
import torch

from neural.sentences import tree
from realizer.errors import InputError
from realizer.neural import BiaffineHead, HeadConfig, OrderHead
from realizer.neural.objectives import dense_loss, order_loss, soft_scores

WIDTH = 12


def head_of(**options):
    torch.manual_seed(0)
    config = HeadConfig(**{"hidden": 24, "width": 24, "dropout": 0.0, **options})
    return (OrderHead if config.kind == "order" else BiaffineHead)(WIDTH, config)


def problem(*lengths):
    torch.manual_seed(1)
    words = max(lengths)
    vectors = torch.randn(len(lengths), words, WIDTH)
    mask = torch.arange(words) < torch.tensor(lengths)[:, None]
    heads = torch.full(mask.shape, -1)
    for row, length in enumerate(lengths):
        heads[row, :length] = torch.tensor(tree(length, row))
    return vectors, mask, heads


LEARNERS = [
    *({"orders": k} for k in (2, 3, 16)),
    *({"orders": k, "maximum": "soft"} for k in (2, 16)),
    *({"orders": 8, "objective": objective} for objective in ("threshold", "order")),
    {"orders": 8, "maximum": "soft", "objective": "threshold"},
    {"orders": 8, "prior": False},
    {"orders": 8, "learn_gain": False, "gain": 1.0},
    {"orders": 8, "hidden": 0},
    {"kind": "biaffine"},
    {"kind": "biaffine", "objective": "threshold"},
]


@pytest.mark.parametrize("options", LEARNERS, ids=str)
def test_it_learns(options):
    head = head_of(**options)
    vectors, mask, heads = problem(4, 6, 1, 5)
    if options.get("hidden") == 0:
        vectors = vectors.requires_grad_()  # one layer alone may be too little
    optimizer = torch.optim.Adam([*head.parameters(), *([vectors] if vectors.requires_grad else [])], lr=0.02)
    first = head.loss(head(vectors, mask), heads).detach()
    for _ in range(300):
        optimizer.zero_grad()
        head.loss(head(vectors, mask), heads).backward()
        optimizer.step()
    scores = head(vectors, mask)
    assert head.loss(scores, heads) < 0.5 * first
    right = torch.from_numpy(head.heads(scores, tree="tree")) == heads
    assert right[mask].float().mean() > (0.8 if options.get("orders") == 2 else 0.9)


@pytest.mark.parametrize("orders", [1, 2, 3, 16])
@pytest.mark.parametrize("maximum", ["hard", "soft"])
@pytest.mark.parametrize("objective", ["head", "threshold", "order"])
@pytest.mark.parametrize("prior", [True, False])
def test_every_gradient_is_finite(orders, maximum, objective, prior):
    if (objective, maximum) == ("order", "soft"):
        with pytest.raises(
            InputError, match=r"^expected objective 'order' with kind 'order' and the hard maximum"
        ):
            head_of(orders=orders, maximum=maximum, objective=objective)
        return
    head = head_of(orders=orders, maximum=maximum, objective=objective, prior=prior)
    vectors, mask, heads = problem(7, 1, 3)
    vectors[~mask] = 1e6
    vectors.requires_grad_()
    loss = head.loss(head(vectors, mask), heads)
    loss.backward()
    assert loss.isfinite()
    for name, parameter in [*head.named_parameters(), ("vectors", vectors)]:
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name
    assert not vectors.grad[~mask].any()
    assert {"slope" in dict(head.named_parameters())} == {prior}


@pytest.mark.parametrize("objective", ["head", "threshold"])
def test_one_order_is_both_maxima(objective):
    losses = []
    for maximum in ("hard", "soft"):
        head = head_of(orders=1, maximum=maximum, objective=objective)
        vectors, mask, heads = problem(7, 1, 3)
        losses.append(head.loss(head(vectors, mask), heads))
    torch.testing.assert_close(losses[0], losses[1])


def test_the_soft_maximum_is_above_the_hard_one():
    head = head_of(orders=4)
    orders = head(*problem(7, 3)[:2])
    hard = -(orders.red[:, :, None] - orders.blue[:, None]).amax(-1)
    soft = soft_scores(orders.red, orders.blue)
    assert (soft <= hard).all()
    assert (soft >= hard - torch.tensor(4.0).log() - 1e-5).all()


def test_the_soft_maximum_grows_sharp_at_the_end():
    head = head_of(orders=4, maximum="soft", sharpness=16.0)
    vectors, mask, heads = problem(7, 3)
    orders = head(vectors, mask)
    red, blue = orders.red[:, :, None], orders.blue[:, None]
    for share, sharpness in ((0.0, 1.0), (0.8, 1.0), (0.9, 4.0), (1.0, 16.0)):
        head.proceed(share)
        scores = -(sharpness * (red - blue)).logsumexp(-1) / sharpness
        expected = dense_loss(scores, mask, heads, objective="head")
        torch.testing.assert_close(head.loss(orders, heads), expected)
    hard = -(red - blue).amax(-1)
    gaps = [(hard - soft_scores(orders.red, orders.blue, sharpness=s)).max() for s in (1.0, 4.0, 1000.0)]
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 0.01


def test_gain_multiplies_and_is_trained_on_request():
    vectors, mask, _ = problem(5)
    small, large = (head_of(orders=2, gain=gain, prior=False)(vectors, mask) for gain in (1.0, 8.0))
    torch.testing.assert_close(large.red, 8 * small.red)
    torch.testing.assert_close(large.blue, 8 * small.blue)
    assert head_of(learn_gain=True).gain.requires_grad
    assert not head_of(learn_gain=False).gain.requires_grad


def test_the_prior_is_the_order_of_the_text():
    vectors, mask, _ = problem(5)
    without, with_prior = (head_of(orders=3, prior=prior)(vectors, mask) for prior in (False, True))
    place = torch.arange(6.0)[:, None] * torch.tensor([1.0, -1.0, 0.0])
    torch.testing.assert_close(with_prior.blue, without.blue + place)
    torch.testing.assert_close(with_prior.red, without.red + place[1:])


def test_only_the_prior_is_a_chain():
    head = head_of(orders=2)
    for parameter in [*head.red.parameters(), *head.blue.parameters()]:
        torch.nn.init.zeros_(parameter)
    vectors, mask, _ = problem(4)
    heads = head.heads(head(vectors, mask), tree="greedy")
    assert heads.tolist() == [[0, 1, 2, 3]], "of two neighbours the earlier"


@pytest.mark.parametrize("kind", ["order", "biaffine"])
def test_padding_is_zero_or_nothing(kind):
    head = head_of(kind=kind, orders=4)
    vectors, mask, heads = problem(2, 5)
    scores = head(vectors, mask)
    decoded = head.heads(scores, tree="tree")
    assert (decoded[0] >= 0).tolist() == [True, True, False, False, False]
    vectors[~mask] = 100.0
    others = head(vectors, mask)
    torch.testing.assert_close(head.loss(others, heads), head.loss(scores, heads))
    assert head.heads(others, tree="tree").tolist() == decoded.tolist()


@pytest.mark.parametrize("kind", ["order", "biaffine"])
def test_half_precision_scores_are_written_in_full(kind):
    head = head_of(kind=kind, orders=4, prior=False)
    vectors, mask, heads = problem(40)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = head(vectors.bfloat16(), mask)
        loss = head.loss(scores, heads)
    loss.backward()
    assert loss.dtype == torch.float32
    if kind == "order":
        torch.testing.assert_close(scores.red, head(vectors.bfloat16().float(), mask).red)
        distinct = [len(set(scores.red[0, :, k].tolist())) for k in range(4)]
        assert distinct == [40] * 4, "bfloat16 would have made ties"


def test_losses_are_the_objectives():
    vectors, mask, heads = problem(5, 3)
    for objective in ("head", "threshold", "order"):
        head = head_of(objective=objective, orders=3)
        orders = head(vectors, mask)
        expected = order_loss(orders.red, orders.blue, mask, heads, objective=objective)
        assert head.loss(orders, heads) == expected
    biaffine = head_of(kind="biaffine")
    scores = biaffine(vectors, mask)
    assert biaffine.loss(scores, heads) == dense_loss(scores.scores, mask, heads, objective="head")


@pytest.mark.parametrize("orders", [2, 16])
def test_many_words_are_written_in_parts_to_the_same_numbers(orders, monkeypatch):
    from realizer.neural import order_head

    vectors, mask, heads = problem(30, 50, 7, 50)
    found = []
    for words in (10_000, 16):
        monkeypatch.setattr(order_head, "WORDS_AT_ONCE", words)
        head = head_of(orders=orders).train()
        inputs = vectors.clone().requires_grad_()
        loss = head.loss(head(inputs, mask), heads)
        loss.backward()
        found.append([loss.detach(), inputs.grad, *(p.grad for p in head.parameters())])
    for whole, parts in zip(*found, strict=True):
        torch.testing.assert_close(parts, whole, rtol=1e-4, atol=1e-5)


def test_dropout_in_parts_is_the_same_forwards_and_backwards(monkeypatch):
    """With dropout, the gradient is that of the loss that was computed: by finite differences."""
    from realizer.neural import order_head

    monkeypatch.setattr(order_head, "WORDS_AT_ONCE", 2)
    head = head_of(orders=3, dropout=0.5).double().train()
    vectors, mask, heads = problem(9, 5)
    vectors = vectors.double().requires_grad_()

    def loss(given):
        torch.manual_seed(3)
        return head.loss(head(given, mask), heads)

    loss(vectors).backward()
    direction = torch.randn_like(vectors)
    step = 1e-3
    with torch.no_grad():
        slope = (loss(vectors + step * direction) - loss(vectors - step * direction)) / (2 * step)
    torch.testing.assert_close((vectors.grad * direction).sum(), slope.double(), rtol=1e-2, atol=1e-2)
