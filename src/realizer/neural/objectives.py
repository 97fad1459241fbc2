"""What is minimised.

With s(x, y) = -F(x, y), a dependent x, its gold head g, and candidates y (the root and all words but x):

head        -s(x, g) + log sum_y exp s(x, y)                      one of all candidates is right
threshold   log(1 + sum_{y != g} exp s(x, y)) + log(1 + exp -s(x, g))      right ones above 0, others below
order       log sum_{(u, v) not an arc} exp s(u, v) + log sum_{arcs} exp -s(u, v)

The last one is the paper's: u and v run over all vertices of the token-split order, red and blue. It is one
number per sentence; here it counts as often as the sentence has words. Sums over all candidates come from
`realizer.aggregation`, in time and memory linear in the words up to logarithms. `dense_loss` is the same for
scores that are a matrix, and the oracle in tests. `soft_loss` takes a soft maximum over the orders: all pairs
are needed then, but only a block of them at a time.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import pad, softplus

from realizer.aggregation import log_sum_exp

__all__ = ["dense_loss", "order_loss", "pair_scores", "soft_loss", "soft_scores"]

NUMBERS_PER_BLOCK = 1 << 19  # differences of orders of one block of pairs: they stay in the cache


def pair_scores(red: Tensor, blue: Tensor, heads: Tensor) -> Tensor:
    """The score s(x, y) = -max_k (x_k - y_k) of one candidate per word, `[batch, word]`."""
    chosen = blue.gather(1, heads.clamp(min=0)[..., None].expand(-1, -1, blue.shape[2]))
    return -(red - chosen).max(dim=-1).values  # of equals the first gets the gradient, as in the log-sums


def order_loss(red: Tensor, blue: Tensor, mask: Tensor, heads: Tensor, *, objective: str) -> Tensor:
    """The objective of order scores, summed over words with a gold head.

    Args:
        red: Scores as dependents, `[batch, word, order]`.
        blue: Scores as heads, `[batch, word + 1, order]`.
        mask: Real words, `[batch, word]`.
        heads: Gold heads, -1 where there is none, `[batch, word]`.
        objective: "head", "threshold" or "order".

    Returns:
        The sum, a scalar.
    """
    if objective == "order":
        return _paper_loss(red, blue, mask, heads)
    rows = learned(mask, heads)
    candidates = pad(mask, (1, 0), value=True)
    itself = torch.arange(1, mask.shape[1] + 1, device=mask.device).expand(mask.shape)
    gold = pair_scores(red, blue, heads)[rows]
    without = itself if objective == "head" else torch.stack([itself, heads], dim=-1)
    log_sum = log_sum_exp(red, blue, red_mask=rows, blue_mask=candidates, without=without)[rows]
    return (log_sum - gold).sum() if objective == "head" else (softplus(log_sum) + softplus(-gold)).sum()


def _paper_loss(red: Tensor, blue: Tensor, mask: Tensor, heads: Tensor) -> Tensor:
    """The paper's objective over all pairs of vertices, red and blue; a vertex is not paired with itself."""
    rows = learned(mask, heads)
    known = rows.any(dim=1)  # sentences without gold heads have no arcs, and no logarithm of their sum
    rows, red, blue, mask, heads = rows[known], red[known], blue[known], mask[known], heads[known]
    sentences, words = mask.shape
    vertices = torch.cat([red, blue], dim=1)
    real = torch.cat([mask, pad(mask, (1, 0), value=True)], dim=1)
    itself = torch.arange(2 * words + 1, device=mask.device).expand(sentences, -1)
    arcs = torch.full_like(itself, -1)
    arcs[:, :words] = torch.where(rows, heads + words, -1)
    log_sum = log_sum_exp(
        vertices, vertices, red_mask=real, blue_mask=real, without=torch.stack([itself, arcs], dim=-1)
    )
    gold = pair_scores(red, blue, heads).masked_fill(~rows, torch.inf)
    per_sentence = torch.logsumexp(log_sum, dim=1) + torch.logsumexp(-gold, dim=1)
    return (per_sentence * rows.sum(dim=1)).sum()


def dense_loss(scores: Tensor, mask: Tensor, heads: Tensor, *, objective: str) -> Tensor:
    """The objective of a matrix of scores, summed over words with a gold head; "head" or "threshold".

    Args:
        scores: s(x, y), `[batch, word, word + 1]`.
        mask: Real words, `[batch, word]`.
        heads: Gold heads, -1 where there is none, `[batch, word]`.
        objective: "head" or "threshold".

    Returns:
        The sum, a scalar.
    """
    rows = learned(mask, heads)
    return _rows_loss(masked_scores(scores, mask)[rows], heads[rows][:, None], objective)


