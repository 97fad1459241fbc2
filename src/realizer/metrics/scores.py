"""Scores: counts of what is right, their ratios, and the names under which they are reported.

The names up to BLEX, and their order, are those of the official evaluation of Universal Dependencies. Those
after them leave punctuation out (`-ud`, `-ptb`, `-ctb`: see `PUNCTUATION`) or count whole trees (UEM, LEM).
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from realizer.metrics.coreference import CoreferenceScore

__all__ = [
    "METRIC_NAMES",
    "OFFICIAL_NAMES",
    "PUNCTUATION",
    "MeanScore",
    "Score",
    "macro_average",
    "metric_names",
]

OFFICIAL_NAMES = (
    "Tokens",
    "Sentences",
    "Words",
    "UPOS",
    "XPOS",
    "UFeats",
    "AllTags",
    "Lemmas",
    "UAS",
    "LAS",
    "ELAS",
    "EULAS",
    "CLAS",
    "MLAS",
    "BLEX",
)
# For every convention, the column that decides and the tags in it that are punctuation.
PUNCTUATION = {
    "ud": ("upos", frozenset({"PUNCT"})),
    "ptb": ("xpos", frozenset({"``", "''", ":", ",", "."})),
    "ctb": ("xpos", frozenset({"PU"})),
}
METRIC_NAMES = (
    *OFFICIAL_NAMES,
    "UEM",
    "LEM",
    *(f"{name}-{convention}" for convention in PUNCTUATION for name in ("UAS", "LAS", "UEM", "LEM")),
)


def metric_names(*asked: str) -> tuple[str, ...]:
    """Return the names of metrics as they are spelt, in the official order.

    Args:
        asked: Names, letter case does not matter; `official` and `all` stand for those metrics.

    Returns:
        The names, each once. Of nothing, the official ones.

    Raises:
        InputError: There is no such metric.

    Examples:
        >>> metric_names("ufeats", "las-PTB", "LAS")
        ('UFeats', 'LAS', 'LAS-ptb')
        >>> len(metric_names()), len(metric_names("all"))
        (15, 29)
    """
    names = {name.lower(): {name} for name in METRIC_NAMES}
    names |= {"official": set(OFFICIAL_NAMES), "all": set(METRIC_NAMES)}
    chosen: set[str] = set()
    for name in asked or ("official",):
        if name.lower() not in names:
            near = get_close_matches(name.lower(), names, n=1)
            hint = f"did you mean {min(names[near[0]])}? " if near else ""
            problem = f"expected a metric, got {name!r}; cure: {hint}choose from {', '.join(METRIC_NAMES)}"
            raise InputError(problem)
        chosen |= names[name.lower()]
    return tuple(name for name in METRIC_NAMES if name in chosen)


@dataclass(frozen=True, slots=True)
class Score:
    """What one metric counted.

    Args:
        correct: How many items of the gold file the system has right.
        gold: How many items there are in the gold file.
        system: How many in the system's.
        aligned: How many of the gold file's stand at words aligned with a system word; None for the metrics
            that are about the alignment itself.

    Examples:
        >>> score = Score(correct=3, gold=4, system=6, aligned=4)
        >>> score.precision, score.recall, score.f1, score.aligned_accuracy
        (0.5, 0.75, 0.6, 0.75)
    """

    correct: int
    gold: int
    system: int
    aligned: int | None = None

    @property
    def precision(self) -> float:
        """Correct out of the system's; 0 where there are none."""
        return self.correct / self.system if self.system else 0.0

    @property
    def recall(self) -> float:
        """Correct out of the gold file's; 0 where there are none."""
        return self.correct / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, 2 correct / (gold + system)."""
        return 2 * self.correct / (self.gold + self.system) if self.gold + self.system else 0.0

    @property
    def aligned_accuracy(self) -> float | None:
        """Correct out of the aligned: what the system does right where its words are."""
        if self.aligned is None:
            return None
        return self.correct / self.aligned if self.aligned else 0.0

    def __add__(self, other: Score) -> Score:
        aligned = None if self.aligned is None or other.aligned is None else self.aligned + other.aligned
        return Score(
            self.correct + other.correct, self.gold + other.gold, self.system + other.system, aligned
        )


@dataclass(frozen=True, slots=True)
class MeanScore:
    """The mean of several treebanks' scores, each treebank counting the same."""

    precision: float
    recall: float
    f1: float
    aligned_accuracy: float | None = None


def macro_average(treebanks: Sequence[Mapping[str, Score | CoreferenceScore]]) -> dict[str, MeanScore]:
    """Average scores over treebanks, as the shared tasks rank systems.

    mean(F1) = (1 / T) Σ_t F1_t, and precision, recall and aligned accuracy likewise.

    Args:
        treebanks: The scores of each, with the same metrics.

    Returns:
        For every metric, the means.

    Raises:
        InputError: There are none, or their metrics differ.

    Examples:
        >>> small, large = {"LAS": Score(1, 1, 1, 1)}, {"LAS": Score(50, 100, 100, 100)}
        >>> macro_average([small, large])["LAS"].f1
        0.75
    """
    if not treebanks or any(list(scores) != list(treebanks[0]) for scores in treebanks):
        raise InputError(
            "expected the same metrics of at least one treebank, got "
            f"{[sorted(scores) for scores in treebanks]}; cure: evaluate all with the same metrics"
        )
    return {name: _mean([scores[name] for scores in treebanks]) for name in treebanks[0]}


def _mean(scores: Sequence[Score | CoreferenceScore]) -> MeanScore:
    count = len(scores)
    accuracies = [score.aligned_accuracy for score in scores if isinstance(score, Score)]
    known = [accuracy for accuracy in accuracies if accuracy is not None]
    return MeanScore(
        sum(score.precision for score in scores) / count,
        sum(score.recall for score in scores) / count,
        sum(score.f1 for score in scores) / count,
        sum(known) / count if len(known) == count else None,
    )
