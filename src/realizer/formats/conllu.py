r"""CoNLL-U: sentences of words, multiword tokens and empty nodes, read one at a time.

The reader is strict: what it yields can be relied on. Word ids count 1, 2, 3, …; a multiword token stands
right before its first word and overlaps no other; an empty node `8.1` stands right after word 8; every head
exists.

Reference: https://universaldependencies.org/format.html
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from realizer.document import Dependency, EmptyNode, MultiwordToken, NodeId, Sentence, Word
from realizer.errors import FormatError
from realizer.formats.lines import numbered_lines, source_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.formats.lines import Source

__all__ = ["misc_value", "read_conllu"]

COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_NUMBER = r"(?:0|[1-9][0-9]*)"
_WORD_ID = re.compile(r"[1-9][0-9]*", re.ASCII)
_RANGE_ID = re.compile(r"([1-9][0-9]*)-([1-9][0-9]*)", re.ASCII)
_EMPTY_ID = re.compile(rf"({_NUMBER})\.([1-9][0-9]*)", re.ASCII)
_HEAD = re.compile(_NUMBER, re.ASCII)
_NODE_ID = re.compile(rf"({_NUMBER})(?:\.([1-9][0-9]*))?", re.ASCII)


def misc_value(misc: str, key: str) -> str | None:
    """Return the value of one attribute of a MISC column.

    Args:
        misc: The column's text, `key=value` pairs joined by `|`.
        key: The attribute's name.

    Returns:
        Its value, or None if it is not there.

    Examples:
        >>> misc_value("Entity=(1-person)|SpaceAfter=No", "Entity")
        '(1-person)'
    """
    if key not in misc:
        return None
    start = key + "="
    return next((pair[len(start) :] for pair in misc.split("|") if pair.startswith(start)), None)


def read_conllu(source: Source) -> Iterator[Sentence]:
    r"""Yield the sentences of a CoNLL-U file, checked.

    Memory: one sentence, whatever the size of the file. The file is opened at the first sentence asked for.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.

    Yields:
        The sentences in order. A last sentence without the empty line after it is whole.

    Raises:
        FormatError: The file is broken; the message starts with `path:line:`.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> text = b"# sent_id = 1\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t0:root\t_\n\n"
        >>> [sentence] = read_conllu(io.BytesIO(text))
        >>> sentence.metadata["sent_id"], sentence.words[0].form, sentence.words[0].head
        ('1', 'Go', 0)

    Reference:
        https://universaldependencies.org/format.html
    """
    name = source_name(source)
    comments: list[str] = []
    builder: _Rows | None = None
    number = 0
    for number, text in numbered_lines(source):
        if not text:
            yield _sentence(comments, builder, name=name, line=number)
            comments, builder = [], None
        elif text.startswith("#"):
            if builder is not None:
                raise FormatError(
                    name,
                    number,
                    "expected a row or an empty line, got a comment; "
                    "cure: move it before the sentence's first row",
                )
            comments.append(text)
        else:
            builder = builder or _Rows(name, number)
            builder.add(text)
    if comments or builder is not None:
        yield _sentence(comments, builder, name=name, line=number + 1)


def _sentence(comments: list[str], builder: _Rows | None, *, name: str, line: int) -> Sentence:
    if builder is None:
        got = "comments only" if comments else "an empty line"
        raise FormatError(
            name, line, f"expected a sentence with at least one row, got {got}; cure: delete it"
        )
    return Sentence(tuple(comments), builder.finish(), builder.first)


class _Rows:
    """The rows of one sentence as they come in, and what the next row may be."""

    def __init__(self, path: str, first: int) -> None:
        self.path = path
        self.first = first
        self.rows: list[Word | MultiwordToken | EmptyNode] = []
        self.word = 0  # the last word's number
        self.empty = 0  # the last empty node's number after that word
        self.covered = 0  # the last word of the last multiword token
        self.pending = False  # a multiword token has come whose first word has not

    def error(self, problem: str, row: int | None = None) -> FormatError:
        return FormatError(self.path, self.first + (len(self.rows) if row is None else row), problem)

    def add(self, text: str) -> None:
        columns = text.split("\t")
        if len(columns) != len(COLUMNS):
            raise self.error(_column_problem(text, len(columns)))
        if "" in columns:
            column = COLUMNS[columns.index("")]
            raise self.error(f"expected a value in column {column}, got nothing; cure: write _ for no value")
        self.rows.append(self._row(columns))

    def _row(self, columns: list[str]) -> Word | MultiwordToken | EmptyNode:
        if _WORD_ID.fullmatch(columns[0]):
            return self._word(columns)
        if match := _RANGE_ID.fullmatch(columns[0]):
            return self._multiword_token(columns, int(match[1]), int(match[2]))
        if match := _EMPTY_ID.fullmatch(columns[0]):
            return self._empty_node(columns, NodeId(int(match[1]), int(match[2])))
        raise self.error(f"expected an id such as 8, 8-9 or 8.1, got {columns[0]!r}; cure: correct column ID")

    def _word(self, columns: list[str]) -> Word:
        if columns[0] != str(self.word + 1):
            raise self.error(
                f"expected word {self.word + 1}, got word {columns[0]}; cure: number the words 1, 2, 3, … "
                "and put an empty line between sentences"
            )
        self.word, self.empty, self.pending = self.word + 1, 0, False
        _, form, lemma, upos, xpos, feats, head, deprel, deps, misc = columns
        return Word(
            self.word, form, lemma, upos, xpos, feats, self._head(head), deprel, self._deps(deps), misc
        )

    def _multiword_token(self, columns: list[str], first: int, last: int) -> MultiwordToken:
        if first != self.word + 1 or first <= self.covered or last < first or self.pending:
            raise self.error(
                f"expected a multiword token that starts at word {max(self.word, self.covered) + 1}, "
                f"got {columns[0]}; cure: put it right before its first word and let it overlap no other"
            )
        self.covered, self.pending = last, True
        return MultiwordToken(first, last, columns[1], columns[5], columns[9])

    def _empty_node(self, columns: list[str], place: NodeId) -> EmptyNode:
        if place != NodeId(self.word, self.empty + 1) or self.pending:
            raise self.error(
                f"expected empty node {self.word}.{self.empty + 1}, got {place}; "
                "cure: put empty nodes right after their word and number them .1, .2, …"
            )
        if (columns[6], columns[7]) != ("_", "_"):
            raise self.error(
                f"expected _ in HEAD and DEPREL of an empty node, got {columns[6]!r} and {columns[7]!r}; "
                "cure: its arcs go to column DEPS"
            )
        self.empty += 1
        _, form, lemma, upos, xpos, feats, _, _, deps, misc = columns
        return EmptyNode(place, form, lemma, upos, xpos, feats, self._deps(deps), misc)

    def _head(self, text: str) -> int | None:
        if text == "_":
            return None
        if not _HEAD.fullmatch(text):
            raise self.error(
                f"expected a word's number or _ in HEAD, got {text!r}; cure: correct column HEAD"
            )
        return int(text)

    def _deps(self, text: str) -> tuple[Dependency, ...]:
        if text == "_":
            return ()
        try:
            return _dependencies(text)
        except ValueError:
            raise self.error(
                f"expected head:relation pairs joined by | in DEPS, got {text!r}; "
                "cure: write them as 8:nsubj|8.1:obj"
            ) from None

    def finish(self) -> tuple[Word | MultiwordToken | EmptyNode, ...]:
        """Check what needs the whole sentence: that every head and every multiword token's word exists."""
        if self.word == 0 or self.covered > self.word:
            raise self.error(
                f"expected word {self.word + 1}, got the sentence's end; cure: add the missing word"
            )
        places = {NodeId(0), *(row.id for row in self.rows if isinstance(row, EmptyNode))}
        for index, row in enumerate(self.rows):
            if isinstance(row, Word) and row.head is not None:
                self._check_head(row, row.head, index)
            if not isinstance(row, MultiwordToken):
                for arc in row.deps:
                    self._check_place(arc.head, places, index)
        return tuple(self.rows)

    def _check_head(self, word: Word, head: int, row: int) -> None:
        if head > self.word or head == word.id:
            got = "itself" if head == word.id else str(head)
            raise self.error(
                f"expected a head from 0 (the root) to {self.word} other than the word itself, got {got}; "
                "cure: correct column HEAD",
                row,
            )

    def _check_place(self, place: NodeId, places: set[NodeId], row: int) -> None:
        exists = place in places if place.empty else place.word <= self.word
        if not exists:
            raise self.error(
                f"expected heads that stand in the sentence in DEPS, got {place}; cure: correct column DEPS",
                row,
            )


def _column_problem(text: str, count: int) -> str:
    if not text.strip():
        return "expected an empty line between sentences, got white space; cure: delete the white space"
    cure = "separate them with tabs, not blanks" if count == 1 and " " in text else "see the format's page"
    return f"expected {len(COLUMNS)} tab-separated columns, got {count}; cure: {cure}"


@lru_cache(maxsize=65_536)
def _dependencies(text: str) -> tuple[Dependency, ...]:
    """Parse a DEPS column; the same few thousand texts make up most of a treebank."""
    arcs = []
    for pair in text.split("|"):
        head, colon, relation = pair.partition(":")
        match = _NODE_ID.fullmatch(head)
        if not (match and colon and relation):
            raise ValueError(text)
        arcs.append(Dependency(NodeId(int(match[1]), int(match[2] or 0)), relation))
    return tuple(arcs)