def _rows_loss(scores: Tensor, gold: Tensor, objective: str) -> Tensor:
    """The objective of rows of scores `[row, candidate]`, summed; gold candidates `[row, 1]`."""
    right = scores.gather(1, gold)[:, 0]
    if objective == "head":
        return (torch.logsumexp(scores, dim=1) - right).sum()
    others = scores.scatter(1, gold, -torch.inf)
    return (softplus(torch.logsumexp(others, dim=1)) + softplus(-right)).sum()


def soft_loss(
    red: Tensor, blue: Tensor, mask: Tensor, heads: Tensor, *, objective: str, sharpness: float
) -> Tensor:
    """The objective of order scores with a soft maximum, s(x, y) = -log sum_k exp(t (x_k - y_k)) / t.

    O(K N^2) time. The gradient is computed along with the value, block of rows by block of rows: O(K N)
    memory.

    Args:
        red: Scores as dependents, `[batch, word, order]`.
        blue: Scores as heads, `[batch, word + 1, order]`.
        mask: Real words, `[batch, word]`.
        heads: Gold heads, -1 where there is none, `[batch, word]`.
        objective: "head" or "threshold".
        sharpness: t.

    Returns:
        The sum, a scalar; it can be derived once.
    """
    if not torch.is_grad_enabled() or not (red.requires_grad or blue.requires_grad):
        return _soft_sum(red, blue, mask, heads, objective, sharpness)
    found: Tensor = _SoftLoss.apply(red, blue, mask, heads, objective, sharpness)  # type: ignore[no-untyped-call]
    return found


def soft_scores(red: Tensor, blue: Tensor, *, sharpness: float = 1.0) -> Tensor:
    """Scores of all pairs, soft maximum, `[batch, word, word + 1]`: the definition, in O(K N^2) memory."""
    differences = red[:, :, None] - blue[:, None]
    return -torch.logsumexp(sharpness * differences, dim=-1) / sharpness


def _soft_sum(
    red: Tensor, blue: Tensor, mask: Tensor, heads: Tensor, objective: str, sharpness: float
) -> Tensor:
    """Sum over blocks of rows; where leaves want a gradient, each block's is added to theirs at once."""
    sentence, word = learned(mask, heads).nonzero(as_tuple=True)
    candidates = pad(mask, (1, 0), value=True)
    place = torch.arange(blue.shape[1], device=mask.device)
    step = max(1, NUMBERS_PER_BLOCK // max(1, blue.shape[1] * blue.shape[2]))
    total = red.new_zeros(())
    for begin in range(0, len(word), step):
        here, row = sentence[begin : begin + step], word[begin : begin + step]
        differences = red[here, row][:, None] - blue[here]
        scores = -torch.logsumexp(sharpness * differences, dim=-1) / sharpness
        counts = candidates[here] & (place != row[:, None] + 1)
        scores = scores.masked_fill(~counts, -torch.inf)
        part = _rows_loss(scores, heads[here, row][:, None], objective)
        if part.requires_grad:
            part.backward()  # type: ignore[no-untyped-call]
        total = total + part.detach()
    return total


class _SoftLoss(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401  # torch's own
        red: Tensor,
        blue: Tensor,
        mask: Tensor,
        heads: Tensor,
        objective: str,
        sharpness: float,
    ) -> Tensor:
        with torch.enable_grad():
            red, blue = red.detach().requires_grad_(), blue.detach().requires_grad_()
            total = _soft_sum(red, blue, mask, heads, objective, sharpness)
        ctx.save_for_backward(*(torch.zeros_like(x) if x.grad is None else x.grad for x in (red, blue)))
        return total

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:  # noqa: ANN401
        red, blue = ctx.saved_tensors
        return red * upstream[0], blue * upstream[0], None, None, None, None


def learned(mask: Tensor, heads: Tensor) -> Tensor:
    """The words that are learned from: real ones with a gold head other than themselves, `[batch, word]`."""
    return mask & (heads >= 0) & (heads != torch.arange(1, mask.shape[1] + 1, device=mask.device))


def masked_scores(scores: Tensor, mask: Tensor) -> Tensor:
    """Minus infinity for padding and for the word itself, `[batch, word, word + 1]`."""
    words = mask.shape[1]
    itself = torch.eye(words, words + 1, dtype=torch.bool, device=mask.device).roll(1, dims=1)
    return scores.masked_fill(itself | ~pad(mask, (1, 0), value=True)[:, None], -torch.inf)
