"""The order head for mentions: 2K real numbers per word say which spans are mentions.

A word i writes K numbers as the first word of spans (red) and K as the last one (blue). The span i … j is a
mention if and only if every order has i before j: F(i, j) = max_k (first_k(i) - last_k(j)) < 0. That j does
not stand before i in the text is one more order.

Without a limit of length nothing is formed for all spans: sums and reports come from `realizer.aggregation`.
With one, all spans within it are compared, which takes time and memory linear in the text, too, and allows
for the soft maximum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn.functional import pad

from realizer.aggregation import best, report
from realizer.neural.coref_objectives import last_words, order_threshold_loss, scores_of_pairs
from realizer.neural.in_parts import in_parts
from realizer.neural.order_head import WORDS_AT_ONCE, perceptron, sharpness_at, text_order
from realizer.neural.spans import Spans, band_above, band_highest, band_loss, beyond_the_end, of_highest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.neural.coref_configuration import AntecedentConfig, MentionConfig

__all__ = ["MentionHead", "MentionOrders", "OrderWriter"]

ROWS_AT_ONCE = 512  # of a band, where no gradient is asked for
PER_WORD = 4  # spans that begin with one word, among which the likeliest of a document are looked for
SHORT = 4096  # in longer documents float32 no longer tells places and scores apart


class OrderWriter(nn.Module):
    """Writes K numbers per row as red, and K as blue; of very many rows part by part.

    Args:
        width: Width of the rows' vectors.
        config: How many orders, hidden layers, and the gain.
    """

    def __init__(self, width: int, config: MentionConfig | AntecedentConfig) -> None:
        super().__init__()
        self.red = perceptron(width, config.hidden, config.orders, config.dropout)
        self.blue = perceptron(width, config.hidden, config.orders, config.dropout)
        self.gain = nn.Parameter(torch.full((config.orders,), config.gain).log(), config.learn_gain)

    def forward(self, vectors: Tensor) -> tuple[Tensor, Tensor]:
        """Write rows `[row, width]`: red and blue, `[row, order]` each, in float32."""
        vectors = vectors.to(self.gain.dtype)
        if len(vectors) <= 8 * WORDS_AT_ONCE:
            written = self._written(vectors)
        else:
            written = in_parts(self._written, vectors, (), list(self.parameters()), size=WORDS_AT_ONCE)
        red, blue = written.chunk(2, dim=-1)
        return red, blue

    def _written(self, vectors: Tensor) -> Tensor:
        with torch.autocast(vectors.device.type, enabled=False):  # half precision makes ties of near scores
            return torch.cat([self.red(vectors), self.blue(vectors)], dim=-1) * self.gain.exp().repeat(2)


@dataclass(frozen=True, slots=True)
class MentionOrders:
    """What the mention head writes of one document.

    Attributes:
        first: Scores of the words as first ones, `[word, order]`, the text's own order left out.
        last: Scores as last ones, `[word, order]`.
        slope: How fast each order grows along the text, `[order]`.
    """

    first: Tensor
    last: Tensor
    slope: Tensor

    def coordinates(self) -> tuple[Tensor, Tensor]:
        """Red and blue points with the text's order in them, `[word, order]` each; long texts in float64."""
        wide = torch.float64 if len(self.first) > SHORT else self.first.dtype
        place = torch.arange(len(self.first), device=self.first.device, dtype=wide)[:, None]
        along = place * self.slope.to(wide)
        return self.first.to(wide) + along, self.last.to(wide) + along


class MentionHead(nn.Module):
    """Writes the orders of words, learns and finds mentions.

    Args:
        width: Width of the words' vectors.
        config: How many orders, and how they are learned.
    """

    def __init__(self, width: int, config: MentionConfig) -> None:
        super().__init__()
        self.config = config
        self.orders = OrderWriter(width, config)
        self.slope = nn.Parameter(text_order(config.orders)) if config.prior else None
        self.sharpness = config.sharpness

    def proceed(self, share: float) -> None:
        """Set how sharp the soft maximum is at this share of a training."""
        self.sharpness = sharpness_at(share, end=self.config.sharpness)

    def forward(self, vectors: Tensor) -> MentionOrders:
        """Write the orders of one document's words `[word, width]`."""
        first, last = self.orders(vectors)
        slope = first.new_zeros(self.config.orders) if self.slope is None else self.slope.float()
        return MentionOrders(first, last, slope)

    def loss(self, orders: MentionOrders, gold: Spans) -> Tensor:
        """The threshold objective, summed over the document's words."""
        if not self.config.longest:
            total = order_threshold_loss(*orders.coordinates(), gold.first, gold.last)
            return total.to(orders.first.dtype)
        sharpness = self.sharpness if self.config.maximum == "soft" else 0.0
        return band_loss(self._band(orders, 0, len(orders.first), sharpness=sharpness), gold)

    @torch.no_grad()
    def likely(self, orders: MentionOrders, count: int) -> Spans:
        """About so many spans with the highest scores; at most `PER_WORD` that begin with one word."""
        words = len(orders.first)
        if self.config.longest:
            return band_highest(self._band(orders, 0, words), count)
        if not words:
            return _no_spans(orders)
        red, blue = orders.coordinates()
        found = best(red, blue, earlier=last_words(words, red.device), count=PER_WORD)
        row, place = (found.index >= 0).nonzero(as_tuple=True)
        spans = _sorted(Spans(row, found.index[row, place]), words)
        return of_highest(spans, scores_of_pairs(red, blue, spans.first, spans.last), most=count)

    @torch.no_grad()
    def mentions(self, orders: MentionOrders, *, most: int) -> Spans:
        """Report all spans with F < 0; if there are too many, those with the smallest F."""
        words = len(orders.first)
        if self.config.longest:
            return band_above(self._bands(orders), most=most) if words else _no_spans(orders)
        if not words:
            return _no_spans(orders)
        red, blue = orders.coordinates()
        found = report(red, blue, earlier=last_words(words, red.device))
        return of_highest(
            Spans(found.red, found.blue), scores_of_pairs(red, blue, found.red, found.blue), most=most
        )

    def _bands(self, orders: MentionOrders) -> Iterator[tuple[int, Tensor]]:
        words = len(orders.first)
        for begin in range(0, words, ROWS_AT_ONCE):
            yield begin, self._band(orders, begin, min(begin + ROWS_AT_ONCE, words))

    def _band(self, orders: MentionOrders, begin: int, end: int, *, sharpness: float = 0.0) -> Tensor:
        """Score the spans that begin with some words, `[word, length]`; sharpness 0: hard maximum."""
        words = len(orders.first)
        longest = min(self.config.longest, words)
        if begin == end:
            return orders.first.new_zeros((0, longest))
        last = pad(orders.last[begin : end + longest - 1], (0, 0, 0, longest - 1))
        windows = last.unfold(0, longest, 1)[: end - begin]  # [word, order, length]
        lengths = torch.arange(longest, device=last.device)
        differences = orders.first[begin:end, :, None] - windows - orders.slope[:, None] * lengths
        if sharpness:
            scores = -torch.logsumexp(sharpness * differences, dim=1) / sharpness
        else:
            scores = -differences.max(dim=1).values
        beyond = beyond_the_end(begin, end - begin, longest, words, scores.device)
        return scores.masked_fill(beyond, -torch.inf)


def _no_spans(orders: MentionOrders) -> Spans:
    nothing = torch.zeros(0, dtype=torch.int64, device=orders.first.device)
    return Spans(nothing, nothing)


def _sorted(spans: Spans, words: int) -> Spans:
    return spans[(spans.first * words + spans.last).argsort()]
