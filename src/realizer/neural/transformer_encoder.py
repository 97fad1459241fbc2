"""Words through a pretrained encoder: windows of pieces in, one vector per word out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from realizer.neural.batches import PieceBatch
    from realizer.neural.configuration import EncoderConfig
    from realizer.neural.pretrained import Pretrained

__all__ = ["TransformerEncoder"]


class TransformerEncoder(nn.Module):
    """A pretrained encoder, and how pieces become words.

    Args:
        pretrained: The encoder.
        config: How it is read.
        hidden_piece: What stands in a hidden word's place.
    """

    def __init__(self, pretrained: Pretrained, config: EncoderConfig, *, hidden_piece: int) -> None:
        super().__init__()
        self.model: Any = pretrained.model  # some class of transformers
        self.words = config.words
        self.word_dropout, self.hidden_piece = config.word_dropout, hidden_piece
        self.width = pretrained.width * (2 if config.words == "first_last" else 1)
        self.mixture = nn.Parameter(torch.zeros(pretrained.layers + 1)) if config.mix_layers else None
        settings: Any = pretrained.model.config
        self.attention = settings._attn_implementation  # noqa: SLF001  # it has no public name

    def train(self, mode: bool = True) -> TransformerEncoder:  # noqa: FBT001, FBT002  # torch's signature
        """Switch between training and reading."""
        super().train(mode)
        on_processor = next(self.model.parameters()).device.type == "cpu"
        # torch's fused attention saves memory, but its gradient takes processors three times as long
        self.model.set_attn_implementation("eager" if mode and on_processor else self.attention)
        return self

    def forward(self, text: PieceBatch, mask: Tensor) -> Tensor:
        """Give every word a vector, `[batch, word, width]`."""
        pieces = self._pieces(text, self._partly_hidden(text, mask))
        if self.words == "mean":
            return _means(pieces, text)
        parts = []
        if self.words in {"first", "first_last"}:
            parts.append(pieces[text.window, text.first])
        if self.words in {"last", "first_last"}:
            parts.append(pieces[text.window, text.last])
        return torch.cat(parts, dim=-1)

    def _pieces(self, text: PieceBatch, ids: Tensor) -> Tensor:
        """Vectors of the pieces, `[window, piece, width]`."""
        output = self.model(
            input_ids=ids,
            attention_mask=text.mask.to(torch.int64),
            output_hidden_states=self.mixture is not None,
        )
        if self.mixture is None:
            last: Tensor = output.last_hidden_state
            return last
        weights = self.mixture.softmax(0).to(output.hidden_states[0].dtype)
        return sum(
            (weight * layer for weight, layer in zip(weights, output.hidden_states, strict=True)),
            start=torch.zeros_like(output.hidden_states[0]),
        )

    def _partly_hidden(self, text: PieceBatch, mask: Tensor) -> Tensor:
        """Hide the first and last pieces of some words in training; of most words these are all."""
        if not (self.training and self.word_dropout):
            return text.ids
        hidden = mask & (torch.rand(mask.shape, device=mask.device) < self.word_dropout)
        ids = text.ids.clone()
        for place in (text.first, text.last):
            ids[text.window[hidden], place[hidden]] = self.hidden_piece
        return ids


def _means(pieces: Tensor, text: PieceBatch) -> Tensor:
    """Average the pieces of every word: the differences of running sums, in float64."""
    sums = nn.functional.pad(pieces.double().cumsum(dim=1), (0, 0, 1, 0))
    total = sums[text.window, text.last + 1] - sums[text.window, text.first]
    return (total / (text.last + 1 - text.first)[..., None]).to(pieces.dtype)
