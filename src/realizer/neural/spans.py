"""Spans of words, and scores of all spans up to some length: a band beside the diagonal of all pairs.

A band is `[word, length]`: what stands at (i, l) belongs to the span of words i … i + l.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from realizer.neural.coref_objectives import dense_threshold_loss

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Spans", "band_above", "band_highest", "band_loss", "beyond_the_end", "of_highest"]


@dataclass(frozen=True, slots=True)
class Spans:
    """Spans of one document, sorted by first and last word, none twice.

    Attributes:
        first: The index of each one's first word, `[span]`.
        last: The index of its last word, `[span]`.
    """

    first: Tensor
    last: Tensor

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, which: Tensor) -> Spans:
        return Spans(self.first[which], self.last[which])

    def to(self, device: torch.device | str) -> Spans:
        """Move both tensors."""
        return Spans(self.first.to(device), self.last.to(device))


def beyond_the_end(begin: int, rows: int, longest: int, words: int, device: torch.device) -> Tensor:
    """Which places of some rows of a band are no spans, as they end after the last word."""
    row = torch.arange(begin, begin + rows, device=device)[:, None]
    return row + torch.arange(longest, device=device) >= words


def band_loss(scores: Tensor, gold: Spans) -> Tensor:
    """The threshold objective of a band, summed over first words; longer gold spans have no part in it."""
    within = gold.last - gold.first < scores.shape[1]
    right = torch.zeros(scores.shape, dtype=torch.bool, device=scores.device)
    right[gold.first[within], (gold.last - gold.first)[within]] = True
    return dense_threshold_loss(scores, right)


def band_above(parts: Iterable[tuple[int, Tensor]], *, most: int) -> Spans:
    """All spans with scores above 0; if there are too many, the highest ones.

    Args:
        parts: Some rows of a band after the others, and the first one's number.
        most: The most spans.
    """
    first, last, high = [], [], []
    for begin, scores in parts:
        row, length = (scores > 0).nonzero(as_tuple=True)
        first.append(row + begin)
        last.append(row + begin + length)
        high.append(scores[row, length])
    if not first:
        empty = torch.zeros(0, dtype=torch.int64)
        return Spans(empty, empty)
    return of_highest(Spans(torch.cat(first), torch.cat(last)), torch.cat(high), most=most)


def band_highest(scores: Tensor, count: int) -> Spans:
    """The spans with the highest scores of a band."""
    count = min(count, int((scores > -torch.inf).sum()))
    place = scores.flatten().topk(count).indices.sort().values
    first = place // max(1, scores.shape[1])
    return Spans(first, first + place % max(1, scores.shape[1]))


def of_highest(spans: Spans, scores: Tensor, *, most: int) -> Spans:
    """The spans themselves, or, if they are too many, those with the highest scores."""
    return spans if len(spans) <= most else spans[scores.topk(most).indices.sort().values]
