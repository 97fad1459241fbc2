"""A network's parameters by layer of its encoder: each layer may have a learning rate of its own."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import nn

__all__ = ["by_layer"]

_LAYERS = {"albert_layer_groups", "attentions", "ffns", "layer", "layer_norm1", "layer_norm2", "layers"}
_LAST = tuple(
    f"encoder.model.{name}." for name in ("LayerNorm", "encoder.LayerNorm", "final_norm", "norm")
)  # behind all layers


def by_layer(model: nn.Module, *, pretrained: bool) -> dict[str, list[nn.Parameter]]:
    """Parameters by learning rate: "encoder.0" (embeddings), "encoder.1" … (its layers) and "rest".

    Args:
        model: The network; its encoder is `encoder.model`.
        pretrained: Whether it is a pretrained one; one from scratch belongs to the rest.

    Returns:
        Those that are trained.
    """
    groups: dict[str, list[nn.Parameter]] = {"rest": []}
    last = max((_depth(name) for name, _ in model.named_parameters()), default=0)
    for name, parameter in model.named_parameters():
        if not parameter.requires_grad:
            continue
        group = "rest"
        if pretrained and name.startswith("encoder.model."):
            group = f"encoder.{last if name.startswith(_LAST) else _depth(name)}"
        groups.setdefault(group, []).append(parameter)
    return groups


def _depth(name: str) -> int:
    """The layer that a parameter of an encoder belongs to, from 1; 0 for embeddings."""
    for before, number in pairwise(name.split(".")):
        if before in _LAYERS and number.isdigit():
            return int(number) + 1
    return 0
