"""What can be trained: parsers, and coreference resolvers. The few things that a training does with either.

The loop, its batches, states and logs know nothing else of a network than this record, and that it has the
methods `examples`, `collate`, `forward`, `proceed` and `parameter_groups`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from realizer.training.corpora import gold_documents, learnable_documents
from realizer.training.evaluation import (
    coreference_scores,
    dev_coreference_metrics,
    dev_metrics,
    parsing_scores,
)
from realizer.training.parsing import parse_sentences
from realizer.training.resolving import resolve_documents
from realizer.training.treebanks import gold_sentences, learnable_sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from realizer.neural import Parser, Resolver
    from realizer.training.configuration import DataConfig, RunConfig, TrainingConfig

__all__ = ["ModelKind", "kind_of", "parser_kind", "resolver_kind"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelKind:
    """How networks of a kind are made, saved and loaded, what they learn from and how they are measured.

    Attributes:
        texts: What it learns from, as logs and errors call it: "sentences" or "documents".
        new: Makes a network for some texts.
        load: Reads it from a folder.
        save: Writes it into a folder that exists.
        learnable: Yields the texts of a file to learn from, each after the name that errors call it.
        gold: Yields the texts of a file to be measured on.
        metrics: Lists the scores on dev; the first one selects the best model.
        predict: Yields texts with what the network says of them.
        score: Compares gold texts with such ones, given the file's name, the scores' names and the
            configuration; in per cent.
    """

    texts: str
    new: Callable[[Any, Sequence[Any]], Any]
    load: Callable[[Path], Any]
    save: Callable[[Any, Path], None]
    learnable: Callable[[Path, DataConfig], Iterable[tuple[str, Any]]]
    gold: Callable[[Path, DataConfig], Iterable[Any]]
    metrics: Callable[[TrainingConfig], list[str]]
    predict: Callable[[Any, Sequence[Any], RunConfig], Iterable[Any]]
    score: Callable[[Sequence[Any], Sequence[Any], str, Sequence[str], TrainingConfig], dict[str, float]]


def kind_of(config: TrainingConfig) -> ModelKind:
    """Tell by its tables what a configuration trains."""
    return parser_kind() if config.resolver is None else resolver_kind()


def parser_kind() -> ModelKind:
    """Return the parsers of `realizer.neural`."""
    from realizer.neural import load_parser, new_parser, save_parser

    return ModelKind(
        texts="sentences",
        new=new_parser,
        load=load_parser,
        save=save_parser,
        learnable=learnable_sentences,
        gold=gold_sentences,
        metrics=dev_metrics,
        predict=_parsed,
        score=parsing_scores,
    )


def resolver_kind() -> ModelKind:
    """Return the coreference resolvers of `realizer.neural`."""
    from realizer.neural import load_resolver, new_resolver, save_resolver

    return ModelKind(
        texts="documents",
        new=new_resolver,
        load=load_resolver,
        save=save_resolver,
        learnable=learnable_documents,
        gold=gold_documents,
        metrics=dev_coreference_metrics,
        predict=_resolved,
        score=coreference_scores,
    )


def _parsed(parser: Parser, sentences: Sequence[Any], run: RunConfig) -> Iterator[Any]:
    return parse_sentences(parser, sentences, tree=run.tree, precision=run.precision)


def _resolved(resolver: Resolver, documents: Sequence[Any], run: RunConfig) -> Iterator[Any]:
    return resolve_documents(resolver, documents, precision=run.precision)
