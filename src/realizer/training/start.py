"""`train`: from a configuration to a trained model, begun anew or continued."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch

from realizer.errors import CheckpointError, InputError
from realizer.training.averages import Average
from realizer.training.checkpoints import settle, whole_folder, written
from realizer.training.configuration_files import differences, read_config, write_config
from realizer.training.events import Event
from realizer.training.logs import Logs
from realizer.training.loop import run
from realizer.training.model_kinds import ModelKind, kind_of
from realizer.training.optimisation import new_optimiser
from realizer.training.output import CONFIG, MODEL, PROGRESS, STATE, load_state, write_summary
from realizer.training.processes import Processes
from realizer.training.progress import Progress
from realizer.training.state import Training, derived_seed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from realizer.neural import Parser, Resolver
    from realizer.training.configuration import TrainingConfig
    from realizer.training.treebanks import Treebanks

__all__ = ["TrainingResult", "train"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingResult:
    """How a training ended.

    Attributes:
        model: The folder of the best model.
        scores: Its scores on dev, in per cent.
        step: The step that it is from.
        steps: Updates in all.
        seconds: Wall clock in all.
        finished: Why the training ended; empty: it was asked to stop, and can be resumed.
    """

    model: Path
    scores: dict[str, float] = field(default_factory=dict)
    step: int = 0
    steps: int = 0
    seconds: float = 0.0
    finished: str = ""


def train(
    config: TrainingConfig,
    *,
    treebanks: Treebanks,
    output: Path,
    resume: bool = False,
    listen: Callable[[Event], object] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
    kind: ModelKind | None = None,
) -> TrainingResult:
    """Train a parser, or a coreference resolver: whichever the configuration has tables of.

    With the same configuration, one process and float32, an interrupted and resumed training gives the same
    bits as one that ran through; a limit in minutes makes every result depend on the machine's speed.

    Args:
        config: What to do.
        treebanks: The files, see `find_treebanks`.
        output: The folder that takes model, state and logs.
        resume: Continue what is in the folder; where there is nothing yet, begin.
        listen: Is told of every step and evaluation.
        stop: Is asked after every step; True ends the run, its state saved, to be resumed later.
        kind: What is trained; None: the parsers or resolvers of `realizer.neural`.

    Returns:
        Where the model is and how good.

    Raises:
        InputError: The folder holds another training, or the configuration does not go with this machine.
        FormatError: A treebank is broken.
        DivergenceError: The loss is no number any more.
        CheckpointError: A state cannot be read or written.
    """
    kind = kind or kind_of(config)
    if config.run.threads:
        torch.set_num_threads(config.run.threads)
    processes = Processes()
    _check_precision(config, processes)
    state = _prepared_folder(output, config, resume=resume, processes=processes)
    training = _training(config, treebanks, output, state, kind, processes)
    begin = f"continues at step {training.progress.step}" if state else "begins"
    sizes = {kind.texts: len(training.examples), "words": sum(training.words)}
    sizes["parameters"] = sum(parameter.numel() for parameter in training.trained)
    training.logs.write("begin", {"step": training.progress.step, **sizes})
    told = ", ".join(f"{count:,} {name}" for name, count in sizes.items())
    listen(Event.of(training, "begin", text=f"{begin}: {told}"))
    run(training, listen=listen, stop=stop)
    progress = training.progress
    if progress.finished:
        training.logs.write("end", {"step": progress.step, "finished": progress.finished})
        write_summary(training)
        listen(Event.of(training, "end", share=1.0, text=progress.finished))
    return TrainingResult(
        model=output / MODEL,
        scores=progress.best,
        step=progress.best_step,
        steps=progress.step,
        seconds=progress.seconds,
        finished=progress.finished,
    )


def _check_precision(config: TrainingConfig, processes: Processes) -> None:
    if config.run.precision == "float16" and processes.device.type == "cpu":
        raise InputError(
            "expected a graphics card for float16, got a CPU; cure: --set run.precision=bfloat16"
        )


def _prepared_folder(
    output: Path, config: TrainingConfig, *, resume: bool, processes: Processes
) -> Path | None:
    """Check the output folder; return the state to continue, None to begin."""
    state = whole_folder(output / STATE)
    if state is not None and not resume:
        step = Progress.load(state / PROGRESS).step
        raise InputError(
            f"expected an output folder without a training, got {output} with one at step {step}; "
            "cure: --resume continues it, --output with another folder begins anew"
        )
    if state is not None:
        changed = differences(read_config(state / CONFIG), config)
        if changed:
            raise CheckpointError(
                f"expected the configuration that {output} was begun with, got {'; '.join(changed)}; "
                "cure: take it back, or begin anew with --output and another folder"
            )
    if processes.is_first:
        try:
            output.mkdir(parents=True, exist_ok=True)
            for name in (MODEL, STATE):
                settle(output / name)
            write_config(config, output / CONFIG)
        except OSError as error:
            raise written(error, output) from error
    processes.wait()
    return output / STATE if state is not None else None


def _training(
    config: TrainingConfig,
    treebanks: Treebanks,
    output: Path,
    state: Path | None,
    kind: ModelKind,
    processes: Processes,
) -> Training:
    """Read the data and put everything together, in the state that was saved if there is one."""
    progress = Progress.load(state / PROGRESS) if state else Progress(data=treebanks.digests())
    if state and sorted(progress.data.values()) != sorted(treebanks.digests().values()):
        raise CheckpointError(
            f"expected the treebanks that {output} was begun with, got files of other content; "
            f"cure: bring {', '.join(progress.data)} back, or begin anew with --output and another folder"
        )
    texts, names = _texts(treebanks, config, kind)
    model = kind.load(state) if state else _new_model(config, texts, kind)
    examples = model.examples(texts)
    model.to(processes.device)
    optimiser = new_optimiser(model, config.optimiser)
    parameters = dict(model.named_parameters())
    training = Training(
        config=config,
        output=output,
        kind=kind,
        processes=processes,
        model=model,
        parameters=parameters,
        optimiser=optimiser,
        average=Average(parameters, config.run),
        scaler=torch.amp.GradScaler(processes.device.type, enabled=config.run.precision == "float16"),
        examples=examples,
        names=names,
        dev=_dev(treebanks, config, kind),
        metrics=kind.metrics(config),
        progress=progress,
        logs=Logs(output, active=processes.is_first, tensorboard=config.run.tensorboard),
    )
    if state:
        load_state(training, state)
        training.logs.cut(progress.logs)
    return training


def _texts(treebanks: Treebanks, config: TrainingConfig, kind: ModelKind) -> tuple[list[Any], list[str]]:
    named = [each for path in treebanks.train for each in kind.learnable(path, config.data)]
    if not named:
        raise InputError(
            f"expected documents like {', '.join(config.data.documents) or 'any'} in data.train, found none; "
            "cure: the names stand in comments, # newdoc id = NAME"
        )
    return [text for _, text in named], [name for name, _ in named]


def _dev(treebanks: Treebanks, config: TrainingConfig, kind: ModelKind) -> dict[str, list[Any]]:
    return {
        name: [text for path in paths for text in kind.gold(path, config.data)]
        for name, paths in treebanks.dev.items()
    }


def _new_model(config: TrainingConfig, texts: list[Any], kind: ModelKind) -> Parser | Resolver:
    torch.manual_seed(derived_seed(config.run.seed))
    model: Parser | Resolver = kind.new(config.model, texts)
    return model
