"""How good a network is on dev: the official scores, in per cent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from realizer.errors import InputError
from realizer.metrics import coreference_metric_names, evaluate, evaluate_coreference, metric_names
from realizer.neural import ParserConfig

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from realizer.document import MentionDocument, Sentence
    from realizer.neural import Parser, Resolver
    from realizer.training.configuration import TrainingConfig
    from realizer.training.model_kinds import ModelKind
    from realizer.training.processes import Processes

__all__ = ["assessed", "coreference_scores", "dev_coreference_metrics", "dev_metrics", "parsing_scores"]

_COREFERENCE = ("conll", "muc", "bcub", "ceafe", "lea", "mentions")

# What a parser must predict so that a score tells of it, not of the gold columns that are left in the text.
_NEEDS = {
    "LAS": ("deprel",),
    "CLAS": ("deprel",),
    "MLAS": ("deprel", "upos", "feats"),
    "BLEX": ("deprel", "lemma"),
    "UPOS": ("upos",),
    "XPOS": ("xpos",),
    "UFeats": ("feats",),
    "Lemmas": ("lemma",),
}


def dev_metrics(config: TrainingConfig) -> list[str]:
    """List the scores that tell something of a parser with these labels.

    Args:
        config: What it predicts, and the score that selects the best model: it is the first one.

    Returns:
        Names of `realizer.metrics`.

    Raises:
        InputError: The chosen score is unknown, or is about something that is not predicted.

    Examples:
        >>> from realizer.neural import LabelsConfig, ParserConfig
        >>> from realizer.training import DataConfig, TrainingConfig
        >>> parser = ParserConfig(labels=LabelsConfig(xpos=False, feats=False, lemma=False))
        >>> dev_metrics(TrainingConfig(data=DataConfig(train=("a.conllu",)), parser=parser))
        ['LAS', 'UAS', 'CLAS', 'UPOS']
    """
    labels, chosen = (config.parser or ParserConfig()).labels, config.run.metric or "LAS"
    first, *more = metric_names(chosen)
    if more:
        raise InputError(f"expected one score as run.metric, got {chosen!r}; cure: e.g. LAS")
    missing = [column for column in _NEEDS.get(first.split("-")[0], ()) if not getattr(labels, column)]
    if missing:
        raise InputError(
            f"expected run.metric about what is predicted, got {first} without {', '.join(missing)}; "
            f'cure: parser.labels.{missing[0]} = true, or run.metric = "UAS"'
        )
    names = ("UAS", *(name for name, columns in _NEEDS.items() if all(getattr(labels, c) for c in columns)))
    return [first, *(name for name in names if name != first)]


def dev_coreference_metrics(config: TrainingConfig) -> list[str]:
    """List the scores of a resolver; the one that selects the best model is the first.

    Raises:
        InputError: The chosen score is unknown.
    """
    [first, *more] = coreference_metric_names(config.run.metric or "conll")
    if more:
        raise InputError(f"expected one score as run.metric, got {config.run.metric!r}; cure: e.g. conll")
    return [first, *(name for name in _COREFERENCE if name != first)]


def parsing_scores(
    gold: Sequence[Sentence], system: Sequence[Sentence], name: str, metrics: Sequence[str], _: object = None
) -> dict[str, float]:
    """Score parsed sentences: the F1 of each metric, in per cent."""
    found = evaluate(gold, system, metrics=metrics, trees=False, gold_name=name, system_name="parser")
    return {score: 100.0 * found.scores[score].f1 for score in metrics}


def coreference_scores(
    gold: Sequence[MentionDocument],
    system: Sequence[MentionDocument],
    name: str,
    metrics: Sequence[str],
    config: TrainingConfig,
) -> dict[str, float]:
    """Score resolved documents: the F1 of each metric, in per cent.

    Mentions must be the gold ones exactly; clusters of one mention count if the resolver predicts them.
    """
    found = evaluate_coreference(
        gold,
        system,
        metrics=metrics,
        singletons=config.resolver is not None and config.resolver.mention.singletons,
        gold_name=name,
        system_name="resolver",
    )
    return {score: 100.0 * found.scores[score].f1 for score in metrics}


def assessed(
    model: Parser | Resolver,
    dev: Mapping[str, Sequence[Any]],
    *,
    kind: ModelKind,
    metrics: Sequence[str],
    processes: Processes,
    config: TrainingConfig,
) -> dict[str, float]:
    """Have dev predicted and score it; several processes share the work and all get the scores.

    Args:
        model: What predicts.
        dev: Gold texts by the name of their file.
        kind: How it predicts and is scored.
        metrics: Which scores.
        processes: Who takes part.
        config: How heads are chosen, how matrices are multiplied, and what counts.

    Returns:
        The F1 of each score, in per cent: the mean over files, and with several files also `FILE/SCORE`.
    """
    by_file: dict[str, dict[str, float]] = {}
    for name, gold in dev.items():
        own = gold[processes.index :: processes.count]
        predicted = processes.gather(list(kind.predict(model, own, config.run)))
        shares = [gold[index :: processes.count] for index in range(processes.count)]
        right = [text for share in shares for text in share]
        by_file[name] = kind.score(right, predicted, name, metrics, config)
    means = {score: sum(file[score] for file in by_file.values()) / len(by_file) for score in metrics}
    if len(by_file) == 1:
        return means
    return means | {f"{name}/{score}": file[score] for name, file in by_file.items() for score in metrics}
