"""An encoder from scratch: what a word is, how it is spelled, how it begins and ends, and its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from realizer.neural.examples import AFFIXES
from realizer.neural.recurrent import Recurrent

if TYPE_CHECKING:
    from realizer.neural.batches import SpellingBatch
    from realizer.neural.configuration import ScratchConfig

__all__ = ["ScratchEncoder"]


class ScratchEncoder(nn.Module):
    """The encoder "bilstm".

    Args:
        config: Widths and rates.
        words: How many words are known.
        letters: How many letters are known.
    """

    def __init__(self, config: ScratchConfig, *, words: int, letters: int) -> None:
        super().__init__()
        self.word_dropout = config.word_dropout
        self.rows = config.affix_rows
        self.words = nn.Embedding(words + 1, config.word_width)
        self.letters = nn.Embedding(letters + 2, config.letter_width)
        third = config.spelling_width // 3
        self.spelling = nn.ModuleList(
            nn.Conv1d(config.letter_width, third, size, padding=size // 2) for size in (3, 5, 7)
        )
        self.affixes = nn.Embedding(AFFIXES * config.affix_rows, config.affix_width)
        nn.init.normal_(self.affixes.weight, std=0.1)
        width = config.word_width + 3 * third + config.affix_width
        self.layers = Recurrent(width, width=config.width, layers=config.layers, dropout=config.dropout)
        self.width = self.layers.width

    def forward(self, text: SpellingBatch, mask: Tensor) -> Tensor:
        """Give every word a vector, `[batch, word, width]`."""
        known = text.words
        if self.training and self.word_dropout:
            hidden = torch.rand(known.shape, device=known.device) < self.word_dropout
            known = known.masked_fill(hidden, 0)
        table = torch.arange(AFFIXES, device=known.device) * self.rows
        affixes = self.affixes(text.affixes % self.rows + table).sum(dim=-2)
        vectors = torch.cat([self.words(known), self._spelled(text.letters), affixes], dim=-1)
        read: Tensor = self.layers(vectors, mask)
        return read

    def _spelled(self, letters: Tensor) -> Tensor:
        """Read letters `[batch, word, letter]`: the strongest answer of every filter at a letter, or 0."""
        batch, words, length = letters.shape
        flat = letters.reshape(-1, length)
        real = (flat > 0)[:, None]
        vectors = self.letters(flat).transpose(1, 2) * real
        answers = [(convolution(vectors).relu() * real).amax(dim=2) for convolution in self.spelling]
        return torch.cat(answers, dim=-1).reshape(batch, words, -1)
