"""Where a training is: what has to be known, besides tensors, to continue it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING

from realizer.errors import CheckpointError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Progress"]


@dataclass(slots=True, kw_only=True)
class Progress:
    """The place in a training; the one record here that changes.

    Chance needs no state: a batch follows from seed and epoch, dropout from seed and step.

    Attributes:
        step: Updates so far.
        epoch: Whole passes over the data so far.
        batch: Batches of the begun pass so far.
        words: Words learned from so far.
        seconds: Wall clock so far.
        average_count: Weights in the average so far.
        evaluations: How often dev was parsed.
        since_best: Evaluations since the best one.
        best: The scores of the best evaluation.
        best_step: Its step.
        scale: What a gradient scaler (float16) remembers.
        logs: Lengths of the log files.
        data: SHA-256 of the treebanks, by path.
        finished: Why the training ended; empty: it has not.
    """

    step: int = 0
    epoch: int = 0
    batch: int = 0
    words: int = 0
    seconds: float = 0.0
    average_count: int = 0
    evaluations: int = 0
    since_best: int = 0
    best: dict[str, float] = field(default_factory=dict)
    best_step: int = 0
    scale: dict[str, float] = field(default_factory=dict)
    logs: dict[str, int] = field(default_factory=dict)
    data: dict[str, str] = field(default_factory=dict)
    finished: str = ""

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Progress:
        """Read it.

        Raises:
            CheckpointError: It is missing or broken.
        """
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            known = {item.name for item in fields(cls)}
            return cls(**{name: value for name, value in values.items() if name in known})
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise CheckpointError(
                f"expected a saved state in {path}, got: {error}; "
                "cure: --output with another folder starts anew"
            ) from error
