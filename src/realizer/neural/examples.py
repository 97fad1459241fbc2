"""Sentences as numbers: what the parser reads of one sentence, and what it should have answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from realizer.labels import COLUMNS, START, Vocabularies, label_of
from realizer.pieces import PieceCutter, Pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from realizer.document import Sentence, Word

__all__ = ["AFFIXES", "Example", "Spelling", "read_examples"]

AFFIXES = 8
_LETTERS = 64

Integers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Spelling:
    """How words are written, for an encoder without pieces.

    Attributes:
        words: Numbers of known words, 0 for the others, `[words]`.
        letters: Numbers of the letters of all words, one after another, from 1, which is for unknown ones,
            `[letters]`.
        starts: Where the letters of each word begin and the last one's end, `[words + 1]`.
        affixes: Hashes of prefixes and suffixes of 1 to 4 letters, `[words, AFFIXES]`.
    """

    words: Integers
    letters: Integers
    starts: Integers
    affixes: NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Example:
    """One sentence.

    Attributes:
        name: What errors call it: its sent_id, or where it begins.
        text: Its pieces, or how its words are written.
        heads: Gold heads `[words]`, -1 where the column is `_`.
        labels: Gold labels `[words]` by column, -1 where unknown.
        tags: Given tags, from 1, 0 for unknown ones, `[words]`; zeros if none are given.
        follows: Whether it continues the document of the sentence before.
    """

    name: str
    text: Pieces | Spelling
    heads: Integers
    labels: dict[str, Integers]
    tags: Integers
    follows: bool = False

    @property
    def words(self) -> int:
        """How many words there are."""
        return len(self.heads)

    @property
    def pieces(self) -> int:
        """What it costs: pieces, or words where there are none."""
        return len(self.text.ids) if isinstance(self.text, Pieces) else self.words


def read_examples(
    sentences: Sequence[Sentence], *, vocabularies: Vocabularies, cutter: PieceCutter | None, tags: str
) -> Iterator[Example]:
    """Turn sentences into numbers.

    Args:
        sentences: Some sentences.
        vocabularies: The labels, words and letters.
        cutter: Cuts words into pieces; None: they are spelled.
        tags: The column of tags that are given, or "none".

    Yields:
        An example for each sentence.
    """
    words = [sentence.words for sentence in sentences]
    if cutter is None:
        texts: Sequence[Pieces | Spelling] = [_spelling(row, vocabularies) for row in words]
    else:
        texts = cutter([[word.form for word in row] for row in words])
    for place, (sentence, row, text) in enumerate(zip(sentences, words, texts, strict=True)):
        heads = np.array([-1 if word.head is None else word.head for word in row], dtype=np.int32)
        labels = {column: _numbers(row, column, vocabularies) for column in (*COLUMNS, START)}
        given = np.zeros(len(row), dtype=np.int32) if tags == "none" else labels[tags] + np.int32(1)
        name = sentence.metadata.get("sent_id") or f"line {sentence.line}"
        yield Example(name, text, heads, labels, given, place > 0 and sentence.newdoc is None)


def _numbers(words: Sequence[Word], column: str, vocabularies: Vocabularies) -> Integers:
    vocabulary = vocabularies.columns[column]
    return np.array([vocabulary.number(label_of(word, column)) for word in words], dtype=np.int32)


def _spelling(words: Sequence[Word], vocabularies: Vocabularies) -> Spelling:
    known = [vocabularies.words.number(word.form.lower()) + 1 for word in words]
    letters = [[vocabularies.letters.number(letter) + 2 for letter in _ends(word.form)] for word in words]
    starts = np.cumsum([0, *(len(row) for row in letters)])
    return Spelling(
        np.array(known, dtype=np.int32),
        np.array([number for row in letters for number in row], dtype=np.int32),
        starts.astype(np.int32),
        np.array([_affixes(word.form) for word in words], dtype=np.uint32).reshape(len(words), AFFIXES),
    )


def _ends(form: str) -> str:
    """A word's letters; of very long words the first and the last ones."""
    return form if len(form) <= _LETTERS else form[: _LETTERS // 2] + form[-_LETTERS // 2 :]


def _affixes(form: str) -> list[int]:
    """Hash prefixes and suffixes; the hash is the same in every process."""
    lower = _ends(form).lower()
    affixes = [f"<{lower[:n]}" for n in range(1, 5)] + [f"{lower[-n:]}>" for n in range(1, 5)]
    return [crc32(affix.encode()) for affix in affixes]
