"""The baseline: a score for every pair of words, from the product of two vectors and a matrix.

Reference: Dozat and Manning, Deep Biaffine Attention for Neural Dependency Parsing, ICLR 2017.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from realizer.decoding import dense_tree_heads
from realizer.decoding.trees import are_trees
from realizer.errors import InputError
from realizer.neural import objectives

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from realizer.neural.configuration import HeadConfig

__all__ = ["BiaffineHead", "Scores"]


@dataclass(frozen=True, slots=True)
class Scores:
    """What the biaffine head writes, in float32.

    Attributes:
        scores: A score for every word and candidate, `[batch, word, word + 1]`; the root is candidate 0.
        mask: Real words, `[batch, word]`.
    """

    scores: Tensor
    mask: Tensor


class BiaffineHead(nn.Module):
    """Scores all pairs; the interface of `OrderHead`.

    Args:
        width: Width of the words' vectors.
        config: Width of the head's own vectors, and the objective.
    """

    def __init__(self, width: int, config: HeadConfig) -> None:
        super().__init__()
        self.config = config
        self.dependent = _part(width, config)
        self.head = _part(width, config)
        self.root = nn.Parameter(torch.zeros(width))
        self.product = nn.Parameter(torch.empty(config.width, config.width))
        self.bias = nn.Parameter(torch.zeros(config.width))
        nn.init.xavier_uniform_(self.product)

    def forward(self, vectors: Tensor, mask: Tensor) -> Scores:
        """Score all pairs of words `[batch, word, width]`."""
        weights = mask / mask.sum(dim=1, keepdim=True).clamp(min=1)
        root = torch.einsum("bw,bwd->bd", weights.to(vectors.dtype), vectors) + self.root
        dependent, head = self.dependent(vectors), self.head(torch.cat([root[:, None], vectors], dim=1))
        scores = torch.matmul(dependent @ self.product + self.bias, head.transpose(1, 2))
        return Scores(scores.float(), mask)

    def loss(self, scores: Scores, heads: Tensor) -> Tensor:
        """The objective, summed over the words with a gold head (-1: none)."""
        return objectives.dense_loss(scores.scores, scores.mask, heads, objective=self.config.objective)

    def heads(self, scores: Scores, *, tree: str) -> NDArray[np.int64]:
        """Decode: heads `[batch, word]`, -1 at padding."""
        if tree not in {"tree", "greedy"}:
            raise InputError(
                f'expected tree as tree or greedy for a biaffine head, got {tree!r}; cure: tree="tree"'
            )
        detached = scores.scores.detach()
        masked = objectives.masked_scores(detached, scores.mask).cpu().numpy()
        finite, mask = detached.cpu().numpy(), scores.mask.cpu().numpy()
        heads = np.where(mask, masked.argmax(axis=2), -1)
        if tree == "tree":
            for row in np.flatnonzero(~are_trees(heads, one_root=True)):
                words = mask[row].sum()
                heads[row, :words] = dense_tree_heads(-finite[row, :words, : words + 1])
        return heads


def _part(width: int, config: HeadConfig) -> nn.Module:
    return nn.Sequential(nn.Linear(width, config.width), nn.GELU(), nn.Dropout(config.dropout))
