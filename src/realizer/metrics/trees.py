"""Trees: the check that a file's heads form trees, without which the official program gives no scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from realizer.document import Word
from realizer.errors import FormatError
from realizer.metrics.columns import NO_HEAD, ROOT

if TYPE_CHECKING:
    from realizer.metrics.columns import Booleans, Columns

__all__ = ["check_trees"]

CURE = "cure: correct column HEAD, or switch the check off to score heads that are no tree"


def check_trees(columns: Columns, *, name: str) -> None:
    """Check that every sentence has one root and no cycle.

    Time: O(words log words), by following all heads at once, twice as far in every step.

    Args:
        columns: Some sentences.
        name: Their file, for errors.

    Raises:
        FormatError: A sentence is no tree.
    """
    missing = columns.head == NO_HEAD
    if missing.any():
        raise _error(columns, missing, name, "expected a head, got _")
    roots = columns.head == ROOT
    per_sentence = np.bincount(columns.places.sentence[roots], minlength=len(columns.surfaces))
    if (per_sentence > 1).any():
        second = roots & (per_sentence > 1)[columns.places.sentence]
        second[np.flatnonzero(second)[0]] = False
        raise _error(columns, second, name, "expected one root in a sentence, got another")
    lost = _never_reaches_a_root(columns)
    if lost.any():
        raise _error(columns, lost, name, "expected heads that lead to the root, got a cycle")


def _never_reaches_a_root(columns: Columns) -> Booleans:
    count = len(columns.words)
    head = np.append(np.where(columns.head >= 0, columns.head, count), count)
    longest = max(len(each.words) for each in columns.surfaces)
    for _ in range(longest.bit_length()):
        head = head[head]
    lost: Booleans = head[:count] != count
    return lost


def _error(columns: Columns, where: Booleans, name: str, problem: str) -> FormatError:
    word = columns.words[index := int(np.flatnonzero(where)[0])]
    sentence = columns.surfaces[int(columns.places.sentence[index])].sentence
    row = next(i for i, row in enumerate(sentence.rows) if isinstance(row, Word) and row.id == word.id)
    return FormatError(name, sentence.line + row, f"{problem} at word {word.id}, {word.form!r}; {CURE}")
