"""The order head: 2K real numbers per word, and that is all.

A dependent x writes K numbers (red), a candidate head y writes K numbers (blue), and so does the root. All
that follows is F(x, y) = max_k (x_k - y_k), never formed for all pairs, unless the maximum is soft.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from realizer.decoding import greedy_heads, projective_heads, tree_heads
from realizer.errors import InputError
from realizer.neural import objectives
from realizer.neural.in_parts import in_parts

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from realizer.neural.configuration import HeadConfig

__all__ = ["OrderHead", "Orders", "perceptron", "sharpness_at", "text_order"]

LAST_PART = 0.2  # of a training: here the soft maximum grows sharp
WORDS_AT_ONCE = 256  # when there are very many: their hidden layers stay in a core's cache


@dataclass(frozen=True, slots=True)
class Orders:
    """What the order head writes, in float32.

    Attributes:
        red: Scores of the words as dependents, `[batch, word, order]`.
        blue: Scores of the root and the words as heads, `[batch, word + 1, order]`.
        mask: Real words, `[batch, word]`.
    """

    red: Tensor
    blue: Tensor
    mask: Tensor


class OrderHead(nn.Module):
    """Writes the orders and learns them.

    Args:
        width: Width of the words' vectors.
        config: How many orders, and how they are learned.
    """

    def __init__(self, width: int, config: HeadConfig) -> None:
        super().__init__()
        self.config = config
        self.red = perceptron(width, config.hidden, config.orders, config.dropout)
        self.blue = perceptron(width, config.hidden, config.orders, config.dropout)
        self.root = nn.Parameter(torch.zeros(config.orders))
        self.gain = nn.Parameter(torch.full((config.orders,), config.gain).log(), config.learn_gain)
        self.slope = nn.Parameter(text_order(config.orders)) if config.prior else None
        self.sharpness = config.sharpness

    def proceed(self, share: float) -> None:
        """Set how sharp the soft maximum is at this share of a training: it rises in the last fifth.

        Sharp maxima learn more slowly, as few orders get a gradient; near the end there is little to learn.
        """
        self.sharpness = sharpness_at(share, end=self.config.sharpness)

    def forward(self, vectors: Tensor, mask: Tensor) -> Orders:
        """Write the orders of words `[batch, word, width]`; of very many words part by part."""
        batch, words, width = vectors.shape
        place = torch.arange(1, words + 1, device=mask.device).expand(batch, -1)
        rows = vectors.reshape(-1, width).to(self.root.dtype), place.reshape(-1), mask.reshape(-1)
        if len(rows[0]) <= 8 * WORDS_AT_ONCE:
            written = self._written(*rows)
        else:
            parameters = [parameter for name, parameter in self.named_parameters() if name != "root"]
            written = in_parts(self._written, rows[0], rows[1:], parameters, size=WORDS_AT_ONCE)
        red, blue = written.view(batch, words, -1).chunk(2, dim=-1)
        of_root = (self.root.float() * self.gain.float().exp()).expand(batch, 1, -1)
        return Orders(red, torch.cat([of_root, blue], dim=1), mask)

    def _written(self, vectors: Tensor, place: Tensor, mask: Tensor) -> Tensor:
        """Write words `[row, width]` that stand at places `[row]`: red beside blue, `[row, 2 K]`."""
        with torch.autocast(vectors.device.type, enabled=False):  # half precision makes ties of near scores
            gain = self.gain.float().exp()
            written = torch.cat([self.red(vectors).float() * gain, self.blue(vectors).float() * gain], dim=-1)
            if self.slope is not None:
                written = written + place[:, None] * self.slope.float().repeat(2)
        return written.masked_fill(~mask[:, None], 0.0)

    def loss(self, orders: Orders, heads: Tensor) -> Tensor:
        """The objective, summed over the words with a gold head (-1: none)."""
        config = self.config
        if config.maximum == "soft":
            return objectives.soft_loss(
                orders.red,
                orders.blue,
                orders.mask,
                heads,
                objective=config.objective,
                sharpness=self.sharpness,
            )
        return objectives.order_loss(orders.red, orders.blue, orders.mask, heads, objective=config.objective)

    def heads(self, orders: Orders, *, tree: str) -> NDArray[np.int64]:
        """Decode: heads `[batch, word]`, -1 at padding."""
        red, blue, mask = (t.detach().cpu().numpy() for t in (orders.red, orders.blue, orders.mask))
        return decoder(tree)(red, blue, mask=mask)


def sharpness_at(share: float, *, end: float) -> float:
    """How sharp the soft maximum is at a share of a training: 1, and in the last fifth up to the end's."""
    return float(end ** max(0.0, 1 - (1 - share) / LAST_PART))


def text_order(orders: int) -> Tensor:
    """How fast each order grows along the text at first: +1, -1, and 0 for the others.

    Two orders make near words near to each other. If all do, each has to forget it again before it can tell
    words apart by what they are, and learning is slower.
    """
    return torch.tensor([1.0, -1.0] + [0.0] * orders)[:orders]


def perceptron(width: int, hidden: int, out: int, dropout: float) -> nn.Module:
    """A linear layer, or two with a hidden one between them."""
    if not hidden:
        return nn.Sequential(nn.Dropout(dropout), nn.Linear(width, out))
    return nn.Sequential(nn.Linear(width, hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden, out))


def decoder(tree: str) -> Callable[..., NDArray[np.int64]]:
    """Choose how heads are decoded."""
    known = {"tree": tree_heads, "greedy": greedy_heads, "projective": projective_heads}
    if tree not in known:
        raise InputError(f'expected tree as one of {", ".join(known)}, got {tree!r}; cure: tree="tree"')
    return known[tree]
