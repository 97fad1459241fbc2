"""The lines of one sentence after the other: what all formats of one word per line have in common.

An empty line stands after every sentence; after the last one of a file it may be missing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from realizer.document import Layout
from realizer.errors import FormatError
from realizer.formats.lines import line_blocks, source_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from realizer.document import Sentence
    from realizer.formats.lines import Source
    from realizer.formats.skipping import Skipped

__all__ = ["SentenceLines", "read_sentences", "shortened"]

_LONGEST_QUOTE = 60
_MOST_LINES = 1_000_000  # without an empty one: a file of another format, which need not fill the memory


@dataclass(frozen=True, slots=True)
class SentenceLines:
    """The lines up to an empty one.

    Args:
        path: The file's name, for errors.
        first: The number of the first line, from 1.
        lines: The lines; none where two empty ones follow each other.
        layout: The file's line ends.
    """

    path: str
    first: int
    lines: list[str]
    layout: Layout

    def after_comments(self) -> int:
        """Return the index of the first line that is no comment."""
        begin = 0
        while begin < len(self.lines) and self.lines[begin].startswith("#"):
            begin += 1
        return begin

    def error(self, index: int, problem: str) -> FormatError:
        """Return the error for the line at an index."""
        return FormatError(self.path, self.first + index, problem)


def shortened(text: str) -> str:
    """Quote a text for an error, the begin only if it is long.

    Args:
        text: Any text of a file.

    Returns:
        It, in quotes.

    Examples:
        >>> shortened("a" * 100_000)
        "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'… (100000 characters)"
    """
    if len(text) <= _LONGEST_QUOTE:
        return repr(text)
    return f"{text[:_LONGEST_QUOTE]!r}… ({len(text)} characters)"


def read_sentences(
    source: Source, parse: Callable[[SentenceLines], Sentence | None], *, skip_bad: Skipped | None
) -> Iterator[Sentence]:
    """Yield the sentences of a file.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.
        parse: Makes a sentence of its lines, or None of lines that hold none.
        skip_bad: Takes note of broken sentences, which are then left out. None: the first one is an error.

    Yields:
        The sentences in order.

    Raises:
        FormatError: A sentence is broken and `skip_bad` is None, or a gzip stream is.
        OSError: The file cannot be opened or read.
    """
    for lines, fault in _sentence_lines(source):
        sentence = _parsed(lines, fault, parse, skip_bad)
        if sentence is not None:
            yield sentence


def _parsed(
    lines: SentenceLines,
    fault: FormatError | None,
    parse: Callable[[SentenceLines], Sentence | None],
    skip_bad: Skipped | None,
) -> Sentence | None:
    try:
        if fault is not None:
            raise fault
        return parse(lines)
    except FormatError as error:
        if skip_bad is None:
            raise
        skip_bad.add(error)
        return None


def _sentence_lines(source: Source) -> Iterator[tuple[SentenceLines, FormatError | None]]:
    """Yield the sentences' lines, each with the error for bytes that are broken in it."""
    path, first = source_name(source), 1
    lines: list[str] = []
    faults: dict[int, str] = {}
    layout, ended = Layout(), True
    for block in line_blocks(source):
        layout, ended = block.layout, block.ended
        faults.update(block.faults)
        start = 0
        for end in [index for index, line in enumerate(block.lines) if not line]:
            lines += block.lines[start:end]
            last = block.first + end
            yield SentenceLines(path, first, lines, layout), _first_fault(path, faults, last)
            lines, start, first = [], end + 1, last + 1
        lines += block.lines[start:]
        if len(lines) > _MOST_LINES:
            problem = f"expected an empty line after each sentence, got {len(lines)} lines without one; "
            raise FormatError(path, first, problem + "cure: see whether the file has this format")
    if lines:
        layout = replace(layout, missing=1 if ended else 2)
        fault = _first_fault(path, faults, first + len(lines))
        yield SentenceLines(path, first, lines, layout), fault


def _first_fault(path: str, faults: dict[int, str], last: int) -> FormatError | None:
    """Take the faults up to a line off the list and return the first."""
    if not faults:
        return None
    lines = sorted(number for number in faults if number <= last)
    problems = [faults.pop(number) for number in lines]
    return FormatError(path, lines[0], problems[0]) if lines else None
