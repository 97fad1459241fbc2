"""A network's folder, whatever the network is: its table, its labels, its weights, and its encoder.

A folder holds NAME.toml (what the network is made of), `labels.json`, `model.safetensors`, and, if its
encoder was a pretrained one, `encoder/config.json` and `tokenizer.json`. Nothing is pickled.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from realizer.errors import InputError
from realizer.neural.pretrained import Pretrained, from_folder
from realizer.pieces import PieceCutter
from realizer.tables import record_from, table_from_text, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from realizer.neural.configuration import EncoderConfig

__all__ = ["cutter_for", "read_model", "saved_encoder", "write_model"]

LABELS, WEIGHTS, ENCODER, TOKENIZER = (
    "labels.json",
    "model.safetensors",
    "encoder/config.json",
    "tokenizer.json",
)

Config = TypeVar("Config")
Model = TypeVar("Model", bound=nn.Module)


def write_model(
    folder: Path | str,
    model: nn.Module,
    *,
    name: str,
    config: object,
    labels: object,
    encoder: str,
    cutter: PieceCutter | None,
) -> None:
    """Write a network into an existing folder.

    Args:
        folder: The folder.
        model: Its weights are written.
        name: The name of the file with its configuration.
        config: Its configuration, a record.
        labels: What else it has to know, for JSON.
        encoder: The encoder's configuration.
        cutter: Cuts words for the encoder; None: there is no pretrained one.

    Raises:
        InputError: There is no such folder.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"expected an existing folder, got {folder}; cure: make it before")
    (folder / name).write_text(text_of(config), encoding="utf-8")
    text = json.dumps(labels, ensure_ascii=False, indent=0)
    (folder / LABELS).write_text(text + "\n", encoding="utf-8")
    if cutter is not None:
        (folder / ENCODER).parent.mkdir(exist_ok=True)
        (folder / ENCODER).write_text(encoder, encoding="utf-8")
        (folder / TOKENIZER).write_text(cutter.definition(), encoding="utf-8")
    tensors = {key: tensor.detach().cpu().contiguous() for key, tensor in model.state_dict().items()}
    save_file(tensors, folder / WEIGHTS)


def read_model(
    folder: Path | str, *, name: str, kind: type[Config], build: Callable[[Config, Any, Path], Model]
) -> Model:
    """Read a network that `write_model` wrote.

    Args:
        folder: The folder.
        name: The name of the file with its configuration.
        kind: The record of that.
        build: Makes the network from its configuration, its labels and the folder.

    Returns:
        The network, in evaluation mode, on the CPU.

    Raises:
        InputError: The folder is not a whole model.
    """
    folder = Path(folder)
    for file in (name, LABELS, WEIGHTS):
        if not (folder / file).is_file():
            raise InputError(
                f"{folder}: expected a model with {file}, got none; "
                "cure: give the folder that realizer train wrote"
            )
    try:
        config = record_from(kind, table_from_text((folder / name).read_text("utf-8"), name=name))
        model = build(config, json.loads((folder / LABELS).read_text("utf-8")), folder)
        model.load_state_dict(load_file(folder / WEIGHTS))
    except InputError as error:
        raise InputError(f"{folder}: {error}") from error
    except (SafetensorError, RuntimeError, ValueError, OSError) as error:
        lines = str(error).splitlines() or [type(error).__name__]
        raise InputError(
            f"{folder}: expected a whole model, got: {lines[min(1, len(lines) - 1)].strip().rstrip('.')}; "
            "cure: copy or train it again"
        ) from error
    return model.eval()


def saved_encoder(folder: Path) -> Pretrained:
    """Build the encoder of a folder; its weights are loaded with the others."""
    tokenizer = (folder / TOKENIZER).read_text(encoding="utf-8")
    with torch.random.fork_rng(devices=[]):
        return from_folder(folder / "encoder", tokenizer=tokenizer)


def cutter_for(pretrained: Pretrained, config: EncoderConfig) -> PieceCutter:
    """Cut words into pieces that the encoder knows, and few enough for a window beside the special ones."""
    cutter = PieceCutter(pretrained.tokenizer)
    least, most = pretrained.vocabulary // 2, pretrained.vocabulary
    if not least <= cutter.vocabulary <= most:  # some encoders have rows to spare
        raise InputError(
            f"expected a tokenizer of {least} to {most} pieces for {config.name!r}, got one of "
            f"{cutter.vocabulary}; cure: take tokenizer.json and model.safetensors from the same folder"
        )
    window = min(config.window or pretrained.window, pretrained.window)
    special = len(cutter.prefix) + len(cutter.suffix)
    if window < special + 2:
        raise InputError(
            f"expected a window of at least {special + 2} pieces, {special} of them special, got {window}; "
            "cure: another encoder, or a larger encoder.window"
        )
    room = window - special
    return cutter if room >= cutter.most else PieceCutter(pretrained.tokenizer, most=room)
