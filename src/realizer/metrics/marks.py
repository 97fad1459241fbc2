"""Marks: for every metric, which items of a chunk count, and which of them are right."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from realizer.metrics.columns import ROOT
from realizer.metrics.comparison import NOT_ALIGNED, members
from realizer.metrics.enhanced import path_without_subtypes
from realizer.metrics.scores import PUNCTUATION

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from realizer.metrics.columns import Booleans, Integers, Spans
    from realizer.metrics.comparison import Comparison
    from realizer.metrics.enhanced import EnhancedArcs

__all__ = ["MARKERS", "Marks"]

_RELATIONS = (
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod "
    "acl amod conj fixed flat compound list parataxis orphan goeswith reparandum root dep"
)
CONTENT = frozenset(_RELATIONS.split())


@dataclass(frozen=True, slots=True)
class Marks:
    """What one metric counts in a chunk.

    Args:
        correct: How much is right at every gold item.
        gold: How much there is at every gold item.
        system: How much there is at every system item.
        aligned: At which gold items there is an alignment; None for metrics of the alignment itself.
        gold_items: Where the gold items stand.
        system_items: Where the system's stand.
    """

    correct: NDArray[np.generic]
    gold: NDArray[np.generic]
    system: NDArray[np.generic]
    aligned: NDArray[np.generic] | None
    gold_items: Spans
    system_items: Spans


def _spans(both: Comparison, kind: str) -> Marks:
    gold: Spans = getattr(both.chunk.gold, kind)
    system: Spans = getattr(both.chunk.system, kind)
    return Marks(
        same_spans(gold, system), np.ones_like(gold.start), np.ones_like(system.start), None, gold, system
    )


def same_spans(gold: Spans, system: Spans) -> Booleans:
    """Tell which gold items cover the same characters as a system item; no two begin at one place."""
    index = np.searchsorted(system.start, gold.start)
    index = np.minimum(index, len(system.start) - 1)
    same: Booleans = (system.start[index] == gold.start) & (system.end[index] == gold.end)
    return same


def _words(both: Comparison) -> Marks:
    marks = _every_word(both, correct=both.aligned)
    return Marks(marks.correct, marks.gold, marks.system, None, marks.gold_items, marks.system_items)


def _every_word(both: Comparison, *, correct: Booleans) -> Marks:
    gold, system = both.chunk.gold, both.chunk.system
    every = np.ones(len(gold.words), np.bool_), np.ones(len(system.words), np.bool_)
    return Marks(correct, *every, both.aligned, gold.places, system.places)


def _columns(both: Comparison, names: tuple[str, ...]) -> Marks:
    """Count all words; right are those with all the named columns the same."""
    return _every_word(both, correct=_all(both, names))


def _all(both: Comparison, names: tuple[str, ...]) -> Booleans:
    correct = both.aligned
    for name in names:
        correct = correct & getattr(both, name)
    return correct


def _content_words(both: Comparison, names: tuple[str, ...], *, function_words: bool = False) -> Marks:
    """Count words whose relation, gold or the system's own, is that of a content word."""
    gold, system = both.chunk.gold, both.chunk.system
    ours, theirs = members(gold.relation, CONTENT), members(system.relation, CONTENT)
    correct = ours & _all(both, names)
    if function_words:
        correct &= both.function_words()
    return Marks(correct, ours, theirs, ours & both.aligned, gold.places, system.places)


def _arcs(both: Comparison, *, subtypes: bool) -> Marks:
    """Count enhanced arcs, at their dependents; right are pairs of a gold and a system arc, both the same.

    Without subtypes, arcs that differed become the same, and each of two in gold pairs with each of two of
    the system's: as the official program counts, precision may so exceed 100 %.
    """
    gold, system = both.chunk.gold, both.chunk.system
    ours, theirs = gold.arcs, system.arcs
    numbers: dict[str, int] = {}
    labels = _numbered(ours, numbers, subtypes=subtypes), _numbered(theirs, numbers, subtypes=subtypes)
    dependent = both.partner[theirs.dependent]
    head = np.where(theirs.head >= 0, both.partner[theirs.head], ROOT)
    known = (dependent != NOT_ALIGNED) & (head != NOT_ALIGNED)

    def keys(dependent: Integers, head: Integers, label: Integers) -> Integers:
        return (dependent * (len(gold.words) + 1) + head - ROOT) * (len(numbers) + 1) + label

    found, times = np.unique(keys(dependent[known], head[known], labels[1][known]), return_counts=True)
    wanted = keys(ours.dependent, ours.head, labels[0])
    found, times = np.append(found, -1), np.append(times, 0)  # never empty
    index = np.minimum(np.searchsorted(found[:-1], wanted), len(found) - 1)
    pairs = np.where(found[index] == wanted, times[index], 0)
    return Marks(
        np.bincount(ours.dependent, weights=pairs, minlength=len(gold.words)).astype(np.int64),
        np.bincount(ours.dependent, minlength=len(gold.words)),
        np.bincount(theirs.dependent, minlength=len(system.words)),
        both.aligned,
        gold.places,
        system.places,
    )


