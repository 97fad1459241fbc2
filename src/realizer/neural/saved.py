"""Parsers and resolvers made new, and on disk; their folders are described in `model_folder`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from realizer.errors import InputError
from realizer.labels import Vocabularies
from realizer.neural.configuration import ParserConfig
from realizer.neural.coref_configuration import CorefConfig
from realizer.neural.model_folder import cutter_for, read_model, saved_encoder, write_model
from realizer.neural.parser import Parser
from realizer.neural.pretrained import load_pretrained
from realizer.neural.resolver import Resolver

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from realizer.document import MentionDocument, Sentence

__all__ = ["load_parser", "load_resolver", "new_parser", "new_resolver", "save_parser", "save_resolver"]

_PARSER, _RESOLVER = "parser.toml", "resolver.toml"


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
    return Parser(config, vocabularies, pretrained, cutter_for(pretrained, config.encoder))


def save_parser(parser: Parser, folder: Path | str) -> None:
    """Write a parser into an existing folder; whoever wants it whole or not at all renames the folder.

    Args:
        parser: The parser.
        folder: The folder.

    Raises:
        InputError: There is no such folder.
    """
    write_model(
        folder,
        parser,
        name=_PARSER,
        config=parser.config,
        labels=parser.vocabularies.to_dict(),
        encoder=parser.encoder_configuration,
        cutter=parser.cutter,
    )


def load_parser(folder: Path | str) -> Parser:
    """Read a parser that `save_parser` wrote.

    Args:
        folder: The folder.

    Returns:
        The parser, in evaluation mode, on the CPU.

    Raises:
        InputError: The folder is not a whole model.
    """
    return read_model(folder, name=_PARSER, kind=ParserConfig, build=_built_parser)


def _built_parser(config: ParserConfig, labels: Any, folder: Path) -> Parser:  # noqa: ANN401  # JSON
    vocabularies = Vocabularies.from_dict(labels)
    if config.encoder.name == "bilstm":
        return Parser(config, vocabularies, None, None)
    pretrained = saved_encoder(folder)
    with torch.random.fork_rng(devices=[]):
        return Parser(config, vocabularies, pretrained, cutter_for(pretrained, config.encoder))


def new_resolver(config: CorefConfig, documents: Iterable[MentionDocument]) -> Resolver:
    """Make a resolver that is ready to be trained.

    Args:
        config: What it is made of.
        documents: The training documents; read once, for their genres.

    Returns:
        The resolver, its encoder pretrained, the rest random: seed torch before.

    Raises:
        InputError: The encoder cannot be loaded.
    """
    genres = sorted({document.genre for document in documents if document.genre})
    pretrained = load_pretrained(config.encoder)
    return Resolver(config, genres, pretrained, cutter_for(pretrained, config.encoder))


def save_resolver(resolver: Resolver, folder: Path | str) -> None:
    """Write a resolver into an existing folder; whoever wants it whole or not at all renames the folder.

    Args:
        resolver: The resolver.
        folder: The folder.

    Raises:
        InputError: There is no such folder.
    """
    write_model(
        folder,
        resolver,
        name=_RESOLVER,
        config=resolver.config,
        labels={"genres": list(resolver.genres)},
        encoder=resolver.encoder_configuration,
        cutter=resolver.cutter,
    )


def load_resolver(folder: Path | str) -> Resolver:
    """Read a resolver that `save_resolver` wrote.

    Args:
        folder: The folder.

    Returns:
        The resolver, in evaluation mode, on the CPU.

    Raises:
        InputError: The folder is not a whole model.
    """
    return read_model(folder, name=_RESOLVER, kind=CorefConfig, build=_built_resolver)


def _built_resolver(config: CorefConfig, labels: Any, folder: Path) -> Resolver:  # noqa: ANN401  # JSON
    genres = labels.get("genres") if isinstance(labels, dict) else None
    if not isinstance(genres, list) or not all(isinstance(genre, str) for genre in genres):
        raise InputError("expected a list of genres in labels.json, got none; cure: copy or train it again")
    pretrained = saved_encoder(folder)
    with torch.random.fork_rng(devices=[]):
        return Resolver(config, genres, pretrained, cutter_for(pretrained, config.encoder))
