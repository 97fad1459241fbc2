"""A trained parser or resolver, from the folder that its training wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from realizer.errors import InputError
from realizer.neural import load_parser, load_resolver
from realizer.training.checkpoints import whole_folder
from realizer.training.output import MODEL

if TYPE_CHECKING:
    from pathlib import Path

    from realizer.neural import Parser, Resolver

__all__ = ["trained_parser", "trained_resolver"]


def trained_parser(folder: Path, *, threads: int = 0) -> Parser:
    """Load the best model of a training, ready to predict, on the graphics card if there is one.

    Args:
        folder: The output folder of a training, which may still be running, or a model's own folder.
        threads: Threads of the processor; 0: as torch chooses.

    Returns:
        The parser, in evaluation mode.

    Raises:
        InputError: There is no whole model.
    """
    return load_parser(_model_folder(folder, threads)).to(_device()).eval()


def trained_resolver(folder: Path, *, threads: int = 0) -> Resolver:
    """Load the best model of a resolver's training; as `trained_parser`.

    Args:
        folder: The output folder of a training, which may still be running, or a model's own folder.
        threads: Threads of the processor; 0: as torch chooses.

    Returns:
        The resolver, in evaluation mode.

    Raises:
        InputError: There is no whole model.
    """
    return load_resolver(_model_folder(folder, threads)).to(_device()).eval()


def _model_folder(folder: Path, threads: int) -> Path:
    if threads:
        torch.set_num_threads(threads)
    if not folder.is_dir():
        raise InputError(
            f"expected a model in {folder}, found no such folder; cure: realizer train makes one"
        )
    return whole_folder(folder / MODEL) or folder


def _device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"
