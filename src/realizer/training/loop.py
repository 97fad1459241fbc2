"""The training loop: steps, evaluations, saved states, and an end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from realizer.training.batching import epoch_batches
from realizer.training.evaluation import assessed
from realizer.training.events import Event
from realizer.training.output import save_model, save_state
from realizer.training.schedule import share_done
from realizer.training.steps import StepMeter, prepared, take_step

if TYPE_CHECKING:
    from collections.abc import Callable

    from realizer.training.state import Training

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


def run(training: Training, *, listen: Callable[[Event], object]) -> None:
    """Train to the end, from wherever the training is.

    Args:
        training: What is trained; it changes in place.
        listen: Is told of every step and evaluation.

    Raises:
        DivergenceError: The loss or the gradient is no number any more.
        CheckpointError: A state or a model cannot be written.
    """
    progress, config = training.progress, training.config
    clock, meter = Clock(progress.seconds), StepMeter(training)
    saved_at = progress.seconds
    while not progress.finished:
        batches = epoch_batches(training.lengths, config.batches, seed=config.run.seed, epoch=progress.epoch)
        for group in prepared(training, batches):
            before = position(training, len(batches))
            losses = take_step(training, group, epoch_length=len(batches), seconds=clock.seconds())
            progress.batch += len(group)
            after = position(training, len(batches))
            if progress.batch >= len(batches):
                progress.epoch, progress.batch = progress.epoch + 1, 0
            share = share_done(config.schedule, epochs=after, steps=progress.step, seconds=progress.seconds)
            training.average.update(share)
            meter.add(losses, share, listen)
            if share >= 1:
                progress.finished = "the planned end"
            elif not evaluation_due(training, before, after, share):
                if progress.seconds - saved_at > config.run.save_minutes * 60 > 0:
                    saved_at = progress.seconds
                    save_state(training)
                continue
            assess(training, share, clock, listen)
            saved_at = progress.seconds
            if progress.finished:
                break


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
            started = clock.seconds()
            scores = assessed(
                training.parser,
                training.dev,
                metrics=training.metrics,
                processes=training.processes,
                tree=config.run.tree,
                precision=config.run.precision,
            )
            progress.evaluations += 1
            row = {"step": progress.step, "epoch": round(share_of_epochs(training), 4)}
            training.logs.write("evaluation", row | {"seconds": round(progress.seconds, 1)} | scores)
            seconds = progress.seconds + clock.seconds() - started
            listen(Event.of(training, "evaluation", share=share, scores=scores, seconds=seconds))
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


def share_of_epochs(training: Training) -> float:
    """Epochs so far, as a number with a fraction."""
    lengths = training.epoch_length
    return training.progress.epoch + (training.progress.batch / lengths if lengths else 0.0)
