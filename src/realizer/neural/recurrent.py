"""Recurrent layers over padded sentences, so that padding changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

if TYPE_CHECKING:
    from realizer.neural.configuration import ContextConfig

__all__ = ["Context", "Recurrent"]


class Recurrent(nn.Module):
    """BiLSTM layers with dropout before, between and after them.

    Args:
        width_in: Width of the vectors that come.
        width: Width of one direction.
        layers: How many layers.
        dropout: The rate.
    """

    def __init__(self, width_in: int, *, width: int, layers: int, dropout: float) -> None:
        super().__init__()
        self.width = 2 * width
        self.dropout = nn.Dropout(dropout)
        self.lstm = nn.LSTM(
            width_in,
            width,
            num_layers=layers,
            batch_first=True,
            bidirectional=True,
            dropout=dropout if layers > 1 else 0.0,
        )

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        """Read sentences `[batch, word, width_in]` in both directions: `[batch, word, 2 width]`."""
        packed = pack_padded_sequence(
            self.dropout(vectors),
            mask.sum(dim=1).clamp(min=1).cpu(),  # a sentence may have no words at all
            batch_first=True,
            enforce_sorted=False,
        )
        with torch.autocast(vectors.device.type, enabled=False):
            packed = packed._replace(data=packed.data.float())
            read, _ = self.lstm(packed)
        padded, _ = pad_packed_sequence(read, batch_first=True, total_length=mask.shape[1])
        out: Tensor = self.dropout(padded)
        return out


class Context(nn.Module):
    """Given tags beside the encoder's vectors, and recurrent layers above them.

    Args:
        width_in: Width of the encoder's vectors.
        tags: How many different tags may be given; 0: none are.
        config: Widths and rates.
    """

    def __init__(self, width_in: int, *, tags: int, config: ContextConfig) -> None:
        super().__init__()
        self.tags = nn.Embedding(tags + 1, config.tag_width) if tags else None
        width = width_in + (config.tag_width if tags else 0)
        self.layers = (
            Recurrent(width, width=config.width, layers=config.layers, dropout=config.dropout)
            if config.layers
            else None
        )
        self.dropout = nn.Dropout(config.dropout if config.layers or tags else 0.0)
        self.width = self.layers.width if self.layers else width

    def forward(self, vectors: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        """Give every word a vector that knows its tag and its neighbours, `[batch, word, width]`."""
        if self.tags is not None:
            vectors = torch.cat([vectors, self.tags(tags).to(vectors.dtype)], dim=-1)
        if self.layers is not None:
            read: Tensor = self.layers(vectors, mask)
            return read
        dropped: Tensor = self.dropout(vectors)
        return dropped
