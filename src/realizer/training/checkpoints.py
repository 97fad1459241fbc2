"""Folders that are on disk whole or not at all, whenever the machine stops.

A folder NAME is written as NAME.part, synchronised, and renamed to NAME.new: from then on it counts. Then
NAME steps aside to NAME.old, NAME.new takes its place, and NAME.old goes. A kill between any two of these
leaves at least one whole folder, which `whole_folder` finds; no file system has to swap folders for that.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from safetensors import SafetensorError

from realizer.errors import CheckpointError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["whole_folder", "write_folder", "written"]


def write_folder(folder: Path, fill: Callable[[Path], object]) -> None:
    """Write a folder so that it is replaced as a whole.

    Args:
        folder: The folder; an older one of this name is replaced, and stays as it is if writing fails.
        fill: Writes the files into the empty folder that it is given.

    Raises:
        CheckpointError: The disk is full, or writing failed otherwise.
    """
    part, new, old = _stages(folder)
    settle(folder)
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        fill(part)
        _synchronise(part)
        part.rename(new)
    except (OSError, SafetensorError) as error:
        shutil.rmtree(part, ignore_errors=True)
        raise written(error, folder) from error
    if folder.exists():
        folder.rename(old)
    new.rename(folder)
    _synchronise_folder(folder.parent)
    shutil.rmtree(old, ignore_errors=True)


def written(error: Exception, path: Path) -> CheckpointError:
    """Make the error of a failed write."""
    return CheckpointError(
        f"expected to write {path}, got: {error}; what was saved before is whole; cure: make room on the "
        "disk (or move the output folder), then give the same command with --resume"
    )


def whole_folder(folder: Path) -> Path | None:
    """Return where the newest whole copy of a folder is; None if there is none."""
    _, new, old = _stages(folder)
    return next((path for path in (new, folder, old) if path.is_dir()), None)


def settle(folder: Path) -> None:
    """Finish what a kill interrupted, so that the newest whole copy stands under the folder's own name."""
    _, new, old = _stages(folder)
    if new.is_dir():
        if folder.exists():
            shutil.rmtree(old, ignore_errors=True)
            folder.rename(old)
        new.rename(folder)
    elif old.is_dir() and not folder.exists():
        old.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _stages(folder: Path) -> tuple[Path, Path, Path]:
    part, new, old = (folder.with_name(f"{folder.name}.{stage}") for stage in ("part", "new", "old"))
    return part, new, old


def _synchronise(folder: Path) -> None:
    """Have the disk hold a folder's files before anything refers to them."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as stream:
                os.fsync(stream.fileno())
        else:
            _synchronise_folder(path)
    _synchronise_folder(folder)


def _synchronise_folder(folder: Path) -> None:
    """Have the disk hold a folder's list of names; Windows cannot open folders, and does it itself."""
    if os.name == "posix":
        place = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(place)
        finally:
            os.close(place)
