"""Text to paragraphs: what an empty line separates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Paragraph", "paragraphs"]

_EMPTY_LINE = re.compile(r"\r?\n[^\S\n]*\n\s*|\u2029\s*")


class Paragraph(NamedTuple):
    """A stretch of text between empty lines.

    Attributes:
        begin: Its first character.
        end: The character after its last, white space after it left out.
    """

    begin: int
    end: int


def paragraphs(text: str) -> Iterator[Paragraph]:
    r"""Yield the paragraphs of a text; a single line end is white space like any other.

    Args:
        text: Any text.

    Yields:
        The paragraphs that are not blank.

    Examples:
        >>> list(paragraphs("One\nline.\n \nTwo.\n"))
        [Paragraph(begin=0, end=9), Paragraph(begin=12, end=16)]
    """
    begin = 0
    for match in _EMPTY_LINE.finditer(text):
        if text[begin : match.start()].strip():
            yield Paragraph(begin, begin + len(text[begin : match.start()].rstrip()))
        begin = match.end()
    if text[begin:].strip():
        yield Paragraph(begin, begin + len(text[begin:].rstrip()))
