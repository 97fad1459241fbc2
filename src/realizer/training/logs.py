"""What a training writes down: two tables for spreadsheets, one stream of JSON lines, TensorBoard on request.

steps.csv         a line every `log_steps` updates: loss, its parts, rate, words per second
evaluations.csv   a line per evaluation: all scores on dev
log.jsonl         both, and the beginning and the end, as JSON
"""

from __future__ import annotations

import csv
import io
import json
import os
from typing import TYPE_CHECKING, Any

from realizer.errors import MissingExtraError
from realizer.training.checkpoints import written

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["Logs"]

_TABLES = {"steps": "steps.csv", "evaluation": "evaluations.csv"}


class Logs:
    """The log files of one output folder.

    Args:
        folder: The output folder.
        active: Whether anything is written: in one process only.
        tensorboard: Whether TensorBoard's files are written, too.

    Raises:
        MissingExtraError: TensorBoard is asked for and not installed.
    """

    def __init__(self, folder: Path, *, active: bool, tensorboard: bool = False) -> None:
        self.folder, self.active = folder, active
        self._board = _board(folder / "tensorboard") if active and tensorboard else None

    def write(self, kind: str, values: Mapping[str, Any]) -> None:
        """Write one line.

        Args:
            kind: "begin", "steps", "evaluation" or "end".
            values: What to write; of numbers, "step" is their place.

        Raises:
            CheckpointError: The disk is full, or writing failed otherwise.
        """
        if not self.active:
            return
        try:
            _append(
                self.folder / "log.jsonl", json.dumps({"event": kind, **values}, ensure_ascii=False) + "\n"
            )
            if kind in _TABLES:
                self._row(self.folder / _TABLES[kind], values)
        except OSError as error:
            raise written(error, self.folder) from error
        if self._board is not None:
            for name, value in values.items():
                if isinstance(value, float):
                    self._board.add_scalar(f"{kind}/{name}", value, values["step"])
            self._board.flush()

    def _row(self, path: Path, values: Mapping[str, Any]) -> None:
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, list(values), lineterminator="\n")
        if not path.exists() or not path.stat().st_size:
            writer.writeheader()
        else:
            with path.open(encoding="utf-8", newline="") as stream:
                writer.fieldnames = next(csv.reader(stream))
            writer.extrasaction = "ignore"
        writer.writerow(values)
        _append(path, text.getvalue())

    def sizes(self) -> dict[str, int]:
        """How long the files are: what `cut` needs."""
        paths = (self.folder / name for name in ("log.jsonl", *_TABLES.values()))
        return {path.name: path.stat().st_size for path in paths if path.exists()}

    def cut(self, sizes: Mapping[str, int]) -> None:
        """Forget what was written after a state was saved: the continued training writes it again."""
        if not self.active:
            return
        for name in ("log.jsonl", *_TABLES.values()):
            path = self.folder / name
            if path.exists() and path.stat().st_size > sizes.get(name, 0):
                os.truncate(path, sizes.get(name, 0))


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8", newline="") as stream:
        stream.write(text)


def _board(folder: Path) -> Any:  # noqa: ANN401  # TensorBoard has no types
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as error:
        raise MissingExtraError("tensorboard", "tensorboard", "run.tensorboard = true") from error
    return SummaryWriter(str(folder))
