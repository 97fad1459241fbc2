"""Several processes on one training, through accelerate: who they are, and sums over them.

Gradients are summed here rather than by a wrapper around the model: a batch may be shared out so that a
process has no sentence of it, and a label that a batch lacks leaves weights without a gradient. Both are
nothing special in a sum, and the result is that of one process with the whole batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import torch
from accelerate import PartialState
from accelerate.utils import gather_object, reduce

if TYPE_CHECKING:
    from collections.abc import Sequence

    from torch import Tensor

__all__ = ["Processes"]

Item = TypeVar("Item")
BUCKET = 1 << 23  # numbers per message: large enough to be quick, small enough not to double the memory


class Processes:
    """This process among the others that `torchrun` or `accelerate launch` started; alone without them."""

    def __init__(self) -> None:
        state = PartialState(cpu=not torch.cuda.is_available())
        self.device: torch.device = state.device
        self.count: int = state.num_processes
        self.index: int = state.process_index
        self.is_first: bool = state.is_main_process
        self._state = state

    def wait(self) -> None:
        """Wait until all processes are here."""
        self._state.wait_for_everyone()

    def sums(self, values: Tensor) -> Tensor:
        """Return the sum of a vector over all processes."""
        if self.count == 1:
            return values
        total: Tensor = reduce(values, reduction="sum")
        return total

    def of_the_first(self, value: float) -> float:
        """Return the first process's number, for decisions that all must take alike."""
        own = value if self.is_first else 0.0
        shared: float = self.sums(torch.tensor([own], dtype=torch.float64, device=self.device)).item()
        return shared

    def sum_gradients(self, parameters: Sequence[torch.nn.Parameter]) -> None:
        """Replace every gradient by its sum over all processes; those that no process has stay away."""
        if self.count == 1:
            return
        flags = torch.tensor([parameter.grad is not None for parameter in parameters], device=self.device)
        there = self.sums(flags.to(torch.float32)).tolist()
        present = [parameter for parameter, count in zip(parameters, there, strict=True) if count]
        for bucket in _buckets(present):
            flat = torch.cat([_gradient(parameter).reshape(-1) for parameter in bucket])
            parts = torch.split(self.sums(flat), [parameter.numel() for parameter in bucket])
            for parameter, part in zip(bucket, parts, strict=True):
                parameter.grad = part.view_as(parameter).clone()

    def gather(self, items: list[Item]) -> list[Item]:
        """Return the items of all processes, in the order of the processes."""
        gathered: list[Item] = gather_object(items) if self.count > 1 else items
        return gathered


def _gradient(parameter: torch.nn.Parameter) -> Tensor:
    return torch.zeros_like(parameter) if parameter.grad is None else parameter.grad


def _buckets(parameters: Sequence[torch.nn.Parameter]) -> list[list[torch.nn.Parameter]]:
    buckets: list[list[torch.nn.Parameter]] = []
    size = BUCKET
    for parameter in parameters:
        if size + parameter.numel() > BUCKET:
            buckets.append([])
            size = 0
        buckets[-1].append(parameter)
        size += parameter.numel()
    return buckets
