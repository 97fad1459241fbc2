"""A trained parser, from the folder that its training wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from realizer.errors import InputError
from realizer.neural import load_parser
from realizer.training.checkpoints import whole_folder
from realizer.training.output import MODEL

if TYPE_CHECKING:
    from pathlib import Path

    from realizer.neural import Parser

__all__ = ["trained_parser"]


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
    if threads:
        torch.set_num_threads(threads)
    if not folder.is_dir():
        raise InputError(
            f"expected a model in {folder}, found no such folder; cure: realizer train makes one"
        )
    found = whole_folder(folder / MODEL) or folder
    parser = load_parser(found)
    return parser.to("cuda" if torch.cuda.is_available() else "cpu").eval()
