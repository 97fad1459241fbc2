"""Everything that a running training consists of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import torch
    from torch import nn
    from torch.optim import AdamW

    from realizer.neural import Parser, Resolver
    from realizer.training.averages import Average
    from realizer.training.configuration import TrainingConfig
    from realizer.training.logs import Logs
    from realizer.training.model_kinds import ModelKind
    from realizer.training.processes import Processes
    from realizer.training.progress import Progress

__all__ = ["Training", "derived_seed"]


@dataclass(slots=True, kw_only=True)
class Training:
    """A running training.

    Attributes:
        config: Its configuration.
        output: Its folder.
        kind: What kind of network it is.
        processes: Who takes part.
        model: What learns.
        parameters: Its parameters by name.
        optimiser: How it learns.
        average: The average of its weights.
        scaler: Scales the loss for float16, else does nothing.
        examples: What it learns from.
        names: Where each example stands in the treebanks.
        dev: What it is measured on, by file.
        metrics: How it is measured; the first one selects the best model.
        progress: Where it is.
        logs: What it writes down.
        lengths: Pieces of each example.
        follows: Whether each example is read together with the one before it, if both are in a batch.
        words: Words of each example.
        epoch_length: Batches of the present epoch.
    """

    config: TrainingConfig
    output: Path
    kind: ModelKind
    processes: Processes
    model: Parser | Resolver
    parameters: dict[str, nn.Parameter]
    optimiser: AdamW
    average: Average
    scaler: torch.amp.GradScaler
    examples: Sequence[Any]
    names: Sequence[str]
    dev: dict[str, list[Any]]
    metrics: Sequence[str]
    progress: Progress
    logs: Logs
    lengths: list[int] = field(init=False)
    follows: list[bool] = field(init=False)
    words: list[int] = field(init=False)
    epoch_length: int = 0

    def __post_init__(self) -> None:
        self.lengths = [example.pieces for example in self.examples]
        together = self.config.model.encoder.together > 0
        self.follows = [together and example.follows for example in self.examples]
        self.words = [example.words for example in self.examples]

    @property
    def trained(self) -> list[nn.Parameter]:
        """The parameters that learn, in the parser's order."""
        return [parameter for parameter in self.parameters.values() if parameter.requires_grad]


def derived_seed(*parts: int) -> int:
    """Make a seed of several numbers, such that near numbers give far seeds."""
    return int(np.random.SeedSequence(list(parts)).generate_state(1, np.uint64)[0]) & ((1 << 63) - 1)
