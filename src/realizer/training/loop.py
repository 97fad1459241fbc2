"""The training loop: steps, evaluations, saved states, and an end."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from realizer.training.batching import epoch_batches
from realizer.training.evaluation import assessed
from realizer.training.events import Event
from realizer.training.output import save_model, save_state
from realizer.training.schedule import share_done
from realizer.training.steps import StepMeter, prepared, take_step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from realizer.training.state import Training
    from realizer.training.steps import StepLosses

__all__ = ["run"]


class Clock:
    """Wall clock of a training, that before an interruption included; the first process's counts for all.

    Args:
        seconds: What has passed before.
    """

    def __init__(self, seconds: float) -> None:
        self.before = seconds
        self.start = time.monotonic()

    def seconds(self) -> float:
        """How long the training has taken."""
        return self.before + time.monotonic() - self.start


def run(
    training: Training, *, listen: Callable[[Event], object], stop: Callable[[], bool] = lambda: False
) -> None:
    """Train to the end, from wherever the training is.

    Args:
        training: What is trained; it changes in place.
        listen: Is told of every step and evaluation.
        stop: Is asked after every step; True saves the state and ends the run before its end.

    Raises:
        DivergenceError: The loss or the gradient is no number any more.
        CheckpointError: A state or a model cannot be written.
    """
    progress, config = training.progress, training.config
    clock, meter = Clock(progress.seconds), StepMeter(training)
    saved_at = progress.seconds
    for step in steps(training, clock, stop):
        meter.add(step.losses, step.share, listen)
        pause = time.monotonic()
        if progress.finished or step.evaluate:
            assess(training, step.share, clock, listen)
            saved_at = progress.seconds
        elif step.losses.stop or progress.seconds - saved_at > config.run.save_minutes * 60 > 0:
            save_state(training)
            saved_at = progress.seconds
        meter.since += time.monotonic() - pause
        if progress.finished or step.losses.stop:
            return


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step that has been taken.

    Attributes:
        losses: What it cost.
        share: Which share of the training is over now.
        evaluate: Whether an evaluation is due.
    """

    losses: StepLosses
    share: float
    evaluate: bool


def steps(training: Training, clock: Clock, stop: Callable[[], bool]) -> Iterator[Step]:
    """Take steps, epoch by epoch, until the planned end or as long as they are asked for."""
    progress, config = training.progress, training.config
    while not progress.finished:
        batches = epoch_batches(
            training.lengths,
            config.batches,
            seed=config.run.seed,
            epoch=progress.epoch,
            follows=training.follows,
            together=config.model.encoder.together,
        )
        for group in prepared(training, batches):
            before = position(training, len(batches))
            losses = take_step(
                training, group, epoch_length=len(batches), seconds=clock.seconds(), stop=stop()
            )
            progress.batch += len(group)
            after = position(training, len(batches))
            if progress.batch >= len(batches):
                progress.epoch, progress.batch = progress.epoch + 1, 0
            share = share_done(config.schedule, epochs=after, steps=progress.step, seconds=progress.seconds)
            training.average.update(share)
            if share >= 1:
                progress.finished = "the planned end"
            evaluate = evaluation_due(training, before, after, share)
            yield Step(losses=losses, share=share, evaluate=evaluate)
            if progress.finished:
                return


def position(training: Training, epoch_length: int) -> float:
    """Where the training is, in epochs."""
    return training.progress.epoch + training.progress.batch / epoch_length


def evaluation_due(training: Training, before: float, after: float, share: float) -> bool:
    """Whether an evaluation falls between two positions."""
    run = training.config.run
    if not training.dev or share < run.evaluate_from:
        return False
    if run.evaluate_steps:
        return training.progress.step % run.evaluate_steps == 0
    return int(after / run.evaluate_epochs + 1e-9) > int(before / run.evaluate_epochs + 1e-9)


def assess(training: Training, share: float, clock: Clock, listen: Callable[[Event], object]) -> None:
    """Evaluate on dev, keep the model if it is the best, and save the state."""
    progress, config = training.progress, training.config
    with training.average.in_place():
        if training.dev:
            scores = assessed(
                training.model,
                training.dev,
                kind=training.kind,
                metrics=training.metrics,
                processes=training.processes,
                config=config,
            )
            progress.evaluations += 1
            progress.seconds = training.processes.of_the_first(clock.seconds())
            row = {"step": progress.step, "epoch": round(position(training, training.epoch_length), 4)}
            training.logs.write("evaluation", row | {"seconds": round(progress.seconds, 1)} | scores)
            listen(Event.of(training, "evaluation", share=share, scores=scores))
            chosen = training.metrics[0]
            better = scores[chosen] > progress.best.get(chosen, -1.0)
        else:
            scores, better = {}, bool(progress.finished)
        if better:
            progress.best, progress.best_step, progress.since_best = scores, progress.step, 0
            save_model(training)
        else:
            progress.since_best += 1
    if config.run.patience and progress.since_best >= config.run.patience and not progress.finished:
        progress.finished = f"no better {training.metrics[0]} in {progress.since_best} evaluations"
    save_state(training)
