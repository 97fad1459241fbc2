"""What a coreference resolver minimises.

With s(x, y) = -F(x, y):

threshold    for the first word x of spans, over last words y at or after x: gold ones above 0, others below

             log(1 + sum_{others} exp s(x, y)) + log(1 + sum_{gold} exp -s(x, y))

antecedent   for a mention x, over the mentions y before it, and "none" with score 0: any gold one is right

             log(1 + sum_y exp s(x, y)) - log sum_{gold} exp s(x, y)      (no gold one: the first term alone)

Both exist twice. `order_threshold_loss` and `order_antecedent_loss` sum by `realizer.aggregation`: no pairs
are formed, neither of words nor of the mentions of one cluster, however large it is. The dense ones take
scores that are there already: those of a band of spans, of a baseline, of a soft maximum; and they are the
oracle.

Reference: Lee et al., End-to-end Neural Coreference Resolution, EMNLP 2017 (the antecedent objective).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn.functional import pad, softplus

from realizer.aggregation import log_sum_exp

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "dense_antecedent_loss",
    "dense_threshold_loss",
    "last_words",
    "order_antecedent_loss",
    "order_threshold_loss",
    "pairs_of",
    "scores_of_pairs",
]

_GROWTH = 4  # rows with about as many gold columns are padded to the same number: at most so much waste


def scores_of_pairs(red: Tensor, blue: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """The scores s(x, y) = -max_k (x_k - y_k) of some pairs, `[pair]`."""
    return -(red[rows] - blue[columns]).max(dim=-1).values


def last_words(words: int, device: torch.device | str = "cpu") -> tuple[Tensor, Tensor]:
    """Positions (red, blue) such that `earlier` allows the last words at or after a first word."""
    place = torch.arange(words, device=device)
    return 1 - place, -place


def order_threshold_loss(red: Tensor, blue: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """The threshold objective of spans, summed over their first words.

    O(N) memory and the time of `log_sum_exp`, whatever the number of gold spans: rows with about as many of
    them are summed together.

    Args:
        red: Scores as first words, `[word, order]`.
        blue: Scores as last words, `[word, order]`.
        rows: The first word of each gold span, ascending, `[span]`.
        columns: Its last word, `[span]`; no span twice.

    Returns:
        The sum, a scalar.
    """
    total = red.new_zeros(())
    first, last = last_words(len(red), red.device)
    for own, gold in _gold_columns(rows, columns, len(red)):
        others = log_sum_exp(
            red[own], blue, earlier=(first[own], last), without=gold if gold.shape[1] else None
        )
        total = total + softplus(others).sum()
        if gold.shape[1]:
            right = scores_of_pairs(red, blue, own[:, None], gold.clamp(min=0))
            total = total + _log_of_one_and((-right).masked_fill(gold < 0, -torch.inf)).sum()
    return total


def _gold_columns(rows: Tensor, columns: Tensor, count: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield rows with about as many gold columns, and these, -1 as padding: `[row]`, `[row, column]`."""
    counts = torch.bincount(rows, minlength=count)
    begins = counts.cumsum(0) - counts
    least, most, highest = 0, 0, int(counts.max()) if count else -1
    while least <= highest:
        own = ((counts >= least) & (counts <= most)).nonzero()[:, 0]
        if len(own):
            within = torch.arange(int(counts[own].max()), device=rows.device)
            places = (begins[own, None] + within).clamp(max=max(0, len(columns) - 1))
            yield own, torch.where(within < counts[own, None], columns[places], -1)
        least, most = most + 1, max(1, most * _GROWTH)


def dense_threshold_loss(scores: Tensor, gold: Tensor) -> Tensor:
    """The threshold objective of scores that are there, summed over rows.

    Args:
        scores: s(x, y), minus infinity for what is no candidate, `[row, candidate]`.
        gold: Which candidates are right, `[row, candidate]`.

    Returns:
        The sum, a scalar.
    """
    others = _log_of_one_and(scores.masked_fill(gold, -torch.inf))
    right = _log_of_one_and((-scores).masked_fill(~gold, -torch.inf))
    return (others + right).sum()


def order_antecedent_loss(red: Tensor, blue: Tensor, entity: Tensor) -> Tensor:
    """The antecedent objective, summed over mentions.

    O(M) memory and the time of `log_sum_exp`: gold antecedents are summed cluster by cluster, clusters of
    about one size together.

    Args:
        red: Scores of mentions that look for an antecedent, `[mention, order]`, in text order.
        blue: Scores as antecedents, `[mention, order]`.
        entity: The gold entity of each mention, -1: none, `[mention]`.

    Returns:
        The sum, a scalar.
    """
    place = torch.arange(len(red), device=red.device)
    every = log_sum_exp(red, blue, earlier=(place, place))
    total = softplus(every).sum()
    for members, there in _clusters(entity):
        among = torch.arange(members.shape[1], device=red.device).expand(members.shape)
        right = log_sum_exp(
            red[members], blue[members], red_mask=there, blue_mask=there, earlier=(among, among)
        )
        total = total - right[:, 1:][there[:, 1:]].sum()
    return total


def _clusters(entity: Tensor) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield the mentions of clusters of about one size, and which are no padding: `[cluster, mention]`."""
    known = (entity >= 0).nonzero()[:, 0]
    known = known[entity[known].argsort(stable=True)]
    counts = torch.bincount(entity[known])
    counts = counts[counts > 0]
    begins = counts.cumsum(0) - counts
    least, highest = 2, int(counts.max()) if len(counts) else 0  # a single mention has no antecedent
    while least <= highest:
        own = ((counts >= least) & (counts < least * _GROWTH)).nonzero()[:, 0]
        if len(own):
            within = torch.arange(int(counts[own].max()), device=entity.device)
            there = within < counts[own, None]
            yield known[torch.where(there, begins[own, None] + within, begins[own, None])], there
        least *= _GROWTH


def dense_antecedent_loss(scores: Tensor, gold: Tensor) -> Tensor:
    """The antecedent objective of scores that are there, summed over mentions.

    Args:
        scores: s(x, y), minus infinity for what is no candidate, `[mention, candidate]`.
        gold: Which candidates are right, `[mention, candidate]`.

    Returns:
        The sum, a scalar.
    """
    known = gold.any(dim=1)
    right = torch.logsumexp(scores[known].masked_fill(~gold[known], -torch.inf), dim=1)
    return _log_of_one_and(scores).sum() - right.sum()


def pairs_of(entity: Tensor) -> Tensor:
    """Whether the second mention is a gold antecedent of the first, `[mention, mention]`."""
    same = (entity[:, None] == entity) & (entity >= 0)
    return same.tril(-1)


def _log_of_one_and(scores: Tensor) -> Tensor:
    """Log(1 + sum exp) over the last axis; 0 for rows of minus infinity."""
    return torch.logsumexp(pad(scores, (1, 0)), dim=-1)
