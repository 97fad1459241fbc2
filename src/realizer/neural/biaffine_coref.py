"""The baseline of coreference: a score for every span and every pair of mentions, from products of vectors.

No vector is ever made of a span: it is its first and its last word. With a(i), b(j) for a first and a last
word after a layer of their own, a span scores a(i) U b(j) + u a(i) + v b(j), and an antecedent m' of m

    a(m) S a(m') + a(m) T b(m') + b(m) V a(m') + b(m) W b(m')     and the same without m

Reference: Kirstain, Ram and Levy, Coreference Resolution without Span Representations, ACL 2021. Differs from
it: mentions are learned by an objective of their own, and their scores are not added to those of pairs, as in
the order heads beside which this stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from realizer.neural.antecedent_head import Links
from realizer.neural.coref_objectives import dense_antecedent_loss, pairs_of
from realizer.neural.spans import Spans, band_above, band_highest, band_loss, beyond_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.neural.coref_configuration import AntecedentConfig, MentionConfig

__all__ = ["BiaffineAntecedentHead", "BiaffineMentionHead", "PairScores", "SpanVectors"]

ROWS_AT_ONCE = 256  # first words whose products with all last words within reach are formed at once


@dataclass(frozen=True, slots=True)
class SpanVectors:
    """Vectors of one document's words, in float32.

    Attributes:
        first: As first words of spans, `[word, width]`.
        last: As last words, `[word, width]`.
    """

    first: Tensor
    last: Tensor


class BiaffineMentionHead(nn.Module):
    """Scores all spans up to the longest; the interface of `MentionHead`.

    Args:
        width: Width of the words' vectors.
        config: Width of the scorer's own vectors, and the longest span.
    """

    def __init__(self, width: int, config: MentionConfig) -> None:
        super().__init__()
        self.config = config
        self.first = _layer(width, config.width, config.dropout)
        self.last = _layer(width, config.width, config.dropout)
        self.product = nn.Parameter(torch.empty(config.width, config.width))
        self.of_first = nn.Parameter(torch.zeros(config.width))
        self.of_last = nn.Parameter(torch.zeros(config.width))
        nn.init.xavier_uniform_(self.product)

    def proceed(self, share: float) -> None:
        """Nothing changes in the course of a training."""

    def forward(self, vectors: Tensor) -> SpanVectors:
        """Prepare one document's words `[word, width]`."""
        return SpanVectors(self.first(vectors).float(), self.last(vectors).float())

    def loss(self, vectors: SpanVectors, gold: Spans) -> Tensor:
        """The threshold objective, summed over the document's words."""
        return band_loss(self._band(vectors), gold)

    @torch.no_grad()
    def likely(self, vectors: SpanVectors, count: int) -> Spans:
        """So many spans with the highest scores."""
        return band_highest(self._band(vectors), count)

    @torch.no_grad()
    def mentions(self, vectors: SpanVectors, *, most: int) -> Spans:
        """All spans with scores above 0; if there are too many, the highest ones."""
        return band_above(self._bands(vectors), most=most).to(vectors.first.device)

    def _band(self, vectors: SpanVectors) -> Tensor:
        parts = [scores for _, scores in self._bands(vectors)]
        return torch.cat(parts) if parts else vectors.first.new_zeros((0, 0))

    def _bands(self, vectors: SpanVectors) -> Iterator[tuple[int, Tensor]]:
        words = len(vectors.first)
        longest = min(self.config.longest or words, words)
        for begin in range(0, words, ROWS_AT_ONCE):
            end = min(begin + ROWS_AT_ONCE, words)
            first, last = vectors.first[begin:end], vectors.last[begin : end + longest - 1]
            pairs = (first @ self.product + self.of_last) @ last.T + (first @ self.of_first)[:, None]
            place = torch.arange(longest, device=pairs.device) + torch.arange(end - begin)[:, None].to(
                pairs.device
            )
            scores = pairs.gather(1, place.clamp(max=len(last) - 1))
            beyond = beyond_the_end(begin, end - begin, longest, words, scores.device)
            yield begin, scores.float().masked_fill(beyond, -torch.inf)


@dataclass(frozen=True, slots=True)
class PairScores:
    """Scores of all pairs of one document's mentions, in float32.

    Attributes:
        scores: `[mention, antecedent]`, minus infinity where it is not an earlier one.
    """

    scores: Tensor


class BiaffineAntecedentHead(nn.Module):
    """Scores all pairs of mentions; the interface of `AntecedentHead`.

    Args:
        width: Width of the mentions' vectors: that of the first word and that of the last one side by side.
        config: Width of the scorer's own vectors.
    """

    def __init__(self, width: int, config: AntecedentConfig) -> None:
        super().__init__()
        self.first = _layer(width // 2, config.width, config.dropout)
        self.last = _layer(width // 2, config.width, config.dropout)
        # the four products of first and last words as blocks of one matrix
        self.product = nn.Parameter(torch.empty(2 * config.width, 2 * config.width))
        self.of_antecedent = nn.Parameter(torch.zeros(2 * config.width))
        nn.init.xavier_uniform_(self.product)

    def proceed(self, share: float) -> None:
        """Nothing changes in the course of a training."""

    def forward(self, mentions: Tensor) -> PairScores:
        """Score all pairs of one document's mentions `[mention, width]`."""
        first, last = mentions.chunk(2, dim=-1)
        both = torch.cat([self.first(first), self.last(last)], dim=-1).float()
        scores = (both @ self.product + self.of_antecedent) @ both.T
        later = torch.ones_like(scores, dtype=torch.bool).triu()
        return PairScores(scores.float().masked_fill(later, -torch.inf))

    def loss(self, pairs: PairScores, entity: Tensor) -> Tensor:
        """The antecedent objective, summed over mentions; their entities `[mention]`, -1: none."""
        return dense_antecedent_loss(pairs.scores, pairs_of(entity))

    @torch.no_grad()
    def links(self, pairs: PairScores) -> Links:
        """The best earlier mention of each, if its score is above 0."""
        if not len(pairs.scores):
            return Links(torch.zeros(0, dtype=torch.int64), torch.zeros(0))
        score, place = pairs.scores.max(dim=1)
        return Links(torch.where(score > 0, place, -1), score)


def _layer(width: int, out: int, dropout: float) -> nn.Module:
    return nn.Sequential(nn.Linear(width, out), nn.GELU(), nn.Dropout(dropout))
