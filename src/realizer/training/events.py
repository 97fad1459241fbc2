"""What a training tells whoever listens, such as a progress bar."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from realizer.training.state import Training

__all__ = ["Event"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A step or an evaluation.

    Attributes:
        kind: "begin", "step", "evaluation" or "end".
        step: Updates so far.
        epoch: Whole passes over the data so far.
        share: Which share of the training is over, from 0 to 1.
        seconds: Wall clock so far.
        loss: Mean loss per word since the last line of the log; None before the first one.
        words_per_second: Words learned from per second since then, evaluations left out.
        scores: Scores on dev, in per cent; empty but for an evaluation.
        best: Scores of the best evaluation so far.
        text: A sentence for people; empty for steps.
    """

    kind: str
    step: int = 0
    epoch: int = 0
    share: float = 0.0
    seconds: float = 0.0
    loss: float | None = None
    words_per_second: float | None = None
    scores: dict[str, float] = field(default_factory=dict)
    best: dict[str, float] = field(default_factory=dict)
    text: str = ""

    @classmethod
    def of(
        cls,
        training: Training,
        kind: str,
        *,
        share: float = 0.0,
        loss: float | None = None,
        words_per_second: float | None = None,
        scores: dict[str, float] | None = None,
        text: str = "",
    ) -> Event:
        """Make an event of a training's present place."""
        progress = training.progress
        return cls(
            kind=kind,
            step=progress.step,
            epoch=progress.epoch,
            share=min(share, 1.0),
            seconds=progress.seconds,
            loss=loss,
            words_per_second=words_per_second,
            scores=scores or {},
            best=progress.best,
            text=text,
        )
