"""Details: where the errors are, by arc length, by projectivity, by label, and which labels are confused."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from realizer.metrics.scores import Score

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from realizer.metrics.columns import Columns
    from realizer.metrics.comparison import Comparison

__all__ = ["LENGTHS", "ArcGroup", "Details", "DetailsCounter"]

# Name, and the longest arc of the group; the arc from the root is a group of its own.
LENGTHS = (("1", 1), ("2", 2), ("3-5", 5), ("6-10", 10), ("11-20", 20))
LONGEST = "21-"


@dataclass(frozen=True, slots=True)
class ArcGroup:
    """Gold arcs with something in common.

    Args:
        arcs: How many there are.
        heads: How many of them the system has.
        labelled: How many of them with the universal part of the relation.
    """

    arcs: int
    heads: int
    labelled: int

    @property
    def uas(self) -> float:
        """The share of arcs that the system has."""
        return self.heads / self.arcs if self.arcs else 0.0

    @property
    def las(self) -> float:
        """The share of arcs that the system has with their relation."""
        return self.labelled / self.arcs if self.arcs else 0.0


@dataclass(frozen=True, slots=True)
class Details:
    """Where the errors are.

    Args:
        lengths: Gold arcs by length, `root` first. The length is the distance in words.
        projectivity: Gold arcs by whether all words between head and dependent are below the head.
        labels: LAS for every universal relation, the most frequent one in gold first.
        confusions: How often a gold relation became another one of the system's, at aligned words whatever
            their heads, the most frequent first; same relations are left out.
    """

    lengths: Mapping[str, ArcGroup]
    projectivity: Mapping[str, ArcGroup]
    labels: Mapping[str, Score]
    confusions: Mapping[tuple[str, str], int]


class DetailsCounter:
    """The details as chunks come in."""

    def __init__(self) -> None:
        self._arcs: dict[str, Counter[tuple[Hashable, bool, bool]]] = {
            "length": Counter(),
            "projectivity": Counter(),
        }
        self._labels: dict[str, Counter[str]] = {
            each: Counter() for each in ("gold", "system", "correct", "aligned")
        }
        self._confusions: Counter[tuple[str, str]] = Counter()

    def add(self, both: Comparison) -> None:
        """Count a chunk.

        Args:
            both: The chunk, compared.
        """
        gold, system, pairs = both.chunk.gold, both.chunk.system, both.chunk.alignment
        heads, labelled = both.head.tolist(), (both.head & both.relation).tolist()
        groups = {"length": arc_lengths(gold), "projectivity": arc_projectivity(gold)}
        for kind, names in groups.items():
            self._arcs[kind].update(zip(names, heads, labelled, strict=True))
        aligned = both.aligned.tolist()
        self._labels["gold"].update(gold.relation)
        self._labels["system"].update(system.relation)
        self._labels["correct"].update(
            label for label, right in zip(gold.relation, labelled, strict=True) if right
        )
        self._labels["aligned"].update(
            label for label, there in zip(gold.relation, aligned, strict=True) if there
        )
        self._confusions.update(
            (gold.relation[i], system.relation[j])
            for i, j in zip(pairs.gold.tolist(), pairs.system.tolist(), strict=True)
        )

    def details(self) -> Details:
        """Return what was counted.

        Returns:
            The details.
        """
        names = ("root", *(name for name, _ in LENGTHS), LONGEST)
        lengths = {name: _group(self._arcs["length"], name) for name in names}
        kinds = ("projective", "non-projective")
        labels = sorted(
            self._labels["gold"] | self._labels["system"],
            key=lambda label: (-self._labels["gold"][label], label),
        )
        confusions = ((pair, n) for pair, n in self._confusions.items() if pair[0] != pair[1])
        return Details(
            lengths,
            {kind: _group(self._arcs["projectivity"], kind) for kind in kinds},
            {label: self._score(label) for label in labels},
            dict(sorted(confusions, key=lambda item: (-item[1], item[0]))),
        )

    def _score(self, label: str) -> Score:
        correct, gold, system, aligned = (
            self._labels[each][label] for each in ("correct", "gold", "system", "aligned")
        )
        return Score(correct, gold, system, aligned)


def _group(counts: Counter[tuple[Hashable, bool, bool]], name: str) -> ArcGroup:
    cells = {right: counts[(name, *right)] for right in ((False, False), (True, False), (True, True))}
    return ArcGroup(sum(cells.values()), cells[True, False] + cells[True, True], cells[True, True])


def arc_lengths(columns: Columns) -> Iterator[str]:
    """Name the group of every word's arc by its length.

    Args:
        columns: Some sentences.

    Yields:
        `root`, or the group's name.
    """
    groups = ["a word is never its own head"]
    for name, longest in LENGTHS:
        groups += [name] * (longest + 1 - len(groups))
    for word, head in enumerate(columns.head.tolist()):
        length = abs(word - head)
        if head < 0:
            yield "root"
        else:
            yield groups[length] if length < len(groups) else LONGEST


def arc_projectivity(columns: Columns) -> Iterator[str]:
    """Tell of every word's arc whether it is projective.

    An arc is projective iff all words between its ends are below its head. It certainly is if none of them
    has its head outside; only otherwise their ways up are followed.

    Args:
        columns: Some sentences.

    Yields:
        `projective` or `non-projective`; arcs from the root are projective.
    """
    heads = columns.head.tolist()
    for word, head in enumerate(heads):
        projective = head < 0 or abs(word - head) == 1 or _covers(heads, word, head)
        yield "projective" if projective else "non-projective"


def _covers(heads: list[int], word: int, head: int) -> bool:
    low, high = min(word, head), max(word, head)
    between = heads[low + 1 : high]
    if min(between) >= low and max(between) <= high:
        return True
    return all(_is_below(heads, each, head) for each in range(low + 1, high))


def _is_below(heads: list[int], word: int, ancestor: int) -> bool:
    steps = 0
    while word >= 0 and word != ancestor and steps <= len(heads):
        word, steps = heads[word], steps + 1
    return word == ancestor
