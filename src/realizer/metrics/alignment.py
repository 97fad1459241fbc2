"""Alignment: which system word is which gold word, by the characters that they cover.

Without multiword tokens it is simple: two words are the same iff they cover the same characters. Words of
a multiword token have no characters of their own, so around such tokens the forms decide. A walk goes over
both files at once, always past the word that begins first. Where it meets a multiword token, it opens a
region: all words up to the token's end, and further while another multiword token begins inside and ends
outside. Inside a region the words are aligned by a longest common subsequence of their forms, letter case
ignored.

One detail decides last digits. The walk may come to a multiword token on one side while the other side still
lags behind. Then one lagging word is passed over, and further ones count to the region. As the official
program does so, this one does.

Reference: Zeman et al. 2018, CoNLL 2018 Shared Task: Multilingual Parsing from Raw Text to Universal
Dependencies, section 5; https://universaldependencies.org/conll18/evaluation.html
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.metrics.surface import SPACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from realizer.metrics.columns import Columns, Integers

__all__ = ["Alignment", "align"]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs of words, in order on both sides; no word is in two pairs.

    Args:
        gold: The gold words' indices.
        system: The system words' indices.
        waiting: The side that had words left over at the end, None if neither had.
    """

    gold: Integers
    system: Integers
    waiting: str | None


class _Side:
    """One file's words in the walk."""

    def __init__(self, columns: Columns) -> None:
        self.start = columns.places.start.tolist()
        self.end = columns.places.end.tolist()
        self.multiword = columns.multiword.tolist()
        self.count = len(self.start)
        self.columns = columns

    def outside(self, word: int, limit: int) -> bool:
        """Tell whether a word lies, even partly for a single word, beyond a region's end."""
        if word == self.count:
            return True
        return bool(self.start[word] >= limit if self.multiword[word] else self.end[word] > limit)

    def limit(self, word: int, limit: int) -> int:
        """Return a region's end after it took a word in."""
        return max(limit, self.end[word]) if self.multiword[word] else limit

    def forms(self, first: int, last: int) -> list[str]:
        """Return the forms of some words in lower case; those of single words without spaces."""
        # A word of a multiword token keeps a space in its form, as it does in the official program.
        words = self.columns.words
        forms = (
            words[i].form if self.multiword[i] else SPACES.sub("", words[i].form) for i in range(first, last)
        )
        return [form.lower() for form in forms]


def align(gold: Columns, system: Columns) -> Alignment:
    """Align the words of two files that have the same characters.

    Time: O(words), and for a region of g gold and s system words O(g s).

    Args:
        gold: The gold file's columns.
        system: The system's.

    Returns:
        The aligned pairs.
    """
    if _same_words(gold, system):
        every = np.arange(len(gold.words), dtype=np.int64)
        return Alignment(every, every, None)
    runs, waiting = _walk(_Side(gold), _Side(system), *_equal_runs(gold, system))
    begin_gold, begin_system, length = np.array(runs, np.int64).reshape(-1, 3).T
    within = np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length)
    return Alignment(
        np.repeat(begin_gold, length) + within, np.repeat(begin_system, length) + within, waiting
    )


def _same_words(gold: Columns, system: Columns) -> bool:
    """Tell whether both files have the same words, which then are aligned one by one."""
    if not (
        np.array_equal(gold.places.start, system.places.start)
        and np.array_equal(gold.places.end, system.places.end)
        and np.array_equal(gold.multiword, system.multiword)
    ):
        return False
    inside = np.flatnonzero(gold.multiword).tolist()
    return all(gold.words[i].form == system.words[i].form for i in inside)


def _equal_runs(gold: Columns, system: Columns) -> tuple[list[int], list[int]]:
    """Return the system word with the same characters as a gold word, and how long that goes on.

    Words of multiword tokens have none, and those are -1.
    """
    single = np.flatnonzero(~system.multiword)
    partner = np.full(len(gold.words), -1, np.int64)
    if len(single):
        index = np.searchsorted(system.places.start[single], gold.places.start)
        candidate = single[np.minimum(index, len(single) - 1)]
        same = (system.places.start[candidate] == gold.places.start) & ~gold.multiword
        same &= system.places.end[candidate] == gold.places.end
        partner = np.where(same, candidate, -1)
    goes_on = (partner[:-1] >= 0) & (partner[1:] == partner[:-1] + 1)
    ends = np.append(np.flatnonzero(~goes_on), len(partner) - 1)
    every = np.arange(len(partner))
    return partner.tolist(), (ends[np.searchsorted(ends, every)] - every + 1).tolist()


def _walk(
    gold: _Side, system: _Side, partner: list[int], length: list[int]
) -> tuple[list[tuple[int, int, int]], str | None]:
    """Return runs of aligned words, by their beginnings and length, and the side with words left over."""
    runs: list[tuple[int, int, int]] = []
    g = s = 0
    while g < gold.count and s < system.count:
        if gold.multiword[g] or system.multiword[s]:
            g0, g, s0, s = _region(gold, system, g, s)
            matches = _common_subsequence(gold.forms(g0, g), system.forms(s0, s))
            runs.extend((g0 + i, s0 + j, 1) for i, j in matches)
        elif partner[g] == s:
            runs.append((g, s, length[g]))
            g, s = g + length[g], s + length[g]
        elif gold.start[g] <= system.start[s]:
            g += 1
        else:
            s += 1
    if g == gold.count and s == system.count:
        return runs, None
    return runs, "gold" if g < gold.count else "system"


def _region(gold: _Side, system: _Side, g: int, s: int) -> tuple[int, int, int, int]:
    """Return the first word and the one after the last, in gold and system, of the region that opens."""
    if gold.multiword[g]:
        limit = gold.end[g]
        s += not system.multiword[s] and system.start[s] < gold.start[g]
    else:
        limit = system.end[s]
        g += gold.start[g] < system.start[s]
    g0, s0 = g, s
    while not (gold.outside(g, limit) and system.outside(s, limit)):
        if g < gold.count and (s == system.count or gold.start[g] <= system.start[s]):
            limit = gold.limit(g, limit)
            g += 1
        else:
            limit = system.limit(s, limit)
            s += 1
    return g0, g, s0, s


def _common_subsequence(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int]]:
    """Return the index pairs of a longest common subsequence; of several, the one that skips `first` late.

    L(i, j), the length for the tails from i and j, is max(L(i + 1, j), L(i, j + 1)), or 1 + L(i + 1, j + 1)
    where the tails begin alike. A row of L is the running maximum, from the right, of what the row below
    allows.
    """
    if list(first) == list(second):
        return [(i, i) for i in range(len(first))]
    numbers: dict[str, int] = {}
    left, right = (
        np.array([numbers.setdefault(form, len(numbers)) for form in forms], np.int64)
        for forms in (first, second)
    )
    below = np.zeros(len(right) + 1, np.int64)
    skippable = np.zeros((len(left), len(right)), np.bool_)  # nothing is lost without `first`'s word
    for i in range(len(left) - 1, -1, -1):
        row = np.zeros_like(below)
        best = np.maximum(below[:-1], np.where(left[i] == right, 1 + below[1:], 0))
        row[:-1] = np.maximum.accumulate(best[::-1])[::-1]
        skippable[i] = row[:-1] == below[:-1]
        below = row
    pairs = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif skippable[i, j]:
            i += 1
        else:
            j += 1
    return pairs
