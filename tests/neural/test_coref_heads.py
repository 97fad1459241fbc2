"""Heads for mentions and antecedents: bands, reports and links against all pairs, and what odd input does."""

from __future__ import annotations

import resource

import pytest
import torch

from realizer.neural.antecedent_head import AntecedentHead
from realizer.neural.biaffine_coref import BiaffineAntecedentHead, BiaffineMentionHead
from realizer.neural.coref_configuration import AntecedentConfig, MentionConfig
from realizer.neural.coref_objectives import dense_antecedent_loss, pairs_of
from realizer.neural.mention_head import MentionHead
from realizer.neural.spans import Spans

WIDTH = 6
SIZES = [0, 1, 2, 7, 40]
MENTIONS = {
    "sorted": {"longest": 0, "maximum": "hard"},
    "band": {"longest": 5, "maximum": "hard"},
    "soft": {"longest": 5, "maximum": "soft"},
    "plain": {"longest": 0, "maximum": "hard", "prior": False, "hidden": 0},
    "biaffine": {"kind": "biaffine", "longest": 0},
    "biaffine band": {"kind": "biaffine", "longest": 5},
}
ANTECEDENTS = {
    "hard": {"maximum": "hard"},
    "soft": {"maximum": "soft"},
    "short": {"maximum": "soft", "reach": 3},
    "biaffine": {"kind": "biaffine"},
}


def mention_head(name, **more):
    torch.manual_seed(3)
    config = MentionConfig(**{"orders": 3, "hidden": 8, "width": 8, "dropout": 0.0, **MENTIONS[name], **more})
    head = (MentionHead if config.kind == "order" else BiaffineMentionHead)(WIDTH, config)
    return head.eval()


def antecedent_head(name):
    torch.manual_seed(4)
    config = AntecedentConfig(**{"orders": 3, "hidden": 8, "width": 8, "dropout": 0.0, **ANTECEDENTS[name]})
    return (AntecedentHead if config.kind == "order" else BiaffineAntecedentHead)(2 * WIDTH, config).eval()


def vectors(rows, width=WIDTH):
    torch.manual_seed(rows)
    return torch.randn(rows, width)


def span_scores(head, words):
    """Scores of all spans, one by one."""
    scored = head(words)
    if isinstance(head, BiaffineMentionHead):
        matrix = torch.einsum("ia,ab,jb->ij", scored.first, head.product, scored.last)
        matrix = matrix + (scored.first @ head.of_first)[:, None] + scored.last @ head.of_last
    else:
        red, blue = scored.coordinates()
        matrix = -(red[:, None] - blue).max(dim=-1).values
    longest = head.config.longest or len(words)
    return {
        (i, j): matrix[i, j].item() for i in range(len(words)) for j in range(i, min(len(words), i + longest))
    }


def listed(spans):
    return list(zip(spans.first.tolist(), spans.last.tolist(), strict=True))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", MENTIONS)
def test_mentions_are_all_spans_above_zero(name, size):
    head, words = mention_head(name), vectors(size)
    scores = span_scores(head, words)
    wanted = [span for span, score in scores.items() if score > 0]
    assert listed(head.mentions(head(words), most=10_000)) == wanted
    best = sorted(sorted(wanted, key=lambda span: -scores[span])[:3])
    assert listed(head.mentions(head(words), most=3)) == best


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", MENTIONS)
def test_likely_spans_are_those_with_the_highest_scores(name, size):
    head, words = mention_head(name), vectors(size)
    scores = span_scores(head, words)
    kept = scores
    if name in {"sorted", "plain"}:  # four that begin with one word
        kept = {}
        for i in range(size):
            own = [span for span in scores if span[0] == i]
            kept |= {span: scores[span] for span in sorted(own, key=lambda span: -scores[span])[:4]}
    wanted = sorted(sorted(kept, key=lambda span: -kept[span])[:5])
    assert listed(head.likely(head(words), 5)) == wanted
    assert listed(head.likely(head(words), 0)) == []


@pytest.mark.parametrize("gold", [[], [(0, 0)], [(0, 3), (1, 2), (1, 3), (2, 6)], [(0, 6), (3, 6)]])
@pytest.mark.parametrize("name", MENTIONS)
def test_mention_losses_are_finite_and_reach_every_parameter(name, gold):
    head, words = mention_head(name), vectors(7)
    pairs = torch.tensor(gold, dtype=torch.int64).reshape(-1, 2)
    loss = head.loss(head(words), Spans(pairs[:, 0], pairs[:, 1]))
    loss.backward()
    assert loss.isfinite()
    assert loss > 0
    assert all(parameter.grad.isfinite().all() for parameter in head.parameters())


