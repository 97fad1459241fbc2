"""Where parsers come from and where they go: the few things that a training does with a parser as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from realizer.document import Sentence
    from realizer.neural.configuration import ParserConfig
    from realizer.neural.parser import Parser

__all__ = ["ParserKind", "realizer_parsers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParserKind:
    """How parsers are made, saved and loaded.

    Attributes:
        new: Makes a parser for the labels of some sentences.
        load: Reads it from a folder.
        save: Writes it into a folder that exists.
    """

    new: Callable[[ParserConfig, Sequence[Sentence]], Parser]
    load: Callable[[Path], Parser]
    save: Callable[[Parser, Path], None]


def realizer_parsers() -> ParserKind:
    """Return the parsers of `realizer.neural`."""
    from realizer.neural import load_parser, new_parser, save_parser

    return ParserKind(new=new_parser, load=load_parser, save=save_parser)
