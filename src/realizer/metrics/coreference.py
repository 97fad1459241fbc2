"""Coreference: the scores of a system's clusters of mentions, document by document, in one pass."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from itertools import zip_longest
from typing import TYPE_CHECKING

from realizer.errors import FormatError, InputError
from realizer.metrics.cluster_counts import COUNTERS, ClusterCounts
from realizer.metrics.mention_matching import MATCHES, shared_mentions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from realizer.document import MentionDocument
    from realizer.metrics.mention_matching import Match

__all__ = [
    "CoreferenceEvaluation",
    "CoreferenceScore",
    "coreference_metric_names",
    "evaluate_coreference",
]

CONLL = ("muc", "bcub", "ceafe")
NAMES = ("conll", *COUNTERS)


@dataclass(frozen=True, slots=True)
class CoreferenceScore:
    """What one metric says of all documents together, from 0 to 1.

    Args:
        precision: How much of the system's clusters is right.
        recall: How much of the gold clusters the system has.
        f1: Their harmonic mean; in `conll` and `blanc` the mean of two or three F1.
    """

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class CoreferenceEvaluation:
    """What an evaluation found.

    Args:
        scores: For every metric, its score.
        documents: How many documents were scored.
    """

    scores: Mapping[str, CoreferenceScore]
    documents: int


def coreference_metric_names(*asked: str) -> tuple[str, ...]:
    """Return the names of coreference metrics as they are spelt, in the order of reports.

    Args:
        asked: Names, letter case does not matter; `coref` stands for all.

    Returns:
        The names, each once. Of nothing, all.

    Raises:
        InputError: There is no such metric.

    Examples:
        >>> coreference_metric_names("LEA", "muc", "lea")
        ('muc', 'lea')
        >>> coreference_metric_names()
        ('conll', 'muc', 'bcub', 'ceafe', 'ceafm', 'blanc', 'lea', 'mentions')
    """
    chosen = {name.lower() for name in asked} or {"coref"}
    for name in sorted(chosen - {"coref", *NAMES}):
        near = get_close_matches(name, NAMES, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        choice = f"choose from coref, {', '.join(NAMES)}"
        raise InputError(f"expected a coreference metric, got {name!r}; cure: {hint}{choice}")
    return tuple(name for name in NAMES if name in chosen or "coref" in chosen)


def evaluate_coreference(
    gold: Iterable[MentionDocument],
    system: Iterable[MentionDocument],
    *,
    metrics: Sequence[str] = (),
    match: Match = "exact",
    singletons: bool = False,
    gold_name: str = "gold",
    system_name: str = "system",
) -> CoreferenceEvaluation:
    r"""Score the clusters of a system's documents against gold ones.

    Every metric is recall = Σ_d recalled(d) / Σ_d gold(d), precision likewise, over the documents d, and F1
    their harmonic mean; `blanc` is the mean of two such scores, of pairs with a link and of pairs without,
    and `conll` that of `muc`, `bcub` and `ceafe`.

    Time: O(words + mentions), apart from CEAF's assignment in every document. Memory: one document of each.

    Args:
        gold: The gold documents.
        system: The system's: the same documents in the same order.
        metrics: What to count, as `coreference_metric_names` takes it; by default all.
        match: Which mentions are the same: `exact`, those with the same nodes; `partial`, also one of the
            system's that is part of the gold one and holds its head; `head`, also those with the same head.
        singletons: Keep clusters of one mention; else they are dropped from both sides.
        gold_name: The file's name, for errors.
        system_name: The other's.

    Returns:
        The scores.

    Raises:
        InputError: There are no documents; a metric or a match is unknown; a mention lies outside of its
            document, or its head is needed and not known.
        FormatError: The documents are not the same.

    Examples:
        >>> from realizer.document import Mention, MentionDocument, Part
        >>> def document(*clusters):
        ...     mentions = [Mention(c, (Part(i, i),)) for c, nodes in zip("xyz", clusters) for i in nodes]
        ...     return MentionDocument("d", 1, tuple("abcdef"), 6, tuple(mentions))
        >>> gold, system = document((0, 1, 2), (3, 4)), document((0, 1), (2, 3, 4))
        >>> scores = evaluate_coreference([gold], [system]).scores
        >>> scores["muc"].f1, round(scores["bcub"].f1, 3), round(scores["lea"].recall, 3)
        (0.6666666666666666, 0.733, 0.6)

    Reference:
        Pradhan et al. 2014, Scoring Coreference Partitions of Predicted Mentions: A Reference Implementation.
    """
    names = coreference_metric_names(*metrics)
    if match not in MATCHES:
        raise InputError(
            f"expected a match among {', '.join(MATCHES)}, got {match!r}; cure: name one of them"
        )
    needed = [name for name in COUNTERS if name in names or (name in CONLL and "conll" in names)]
    counted = {name: [ClusterCounts(), ClusterCounts()] for name in needed}
    documents = 0
    for one, other in zip_longest(gold, system):
        _check_same(one, other, gold_name, system_name)
        both = shared_mentions(one, other, match=match, singletons=singletons)
        for name in needed:
            for place, counts in enumerate(COUNTERS[name](both)):
                counted[name][place] += counts
        documents += 1
    if not documents:
        raise InputError(
            f"expected documents with mentions in {gold_name} and {system_name}, got none; cure: name files "
            "with mentions: CorefUD has a comment '# global.Entity = …', CoNLL-2012 '#begin document …'"
        )
    scores = {name: _blanc(*each) if name == "blanc" else _score(each[0]) for name, each in counted.items()}
    if "conll" in names:
        scores["conll"] = _mean(*(scores[name] for name in CONLL))
    return CoreferenceEvaluation({name: scores[name] for name in names}, documents)


def _score(counts: ClusterCounts) -> CoreferenceScore:
    return CoreferenceScore(counts.precision, counts.recall, counts.f1)


def _blanc(together: ClusterCounts, apart: ClusterCounts) -> CoreferenceScore:
    """Average over both kinds of pairs; a kind that the gold documents do not have does not count."""
    return _mean(*(_score(counts) for counts in (together, apart) if counts.gold))


def _mean(*scores: CoreferenceScore) -> CoreferenceScore:
    count = max(len(scores), 1)
    return CoreferenceScore(
        sum(score.precision for score in scores) / count,
        sum(score.recall for score in scores) / count,
        sum(score.f1 for score in scores) / count,
    )


def _check_same(
    gold: MentionDocument | None, system: MentionDocument | None, gold_name: str, system_name: str
) -> None:
    """Refuse two documents that are not the same text.

    Raises:
        FormatError: They are not, or one of them is missing.
    """
    if gold is None or system is None:
        (here, found, there) = (
            (system_name, gold, gold_name) if system is None else (gold_name, system, system_name)
        )
        line = 1 if found is None else found.line
        name = "" if found is None else found.name
        raise FormatError(
            there,
            line,
            f"expected document {name!r} in {here} too, got the end of the documents there; cure: give both "
            "files the same documents; CorefUD declares also those without mentions by '# global.Entity = …'",
        )
    if gold.name != system.name:
        problem = f"expected document {gold.name!r} as in {gold_name}:{gold.line}, got {system.name!r}"
        cure = "give the documents the same names and the same order in both files"
        raise FormatError(system_name, system.line, f"{problem}; cure: {cure}")
    if gold.nodes == system.nodes:
        return
    pairs = zip_longest(gold.nodes, system.nodes)
    place, words = next((i, pair) for i, pair in enumerate(pairs, start=1) if pair[0] != pair[1])
    want, got = ("the document's end" if word is None else repr(word) for word in words)
    problem = (
        f"expected {want} as word {place} of document {gold.name!r}, as in {gold_name}:{gold.line}, got "
        f"{got}; cure: give the system the gold file's words and empty nodes"
    )
    raise FormatError(system_name, system.line, problem)