def _numbered(arcs: EnhancedArcs, numbers: dict[str, int], *, subtypes: bool) -> Integers:
    """Return the arcs' labels by numbers that both files share."""
    labels = arcs.labels if subtypes else [path_without_subtypes(label) for label in arcs.labels]
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], np.int64)[arcs.label]


def _kept(both: Comparison, convention: str | None) -> tuple[Booleans, Booleans]:
    """Tell which words are no punctuation: by the gold tag, by its own where a system word is not aligned."""
    gold, system = both.chunk.gold, both.chunk.system
    if convention is None:
        return np.ones(len(gold.words), np.bool_), np.ones(len(system.words), np.bool_)
    column, tags = PUNCTUATION[convention]
    ours = np.array([getattr(word, column) not in tags for word in gold.words], np.bool_)
    own = np.array([getattr(word, column) not in tags for word in system.words], np.bool_)
    return ours, np.where(both.partner == NOT_ALIGNED, own, ours[np.maximum(both.partner, 0)])


def _without_punctuation(both: Comparison, names: tuple[str, ...], *, convention: str) -> Marks:
    ours, theirs = _kept(both, convention)
    places = both.chunk.gold.places, both.chunk.system.places
    return Marks(ours & _all(both, names), ours, theirs, ours & both.aligned, *places)


def _trees(both: Comparison, names: tuple[str, ...], *, convention: str | None = None) -> Marks:
    """Count sentences; right are those that are a sentence of the system's and have no word wrong."""
    gold, system = both.chunk.gold, both.chunk.system
    ours, theirs = _kept(both, convention)
    wrong = np.bincount(gold.places.sentence[ours & ~_all(both, names)], minlength=len(gold.surfaces))
    extra = system.places.start[theirs & (both.partner == NOT_ALIGNED)]
    wrong += np.bincount(
        np.searchsorted(gold.sentences.start, extra, side="right") - 1, minlength=len(gold.surfaces)
    )
    spans = _spans(both, "sentences")
    return Marks(
        spans.correct & (wrong == 0), spans.gold, spans.system, None, gold.sentences, system.sentences
    )


def _of_convention(convention: str) -> dict[str, Callable[[Comparison], Marks]]:
    # PTB and CTB are scored by the whole label; their labels have no subtypes in the first place.
    labelled = ("head", "relation" if convention == "ud" else "label")
    return {
        f"UAS-{convention}": partial(_without_punctuation, names=("head",), convention=convention),
        f"LAS-{convention}": partial(_without_punctuation, names=labelled, convention=convention),
        f"UEM-{convention}": partial(_trees, names=("head",), convention=convention),
        f"LEM-{convention}": partial(_trees, names=labelled, convention=convention),
    }


_TAGS = ("upos", "features")
_ARC = ("head", "relation")
MARKERS: dict[str, Callable[[Comparison], Marks]] = {
    "Tokens": partial(_spans, kind="tokens"),
    "Sentences": partial(_spans, kind="sentences"),
    "Words": _words,
    "UPOS": partial(_columns, names=("upos",)),
    "XPOS": partial(_columns, names=("xpos",)),
    "UFeats": partial(_columns, names=("features",)),
    "AllTags": partial(_columns, names=(*_TAGS, "xpos")),
    "Lemmas": partial(_columns, names=("lemma",)),
    "UAS": partial(_columns, names=("head",)),
    "LAS": partial(_columns, names=_ARC),
    "ELAS": partial(_arcs, subtypes=True),
    "EULAS": partial(_arcs, subtypes=False),
    "CLAS": partial(_content_words, names=_ARC),
    "MLAS": partial(_content_words, names=(*_ARC, *_TAGS), function_words=True),
    "BLEX": partial(_content_words, names=(*_ARC, "lemma")),
    "UEM": partial(_trees, names=("head",)),
    "LEM": partial(_trees, names=_ARC),
    **_of_convention("ud"),
    **_of_convention("ptb"),
    **_of_convention("ctb"),
}
