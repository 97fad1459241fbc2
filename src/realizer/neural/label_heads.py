"""Labels of words: relations, tags, features and lemma scripts, each a classifier of single words.

The paper predicts a relation from its dependent alone. Differs from the paper: by default from the dependent
and its head, whose vector is looked up once the head is known; still one row of scores per word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, gelu

from realizer.labels import COLUMNS, START

if TYPE_CHECKING:
    from realizer.labels import Vocabularies
    from realizer.neural.configuration import LabelsConfig

__all__ = ["LabelHeads"]

_ROOTS = {"root", "ROOT", "Root"}


class LabelHeads(nn.Module):
    """All label classifiers of a parser.

    Args:
        width: Width of the words' vectors after the context layers, for relations.
        text_width: Width of the encoder's own vectors, for everything else: given tags stay unseen there.
        config: Which labels there are.
        vocabularies: Their numbers.
    """

    def __init__(self, width: int, text_width: int, config: LabelsConfig, vocabularies: Vocabularies) -> None:
        super().__init__()
        self.config = config
        self.columns = tuple(column for column in (*COLUMNS, START) if getattr(config, column))
        self.dropout = nn.Dropout(config.dropout)
        self.linear = nn.ModuleDict(
            {
                column: nn.Linear(text_width, len(vocabularies.columns[column]))
                for column in self.columns
                if column != "deprel"
            }
        )
        relations = vocabularies.columns["deprel"]
        known = [relations.number(label) for label in relations.labels if label in _ROOTS]
        self.root_label = known[0] if len(known) == 1 and len(relations) > 1 else -1
        if config.deprel:
            self.dependent = nn.Linear(width, config.hidden)
            self.head = nn.Linear(width, config.hidden, bias=False) if config.with_head else None
            self.root = nn.Parameter(torch.zeros(width)) if config.with_head else None
            self.relation = nn.Linear(config.hidden, len(relations))

    def relations(self, vectors: Tensor, heads: Tensor) -> Tensor:
        """Score relations, given heads `[batch, word]` (-1: as the root): `[batch, word, relation]`.

        The relation "root", if there is one, is scored for children of the root only, and nothing else is for
        these.
        """
        hidden = self.dependent(self.dropout(vectors))
        if self.head is not None and self.root is not None:
            of_heads = self.head(self.dropout(vectors))
            of_root = self.head(self.root.to(vectors.dtype)).expand(len(vectors), 1, -1)
            candidates = torch.cat([of_root.to(of_heads.dtype), of_heads], dim=1)
            place = heads.clamp(min=0)[..., None].expand(-1, -1, hidden.shape[2])
            hidden = hidden + candidates.gather(1, place)
        scores: Tensor = self.relation(self.dropout(gelu(hidden))).float()
        if self.root_label < 0:
            return scores
        is_root = torch.arange(scores.shape[2], device=scores.device) == self.root_label
        return scores.masked_fill(is_root != (heads == 0)[..., None], -torch.inf)

    def others(self, text: Tensor) -> dict[str, Tensor]:
        """Score tags, features and lemma scripts, `[batch, word, label]` by column."""
        text = self.dropout(text)
        return {column: linear(text).float() for column, linear in self.linear.items()}

    def losses(
        self, vectors: Tensor, text: Tensor, heads: Tensor, labels: dict[str, Tensor]
    ) -> dict[str, Tensor]:
        """Cross-entropies summed over the words that have a label, by column; relations given gold heads."""
        scores = self.others(text)
        if "deprel" in self.columns:
            scores["deprel"] = self.relations(vectors, heads)
        losses = {}
        for column, rows in scores.items():
            gold = labels[column].clone()
            if column == "deprel" and self.root_label >= 0:
                gold[(heads < 0) | ((gold == self.root_label) != (heads == 0))] = -1
            losses[column] = cross_entropy(
                rows.flatten(0, 1), gold.flatten(), ignore_index=-1, reduction="sum"
            )
        return losses

    def choose(self, vectors: Tensor, text: Tensor, heads: Tensor) -> dict[str, Tensor]:
        """The best labels, `[batch, word]` by column."""
        chosen = {column: scores.argmax(dim=-1) for column, scores in self.others(text).items()}
        if "deprel" in self.columns:
            chosen["deprel"] = self.relations(vectors, heads).argmax(dim=-1)
        return chosen
