"""Chunks: both files read in step, up to a place where both end a sentence at the same character.

Memory does not grow with the files, only with the longest stretch without such a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from realizer.errors import FormatError
from realizer.metrics.alignment import Alignment, align
from realizer.metrics.columns import Columns, columns
from realizer.metrics.surface import Surface, surface

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from realizer.document import Sentence

__all__ = ["Chunk", "chunks"]

FEWEST_WORDS = 2048  # gold words in a chunk: enough to make the arrays' overhead small
SHOWN = 20  # characters of each file in a message about a difference


@dataclass(frozen=True, slots=True)
class Chunk:
    """Sentences of both files that cover the same characters.

    Args:
        gold: The gold file's.
        system: The system's.
        alignment: Which word is which.
    """

    gold: Columns
    system: Columns
    alignment: Alignment


class _Reader:
    """One file's sentences, with a look at the next one, and how many characters have been read."""

    def __init__(self, sentences: Iterable[Sentence], name: str) -> None:
        self.name = name
        self.characters = 0
        self.last: Surface | None = None
        self._sentences = iter(sentences)
        self.next = self._read()

    def _read(self) -> Surface | None:
        sentence = next(self._sentences, None)
        return None if sentence is None else surface(sentence, name=self.name)

    def take(self) -> Surface | None:
        taken = self.next
        if taken is not None:
            self.characters += len(taken.text)
            self.last, self.next = taken, self._read()
        return taken

    def begins_with_multiword_token(self) -> bool:
        return self.next is not None and self.next.multiword[0]


def chunks(
    gold: Iterable[Sentence],
    system: Iterable[Sentence],
    *,
    gold_name: str,
    system_name: str,
) -> Iterator[Chunk]:
    """Cut two files into pieces that can be scored one after the other.

    The pieces together are aligned as the whole files would be.

    Args:
        gold: The gold file's sentences.
        system: The system's.
        gold_name: The file's name, for errors.
        system_name: The other's.

    Yields:
        The pieces in order.

    Raises:
        FormatError: The files have different characters.
    """
    ours, theirs = _Reader(gold, gold_name), _Reader(system, system_name)
    while ours.next or theirs.next:
        golds: list[Surface] = []
        systems: list[Surface] = []
        wanted, chunk = FEWEST_WORDS, None
        while chunk is None:
            _read_in_step(ours, theirs, golds, systems, wanted=wanted)
            left, right = columns(golds), columns(systems)
            alignment = align(left, right)
            if not _goes_on(alignment, ours, theirs):
                chunk = Chunk(left, right, alignment)
            wanted *= 2
        yield chunk


def _goes_on(alignment: Alignment, gold: _Reader, system: _Reader) -> bool:
    """Tell whether a word that is left over here may still be aligned, by a multiword token that follows."""
    if alignment.waiting is None:
        return False
    return (gold if alignment.waiting == "system" else system).begins_with_multiword_token()


def _read_in_step(
    gold: _Reader, system: _Reader, golds: list[Surface], systems: list[Surface], *, wanted: int
) -> None:
    """Read on, always the file that is behind, until both have the same characters and enough words."""
    words = sum(len(each.words) for each in golds)
    ahead, offset = "", 0  # the text that one file has and the other not yet, and what of it is compared
    while True:
        behind = gold if gold.characters <= system.characters else system
        if gold.characters == system.characters and (words >= wanted or not (gold.next or system.next)):
            return
        before = behind.characters
        taken = behind.take()
        if taken is None:
            raise _difference(gold, system, before)
        (golds if behind is gold else systems).append(taken)
        words += len(taken.words) if behind is gold else 0
        common = min(len(taken.text), len(ahead) - offset)
        if not ahead.startswith(taken.text[:common], offset):
            same = _common_prefix(taken.text, ahead[offset:])
            raise _difference(gold, system, before + same)
        if common == len(taken.text):
            offset += common
        else:
            ahead, offset = taken.text, common


def _common_prefix(first: str, second: str) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(first), len(second)))


def _difference(gold: _Reader, system: _Reader, character: int) -> FormatError:
    """Describe the first character in which the files differ."""
    expected, gold_line = _from(gold, character)
    got, line = _from(system, character)
    return FormatError(
        system.name,
        line,
        f"expected {expected} as in {gold.name}:{gold_line}, got {got}; cure: let the system parse the text "
        "of the gold file, and change nothing but tokens, sentences and white space",
    )


def _from(reader: _Reader, character: int) -> tuple[str, int]:
    """Return how a file goes on from a character that was just read or comes next, and its line."""
    last, held = reader.last, reader.next
    begin = reader.characters
    if last is not None and character < begin:
        held, begin = last, begin - len(last.text)
    if held is None:
        return "the file's end", 1 if last is None else last.sentence.line + len(last.sentence.rows)
    text = held.text[character - begin :][:SHOWN]
    return repr(text), held.sentence.line + held.row_at(character - begin)
