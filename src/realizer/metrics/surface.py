"""The surface of a sentence: its tokens without spaces, and how many words each holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from realizer.document import MultiwordToken, Word
from realizer.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from realizer.document import Sentence

__all__ = ["SPACES", "Surface", "surface"]

# All characters of Unicode's category Zs: one file may have a space inside a token where the other has not.
SPACES = re.compile("[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


@dataclass(frozen=True, slots=True)
class Surface:
    """A sentence and what of it can be seen in the text.

    Args:
        sentence: The sentence.
        words: Its words.
        forms: Its tokens without spaces: multiword tokens, and the words that are in none.
        spread: How many words each token holds.
        multiword: Whether a token is a multiword token.
        text: The tokens joined.
    """

    sentence: Sentence
    words: Sequence[Word]
    forms: list[str]
    spread: list[int]
    multiword: list[bool]
    text: str

    def row_at(self, character: int) -> int:
        """Return the index of the row whose token holds a character of the text."""
        covered = 0
        for index, row in enumerate(self.sentence.rows):
            if isinstance(row, MultiwordToken):
                covered = row.last
            elif not isinstance(row, Word) or row.id <= covered:
                continue
            character -= len(SPACES.sub("", row.form))
            if character < 0:
                return index
        return len(self.sentence.rows) - 1


def surface(sentence: Sentence, *, name: str) -> Surface:
    """Find the tokens of a sentence.

    Args:
        sentence: The sentence.
        name: Its file, for errors.

    Returns:
        The tokens.

    Raises:
        FormatError: The sentence has no words, or a token consists of spaces.
    """
    words = [row for row in sentence.rows if isinstance(row, Word)]
    if len(words) == len(sentence.rows):
        forms = [word.form for word in words]
        spread, multiword = [1] * len(words), [False] * len(words)
    else:
        forms, spread, multiword = _tokens(sentence)
    text = "".join(forms)
    if SPACES.search(text):
        forms = [SPACES.sub("", form) for form in forms]
        text = "".join(forms)
    if not words or "" in forms:
        got = "a token of spaces only" if words else "none"
        raise FormatError(
            name,
            sentence.line,
            f"expected a sentence of words that can be seen, got {got}; cure: delete it",
        )
    return Surface(sentence, words, forms, spread, multiword, text)


def _tokens(sentence: Sentence) -> tuple[list[str], list[int], list[bool]]:
    forms, spread, multiword = [], [], []
    covered = 0
    for row in sentence.rows:
        if isinstance(row, MultiwordToken):
            forms.append(row.form)
            spread.append(row.last - row.first + 1)
            multiword.append(True)
            covered = row.last
        elif isinstance(row, Word) and row.id > covered:
            forms.append(row.form)
            spread.append(1)
            multiword.append(False)
    return forms, spread, multiword
