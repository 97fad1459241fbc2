"""How good a parser is on dev: the official scores, in per cent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from realizer.errors import InputError
from realizer.metrics import evaluate, metric_names
from realizer.training.parsing import parse_sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from realizer.document import Sentence
    from realizer.neural.configuration import LabelsConfig
    from realizer.neural.parser import Parser
    from realizer.training.processes import Processes

__all__ = ["assessed", "dev_metrics"]

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


def dev_metrics(labels: LabelsConfig, chosen: str) -> list[str]:
    """List the scores that tell something of a parser with these labels.

    Args:
        labels: What it predicts.
        chosen: The score that selects the best model: it is the first one.

    Returns:
        Names of `realizer.metrics`.

    Raises:
        InputError: The chosen score is unknown, or is about something that is not predicted.

    Examples:
        >>> from realizer.neural.configuration import LabelsConfig
        >>> dev_metrics(LabelsConfig(xpos=False, feats=False, lemma=False), "LAS")
        ['LAS', 'UAS', 'CLAS', 'UPOS']
    """
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


def assessed(
    parser: Parser,
    dev: Mapping[str, Sequence[Sentence]],
    *,
    metrics: Sequence[str],
    processes: Processes,
    tree: str,
    precision: str,
) -> dict[str, float]:
    """Parse dev and score it; several processes share the work and all get the scores.

    Args:
        parser: The parser.
        dev: Gold sentences by the name of their file.
        metrics: Which scores.
        processes: Who takes part.
        tree: How heads are chosen.
        precision: How matrices are multiplied.

    Returns:
        The F1 of each score, in per cent: the mean over files, and with several files also `FILE/SCORE`.
    """
    by_file: dict[str, dict[str, float]] = {}
    for name, gold in dev.items():
        own = gold[processes.index :: processes.count]
        parsed = processes.gather(list(parse_sentences(parser, own, tree=tree, precision=precision)))
        shares = [gold[index :: processes.count] for index in range(processes.count)]
        right = [sentence for share in shares for sentence in share]
        found = evaluate(right, parsed, metrics=metrics, trees=False, gold_name=name, system_name="parser")
        by_file[name] = {score: 100.0 * found.scores[score].f1 for score in metrics}
    means = {score: sum(file[score] for file in by_file.values()) / len(by_file) for score in metrics}
    if len(by_file) == 1:
        return means
    return means | {f"{name}/{score}": file[score] for name, file in by_file.items() for score in metrics}
