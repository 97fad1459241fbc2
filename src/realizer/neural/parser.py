"""The parser: encoder, context, orders, labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from realizer.neural.batches import Batch, collate
from realizer.neural.biaffine_head import BiaffineHead
from realizer.neural.by_layer import by_layer
from realizer.neural.examples import Example, read_examples
from realizer.neural.label_heads import LabelHeads
from realizer.neural.order_head import OrderHead
from realizer.neural.recurrent import Context
from realizer.neural.scratch_encoder import ScratchEncoder
from realizer.neural.transformer_encoder import TransformerEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from realizer.document import Sentence
    from realizer.labels import Vocabularies
    from realizer.neural.configuration import ParserConfig
    from realizer.neural.pretrained import Pretrained
    from realizer.pieces import PieceCutter

__all__ = ["Losses", "Parser", "Predictions"]


@dataclass(frozen=True, slots=True)
class Losses:
    """What a batch costs.

    Attributes:
        total: What is minimised: the mean over words.
        parts: Its parts before weighting, means over words, without gradient.
        words: How many words there were.
    """

    total: Tensor
    parts: dict[str, Tensor]
    words: int


@dataclass(frozen=True, slots=True)
class Predictions:
    """What the parser says about a batch.

    Attributes:
        heads: The head of every word, 0 for the root, `[words]` by sentence.
        labels: Numbers of labels by column, `[batch, word]`.
        vocabularies: What the numbers mean.
    """

    heads: list[NDArray[np.int64]]
    labels: dict[str, NDArray[np.int64]]
    vocabularies: Vocabularies

    def columns(self, place: int, sentence: Sentence) -> dict[str, list[Any]]:
        """What stands in the columns of one sentence: `head` and those columns that are predicted."""
        words = sentence.words
        numbers = {column: rows[place, : len(words)].tolist() for column, rows in self.labels.items()}
        forms, tags = [word.form for word in words], [word.upos for word in words]
        columns: dict[str, list[Any]] = {"head": self.heads[place].tolist()}
        return columns | self.vocabularies.written(forms, numbers, tags)


class Parser(nn.Module):
    """Reads batches of sentences, learns and predicts trees and labels.

    Args:
        config: What it is made of.
        vocabularies: Its labels.
        pretrained: The encoder; None for "bilstm".
        cutter: Cuts words into the encoder's pieces; None for "bilstm".
    """

    def __init__(
        self,
        config: ParserConfig,
        vocabularies: Vocabularies,
        pretrained: Pretrained | None,
        cutter: PieceCutter | None,
    ) -> None:
        super().__init__()
        self.config, self.vocabularies, self.cutter = config, vocabularies, cutter
        self.encoder_configuration = pretrained.configuration if pretrained else ""
        self.window = min(config.encoder.window or 1 << 30, pretrained.window) if pretrained else 0
        self.pad = pretrained.pad if pretrained else 0
        self.encoder: TransformerEncoder | ScratchEncoder
        if pretrained is None or cutter is None:
            words, letters = len(vocabularies.words), len(vocabularies.letters)
            self.encoder = ScratchEncoder(config.scratch, words=words, letters=letters)
        else:
            self.encoder = TransformerEncoder(pretrained, config.encoder, hidden_piece=cutter.hidden)
        tags = 0 if config.context.tags == "none" else len(vocabularies.columns[config.context.tags]) + 1
        self.context = Context(self.encoder.width, tags=tags, config=config.context)
        head = OrderHead if config.head.kind == "order" else BiaffineHead
        self.head: OrderHead | BiaffineHead = head(self.context.width, config.head)
        self.labels = LabelHeads(self.context.width, self.encoder.width, config.labels, vocabularies)

    def examples(self, sentences: Sequence[Sentence]) -> list[Example]:
        """Turn sentences into numbers."""
        return list(
            read_examples(
                sentences,
                vocabularies=self.vocabularies,
                cutter=self.cutter,
                tags=self.config.context.tags,
            )
        )

    def collate(self, examples: Sequence[Example], joined: Sequence[bool] = ()) -> Batch:
        """Put examples side by side; where `joined`, read one in a window with the one before it."""
        return collate(
            examples,
            joined=joined,
            cutter=self.cutter,
            window=self.window,
            overlap=self.config.encoder.overlap,
            pad=self.pad,
        )

    def read(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The encoder's vectors of the words and those after the context layers, `[batch, word, width]`."""
        text = self.encoder(batch.text, batch.mask)
        return text, self.context(text, batch.tags, batch.mask)

    def proceed(self, share: float) -> None:
        """Say which share of the training is over; a parser that nobody trains is at 1, the end."""
        if isinstance(self.head, OrderHead):
            self.head.proceed(share)

    def forward(self, batch: Batch) -> Losses:
        """What the batch costs."""
        text, vectors = self.read(batch)
        scores = self.head(vectors, batch.mask)
        sums = {"heads": self.head.loss(scores, batch.heads)}
        sums |= self.labels.losses(vectors, text, batch.heads, batch.labels)
        words = max(1, int(batch.mask.sum()))
        weight = self.config.labels.weight
        total = sum(
            (value * (1.0 if name in {"heads", "deprel"} else weight) for name, value in sums.items()),
            start=sums["heads"].new_zeros(()),
        )
        return Losses(total / words, {name: value.detach() / words for name, value in sums.items()}, words)

    @torch.no_grad()
    def predict(self, batch: Batch, *, tree: str = "tree") -> Predictions:
        """Parse a batch, with dropout where the parser is in training mode: call `eval()` before.

        Args:
            batch: Some sentences.
            tree: "tree" (exactly one root), "greedy" or "projective".

        Returns:
            Heads and labels.
        """
        text, vectors = self.read(batch)
        heads = self.head.heads(self.head(vectors, batch.mask), tree=tree)
        chosen = self.labels.choose(vectors, text, torch.from_numpy(heads).to(vectors.device))
        return Predictions(
            [row[row >= 0] for row in heads],
            {column: numbers.cpu().numpy() for column, numbers in chosen.items()},
            self.vocabularies,
        )

    def parameter_groups(self) -> dict[str, list[nn.Parameter]]:
        """Parameters by learning rate: the encoder's layers and the rest; see `by_layer`."""
        return by_layer(self, pretrained=self.cutter is not None)
