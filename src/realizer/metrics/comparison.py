"""Comparison: what is the same at the aligned words of a chunk, column by column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.metrics.columns import NO_HEAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from realizer.metrics.chunks import Chunk
    from realizer.metrics.columns import Booleans, Integers

__all__ = ["NOT_ALIGNED", "Comparison", "compare", "members"]

NOT_ALIGNED = -3
FUNCTION = frozenset({"aux", "cop", "mark", "det", "clf", "case", "cc"})


@dataclass(frozen=True, slots=True)
class Comparison:
    """What several metrics ask about the words of a chunk.

    Args:
        chunk: The chunk.
        aligned: Whether a gold word is aligned.
        partner: The gold word of every system word, NOT_ALIGNED where there is none.
        upos: Whether a gold word's aligned word has the same column UPOS; likewise the next.
        xpos: … the same column XPOS.
        features: … the same universal features.
        lemma: … the same lemma, or any where the gold file has `_`.
        head: … an aligned head that is the head, or is the root with it.
        relation: … the same universal relation.
        label: … the same relation with its subtype.
    """

    chunk: Chunk
    aligned: Booleans
    partner: Integers
    upos: Booleans
    xpos: Booleans
    features: Booleans
    lemma: Booleans
    head: Booleans
    relation: Booleans
    label: Booleans

    def function_words(self) -> Booleans:
        """Tell at which gold words the function words below are the same as below the aligned word.

        The same are: as many; each aligned, below its head in both files, with the same relation, tag and
        features. Alignments keep the order, so the order needs no look.
        """
        gold, system, pairs = self.chunk.gold, self.chunk.system, self.chunk.alignment
        ours, theirs = members(gold.relation, FUNCTION), members(system.relation, FUNCTION)
        same = ours & self.head & self.relation & self.upos & self.features
        needed, found = _per_head(gold.head, ours), _per_head(system.head, theirs)
        right = _per_head(gold.head, same)
        equal = np.zeros(len(gold.words), np.bool_)
        equal[pairs.gold] = (needed[pairs.gold] == found[pairs.system]) & (
            right[pairs.gold] == needed[pairs.gold]
        )
        return equal


def compare(chunk: Chunk) -> Comparison:
    """Compare the aligned words of a chunk column by column.

    Args:
        chunk: The chunk.

    Returns:
        For every gold word, what is the same.
    """
    gold, system, pairs = chunk.gold, chunk.system, chunk.alignment
    partner = np.full(len(system.words), NOT_ALIGNED, np.int64)
    partner[pairs.system] = pairs.gold
    ours = [gold.words[i] for i in pairs.gold.tolist()]
    theirs = [system.words[i] for i in pairs.system.tolist()]

    def at_gold(same: list[bool] | Booleans) -> Booleans:
        spread = np.zeros(len(gold.words), np.bool_)
        spread[pairs.gold] = same
        return spread

    def equal(first: list[str], second: list[str]) -> Booleans:
        return at_gold([first[i] == second[j] for i, j in zip(left, right, strict=True)])

    left, right = pairs.gold.tolist(), pairs.system.tolist()
    both = list(zip(ours, theirs, strict=True))
    system_head = np.where(system.head >= 0, partner[system.head], system.head)
    head = gold.head[pairs.gold]
    return Comparison(
        chunk=chunk,
        aligned=at_gold(np.ones(len(left), np.bool_)),
        partner=partner,
        upos=at_gold([a.upos == b.upos for a, b in both]),
        xpos=at_gold([a.xpos == b.xpos for a, b in both]),
        features=equal(gold.features, system.features),
        lemma=at_gold([a.lemma in {"_", b.lemma} for a, b in both]),
        head=at_gold((head == system_head[pairs.system]) & (head != NO_HEAD)),
        relation=equal(gold.relation, system.relation),
        label=at_gold([a.deprel == b.deprel for a, b in both]),
    )


def members(relations: Sequence[str], group: frozenset[str]) -> Booleans:
    """Tell which relations are of a group.

    Args:
        relations: Universal relations, one per word.
        group: The group.

    Returns:
        A mask.
    """
    return np.array([relation in group for relation in relations], np.bool_)


def _per_head(head: Integers, counted: Booleans) -> Integers:
    """Count at every word those dependents of it that are counted."""
    return np.bincount(head[counted & (head >= 0)], minlength=len(head))
