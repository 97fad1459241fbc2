"""The coreference resolver: encoder, mentions, antecedents, clusters.

First the spans that are mentions are found, then each one's antecedent among the mentions before it; what
hangs together is a cluster. A document is read as a whole, in overlapping windows, and never cut: mentions
and antecedents reach from any of its windows to any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from realizer.decoding import clusters
from realizer.document import Mention, Part
from realizer.neural.antecedent_head import AntecedentHead
from realizer.neural.batches import PieceBatch
from realizer.neural.biaffine_coref import BiaffineAntecedentHead, BiaffineMentionHead
from realizer.neural.by_layer import by_layer
from realizer.neural.coref_examples import (
    CorefBatch,
    CorefExample,
    collate_documents,
    read_documents,
    word_nodes,
)
from realizer.neural.mention_head import MentionHead
from realizer.neural.parser import Losses
from realizer.neural.spans import Spans
from realizer.neural.transformer_encoder import TransformerEncoder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from realizer.document import MentionDocument
    from realizer.neural.coref_configuration import CorefConfig
    from realizer.neural.pretrained import Pretrained
    from realizer.pieces import PieceCutter

__all__ = ["Coreference", "Resolver"]

WINDOWS_AT_ONCE = 16  # through the encoder, where no gradient is asked for


@dataclass(frozen=True, slots=True)
class Coreference:
    """What the resolver says of one document.

    Attributes:
        first: The first word of every mention, sorted, `[mention]`.
        last: Its last word, `[mention]`.
        antecedent: The index of an earlier mention, -1: none, `[mention]`.
        score: The score of the best antecedent, whether it is taken or not, `[mention]`.
        cluster: The cluster of every mention, numbered by first mention, -1: none, `[mention]`.
    """

    first: NDArray[np.int64]
    last: NDArray[np.int64]
    antecedent: NDArray[np.int64]
    score: NDArray[np.float32]
    cluster: NDArray[np.int64]

    def on(self, document: MentionDocument) -> MentionDocument:
        """Put the mentions that are in clusters in the place of a document's own; entities count from e1."""
        nodes = word_nodes(document)
        rows = zip(nodes[self.first].tolist(), nodes[self.last].tolist(), self.cluster.tolist(), strict=True)
        mentions = [Mention(f"e{number + 1}", (Part(*ends),)) for *ends, number in rows if number >= 0]
        return replace(document, mentions=tuple(mentions))


