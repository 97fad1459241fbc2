"""The order head for antecedents: 2K real numbers per mention say what it refers back to.

A mention m writes K numbers as one that looks for an antecedent (red) and K as an antecedent (blue). With
F(m, m') = max_k (red_k(m) - blue_k(m')), its antecedent is the earlier mention with the smallest F, if that
is below 0, the score of having none. Only earlier ones: the text's order is one more order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from realizer.aggregation import best
from realizer.neural.coref_objectives import dense_antecedent_loss, order_antecedent_loss
from realizer.neural.mention_head import OrderWriter
from realizer.neural.order_head import sharpness_at

if TYPE_CHECKING:
    from realizer.neural.coref_configuration import AntecedentConfig

__all__ = ["AntecedentHead", "AntecedentOrders", "Links"]


@dataclass(frozen=True, slots=True)
class AntecedentOrders:
    """What the antecedent head writes of one document's mentions, in text order and in float32.

    Attributes:
        red: Scores of mentions that look for an antecedent, `[mention, order]`.
        blue: Scores as antecedents, `[mention, order]`.
    """

    red: Tensor
    blue: Tensor


@dataclass(frozen=True, slots=True)
class Links:
    """The antecedents of one document's mentions.

    Attributes:
        antecedent: The index of an earlier mention, -1: none, `[mention]`.
        score: Its score, or that of the best one if it is below 0; minus infinity for the first mention.
    """

    antecedent: Tensor
    score: Tensor


class AntecedentHead(nn.Module):
    """Writes the orders of mentions, learns and finds antecedents.

    Args:
        width: Width of the mentions' vectors.
        config: How many orders, and how they are learned.
    """

    def __init__(self, width: int, config: AntecedentConfig) -> None:
        super().__init__()
        self.config = config
        self.orders = OrderWriter(width, config)
        self.sharpness = config.sharpness

    def proceed(self, share: float) -> None:
        """Set how sharp the soft maximum is at this share of a training."""
        self.sharpness = sharpness_at(share, end=self.config.sharpness)

    def forward(self, mentions: Tensor) -> AntecedentOrders:
        """Write the orders of one document's mentions `[mention, width]`, in text order."""
        return AntecedentOrders(*self.orders(mentions))

    def loss(self, orders: AntecedentOrders, entity: Tensor) -> Tensor:
        """The antecedent objective, summed over mentions; their entities `[mention]`, -1: none."""
        if self.config.maximum == "hard" or not len(entity):
            return order_antecedent_loss(orders.red, orders.blue, entity)
        return self._soft_loss(orders, entity)

    def _soft_loss(self, orders: AntecedentOrders, entity: Tensor) -> Tensor:
        """The same with the soft maximum, over the `reach` mentions before each; O(K M reach).

        A mention whose gold antecedents are all out of reach teaches nothing: it has one all the same.
        """
        count = len(entity)
        back = torch.arange(1, min(self.config.reach, max(1, count - 1)) + 1, device=entity.device)
        place = torch.arange(count, device=entity.device)[:, None] - back  # [mention, how far back]
        there, place = place >= 0, place.clamp(min=0)
        differences = orders.red[:, None] - orders.blue[place]
        scores = -torch.logsumexp(self.sharpness * differences, dim=-1) / self.sharpness
        gold = (entity[place] == entity[:, None]) & (entity >= 0)[:, None] & there
        known = gold.any(dim=1) | _is_first(entity)
        return dense_antecedent_loss(scores.masked_fill(~there, -torch.inf)[known], gold[known])

    @torch.no_grad()
    def links(self, orders: AntecedentOrders) -> Links:
        """The best earlier mention of each, if its score is above 0: O(K M log^(K-1) M), no pairs."""
        place = torch.arange(len(orders.red), device=orders.red.device)
        found = best(orders.red, orders.blue, earlier=(place, place))
        return Links(torch.where(found.value < 0, found.index, -1), -found.value)


def _is_first(entity: Tensor) -> Tensor:
    """Which mentions have no gold antecedent: those of no entity, and the first ones of theirs."""
    place = torch.arange(len(entity), device=entity.device)
    earliest = torch.full((int(entity.max()) + 2,), len(entity), device=entity.device)
    earliest = earliest.scatter_reduce(0, entity + 1, place, reduce="amin")
    return (entity < 0) | (earliest[entity + 1] == place)
