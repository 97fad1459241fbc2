"""Text to tokens, and tokens to the words they hold."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from realizer.segmentation.lexer import lex
from realizer.segmentation.lexicon import ABBREVIATIONS, CLOSING_ABBREVIATIONS, CUT_WORDS

__all__ = ["Token", "cut_tokens", "mended"]

# Gaps: white space, control characters, zero-width spaces and byte order marks.
_STRETCH = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\u200b\ufeff]+")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_CLITIC = re.compile(r"[^\W\d].*?(?=(?:n['’]t|['’`´](?:s|re|ve|ll|d|m))\Z)", re.IGNORECASE | re.DOTALL)


class Token(NamedTuple):
    """A token: what stands between blanks or marks, and where it is cut into words.

    Attributes:
        cuts: Where its first word begins, where each next one does, and where the last one ends.
    """

    cuts: tuple[int, ...]

    @property
    def begin(self) -> int:
        """Its first character."""
        return self.cuts[0]

    @property
    def end(self) -> int:
        """The character after its last."""
        return self.cuts[-1]

    def words(self, text: str) -> tuple[str, ...]:
        """Its words: mostly one, the token itself."""
        cuts = self.cuts
        if len(cuts) == 2:
            return (text[cuts[0] : cuts[1]],)
        return tuple(text[begin:end] for begin, end in pairwise(cuts))


def cut_tokens(text: str, *, base: int = 0) -> list[Token]:
    """Cut English text into tokens and words as the Universal Dependencies treebanks of English do.

    What is between tokens are gaps: white space, control characters, zero-width spaces. Every other
    character is in exactly one token. Time and memory: O(n).

    Args:
        text: Any text; lone surrogates count as unknown characters.
        base: Where it begins in a longer text, whose places the cuts are to be.

    Returns:
        The tokens in order.

    Examples:
        >>> text = "Dr. Kim can't see us @ 10am, e-mail co-op@uni.edu (or call 555-0199)!"
        >>> " ".join("|".join(token.words(text)) for token in cut_tokens(text))
        "Dr. Kim ca|n't see us @ 10 am , e-mail co-op@uni.edu ( or call 555-0199 ) !"
    """
    text = mended(text)
    found: list[Token] = []
    quoted = False  # whether an apostrophe has opened a quotation
    for match in _STRETCH.finditer(text):
        stretch, place = match[0], match.start()
        if stretch.isalpha() and stretch.lower() not in CUT_WORDS:  # most are
            found.append(Token((base + place, base + match.end())))
            continue
        spans = lex(stretch)
        if len(spans) > 1:
            last = stretch[-1] == "." and _may_end(text, match.end())
            spans = _joined(stretch, spans, last=last, quoted=quoted)
        quoted = _still_quoted(stretch, quoted=quoted)
        first = base + place
        for begin, end in spans:
            cut = _second_word(stretch[begin:end])
            inner = (first + begin + cut,) if cut else ()
            found.append(Token((first + begin, *inner, first + end)))
    return found


def mended(text: str) -> str:
    """Put U+FFFD, the sign for unknown characters, in the place of lone surrogates, which no file can hold.

    >>> mended("a" + chr(0xD800) + "b") == "a" + chr(0xFFFD) + "b"
    True
    """
    return _SURROGATES.sub("\ufffd", text) if _SURROGATES.search(text) else text


def _joined(
    stretch: str, spans: tuple[tuple[int, int], ...], *, last: bool, quoted: bool
) -> tuple[tuple[int, int], ...]:
    """Give full stops to abbreviations and apostrophes to plurals."""
    joined: list[tuple[int, int]] = []
    for begin, end in spans:
        mark = stretch[begin:end]
        if joined and mark in {".", "'", "’"}:
            before = stretch[joined[-1][0] : begin]
            if mark == ".":
                own = before in ABBREVIATIONS and not (
                    last and end == len(stretch) and before in CLOSING_ABBREVIATIONS
                )
            else:
                own = not quoted and len(before) > 1 and before[-1] in "sS" and before[:-1].isalpha()
            if own:
                joined[-1] = (joined[-1][0], end)
                continue
        joined.append((begin, end))
    return tuple(joined)


def _may_end(text: str, end: int) -> bool:
    """Whether a sentence may end here: the text does, or what follows begins with a capital."""
    following = _STRETCH.search(text, end)
    return following is None or following[0][0].isupper()


def _still_quoted(stretch: str, *, quoted: bool) -> bool:
    """Whether a quotation in single marks is open after this stretch."""
    if stretch[0] in "'‘" and len(stretch) > 1:
        quoted = True
    return quoted and not (stretch[-1] in "'’" or (len(stretch) > 1 and stretch[-2] in "'’"))


def _second_word(token: str) -> int:
    """Where the second word of a token begins, 0 if it is one word."""
    if token.lower() in CUT_WORDS:
        return CUT_WORDS[token.lower()]
    if not ("'" in token or "’" in token or "`" in token or "´" in token):
        return 0
    if token[-1] in "'’" and len(token) > 2 and token[-2] in "sS":
        return len(token) - 1
    clitic = _CLITIC.match(token)
    return clitic.end() if clitic else 0