class Resolver(nn.Module):
    """Reads batches of documents, learns and predicts mentions and clusters.

    Args:
        config: What it is made of.
        genres: The genres that it knows.
        pretrained: The encoder.
        cutter: Cuts words into the encoder's pieces.
    """

    def __init__(
        self, config: CorefConfig, genres: Sequence[str], pretrained: Pretrained, cutter: PieceCutter
    ) -> None:
        super().__init__()
        self.config, self.genres, self.cutter = config, tuple(genres), cutter
        self.encoder_configuration = pretrained.configuration
        self.window = min(config.encoder.window or pretrained.window, pretrained.window)
        self.pad = pretrained.pad
        self.encoder = TransformerEncoder(pretrained, config.encoder, hidden_piece=cutter.hidden)
        width = self.encoder.width
        self.genre = nn.Embedding(len(self.genres) + 1, width) if config.text.genres else None
        if self.genre is not None:
            nn.init.zeros_(self.genre.weight)
        self.dropout = nn.Dropout(config.text.dropout)
        by_order = config.mention.kind == "order"
        self.mentions: MentionHead | BiaffineMentionHead
        self.mentions = (MentionHead if by_order else BiaffineMentionHead)(width, config.mention)
        by_order = config.antecedent.kind == "order"
        self.antecedents: AntecedentHead | BiaffineAntecedentHead
        antecedents = AntecedentHead if by_order else BiaffineAntecedentHead
        self.antecedents = antecedents(2 * width, config.antecedent)

    def examples(self, documents: Sequence[MentionDocument]) -> list[CorefExample]:
        """Turn documents into numbers."""
        return list(
            read_documents(
                documents,
                cutter=self.cutter,
                genres=self.genres,
                speakers=self.config.text.speakers,
                singletons=self.config.mention.singletons,
            )
        )

    def collate(self, examples: Sequence[CorefExample], joined: Sequence[bool] = ()) -> CorefBatch:  # noqa: ARG002
        """Put examples one after another; documents are never read together."""
        return collate_documents(
            examples,
            cutter=self.cutter,
            window=self.window,
            overlap=self.config.encoder.overlap,
            pad=self.pad,
        )

    def read(self, batch: CorefBatch) -> list[Tensor]:
        """The vectors of each document's words, `[word, width]`."""
        if torch.is_grad_enabled():
            vectors = self.encoder(batch.text, torch.ones_like(batch.text.window, dtype=torch.bool))
        else:
            parts = [self.encoder(part, part.window >= 0) for part in _in_runs(batch.text, WINDOWS_AT_ONCE)]
            vectors = torch.cat(parts)
        if self.genre is not None:
            vectors = vectors + self.genre(batch.genre).to(vectors.dtype)
        return list(self.dropout(vectors).split(batch.lengths))

    def proceed(self, share: float) -> None:
        """Say which share of the training is over; a resolver that nobody trains is at 1, the end."""
        self.mentions.proceed(share)
        self.antecedents.proceed(share)

    def forward(self, batch: CorefBatch) -> Losses:
        """What the batch costs, per word."""
        documents = self.read(batch)
        costs = [
            self._costs(vectors, gold, entity)
            for vectors, gold, entity in zip(documents, batch.gold, batch.entity, strict=True)
        ]
        mentions = torch.stack([cost for cost, _ in costs]).sum()
        antecedents = torch.stack([cost for _, cost in costs]).sum()
        words = max(1, sum(batch.lengths))
        total = (mentions * self.config.mention.weight + antecedents) / words
        parts = {"mentions": mentions.detach() / words, "antecedents": antecedents.detach() / words}
        return Losses(total, parts, words)

    def _costs(self, vectors: Tensor, gold: Spans, entity: Tensor) -> tuple[Tensor, Tensor]:
        """The losses of one document's mentions and antecedents, summed over its words."""
        scored = self.mentions(vectors)
        likely = self.mentions.likely(scored, int(self.config.mention.kept * len(vectors)))
        spans, entity = _with_others(gold, entity, likely)
        links = self.antecedents(_mention_vectors(vectors, spans))
        return self.mentions.loss(scored, gold), self.antecedents.loss(links, entity)

    @torch.no_grad()
    def predict(self, batch: CorefBatch) -> list[Coreference]:
        """Resolve a batch, with dropout where the resolver is in training mode: call `eval()` before.

        A document has at most as many mentions as words: the best ones. More are found only by resolvers
        that have not learned anything yet.

        Args:
            batch: Some documents.

        Returns:
            What each document's mentions and clusters are.
        """
        return [self._resolved(vectors) for vectors in self.read(batch)]

    def _resolved(self, vectors: Tensor) -> Coreference:
        scored = self.mentions(vectors)
        spans = self.mentions.mentions(scored, most=len(vectors))
        links_of = self.antecedents(_mention_vectors(vectors, spans))
        links = self.antecedents.links(links_of)
        antecedent = links.antecedent.cpu().numpy().astype(np.int64)
        found = clusters(antecedent, singletons=self.config.mention.singletons)
        first, last = spans.first.cpu().numpy(), spans.last.cpu().numpy()
        score = links.score.float().cpu().numpy()
        return Coreference(first, last, antecedent, score, found.cluster)

    def parameter_groups(self) -> dict[str, list[nn.Parameter]]:
        """Parameters by learning rate: the encoder's layers and the rest; see `by_layer`."""
        return by_layer(self, pretrained=True)


def _mention_vectors(vectors: Tensor, spans: Spans) -> Tensor:
    """A mention is its first and its last word, `[mention, 2 width]`."""
    return torch.cat([vectors[spans.first], vectors[spans.last]], dim=-1)


def _with_others(gold: Spans, entity: Tensor, likely: Spans) -> tuple[Spans, Tensor]:
    """Put likely spans beside the gold ones, in text order; their entity is -1, none."""
    first, last = torch.cat([gold.first, likely.first]), torch.cat([gold.last, likely.last])
    number = first * (int(last.max()) + 1) + last if len(last) else first
    own, others = number[: len(gold)], number[len(gold) :]
    new = torch.cat([torch.ones_like(own, dtype=torch.bool), ~torch.isin(others, own)])
    entities = torch.cat([entity, torch.full_like(others, -1)])
    order = number[new].argsort()
    return Spans(first[new][order], last[new][order]), entities[new][order]


def _in_runs(text: PieceBatch, size: int) -> Iterator[PieceBatch]:
    """Cut windows into runs, each with the words that are read from it; words stand in their order."""
    for begin in range(0, len(text.ids), size):
        ends = torch.tensor([begin, begin + size], device=text.window.device)
        first, last = torch.searchsorted(text.window, ends).tolist()
        yield PieceBatch(
            text.ids[begin : begin + size],
            text.mask[begin : begin + size],
            text.window[first:last] - begin,
            text.first[first:last],
            text.last[first:last],
        )
