"""What an evaluation says: tables for people and Markdown pages, JSON for programs; all in per cent."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from realizer.cli.reports import markdown_table
from realizer.metrics import Evaluation, Score, macro_average

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from realizer.metrics import (
        ArcGroup,
        CoreferenceEvaluation,
        CoreferenceScore,
        Details,
        Difference,
        MeanScore,
    )

__all__ = ["Run", "json_report", "table_report"]

CONFUSIONS = 20  # rows of the table; JSON has all


@dataclass(frozen=True, slots=True)
class Run:
    """One evaluation.

    Args:
        gold: The gold file's name.
        system: The system's.
        evaluation: What came out.
    """

    gold: str
    system: str
    evaluation: Evaluation | CoreferenceEvaluation

    @property
    def details(self) -> Details | None:
        """Where the errors are, if that was asked for."""
        return self.evaluation.details if isinstance(self.evaluation, Evaluation) else None


def table_report(
    runs: Sequence[Run],
    *,
    differences: Mapping[str, Difference] | None,
    macro: bool,
    draws: tuple[int, int],
) -> str:
    """Write Markdown tables.

    Args:
        runs: One evaluation, two to compare, or one per treebank.
        differences: The comparison of two.
        macro: Whether they are treebanks to average over.
        draws: Number and seed of the comparison's draws.

    Returns:
        The text, ending in a line end.
    """
    if macro:
        blocks = [_treebanks(runs)]
    elif differences is not None:
        blocks = [_comparison(runs, differences, draws)]
    else:
        blocks = [_scores(runs[0].evaluation.scores)]
    for run in runs:
        if run.details is not None:
            title = f"{run.system}: " if len(runs) > 1 else ""
            blocks += [title + block for block in _details(run.details)]
    return "\n".join(blocks)


def json_report(
    runs: Sequence[Run],
    *,
    differences: Mapping[str, Difference] | None,
    macro: bool,
    draws: tuple[int, int],
) -> str:
    """Write JSON: the first system's scores, or the averages, by name, and what else was asked for.

    Args:
        runs: One evaluation, two to compare, or one per treebank.
        differences: The comparison of two.
        macro: Whether they are treebanks to average over.
        draws: Number and seed of the comparison's draws.

    Returns:
        The text, ending in a line end.
    """
    if macro:
        means = macro_average([run.evaluation.scores for run in runs])
        report: dict[str, Any] = {name: _numbers(score) for name, score in means.items()}
        report["treebanks"] = [{"gold": run.gold, "system": run.system, **_evaluation(run)} for run in runs]
    else:
        report = _evaluation(runs[0])
    if differences is not None:
        report["system2"] = _evaluation(runs[1])
        report["difference"] = {name: _difference(each) for name, each in differences.items()}
        report["bootstrap"] = {"resamples": draws[0], "seed": draws[1], "confidence": 0.95}
    members = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in report.items())
    return "{\n" + ",\n".join(members) + "\n}\n"


def _evaluation(run: Run) -> dict[str, Any]:
    report: dict[str, Any] = {name: _numbers(score) for name, score in run.evaluation.scores.items()}
    if run.details is not None:
        report["details"] = _detail_numbers(run.details)
    return report


def _numbers(score: Score | MeanScore | CoreferenceScore) -> dict[str, float]:
    numbers = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    accuracy = getattr(score, "aligned_accuracy", None)
    if accuracy is not None:
        numbers["aligned_accuracy"] = accuracy
    return {name: 100 * number for name, number in numbers.items()}


def _difference(difference: Difference) -> dict[str, float]:
    numbers = {name: 100 * number for name, number in asdict(difference).items()}
    return {**numbers, "p_value": difference.p_value}


def _detail_numbers(details: Details) -> dict[str, Any]:
    return {
        "lengths": {name: _group(group) for name, group in details.lengths.items()},
        "projectivity": {name: _group(group) for name, group in details.projectivity.items()},
        "labels": {
            name: {"gold": score.gold, "system": score.system, **_numbers(score)}
            for name, score in details.labels.items()
        },
        "confusions": [
            {"gold": gold, "system": system, "words": count}
            for (gold, system), count in details.confusions.items()
        ],
    }


def _group(group: ArcGroup) -> dict[str, float]:
    return {"arcs": group.arcs, "uas": 100 * group.uas, "las": 100 * group.las}


def _scores(scores: Mapping[str, Score | CoreferenceScore]) -> str:
    rows = [["metric", "precision", "recall", "F1"]]
    rows += [[name, *map(_percent, (each.precision, each.recall, each.f1))] for name, each in scores.items()]
    aligned = [each.aligned_accuracy for each in scores.values() if isinstance(each, Score)]
    if aligned:
        columns = ["aligned", *map(_percent, aligned)]
        rows = [[*row, cell] for row, cell in zip(rows, columns, strict=True)]
    return markdown_table(rows)


def _treebanks(runs: Sequence[Run]) -> str:
    means = macro_average([run.evaluation.scores for run in runs])
    rows = [["F1", *means]]
    rows += [[run.gold, *(_percent(score.f1) for score in run.evaluation.scores.values())] for run in runs]
    return markdown_table([*rows, ["macro average", *(_percent(score.f1) for score in means.values())]])


def _comparison(runs: Sequence[Run], differences: Mapping[str, Difference], draws: tuple[int, int]) -> str:
    rows = [["F1", *(run.system for run in runs), "difference", "95 % interval", "p"]]
    for name, each in differences.items():
        interval = f"[{100 * each.low:+.2f}, {100 * each.high:+.2f}]"
        scores = (_percent(each.first), _percent(each.second))
        rows.append([name, *scores, f"{100 * each.delta:+.2f}", interval, f"{each.p_value:.4f}"])
    return f"{markdown_table(rows)}\nPaired bootstrap over sentences: {draws[0]:,} draws, seed {draws[1]}\n"


def _details(details: Details) -> list[str]:
    groups = {"length": details.lengths, "arc": details.projectivity}
    titles = ("Gold arcs by length in words", "Gold arcs by projectivity")
    blocks = []
    for title, (column, found) in zip(titles, groups.items(), strict=True):
        rows = [[column, "arcs", "UAS", "LAS"]]
        rows += [
            [name, f"{each.arcs:,}", _percent(each.uas), _percent(each.las)] for name, each in found.items()
        ]
        blocks.append(f"{title}\n\n{markdown_table(rows)}")
    rows = [["relation", "gold", "system", "precision", "recall", "F1"]]
    for name, score in details.labels.items():
        numbers = map(_percent, (score.precision, score.recall, score.f1))
        rows.append([name, f"{score.gold:,}", f"{score.system:,}", *numbers])
    blocks.append(f"LAS by relation\n\n{markdown_table(rows)}")
    rows = [["gold became system", "words"]]
    most = islice(details.confusions.items(), CONFUSIONS)
    rows += [[f"{gold} -> {system}", f"{count:,}"] for (gold, system), count in most]
    return [*blocks, f"Confused relations, the {CONFUSIONS} most frequent\n\n{markdown_table(rows)}"]


def _percent(number: float | None) -> str:
    return "" if number is None else f"{100 * number:.2f}"
