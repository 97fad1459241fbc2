"""One update of the weights: batches shared out to processes, gradients summed, clipped and applied."""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from realizer.errors import DivergenceError
from realizer.training.batching import joined, share_of
from realizer.training.events import Event
from realizer.training.optimisation import set_rates
from realizer.training.parsing import autocast
from realizer.training.schedule import rate_factor, share_done
from realizer.training.state import derived_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from torch import Tensor

    from realizer.neural import Batch, CorefBatch
    from realizer.training.state import Training

__all__ = ["Prepared", "StepLosses", "StepMeter", "prepared", "take_step"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """One batch, and this process's share of it.

    Attributes:
        indices: The whole batch's examples.
        batch: This process's share; None if there is nothing for it.
    """

    indices: list[int]
    batch: Batch | CorefBatch | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLosses:
    """What a step cost.

    Attributes:
        loss: The mean per word, over all processes.
        parts: The same for each part of the loss, over this process's share.
        words: Words of all processes.
        gradient: The gradient's length before clipping.
        rate: The factor on the learning rates.
        stop: Whether a process is asked to stop.
    """

    loss: float
    parts: dict[str, Tensor]
    words: int
    gradient: float
    rate: float
    stop: bool


def prepared(training: Training, batches: Sequence[list[int]]) -> Iterator[list[Prepared]]:
    """Yield the batches of each step from the present one on, put together ahead of time by other threads."""
    training.epoch_length = len(batches)
    size, workers = training.config.batches.accumulation, training.config.run.workers
    starts = range(training.progress.batch, len(batches), size)
    groups = (batches[start : start + size] for start in starts)
    if not workers:
        yield from (_collated(training, group) for group in groups)
        return
    waiting: deque[Future[list[Prepared]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for group in groups:
                waiting.append(pool.submit(_collated, training, group))
                if len(waiting) > 2 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _collated(training: Training, group: Sequence[list[int]]) -> list[Prepared]:
    return [Prepared(indices=batch, batch=_own(training, batch)) for batch in group]


def _own(training: Training, batch: list[int]) -> Batch | CorefBatch | None:
    """Put this process's share of a batch together."""
    processes = training.processes
    together = dict(zip(batch, joined(batch, training.follows), strict=True))
    share = share_of(
        batch,
        training.lengths,
        process=processes.index,
        processes=processes.count,
        joined=list(together.values()),
    )
    if not share:
        return None
    return training.model.collate([training.examples[i] for i in share], [together[i] for i in share])


def take_step(
    training: Training, group: Sequence[Prepared], *, epoch_length: int, seconds: float, stop: bool
) -> StepLosses:
    """Update the weights by one step.

    The gradient is that of the mean loss over all words of all batches of the step, whatever the number of
    batches and processes. Chance (dropout) depends on seed, step and process only.

    Args:
        training: What is trained.
        group: The step's batches.
        epoch_length: Batches in this epoch.
        seconds: Wall clock so far.
        stop: Whether this process is asked to stop; the others are told with the loss.

    Returns:
        What it cost.

    Raises:
        DivergenceError: The loss or its gradient is no number; the weights are as before.
    """
    progress, processes = training.progress, training.processes
    words = sum(training.words[index] for prepared in group for index in prepared.indices)
    torch.manual_seed(derived_seed(training.config.run.seed, progress.step, processes.index))
    share = _share(training, len(group), epoch_length)
    training.model.train()
    training.model.proceed(share)
    own, parts = _backward(training, group, words)
    factor = rate_factor(training.config.schedule, share=share, steps=progress.step + 1)
    shared = torch.tensor([own, seconds if processes.is_first else 0.0, stop], dtype=torch.float64)
    loss, progress.seconds, stops = processes.sums(shared.to(processes.device)).tolist()
    _check(loss, "loss", training, group)
    gradient = _update(training, group, factor)
    progress.step += 1
    progress.words += words
    return StepLosses(loss=loss, parts=parts, words=words, gradient=gradient, rate=factor, stop=stops > 0)


def _backward(training: Training, group: Sequence[Prepared], words: int) -> tuple[float, dict[str, Tensor]]:
    """Add up the gradients of this process's share; return its part of the mean loss, and the parts."""
    total: Tensor | float = 0.0
    parts: dict[str, Tensor] = {}
    seen = 0
    for prepared in group:
        if prepared.batch is None:
            continue
        with autocast(training.processes.device, training.config.run.precision):
            losses = training.model(prepared.batch.to(training.processes.device))
        loss = losses.total * (losses.words / words)
        training.scaler.scale(loss).backward()
        total = total + loss.detach()
        seen += losses.words
        for name, value in losses.parts.items():
            parts[name] = parts.get(name, torch.zeros_like(value)) + value * losses.words
    return float(total), {name: value / seen for name, value in parts.items()}


def _share(training: Training, size: int, epoch_length: int) -> float:
    """Which share of the training is over in the middle of the step."""
    progress, schedule = training.progress, training.config.schedule
    middle = progress.epoch + (progress.batch + size / 2) / epoch_length
    share = share_done(schedule, epochs=middle, steps=progress.step, seconds=progress.seconds)
    return min(share, 1.0)


def _update(training: Training, group: Sequence[Prepared], factor: float) -> float:
    optimiser, trained, clip = training.optimiser, training.trained, training.config.optimiser.clip
    training.processes.sum_gradients(trained)
    training.scaler.unscale_(optimiser)
    gradient = float(torch.nn.utils.clip_grad_norm_(trained, clip or float("inf")))
    if not training.scaler.is_enabled():
        _check(gradient, "gradient", training, group)
    set_rates(optimiser, factor)
    training.scaler.step(optimiser)
    training.scaler.update()
    optimiser.zero_grad(set_to_none=True)
    return gradient


def _check(value: float, what: str, training: Training, group: Sequence[Prepared]) -> None:
    """Stop if a number is none, and say which sentences it came from."""
    if abs(value) < float("inf"):
        return
    training.optimiser.zero_grad(set_to_none=True)
    names, texts = [training.names[i] for prepared in group for i in prepared.indices], training.kind.texts
    shown = ", ".join(names[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    precision = training.config.run.precision
    cures = ["a lower optimiser.rate and optimiser.encoder_rate", "a longer schedule.warm_up"]
    cures += [f"run.precision = float32 (it is {precision})"] if precision != "float32" else []
    raise DivergenceError(
        f"step {training.progress.step + 1}: expected a finite {what}, got {value}, from the {texts} "
        f"{shown}; what was saved before is untouched; cure: look at these {texts}, or continue "
        f"with --resume and {' or '.join(cures)}"
    )


class StepMeter:
    """Sums up steps between two lines of the log, and writes these lines.

    Args:
        training: What is trained.
    """

    def __init__(self, training: Training) -> None:
        self.training = training
        self.steps = self.words = 0
        self.loss = self.busy = 0.0
        self.parts: dict[str, Tensor] = {}
        self.since = time.monotonic()

    def add(self, losses: StepLosses, share: float, listen: Callable[[Event], object]) -> None:
        """Take a step in; every `log_steps` steps write a line."""
        training, progress = self.training, self.training.progress
        self.steps += 1
        self.words += losses.words
        self.loss += losses.loss * losses.words
        for name, value in losses.parts.items():
            self.parts[name] = self.parts.get(name, torch.zeros_like(value)) + value
        speed = self.words / max(time.monotonic() - self.since, 1e-9)
        loss = self.loss / self.words
        listen(Event.of(training, "step", share=share, loss=loss, words_per_second=speed))
        if progress.step % training.config.run.log_steps == 0:
            row = {
                "step": progress.step,
                "epoch": round(progress.epoch + progress.batch / training.epoch_length, 4),
                "seconds": round(progress.seconds, 1),
                "loss": loss,
                **{name: float(value) / self.steps for name, value in self.parts.items()},
                "gradient": losses.gradient,
                "rate": losses.rate,
                "words_per_second": round(speed, 1),
            }
            training.logs.write("steps", row)
            self.restart()

    def restart(self) -> None:
        """Begin a new line."""
        self.steps = self.words = 0
        self.loss, self.parts = 0.0, {}
        self.since = time.monotonic()
