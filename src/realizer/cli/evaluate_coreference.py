"""`realizer evaluate --metric coref`: which metrics are of mentions, and one file's scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from realizer.cli.evaluation_report import Run
    from realizer.document import MentionDocument
    from realizer.metrics.mention_matching import Match

__all__ = ["coreference_names", "coreference_run"]


def coreference_names(
    names: Sequence[str], *, of_trees: Mapping[str, bool], of_mentions: Mapping[str, bool]
) -> tuple[str, ...]:
    """Tell which coreference metrics are asked for.

    Args:
        names: The names of metrics that were given.
        of_trees: The options that mean nothing for mentions, and whether they were given.
        of_mentions: Those that mean nothing for trees.

    Returns:
        Their names in order; none if the metrics are those of trees.

    Raises:
        typer.BadParameter: Metrics of both kinds are asked for, or an option is of the other kind.
        InputError: A name is that of no metric, and nearest to one of coreference.
    """
    from realizer.metrics import coreference_metric_names

    kinds = [(_kind(name), name) for name in names]
    mine = [name for kind, name in kinds if kind == "mentions"]
    others = [name for kind, name in kinds if kind == "trees"]
    if mine and others:
        problem = f"expected metrics of trees or of mentions, got {others[0]} and {mine[0]}"
        raise typer.BadParameter(f"{problem}; cure: ask for them in two calls")
    strange = [option for option, given in (of_trees if mine else of_mentions).items() if given]
    if strange and mine:
        problem = f"expected options that mean something for mentions, got {strange[0]} with {mine[0]}"
        raise typer.BadParameter(f"{problem}; cure: leave {strange[0]} out")
    if strange:
        problem = f"expected {strange[0]} with metrics of mentions, got metrics of trees"
        raise typer.BadParameter(f"{problem}; cure: --metric coref, or leave {strange[0]} out")
    return coreference_metric_names(*names) if mine else ()


def _kind(name: str) -> str:
    """Tell whether a metric, or what it was perhaps to be, is one of trees or of mentions."""
    from difflib import get_close_matches

    from realizer.metrics import coreference_metric_names, metric_names

    of_mentions = {"coref", *coreference_metric_names()}
    of_trees = {"all", "official", *(each.lower() for each in metric_names("all"))}
    near = get_close_matches(name.lower(), sorted(of_mentions | of_trees), n=1)
    return "mentions" if near and near[0] in of_mentions else "trees"


def coreference_run(pair: tuple[str, str], *, metrics: Sequence[str], match: str, singletons: bool) -> Run:
    """Score one file's clusters.

    Args:
        pair: The gold file and the system's.
        metrics: The names of the metrics.
        match: Which mentions are the same.
        singletons: Keep clusters of one mention.

    Returns:
        The evaluation and the files' names.

    Raises:
        FormatError: A file is broken, or the documents are not the same.
        InputError: There are no documents, or heads are needed and not known.
        OSError: A file cannot be opened or read.
    """
    from realizer.cli.evaluation_report import Run
    from realizer.formats import source_name
    from realizer.metrics import evaluate_coreference

    gold, system = map(source_name, pair)
    evaluation = evaluate_coreference(
        *map(_documents, pair),
        metrics=metrics,
        match=cast("Match", match),  # what is none is refused with the names of all
        singletons=singletons,
        gold_name=gold,
        system_name=system,
    )
    return Run(gold, system, evaluation)


def _documents(path: str) -> Iterator[MentionDocument]:
    """Read documents; where the name does not tell the format, as in /dev/fd/63, it is CorefUD."""
    from realizer.errors import InputError
    from realizer.formats import read_coreference

    try:
        return read_coreference(path)
    except InputError:
        return read_coreference(path, format="corefud")