def test_a_band_as_long_as_the_text_is_no_band():
    words = vectors(30)
    gold = Spans(torch.tensor([0, 4, 4, 9]), torch.tensor([29, 4, 20, 12]))
    whole, band = mention_head("sorted").double(), mention_head("band", longest=30).double()
    one, other = (head.loss(head(words.double()), gold) for head in (whole, band))
    torch.testing.assert_close(one, other)
    for left, right in zip(
        torch.autograd.grad(one, list(whole.parameters())),
        torch.autograd.grad(other, list(band.parameters())),
        strict=True,
    ):
        torch.testing.assert_close(left, right, rtol=1e-5, atol=1e-6)


def test_a_sharp_soft_maximum_is_the_hard_one():
    words, gold = vectors(20), Spans(torch.tensor([1, 5]), torch.tensor([2, 5]))
    hard, soft = mention_head("band"), mention_head("soft", sharpness=1e4)
    torch.testing.assert_close(
        hard.loss(hard(words), gold), soft.loss(soft(words), gold), rtol=1e-3, atol=1e-3
    )
    soft.proceed(0.5)
    assert soft.sharpness == 1
    soft.proceed(1.0)
    assert soft.sharpness == 1e4


def test_long_texts_keep_places_and_scores_apart():
    """A million words on, float32 has steps of a sixteenth: too coarse beside the text's own order."""
    head = mention_head("sorted")
    words = torch.cat([vectors(5000), vectors(40)])
    end = [(i, j) for i, j in listed(head.mentions(head(words), most=10**9)) if i >= 5000]
    alone = listed(head.mentions(head(vectors(40)), most=10**9))
    assert end == [(i + 5000, j + 5000) for i, j in alone]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ANTECEDENTS)
def test_links(name, size):
    head, mentions = antecedent_head(name), vectors(size, 2 * WIDTH)
    scored = head(mentions)
    found = head.links(scored)
    biaffine = name == "biaffine"
    matrix = scored.scores if biaffine else -(scored.red[:, None] - scored.blue).max(dim=-1).values
    for m in range(size):
        earlier = matrix[m, :m].tolist()
        best = max(earlier, default=-1.0)
        assert found.antecedent[m] == (earlier.index(best) if best > 0 else -1)
        assert m == 0 or found.score[m] == pytest.approx(best)
    assert len(found.antecedent) == len(found.score) == size


def test_biaffine_scores_are_four_products():
    head, mentions = antecedent_head("biaffine"), vectors(5, 2 * WIDTH)
    first, last = head.first(mentions[:, :WIDTH]), head.last(mentions[:, WIDTH:])
    sides, half = (first, last), first.shape[1]
    total = (torch.cat(sides, dim=1) @ head.of_antecedent).expand(5, 5)
    for r, red in enumerate(sides):
        for b, blue in enumerate(sides):
            block = head.product[r * half : (r + 1) * half, b * half : (b + 1) * half]
            total = total + red @ block @ blue.T
    below = torch.ones(5, 5, dtype=torch.bool).tril(-1)
    torch.testing.assert_close(head(mentions).scores[below], total[below])


@pytest.mark.parametrize("entity", [[], [0], [-1, -1], [0, 1, 0, -1, 1, 0], [2] * 9])
@pytest.mark.parametrize("name", ANTECEDENTS)
def test_antecedent_losses_are_finite(name, entity):
    head, mentions = antecedent_head(name), vectors(len(entity), 2 * WIDTH)
    loss = head.loss(head(mentions), torch.tensor(entity, dtype=torch.int64))
    assert loss.isfinite()
    if len(entity) > 1:
        loss.backward()
        assert all(parameter.grad.isfinite().all() for parameter in head.parameters())


def test_what_is_out_of_reach_teaches_nothing():
    """Far gold antecedents are no reason to learn that there is none."""
    head, mentions = antecedent_head("short"), vectors(8, 2 * WIDTH)
    entity = torch.tensor([0, 1, 1, 2, 2, 2, 0, 1])
    scored = head(mentions)
    scores = -torch.logsumexp(head.sharpness * (scored.red[:, None] - scored.blue), dim=-1) / head.sharpness
    far = torch.ones(8, 8, dtype=torch.bool).tril(-1) & ~torch.ones(8, 8, dtype=torch.bool).tril(-4)
    known = [0, 1, 2, 3, 4, 5]  # 6 and 7 have their antecedents six and five mentions back
    wanted = dense_antecedent_loss(
        scores.masked_fill(~far, -torch.inf)[known], (pairs_of(entity) & far)[known]
    )
    torch.testing.assert_close(head.loss(scored, entity), wanted)


def test_hidden_layers_and_bands_are_never_held_for_a_long_text():
    """Hidden layers of all its words would take 400 MB for either side, differences in its band 700 MB."""
    head, words = mention_head("band", hidden=1024, longest=30, orders=60), vectors(100_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with torch.no_grad():
        head.mentions(head(words), most=10)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 500, f"{grown:.0f} MB"
