"""What CoNLL-X and CoNLL-2009 share: sentences of words alone, each a row of columns, head by number.

Unlike in CoNLL-U, several empty lines may follow each other; comments may stand before a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern
from typing import TYPE_CHECKING

from realizer.document import Sentence
from realizer.document.records import new_word
from realizer.formats.conllu_rows import NUMBERS, number_of
from realizer.formats.sentence_lines import shortened

if TYPE_CHECKING:
    from realizer.document import Word
    from realizer.formats.sentence_lines import SentenceLines

__all__ = ["WordColumns"]


@dataclass(frozen=True, slots=True)
class WordColumns:
    """Where the columns of a word stand.

    Args:
        format: The format's name, for errors.
        fewest: How many columns a row has at least.
        most: How many at most; None for no limit.
        places: Indices of LEMMA, UPOS, XPOS, FEATS, HEAD and DEPREL; None where the format has none.
    """

    format: str
    fewest: int
    most: int | None
    places: tuple[int, int | None, int, int, int, int]

    def sentence(self, text: SentenceLines) -> Sentence | None:
        """Make a sentence of its lines.

        Args:
            text: They.

        Returns:
            It, or None where no line stands.

        Raises:
            FormatError: A row is broken.
        """
        lines = text.lines
        begin = text.after_comments()
        if begin == len(lines):
            if not lines:
                return None
            raise text.error(begin, "expected a word after the comments, got an empty line; cure: delete it")
        words = tuple(self._word(text, index, index - begin + 1) for index in range(begin, len(lines)))
        for index, word in enumerate(words, begin):
            if word.head is not None and (word.head > len(words) or word.head == word.id):
                raise text.error(
                    index,
                    f"expected a head from 0 (the root) to {len(words)} other than the word itself, "
                    f"got {word.head}; cure: correct column HEAD",
                )
        return Sentence(tuple(lines[:begin]), words, text.first + begin, text.layout)

    def _word(self, text: SentenceLines, index: int, number: int) -> Word:
        line = text.lines[index]
        columns = line.split("\t")
        if len(columns) < self.fewest or (self.most is not None and len(columns) > self.most):
            raise text.error(index, self._column_problem(line, len(columns)))
        if "" in columns:
            place = columns.index("") + 1
            raise text.error(
                index, f"expected a value in column {place}, got nothing; cure: write _ for no value"
            )
        if NUMBERS.get(columns[0]) != number and number_of(columns[0]) != number:
            raise text.error(
                index,
                f"expected word {number}, got {shortened(columns[0])}; cure: number the words 1, 2, 3, … "
                "and put an empty line between sentences",
            )
        return self._record(text, index, number, columns)

    def _record(self, text: SentenceLines, index: int, number: int, columns: list[str]) -> Word:
        lemma, upos, xpos, feats, head, deprel = self.places
        place = NUMBERS.get(columns[head])
        if place is None:
            place = _rare_head(text, index, columns[head])
        return new_word(
            number,
            columns[1],
            columns[lemma],
            "_" if upos is None else intern(columns[upos]),
            intern(columns[xpos]),
            intern(columns[feats]),
            place,
            intern(columns[deprel]),
            (),
            "_",
        )

    def _column_problem(self, line: str, count: int) -> str:
        wanted = f"at least {self.fewest}" if self.most is None else f"{self.fewest} to {self.most}"
        if count == 1 and line.strip():
            cure = "separate them with tabs, not blanks"
        elif not line.strip():
            cure = "delete the white space, an empty line ends a sentence"
        else:
            cure = "name the format (conllu, conllx, conll2009) if it is another one"
        return f"expected {wanted} tab-separated columns of {self.format}, got {count}; cure: {cure}"


def _rare_head(text: SentenceLines, index: int, head: str) -> int | None:
    if head == "_":
        return None
    number = number_of(head)
    if number is None:
        raise text.error(
            index, f"expected a word's number or _ in HEAD, got {shortened(head)}; cure: correct column HEAD"
        )
    return number
