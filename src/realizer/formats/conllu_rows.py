"""The rows of one CoNLL-U sentence, checked as they come.

What most rows are, the next word with plain columns, is decided by a few dictionary look-ups; regular
expressions and exact messages are for the others.
"""

from __future__ import annotations

import re
from functools import lru_cache
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from realizer.document import Dependency, EmptyNode, MultiwordToken, NodeId, Word
from realizer.document.records import new_word
from realizer.formats.sentence_lines import shortened

if TYPE_CHECKING:
    from realizer.errors import FormatError
    from realizer.formats.sentence_lines import SentenceLines

__all__ = ["NUMBERS", "Rows", "number_of"]

COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
NUMBERS = {str(number): number for number in range(1000)}
_POSITIVE = r"[1-9][0-9]{0,8}"  # no sentence is longer, and `int` refuses thousands of digits
_NUMBER = rf"(?:0|{_POSITIVE})"
_PLAIN = re.compile(_NUMBER, re.ASCII)
_RANGE_ID = re.compile(rf"({_POSITIVE})-({_POSITIVE})", re.ASCII)
_NODE_ID = re.compile(rf"({_NUMBER})(?:\.({_POSITIVE}))?", re.ASCII)


def number_of(text: str) -> int | None:
    """Return the number that a text is, written as the formats do: digits, no zero in front.

    Args:
        text: A column.

    Returns:
        The number, or None if it is something else.

    Examples:
        >>> number_of("12"), number_of("012"), number_of("+1")
        (12, None, None)
    """
    number = NUMBERS.get(text)
    if number is None and _PLAIN.fullmatch(text):
        number = int(text)
    return number


class _Arcs(NamedTuple):
    """A parsed DEPS column: its arcs, the largest word among the heads, and whether one is an empty node."""

    arcs: tuple[Dependency, ...]
    largest: int
    to_empty: bool


