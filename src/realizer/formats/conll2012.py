r"""CoNLL-2012 columns: documents with mentions in the last column.

`#begin document (name); part 0` and `#end document` stand around a document, empty lines between sentences.
The fourth column is the word, the tenth, where there are twelve, who says it; the last one holds brackets
joined by `|`, such as `(12|(3)`, and `-`, `_` or nothing where no mention begins or ends. Columns stand apart
by tabs (then one may be empty) or by blanks.

Reference: https://conll.cemantix.org/2012/data.html
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from realizer.document import MentionDocument
from realizer.errors import FormatError
from realizer.formats.lines import numbered_lines, source_name
from realizer.formats.mentions import MentionBrackets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.formats.lines import Source

__all__ = ["read_conll2012"]

_BEGIN = re.compile(r"#begin document \((.*)\);(?: part ([0-9]+))?\s*", re.ASCII)
_BRACKET = re.compile(r"(\()?([0-9]+)(\))?", re.ASCII)
_WORD_COLUMN = 3
_SPEAKER_COLUMN = 9
_FEWEST_COLUMNS = 5
_ALL_COLUMNS = 12


def read_conll2012(source: Source) -> Iterator[MentionDocument]:
    r"""Yield the documents of a CoNLL-2012 file with their mentions.

    Memory: one document.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.

    Yields:
        The documents in order, named `name` or, from the second part on, `name/part`. Their genre is what
        stands in the name before a first `/`, as in OntoNotes.

    Raises:
        FormatError: The file is broken; the message starts with `path:line:`.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> text = b"#begin document (d); part 0\nd 0 0 My (2|(1)\nd 0 1 dog 2)\n\n#end document\n"
        >>> [document] = read_conll2012(io.BytesIO(text))
        >>> [(mention.entity, mention.start, mention.end) for mention in document.mentions]
        [('1', 0, 0), ('2', 0, 1)]

    Reference:
        https://conll.cemantix.org/2012/data.html
    """
    path = source_name(source)
    document: _Document | None = None
    number = 0
    for number, text in numbered_lines(source):
        if text.startswith("#begin document"):
            if document is not None:
                raise FormatError(
                    path, number, "expected '#end document', got another document; cure: end the first"
                )
            document = _Document(path, number, text)
        elif text.startswith("#end document"):
            if document is None:
                raise FormatError(
                    path, number, "expected '#begin document (name);', got an end; cure: begin it"
                )
            yield document.finish()
            document = None
        elif text.strip():
            if document is None:
                problem = (
                    f"expected '#begin document (name); part 0', got {text[:40]!r}; cure: begin the document"
                )
                raise FormatError(path, number, problem)
            document.add(number, text)
        elif document is not None:
            document.between = True
    if document is not None:
        raise FormatError(
            path, number + 1, "expected '#end document', got the file's end; cure: fetch it whole"
        )


class _Document:
    """A document as its lines come in."""

    def __init__(self, path: str, line: int, begin: str) -> None:
        match = _BEGIN.fullmatch(begin)
        if match is None:
            problem = f"expected '#begin document (name); part 0', got {begin!r}; cure: write it so"
            raise FormatError(path, line, problem)
        part = int(match[2] or 0)
        self.path = path
        self.line = line
        self.name = f"{match[1]}/{part}" if part else match[1]
        self.genre = match[1].split("/")[0] if "/" in match[1] else ""
        self.words: list[str] = []
        self.sentences: list[int] = []
        self.speakers: list[str] = []
        self.between = True
        self.brackets = MentionBrackets(path)

    def add(self, line: int, text: str) -> None:
        columns = text.split("\t") if "\t" in text else text.split()
        if len(columns) < _FEWEST_COLUMNS:
            problem = (
                f"expected at least {_FEWEST_COLUMNS} columns, got {len(columns)}; cure: add the missing ones"
            )
            raise FormatError(self.path, line, problem)
        if self.between:
            self.between = False
            self.sentences.append(len(self.words))
            known = columns[_SPEAKER_COLUMN] if len(columns) >= _ALL_COLUMNS else ""
            self.speakers.append("" if known in {"-", "_"} else known)
        if columns[-1] not in {"", "-", "_"}:
            for bracket in columns[-1].split("|"):
                self._bracket(bracket, line)
        self.words.append(columns[_WORD_COLUMN])

    def _bracket(self, text: str, line: int) -> None:
        match = _BRACKET.fullmatch(text)
        if match is None or not (match[1] or match[3]):
            problem = f"expected (7, 7) or (7) in the last column, got {text!r}; cure: correct it"
            raise FormatError(self.path, line, problem)
        if match[1]:
            self.brackets.open(match[2], len(self.words), line=line)
        if match[3]:
            self.brackets.close(match[2], len(self.words), line=line)

    def finish(self) -> MentionDocument:
        mentions = self.brackets.finish()
        return MentionDocument(
            self.name,
            self.line,
            tuple(self.words),
            len(self.words),
            mentions,
            sentences=tuple(self.sentences),
            speakers=tuple(self.speakers),
            genre=self.genre,
        )
