r"""Lines of a text file with their numbers: plain, gzipped or from standard input.

The readers of this room all begin here, so a byte that is not UTF-8 gives the same error in all of them.
Lines end in LF or, all of them, in CR LF, as Windows writes it; a byte order mark may stand first. Nothing
else ends a line: characters such as U+2028 or U+0085 may stand inside a word.

Bytes are read, decoded and split a block at a time, many times faster than line by line.
"""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from realizer.document import Layout
from realizer.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    Source = str | os.PathLike[str] | BinaryIO

__all__ = ["BYTE_ORDER_MARK", "LineBlock", "line_blocks", "numbered_lines", "source_name"]

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_BUFFER = 1 << 16
_NAMES = {"\n": "LF", "\r\n": "CR LF"}


@dataclass(frozen=True, slots=True)
class LineBlock:
    """Whole lines of a file that stand one after the other.

    Args:
        first: The number of the first of them, from 1.
        lines: The lines without their ends.
        faults: What is wrong with the bytes of single lines, by line number.
        layout: How the file's lines end, and whether a byte order mark stands first.
        ended: Whether the last line has an end.
    """

    first: int
    lines: list[str]
    faults: Mapping[int, str]
    layout: Layout
    ended: bool


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

    Memory: a block of 64 kB, or one line where that is longer, whatever the size of the file.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.

    Yields:
        Pairs of line number and text.

    Raises:
        FormatError: A line is not UTF-8 or ends otherwise than the first, or the gzip stream is broken.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> list(numbered_lines(io.BytesIO(b"a b\nc")))
        [(1, 'a b'), (2, 'c')]
    """
    for block in line_blocks(source):
        for number, text in enumerate(block.lines, block.first):
            if number in block.faults:
                raise FormatError(source_name(source), number, block.faults[number])
            yield number, text


def line_blocks(source: Source) -> Iterator[LineBlock]:
    """Yield the lines of a source in blocks; lines with broken bytes are among them, and named as faults.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.

    Yields:
        Blocks of at least one line.

    Raises:
        FormatError: The gzip stream is broken.
        OSError: The file cannot be opened or read.
    """
    number, layout = 1, None
    with _binary(source) as stream:
        try:
            for raw in _whole_lines(stream):
                if layout is None:
                    layout = _layout(raw)
                    raw = raw.removeprefix(BYTE_ORDER_MARK)
                    if not raw:
                        return
                block = _block(raw, number, layout)
                number += len(block.lines)
                yield block
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            problem = f"expected a whole gzip file, got: {error}; cure: fetch or compress the file again"
            raise FormatError(source_name(source), number, problem) from error


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


def _whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield a stream's bytes in pieces that end with a line, as soon as they come; the last as it is."""
    read = getattr(stream, "read1", stream.read)
    rest: list[bytes] = []
    while data := read(_BUFFER):
        end = data.rfind(b"\n") + 1
        if end:
            yield b"".join([*rest, data[:end]])
            rest = []
        rest.append(data[end:])
    if last := b"".join(rest):
        yield last


def _layout(raw: bytes) -> Layout:
    first, end, _ = raw.partition(b"\n")
    line_end = "\r\n" if end and first.endswith(b"\r") else "\n"
    return Layout(line_end, byte_order_mark=raw.startswith(BYTE_ORDER_MARK))


def _block(raw: bytes, first: int, layout: Layout) -> LineBlock:
    ended = raw.endswith(b"\n")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return _faulty_block(raw, first, layout)
    if "\r\n" in text or layout.line_end == "\r\n":
        if layout.line_end == "\n" or text.count("\r\n") != text.count("\n"):
            return _faulty_block(raw, first, layout)
        text = text.replace("\r\n", "\n")
    lines = text.split("\n")
    if ended:
        del lines[-1]
    return LineBlock(first, lines, {}, layout, ended)


def _faulty_block(raw: bytes, first: int, layout: Layout) -> LineBlock:
    """Take a block apart line by line, to say which are broken."""
    parts = raw.split(b"\n")
    lines: list[str] = []
    faults: dict[int, str] = {}
    ended = parts[-1] == b""
    if ended:
        del parts[-1]
    for number, part in enumerate(parts, first):
        has_end = ended or number < first + len(parts) - 1
        line_end = "\r\n" if has_end and part.endswith(b"\r") else "\n"
        line = part[:-1] if line_end == "\r\n" else part
        if has_end and line_end != layout.line_end:
            faults[number] = (
                f"expected a line end {_NAMES[layout.line_end]} as in line 1, got {_NAMES[line_end]}; "
                "cure: save the file with one kind of line ends"
            )
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            lines.append(line.decode("utf-8", errors="replace"))
            faults[number] = (
                f"expected UTF-8, got byte 0x{line[error.start]:02X} at byte {error.start + 1} of the line; "
                "cure: save the file as UTF-8"
            )
    return LineBlock(first, lines, faults, layout, ended)
