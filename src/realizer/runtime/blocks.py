"""A file of text as blocks that can be parsed one after another: memory does not grow with the file."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, BinaryIO

from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["text_blocks"]

_CHUNK = 1 << 16  # bytes that are read at a time
_PATIENCE = 1 << 16  # characters after which a block ends without an empty line, or a line end
_REACH = 64  # characters of a sentence's end with its closing marks
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*|\u2029")
_SENTENCE = re.compile(r"[.!?…][\"'”’)\]]*\s+")
_BLANK = re.compile(r"\s+")


def text_blocks(
    stream: BinaryIO, *, name: str, encoding: str = "utf-8", lines: bool = False
) -> Iterator[str]:
    """Read a text and yield it in blocks, which joined are the text.

    A block ends after an empty line; in a very long paragraph after what looks like the end of a sentence, or
    at a blank.

    Args:
        stream: The file's bytes.
        name: What errors call it.
        encoding: How its bytes are characters.
        lines: Whether blocks may end at any line's end.

    Yields:
        The blocks, a few ten thousand characters long unless a word is longer.

    Raises:
        InputError: A byte cannot be read; the message has its place.
    """
    kept = ""
    seen = 0  # what was looked at in vain, but for an end that may reach into what comes
    for more in _decoded(stream, name=name, encoding=encoding):
        kept += more
        end = kept.rfind("\n", seen) + 1 if lines else _last_end(_PARAGRAPH, kept, seen)
        if not end and len(kept) > _PATIENCE:
            end = _last_end(_SENTENCE, kept, seen) or _last_end(_BLANK, kept, seen)
            seen = max(0, len(kept) - _REACH)
        if end:
            yield kept[:end]
            kept, seen = kept[end:], 0
    if kept:
        yield kept


def _last_end(pattern: re.Pattern[str], text: str, begin: int) -> int:
    """Where the last match ends; one at the very end may go on in the next chunk, so it does not count."""
    end = 0
    for match in pattern.finditer(text, begin):
        if match.end() < len(text):
            end = match.end()
    return end


def _decoded(stream: BinaryIO, *, name: str, encoding: str) -> Iterator[str]:
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
    except LookupError as error:
        raise InputError(
            f"expected a known encoding, got {encoding!r}; cure: e.g. --encoding latin-1"
        ) from error
    place = 0
    while chunk := stream.read(_CHUNK):
        held = len(decoder.getstate()[0])
        try:
            yield decoder.decode(chunk)
        except UnicodeDecodeError as error:
            raise _unreadable(name, encoding, place - held + error.start, error) from error
        place += len(chunk)
    try:
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise _unreadable(name, encoding, place - len(error.object) + error.start, error) from error


def _unreadable(name: str, encoding: str, place: int, error: UnicodeDecodeError) -> InputError:
    byte = error.object[error.start]
    return InputError(
        f"{name}: expected text in {encoding}, got the byte 0x{byte:02x} at byte {place} of the file; cure: "
        "--encoding with the file's own, such as latin-1 or utf-16"
    )
