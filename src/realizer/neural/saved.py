"""A parser made new, and on disk.

A folder holds `parser.toml` (what the parser is made of), `labels.json`, `model.safetensors`, and, if its
encoder was a pretrained one, `encoder/config.json` and `tokenizer.json`. Nothing is pickled.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from realizer.errors import InputError
from realizer.labels import Vocabularies
from realizer.neural.configuration import ParserConfig
from realizer.neural.parser import Parser
from realizer.neural.pretrained import Pretrained, from_folder, load_pretrained
from realizer.pieces import PieceCutter
from realizer.tables import record_from, table_from_text, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from realizer.document import Sentence

__all__ = ["load_parser", "new_parser", "save_parser"]

_CONFIG, _LABELS, _WEIGHTS, _ENCODER, _TOKENIZER = (
    "parser.toml",
    "labels.json",
    "model.safetensors",
    "encoder/config.json",
    "tokenizer.json",
)


def new_parser(config: ParserConfig, sentences: Iterable[Sentence]) -> Parser:
    """Make a parser that is ready to be trained.

    Args:
        config: What it is made of.
        sentences: The training sentences; read once, for their labels.

    Returns:
        The parser, its encoder pretrained, the rest random: seed torch before.

    Raises:
        InputError: There are no sentences, or the encoder cannot be loaded.
    """
    vocabularies = Vocabularies.of(sentences, least_word=config.scratch.least)
    if config.encoder.name == "bilstm":
        return Parser(config, vocabularies, None, None)
    pretrained = load_pretrained(config.encoder)
    return Parser(config, vocabularies, pretrained, _cutter(pretrained, config))


def save_parser(parser: Parser, folder: Path | str) -> None:
    """Write a parser into an existing folder; whoever wants it whole or not at all renames the folder.

    Args:
        parser: The parser.
        folder: The folder.

    Raises:
        InputError: There is no such folder.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"expected an existing folder, got {folder}; cure: make it before")
    (folder / _CONFIG).write_text(text_of(parser.config), encoding="utf-8")
    labels = json.dumps(parser.vocabularies.to_dict(), ensure_ascii=False, indent=0)
    (folder / _LABELS).write_text(labels + "\n", encoding="utf-8")
    if parser.cutter is not None:
        (folder / _ENCODER).parent.mkdir(exist_ok=True)
        (folder / _ENCODER).write_text(parser.encoder_configuration, encoding="utf-8")
        (folder / _TOKENIZER).write_text(parser.cutter.definition(), encoding="utf-8")
    tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in parser.state_dict().items()}
    save_file(tensors, folder / _WEIGHTS)


def load_parser(folder: Path | str) -> Parser:
    """Read a parser that `save_parser` wrote.

    Args:
        folder: The folder.

    Returns:
        The parser, in evaluation mode, on the CPU.

    Raises:
        InputError: The folder is not a whole model.
    """
    folder = Path(folder)
    for name in (_CONFIG, _LABELS, _WEIGHTS):
        if not (folder / name).is_file():
            raise InputError(
                f"{folder}: expected a model with {name}, got none; "
                "cure: give the folder that realizer train wrote"
            )
    try:
        text = (folder / _CONFIG).read_text("utf-8")
        config = record_from(ParserConfig, table_from_text(text, name=_CONFIG))
        vocabularies = Vocabularies.from_dict(json.loads((folder / _LABELS).read_text("utf-8")))
        parser = _built(config, vocabularies, folder)
        parser.load_state_dict(load_file(folder / _WEIGHTS))
    except InputError as error:
        raise InputError(f"{folder}: {error}") from error
    except (SafetensorError, RuntimeError, ValueError, OSError) as error:
        lines = str(error).splitlines() or [type(error).__name__]
        raise InputError(
            f"{folder}: expected a whole model, got: {lines[min(1, len(lines) - 1)].strip().rstrip('.')}; "
            "cure: copy or train it again"
        ) from error
    return parser.eval()


def _built(config: ParserConfig, vocabularies: Vocabularies, folder: Path) -> Parser:
    if config.encoder.name == "bilstm":
        return Parser(config, vocabularies, None, None)
    tokenizer = (folder / _TOKENIZER).read_text(encoding="utf-8")
    with torch.random.fork_rng(devices=[]):
        pretrained = from_folder(folder / "encoder", tokenizer=tokenizer)
        return Parser(config, vocabularies, pretrained, _cutter(pretrained, config))


def _cutter(pretrained: Pretrained, config: ParserConfig) -> PieceCutter:
    """Cut words into pieces that the encoder knows, and few enough for a window beside the special ones."""
    cutter = PieceCutter(pretrained.tokenizer)
    least, most = pretrained.vocabulary // 2, pretrained.vocabulary
    if not least <= cutter.vocabulary <= most:  # some encoders have rows to spare
        raise InputError(
            f"expected a tokenizer of {least} to {most} pieces for {config.encoder.name!r}, got one of "
            f"{cutter.vocabulary}; cure: take tokenizer.json and model.safetensors from the same folder"
        )
    window = min(config.encoder.window or pretrained.window, pretrained.window)
    special = len(cutter.prefix) + len(cutter.suffix)
    if window < special + 2:
        raise InputError(
            f"expected a window of at least {special + 2} pieces, {special} of them special, got {window}; "
            "cure: another encoder, or a larger encoder.window"
        )
    room = window - special
    return cutter if room >= cutter.most else PieceCutter(pretrained.tokenizer, most=room)