class Rows:
    """The rows of one sentence as they come in, and what the next row may be.

    Args:
        text: The sentence's lines, for errors.
        begin: Index of its first row.
    """

    def __init__(self, text: SentenceLines, begin: int) -> None:
        self._text = text
        self._begin = begin
        self._rows: list[Word | MultiwordToken | EmptyNode] = []
        self._word = 0  # the last word's number
        self._empty = 0  # the last empty node's number after that word
        self._covered = 0  # the last word of the last multiword token
        self._pending = False  # a multiword token has come whose first word has not
        self._largest = 0  # the largest head so far
        self._look_closer = False  # a word is its own head, or an arc leaves an empty node

    def add(self, lines: list[str]) -> None:
        """Take the next rows.

        Args:
            lines: Their text.

        Raises:
            FormatError: One is broken, or not what may come next.
        """
        for line in lines:
            columns = line.split("\t")
            if len(columns) != len(COLUMNS):
                raise self._error(_column_problem(line, len(columns)))
            if "" in columns:
                column = COLUMNS[columns.index("")]
                raise self._error(
                    f"expected a value in column {column}, got nothing; cure: write _ for no value"
                )
            next_word = NUMBERS.get(columns[0]) == self._word + 1
            self._rows.append(self._next_word(columns) if next_word else self._other_row(columns))

    def finish(self) -> tuple[Word | MultiwordToken | EmptyNode, ...]:
        """Check what needs the whole sentence: that every head and every multiword token's word exists.

        Returns:
            The rows.

        Raises:
            FormatError: Something is missing.
        """
        if self._word == 0 or self._covered > self._word:
            raise self._error(
                f"expected word {self._word + 1}, got the sentence's end; cure: add the missing word"
            )
        if self._look_closer or self._largest > self._word:
            self._check_heads()
        return tuple(self._rows)

    def _error(self, problem: str, row: int | None = None) -> FormatError:
        return self._text.error(self._begin + (len(self._rows) if row is None else row), problem)

    def _next_word(self, columns: list[str]) -> Word:
        _, form, lemma, upos, xpos, feats, head, deprel, deps, misc = columns
        self._word = number = self._word + 1
        self._empty, self._pending = 0, False
        place = NUMBERS.get(head)
        if place is None:
            place = self._rare_head(head)
        if place is not None and place > self._largest:
            self._largest = place
        if place == number:
            self._look_closer = True
        arcs = () if deps == "_" else self._arcs(deps)
        # The same few tags for all words, in memory once: a treebank takes 40 % less.
        upos, xpos, feats, deprel = intern(upos), intern(xpos), intern(feats), intern(deprel)
        return new_word(number, form, lemma, upos, xpos, feats, place, deprel, arcs, misc)

    def _other_row(self, columns: list[str]) -> Word | MultiwordToken | EmptyNode:
        number = number_of(columns[0])
        if number == self._word + 1:
            return self._next_word(columns)
        if number:
            raise self._error(
                f"expected word {self._word + 1}, got word {number}; cure: number the words 1, 2, 3, … "
                "and put an empty line between sentences"
            )
        if match := _RANGE_ID.fullmatch(columns[0]):
            return self._multiword_token(columns, int(match[1]), int(match[2]))
        if (match := _NODE_ID.fullmatch(columns[0])) and match[2]:
            return self._empty_node(columns, NodeId(int(match[1]), int(match[2])))
        raise self._error(
            f"expected an id such as 8, 8-9 or 8.1, got {shortened(columns[0])}; cure: correct column ID"
        )

    def _multiword_token(self, columns: list[str], first: int, last: int) -> MultiwordToken:
        if first != self._word + 1 or first <= self._covered or last < first or self._pending:
            raise self._error(
                f"expected a multiword token that starts at word {max(self._word, self._covered) + 1}, "
                f"got {columns[0]}; cure: put it right before its first word and let it overlap no other"
            )
        for index in (2, 3, 4, 6, 7, 8):
            if columns[index] != "_":
                raise self._error(
                    f"expected _ in {COLUMNS[index]} of a multiword token, got {shortened(columns[index])}; "
                    "cure: what is said of its words goes to their rows"
                )
        self._covered, self._pending = last, True
        return MultiwordToken(first, last, columns[1], columns[5], columns[9])

    def _empty_node(self, columns: list[str], place: NodeId) -> EmptyNode:
        if place != NodeId(self._word, self._empty + 1) or self._pending:
            raise self._error(
                f"expected empty node {self._word}.{self._empty + 1}, got {place}; "
                "cure: put empty nodes right after their word and number them .1, .2, …"
            )
        if (columns[6], columns[7]) != ("_", "_"):
            raise self._error(
                f"expected _ in HEAD and DEPREL of an empty node, got {shortened(columns[6])} "
                f"and {shortened(columns[7])}; cure: its arcs go to column DEPS"
            )
        self._empty += 1
        _, form, lemma, upos, xpos, feats, _, _, deps, misc = columns
        arcs = () if deps == "_" else self._arcs(deps)
        return EmptyNode(place, form, lemma, upos, xpos, feats, arcs, misc)

    def _rare_head(self, text: str) -> int | None:
        if text == "_":
            return None
        number = number_of(text)
        if number is None:
            raise self._error(
                f"expected a word's number or _ in HEAD, got {shortened(text)}; cure: correct column HEAD"
            )
        return number

    def _arcs(self, text: str) -> tuple[Dependency, ...]:
        try:
            arcs, largest, to_empty = _parsed(text)
        except ValueError:
            raise self._error(
                f"expected head:relation pairs joined by | in DEPS, got {shortened(text)}; "
                "cure: write them as 8:nsubj|8.1:obj"
            ) from None
        if largest > self._largest:
            self._largest = largest
        if to_empty:
            self._look_closer = True
        return arcs

    def _check_heads(self) -> None:
        places = {NodeId(number) for number in range(self._word + 1)}
        places |= {row.id for row in self._rows if isinstance(row, EmptyNode)}
        for index, row in enumerate(self._rows):
            if isinstance(row, MultiwordToken):
                continue
            head = row.head if isinstance(row, Word) else None
            if head is not None and (head == row.id or head > self._word):
                raise self._error(
                    f"expected a head from 0 (the root) to {self._word} other than the word itself, "
                    f"got {head}; cure: correct column HEAD",
                    index,
                )
            for arc in row.deps:
                if arc.head not in places:
                    raise self._error(
                        f"expected heads that stand in the sentence in DEPS, got {arc.head}; "
                        "cure: correct column DEPS",
                        index,
                    )


def _column_problem(line: str, count: int) -> str:
    if not line.strip():
        return "expected an empty line between sentences, got white space; cure: delete the white space"
    if line.startswith("#"):
        return "expected a row or an empty line, got a comment; cure: move it before the sentence's first row"
    cure = "separate them with tabs, not blanks" if count == 1 and " " in line else "see the format's page"
    return f"expected {len(COLUMNS)} tab-separated columns, got {count}; cure: {cure}"


@lru_cache(maxsize=65_536)
def _parsed(text: str) -> _Arcs:
    """Parse a DEPS column; the same few thousand texts make up most of a treebank."""
    arcs = []
    for pair in text.split("|"):
        head, colon, relation = pair.partition(":")
        match = _NODE_ID.fullmatch(head)
        if not (match and colon and relation):
            raise ValueError(text)
        arcs.append(Dependency(NodeId(int(match[1]), int(match[2] or 0)), relation))
    largest = max(arc.head.word for arc in arcs)
    return _Arcs(tuple(arcs), largest, any(arc.head.empty for arc in arcs))
