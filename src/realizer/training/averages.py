"""Averages of the weights over the course of a training."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from torch import Tensor, nn

    from realizer.training.configuration import RunConfig

__all__ = ["Average"]


class Average:
    """A second set of weights that follows the trained one.

    With w_t the weights after step t, "ema" is a_t = d a_(t-1) + (1 - d) w_t, where d grows to
    `average_decay` as (1 + t) / (10 + t) so that the first weights do not stay in it for long. "last" is the
    plain mean of all w_t since `average_from`; before that the weights themselves are used.

    Args:
        parameters: The trained weights by name.
        config: Which average.
    """

    def __init__(self, parameters: Mapping[str, nn.Parameter], config: RunConfig) -> None:
        trained = {name: value for name, value in parameters.items() if value.requires_grad}
        self.kind, self.decay, self.start = config.average, config.average_decay, config.average_from
        self.count = 0
        self.names, self.weights = list(trained), [value.data for value in trained.values()]
        self.means: list[Tensor] = []

    def update(self, share: float) -> None:
        """Take the present weights in.

        Args:
            share: Which share of the training is over.
        """
        if self.kind == "none" or (self.kind == "last" and share < self.start):
            return
        self.count += 1
        if not self.means:
            self.means = [weight.clone() for weight in self.weights]
            return
        new = 1 / self.count
        if self.kind == "ema":
            new = 1 - min(self.decay, (1 + self.count) / (10 + self.count))
        torch._foreach_lerp_(self.means, self.weights, new)  # one call for all tensors

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Put the average where the weights are, and the weights back afterwards."""
        if not self.means:
            yield
            return
        own = [weight.clone() for weight in self.weights]
        self._copy(self.means)
        try:
            yield
        finally:
            self._copy(own)

    def _copy(self, values: list[Tensor]) -> None:
        for weight, value in zip(self.weights, values, strict=True):
            weight.copy_(value)

    def tensors(self) -> dict[str, Tensor]:
        """List the means by parameter."""
        return dict(zip(self.names, self.means, strict=False))

    def load(self, saved: Mapping[str, Tensor], count: int) -> None:
        """Take back what `tensors` listed."""
        self.count = count
        pairs = zip(self.names, self.weights, strict=True)
        self.means = [saved[name].to(weight.device) for name, weight in pairs] if saved else []
