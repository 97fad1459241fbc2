"""`realizer train`: from treebanks or documents and one TOML file to a parser or a resolver."""

from __future__ import annotations

import csv
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from realizer.cli.extras import need
from realizer.cli.stop_requests import stop_requests

if TYPE_CHECKING:
    from realizer.training import TrainingResult

__all__ = ["EXAMPLES", "train"]

EXAMPLES = """\b
Examples:
  realizer train experiments/en_ewt.toml --data treebanks --output ewt
  realizer train mine.toml --set parser.head.orders=4 --set schedule.minutes=30
  realizer train mine.toml --output mine --resume
  torchrun --nproc_per_node 2 -m realizer.cli train mine.toml --output mine

\b
The smallest configuration:
  [data]
  train = ["train.conllu"]

\b
The best model is in the output's folder model:
  realizer predict mine in.conllu -o out.conllu
"""


def train(
    config: Annotated[
        Path, typer.Argument(metavar="CONFIG", help="A TOML file; docs/training.md lists its keys.")
    ],
    *,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file; may be repeated."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            help="The folder of the treebanks that the file names.",
            show_default="$REALIZER_DATA, else the file's own folder",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="DIR",
            help="The folder for model, state and logs.",
            show_default="the file's name without .toml",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue an interrupted training; begin if there is none.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show nothing but errors.")] = False,
) -> None:
    """Train a parser on treebanks.

    The configuration is one TOML file; what it leaves out has good defaults. Training may be stopped at any
    moment, even by a power failure: with --resume the same command continues where it was, and the model
    comes out as if nothing had happened.
    """
    need("train", "training", ("torch", "accelerate", "safetensors", "transformers"))
    from realizer.cli.training_screen import TrainingScreen
    from realizer.training import find_treebanks, read_config
    from realizer.training import train as run

    record = read_config(config, settings or [])
    folder = data or Path(os.environ.get("REALIZER_DATA") or config.parent)
    treebanks = find_treebanks(record.data, folder=folder, cure="--data DIR or REALIZER_DATA=DIR")
    place = output or Path(config.stem)
    first = os.environ.get("RANK", "0") == "0"
    with TrainingScreen(quiet=quiet or not first) as screen, stop_requests() as stop:
        result = run(record, treebanks=treebanks, output=place, resume=resume, listen=screen.show, stop=stop)
    if not result.finished:
        if first:
            typer.echo(f"stopped after step {result.steps:,}; --resume continues", err=True)
        raise typer.Exit(130)
    if first:
        _draw(place)
        if not quiet:
            typer.echo(_told(result), err=True)


def _told(result: TrainingResult) -> str:
    scores = "  ".join(f"{name} {value:.2f}" for name, value in result.scores.items() if "/" not in name)
    minutes = result.seconds / 60
    told = f"{result.steps:,} steps in {minutes:.1f} minutes, ended by {result.finished}\n"
    told += f"best on dev (step {result.step:,}): {scores}\n" if scores else ""
    return f"{told}model: {result.model}"


def _draw(folder: Path) -> None:
    """Draw the learning curves, where matplotlib is installed."""
    if find_spec("matplotlib") is None:
        return
    from realizer.plots import learning_curves, to_svg

    losses = _points(folder / "steps.csv", "loss")
    scores = {name: _points(folder / "evaluations.csv", name) for name in ("LAS", "UAS", "conll", "mentions")}
    scores = {name: points for name, points in scores.items() if points}
    if losses or scores:
        (folder / "curves.svg").write_text(to_svg(learning_curves(losses, scores)), encoding="utf-8")


def _points(path: Path, column: str) -> list[tuple[float, float]]:
    """Read a column of a log over its steps; nothing where there is no such log or column."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as stream:
        return [(float(row["step"]), float(row[column])) for row in csv.DictReader(stream) if row.get(column)]
