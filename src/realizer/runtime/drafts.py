"""What waits to be parsed: words, what is known of their sentences, and where they come from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from realizer.segmentation import cut_tokens, paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from realizer.document import Sentence
    from realizer.segmentation import Token

__all__ = ["Draft", "draft_of_sentences", "drafts_of_text"]

_ENDS = re.compile(r"[.!?…]+")
_OPENS = frozenset("\"'“‘([«-*")
_CLOSES = frozenset("\"'”’)]»")


@dataclass(slots=True)
class Draft:
    """A part of a document.

    Attributes:
        words: The words.
        tokens: The tokens they stand in; none if sentences are given.
        begins: Words at which a sentence begins for sure, in order; the first is 0.
        cuts: Words at which the text may be cut into stretches that are read apart: the begins, and those
            after what looks like the end of a sentence.
        open: Whether sentences may also begin elsewhere.
        given: The sentences that these words come from, if they are given.
        base: Where the text begins in its document.
    """

    words: list[str] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    open: bool = True
    given: tuple[Sentence, ...] = ()
    base: int = 0

    def firsts(self) -> NDArray[np.int64]:
        """The tokens' first words: only there can a sentence begin."""
        held = np.fromiter((len(token.cuts) - 1 for token in self.tokens), np.int64, len(self.tokens))
        return np.cumsum(held) - held


def draft_of_sentences(sentences: Sequence[Sentence]) -> Draft:
    """Take the words of sentences that are given, with their bounds."""
    draft = Draft(open=False, given=tuple(sentences))
    for sentence in sentences:
        draft.begins.append(len(draft.words))
        draft.words.extend(word.form for word in sentence.words)
    draft.cuts = draft.begins
    return draft


def drafts_of_text(text: str, *, lines: bool, size: int, base: int = 0) -> Iterator[Draft]:
    """Cut a text into words, and these into drafts.

    Args:
        text: The text.
        lines: Whether every line is a sentence.
        size: About how many words a draft may have; it ends where a stretch may end.
        base: Where the text begins in its document.

    Yields:
        The drafts in order.
    """
    draft = Draft(open=not lines, base=base)
    for begin, end in _lines(text) if lines else paragraphs(text):
        tokens = cut_tokens(text[begin:end], base=begin)
        for number, stretch in enumerate(_stretches(tokens, text, whole=lines)):
            if len(draft.words) >= size:
                yield draft
                draft = Draft(open=not lines, base=base)
            _append(draft, text, stretch, sure=number == 0)
    if draft.words:
        yield draft


def _lines(text: str) -> Iterator[tuple[int, int]]:
    place = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            yield place, place + len(line)
        place += len(line)


def _stretches(tokens: list[Token], text: str, *, whole: bool) -> Iterator[list[Token]]:
    """Cut the tokens of a paragraph into what may be read apart: after what looks like a sentence's end."""
    first, ended = 0, False
    for place, (cuts,) in enumerate(tokens):
        form = text[cuts[0] : cuts[-1]]
        if ended and form not in _CLOSES:
            if not whole and (form[0].isupper() or form[0].isdigit() or form[0] in _OPENS):
                yield tokens[first:place]
                first = place
            ended = False
        ended = ended or _ENDS.fullmatch(form) is not None
    if first < len(tokens):
        yield tokens[first:]


def _append(draft: Draft, text: str, tokens: list[Token], *, sure: bool) -> None:
    """Add a stretch of a paragraph."""
    words = draft.words
    draft.cuts.append(len(words))
    if sure or not words:
        draft.begins.append(len(words))
    draft.tokens.extend(tokens)
    for token in tokens:
        words.extend(token.words(text))
