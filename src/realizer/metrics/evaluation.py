"""Evaluation: both files in one pass, scored by all metrics asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from realizer.metrics.chunks import chunks
from realizer.metrics.comparison import compare
from realizer.metrics.details import Details, DetailsCounter
from realizer.metrics.marks import MARKERS
from realizer.metrics.scores import METRIC_NAMES, Score, metric_names
from realizer.metrics.trees import check_trees

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from realizer.document import Sentence
    from realizer.metrics.columns import Integers, Spans
    from realizer.metrics.comparison import Comparison
    from realizer.metrics.marks import Marks

__all__ = ["Evaluation", "evaluate"]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an evaluation found.

    Args:
        scores: For every metric, its counts; precision, recall and F1 come from them.
        sentences: For every metric, the counts correct, gold and system of every gold sentence, int64
            [sentence, 3]; empty unless asked for. What a system has is counted at the gold sentence in which
            it begins.
        details: Where the errors are; None unless asked for.
    """

    scores: Mapping[str, Score]
    sentences: Mapping[str, NDArray[np.int64]]
    details: Details | None


def evaluate(
    gold: Iterable[Sentence],
    system: Iterable[Sentence],
    *,
    metrics: Sequence[str] = (),
    per_sentence: bool = False,
    details: bool = False,
    trees: bool = True,
    gold_name: str = "gold",
    system_name: str = "system",
) -> Evaluation:
    r"""Score a system's sentences against gold ones.

    Tokens and sentences may differ, the characters without white space may not. Words are aligned, and then
    precision = correct / system, recall = correct / gold, F1 = 2 correct / (gold + system).

    Time: O(words), apart from multiword tokens (see `align`). Memory: the longest stretch in which the files
    have no common sentence end, at least some thousand words; with `per_sentence`, 24 bytes more per gold
    sentence and metric.

    Args:
        gold: The gold sentences.
        system: The system's, of the same text.
        metrics: What to count, as `metric_names` takes it; by default the official metrics.
        per_sentence: Keep the counts of every sentence, for `paired_bootstrap`.
        details: Find out where the errors are.
        trees: Refuse sentences whose heads form no tree, as the official program does.
        gold_name: The file's name, for errors.
        system_name: The other's.

    Returns:
        The scores.

    Raises:
        InputError: A metric is unknown.
        FormatError: The files have different characters, or a sentence is no tree.

    Examples:
        >>> import io
        >>> from realizer.formats import read_conllu
        >>> gold = "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"
        >>> system = gold.replace("nsubj", "obj")
        >>> read = lambda text: read_conllu(io.BytesIO(text.encode()))
        >>> scores = evaluate(read(gold), read(system)).scores
        >>> scores["UAS"].f1, scores["LAS"].f1
        (1.0, 0.5)

    Reference:
        https://universaldependencies.org/conll18/evaluation.html
    """
    names = metric_names(*metrics)
    counted = {name: _Counts(whole=per_sentence) for name in names}
    counter = DetailsCounter() if details else None
    for chunk in chunks(gold, system, gold_name=gold_name, system_name=system_name):
        if trees:
            check_trees(chunk.gold, name=gold_name)
            check_trees(chunk.system, name=system_name)
        both = compare(chunk)
        for name in names:
            counted[name].add(MARKERS[name](both), both)
        if counter is not None:
            counter.add(both)
    return Evaluation(
        {name: counts.score(has_alignment=name not in _SPANS) for name, counts in counted.items()},
        {name: counts.sentences() for name, counts in counted.items()} if per_sentence else {},
        None if counter is None else counter.details(),
    )


_SPANS = {"Tokens", "Sentences", "Words", *(name for name in METRIC_NAMES if name[1:3] == "EM")}


@dataclass(slots=True)
class _Counts:
    """One metric's counts as chunks come in."""

    whole: bool
    correct: int = 0
    gold: int = 0
    system: int = 0
    aligned: int = 0
    parts: list[Integers] = field(default_factory=list)

    def add(self, marks: Marks, both: Comparison) -> None:
        self.correct += int(marks.correct.sum())
        self.gold += int(marks.gold.sum())
        self.system += int(marks.system.sum())
        self.aligned += 0 if marks.aligned is None else int(marks.aligned.sum())
        if self.whole:
            self.parts.append(_per_sentence(marks, both.chunk.gold.sentences))

    def score(self, *, has_alignment: bool) -> Score:
        return Score(self.correct, self.gold, self.system, self.aligned if has_alignment else None)

    def sentences(self) -> Integers:
        return np.concatenate([np.zeros((0, 3), np.int64), *self.parts])


def _per_sentence(marks: Marks, sentences: Spans) -> Integers:
    """Sum up by gold sentence."""
    count = len(sentences.start)
    place = np.searchsorted(sentences.start, marks.system_items.start, side="right") - 1
    columns = (
        np.bincount(marks.gold_items.sentence, weights=marks.correct, minlength=count),
        np.bincount(marks.gold_items.sentence, weights=marks.gold, minlength=count),
        np.bincount(place, weights=marks.system, minlength=count),
    )
    return np.stack(columns, axis=1).astype(np.int64)
