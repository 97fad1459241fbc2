"""The output folder of a training.

    config.toml                    the configuration, with the values of --set
    model/                         the best model: what `realizer predict` takes
    state/                         the last state: what `--resume` takes
        model files                as in model/, but the weights that are trained
        optimiser.safetensors      what AdamW remembers
        average.safetensors        the averaged weights, if there are any
        progress.json              the place in the training
    steps.csv, evaluations.csv, log.jsonl, summary.json

Nothing is pickled; folders are replaced as a whole.
"""

from __future__ import annotations

import json
import platform
from typing import TYPE_CHECKING

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from realizer import __version__
from realizer.errors import CheckpointError
from realizer.training.checkpoints import write_folder, written
from realizer.training.configuration_files import write_config
from realizer.training.optimisation import load_moments, moments

if TYPE_CHECKING:
    from pathlib import Path

    from torch import Tensor

    from realizer.training.state import Training

__all__ = ["load_state", "save_model", "save_state", "write_summary"]

MODEL, STATE, CONFIG, PROGRESS = "model", "state", "config.toml", "progress.json"
_OPTIMISER, _AVERAGE = "optimiser.safetensors", "average.safetensors"


def save_model(training: Training) -> None:
    """Write the present weights as the best model."""
    _by_the_first(training, MODEL, lambda folder: training.kind.save(training.model, folder))


def save_state(training: Training) -> None:
    """Write everything that is needed to continue."""
    training.progress.average_count = training.average.count
    training.progress.logs = training.logs.sizes()
    training.progress.scale = training.scaler.state_dict()

    def fill(folder: Path) -> None:
        training.kind.save(training.model, folder)
        names: dict[Tensor, str] = {parameter: name for name, parameter in training.parameters.items()}
        _save(moments(training.optimiser, names), folder / _OPTIMISER)
        if training.average.count:
            _save(training.average.tensors(), folder / _AVERAGE)
        write_config(training.config, folder / CONFIG)
        training.progress.save(folder / PROGRESS)

    _by_the_first(training, STATE, fill)


def _by_the_first(training: Training, name: str, fill: object) -> None:
    if training.processes.is_first:
        write_folder(training.output / name, fill)  # type: ignore[arg-type]
    training.processes.wait()


def _save(tensors: dict[str, Tensor], path: Path) -> None:
    save_file({name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}, path)


def load_state(training: Training, folder: Path) -> None:
    """Take back the optimiser and the average; the parser and the progress are loaded before.

    Raises:
        CheckpointError: The files are missing or broken.
    """
    names: dict[Tensor, str] = {parameter: name for name, parameter in training.parameters.items()}
    try:
        load_moments(training.optimiser, names, load_file(folder / _OPTIMISER))
        count = training.progress.average_count
        training.average.load(load_file(folder / _AVERAGE) if count else {}, count)
    except (OSError, SafetensorError, KeyError) as error:
        raise CheckpointError(
            f"expected a whole state in {folder}, got: {error}; "
            "cure: --output with another folder starts anew"
        ) from error
    if training.progress.scale:
        training.scaler.load_state_dict(training.progress.scale)


def write_summary(training: Training) -> None:
    """Write what a table of results needs: scores, configuration's place, data, seed, machine, time."""
    if not training.processes.is_first:
        return
    progress = training.progress
    summary = {
        "realizer": __version__,
        "finished": progress.finished,
        "best": progress.best,
        "best_step": progress.best_step,
        "steps": progress.step,
        "words": progress.words,
        "minutes": round(progress.seconds / 60, 2),
        "seed": training.config.run.seed,
        "processes": training.processes.count,
        "threads": torch.get_num_threads(),
        "device": str(training.processes.device),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "machine": f"{platform.system()} {platform.machine()}",
        "data": progress.data,
    }
    path = training.output / "summary.json"
    try:
        path.write_text(json.dumps(summary, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise written(error, path) from error
