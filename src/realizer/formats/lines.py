"""Lines of a text file with their numbers: plain, gzipped or from standard input.

The readers of this room all begin here, so a byte that is not UTF-8 gives the same error in all of them.
Bytes are split at LF only: characters such as U+2028 or U+0085 may stand inside a word.
"""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from contextlib import nullcontext
from typing import TYPE_CHECKING, BinaryIO

from realizer.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    Source = str | os.PathLike[str] | BinaryIO

__all__ = ["numbered_lines", "source_name"]


def source_name(source: Source) -> str:
    """Return the name under which errors speak of a source.

    Args:
        source: A path, `-` for standard input, or an open binary stream.

    Returns:
        The path as given, `<stdin>`, or the stream's own name (`<stream>` if it has none).

    Examples:
        >>> source_name("dev.conllu"), source_name("-")
        ('dev.conllu', '<stdin>')
    """
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        return "<stdin>" if path == "-" else path
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>"


def numbered_lines(source: Source) -> Iterator[tuple[int, str]]:
    r"""Yield the lines of a source, numbered from 1 and without their line end.

    Memory: one line, whatever the size of the file.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.

    Yields:
        Pairs of line number and text.

    Raises:
        FormatError: A line is not UTF-8, ends in CR LF, the file starts with a byte order mark, or its gzip
            stream is broken.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> list(numbered_lines(io.BytesIO(b"a b\nc")))
        [(1, 'a b'), (2, 'c')]
    """
    name, number, offset = source_name(source), 0, 0
    with _binary(source) as stream:
        try:
            for raw in stream:
                number += 1
                yield number, _text(raw, name=name, number=number, offset=offset)
                offset += len(raw)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            problem = f"expected a whole gzip file, got: {error}; cure: fetch or compress the file again"
            raise FormatError(name, number + 1, problem) from error


def _binary(source: Source) -> AbstractContextManager[BinaryIO]:
    """Open a source for reading bytes; streams that are not ours are left open."""
    if not isinstance(source, (str, os.PathLike)):
        return nullcontext(source)
    path = os.fspath(source)
    if path == "-":
        return nullcontext(sys.stdin.buffer)
    if path.endswith(".gz"):
        return gzip.open(path, "rb")  # type: ignore[return-value]  # a GzipFile reads as a BinaryIO does
    return open(path, "rb")  # noqa: PTH123  # the caller's `with` closes it


def _text(raw: bytes, *, name: str, number: int, offset: int) -> str:
    """Decode one line and take its end off."""
    if number == 1 and raw.startswith(b"\xef\xbb\xbf"):
        problem = "expected text, got a byte order mark (EF BB BF); cure: sed -i '1s/^\\xEF\\xBB\\xBF//' FILE"
        raise FormatError(name, number, problem)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        got = f"got byte 0x{raw[error.start]:02X} at offset {offset + error.start} of the file"
        raise FormatError(
            name, number, f"expected UTF-8, {got}; cure: convert it with iconv -t UTF-8"
        ) from None
    if text.endswith("\r\n"):
        raise FormatError(name, number, "expected a line end LF, got CR LF; cure: sed -i 's/\\r$//' FILE")
    return text[:-1] if text.endswith("\n") else text
