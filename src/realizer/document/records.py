"""The records of a parsed text: a sentence and its rows, as CoNLL-U has them.

Readers make them, predictors fill their columns, metrics compare them. Columns that are not parsed keep their
text, `_` included, so nothing of a file is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

__all__ = [
    "Dependency",
    "EmptyNode",
    "Finding",
    "Layout",
    "MultiwordToken",
    "NodeId",
    "Sentence",
    "Word",
    "new_word",
]

_NEWDOC = re.compile(r"#\s*newdoc(?:\s+id)?\s*(?:=\s*(.*?)\s*)?")
_NEWPAR = re.compile(r"#\s*newpar(?:\s+id)?\s*(?:=\s*(.*?)\s*)?")


@dataclass(frozen=True, slots=True, order=True)
class NodeId:
    """The place of a word (`8`), an empty node (`8.1`) or the root (`0`) in its sentence.

    Args:
        word: The word's number; for an empty node, the number of the word before it.
        empty: 0 for a word, else the empty node's number after that word.
    """

    word: int
    empty: int = 0

    def __str__(self) -> str:
        return f"{self.word}.{self.empty}" if self.empty else str(self.word)


@dataclass(frozen=True, slots=True)
class Dependency:
    """One arc of an enhanced graph, arriving at `head`; the node it leaves from is the row that holds it.

    Args:
        head: The head's place; `NodeId(0)` is the root.
        relation: Its label, such as `nmod:of`.
    """

    head: NodeId
    relation: str


class Finding(NamedTuple):
    """What a parser knows about a word that no column says.

    Attributes:
        begin: Where the word stands in the document's text: its first character.
        end: The character after its last.
        arc: How probable the parser finds the arc to the head, from 0 to 1.
        label: How probable it finds the relation, given the head.
    """

    begin: int
    end: int
    arc: float = 1.0
    label: float = 1.0


@dataclass(frozen=True, slots=True)
class Word:
    """One syntactic word; the fields are the ten columns, and what a parser found besides.

    Args:
        id: Its number in the sentence, from 1.
        form: The word as written; the next columns, too, are text as it stands in the file.
        lemma: Its dictionary form.
        upos: Universal part of speech.
        xpos: Part of speech of the treebank's own.
        feats: Morphological features.
        head: The head's number, 0 for the root, None where the column is `_`.
        deprel: The relation to the head.
        deps: The enhanced arcs that leave from this word.
        misc: Everything else; see `misc_value`.
        finding: Place in the text and confidences, where a parser made the word; two words may be equal
            without it.
    """

    id: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int | None
    deprel: str
    deps: tuple[Dependency, ...]
    misc: str
    finding: Finding | None = field(default=None, compare=False)


class _Draft:
    """A word whose fields may still be set."""

    __slots__ = Word.__slots__


def new_word(
    number: int,
    form: str,
    lemma: str,
    upos: str,
    xpos: str,
    feats: str,
    head: int | None,
    deprel: str,
    deps: tuple[Dependency, ...],
    misc: str,
    finding: Finding | None = None,
) -> Word:
    """Make a word: `Word(...)`, three times as fast, for readers that make millions.

    The initialiser of a frozen dataclass calls `object.__setattr__` for every field. Here the fields are set
    as those of any object, which then becomes a word.
    """
    draft: Any = _Draft()
    draft.id = number
    draft.form = form
    draft.lemma = lemma
    draft.upos = upos
    draft.xpos = xpos
    draft.feats = feats
    draft.head = head
    draft.deprel = deprel
    draft.deps = deps
    draft.misc = misc
    draft.finding = finding
    draft.__class__ = Word
    word: Word = draft
    return word


@dataclass(frozen=True, slots=True)
class EmptyNode:
    """A node of the enhanced graph that is not a word of the text; fields as in `Word`."""

    id: NodeId
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    deps: tuple[Dependency, ...]
    misc: str


@dataclass(frozen=True, slots=True)
class MultiwordToken:
    """A token of the text that holds the words `first` to `last`."""

    first: int
    last: int
    form: str
    feats: str
    misc: str


@dataclass(frozen=True, slots=True)
class Layout:
    r"""What a file's bytes hold besides its lines, kept so that a writer can give them back.

    Args:
        line_end: How lines end: LF as the format wants it, or CR LF as Windows writes it.
        byte_order_mark: Whether the file begins with EF BB BF, as some Windows files do.
        missing: How many of the two line ends after the last row are missing, at a file's end.
    """

    line_end: str = "\n"
    byte_order_mark: bool = False
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence.

    Args:
        comments: The lines before the first row, as they stand in the file.
        rows: Words, multiword tokens and empty nodes in the file's order.
        line: The file's line of the first row, from 1; row i stands on `line + i`.
        layout: The file's line ends, for the writer; two sentences may be equal without it.
    """

    comments: tuple[str, ...]
    rows: tuple[Word | MultiwordToken | EmptyNode, ...]
    line: int
    layout: Layout = field(default=Layout(), compare=False)

    @property
    def words(self) -> tuple[Word, ...]:
        """The words in order; word i stands at index i - 1."""
        return tuple(row for row in self.rows if isinstance(row, Word))

    @property
    def empty_nodes(self) -> tuple[EmptyNode, ...]:
        """The empty nodes in order."""
        return tuple(row for row in self.rows if isinstance(row, EmptyNode))

    @property
    def multiword_tokens(self) -> tuple[MultiwordToken, ...]:
        """The multiword tokens in order."""
        return tuple(row for row in self.rows if isinstance(row, MultiwordToken))

    @property
    def metadata(self) -> dict[str, str]:
        """The comments `# key = value` as a dictionary; one without `=` is a key with an empty value."""
        pairs = (comment[1:].partition("=") for comment in self.comments)
        return {key.strip(): value.strip() for key, _, value in pairs}

    @property
    def newdoc(self) -> str | None:
        """The id of the document that begins here, empty if it has none; None if no document begins."""
        return _begun(self.comments, _NEWDOC)

    @property
    def newpar(self) -> str | None:
        """The id of the paragraph that begins here, empty if it has none; None if no paragraph begins."""
        return _begun(self.comments, _NEWPAR)


def _begun(comments: tuple[str, ...], pattern: re.Pattern[str]) -> str | None:
    matches = (pattern.fullmatch(comment) for comment in comments if "new" in comment)
    return next((match[1] or "" for match in matches if match), None)
