"""The records of a parsed text: a sentence and its rows, as CoNLL-U has them.

Readers make them, predictors fill their columns, metrics compare them. Columns that are not parsed keep their
text, `_` included, so nothing of a file is lost.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Dependency", "EmptyNode", "MultiwordToken", "NodeId", "Sentence", "Word"]


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


@dataclass(frozen=True, slots=True)
class Word:
    """One syntactic word; the fields are the ten columns.

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
class Sentence:
    """One sentence.

    Args:
        comments: The lines before the first row, as they stand in the file.
        rows: Words, multiword tokens and empty nodes in the file's order.
        line: The file's line of the first row, from 1; row i stands on `line + i`.
    """

    comments: tuple[str, ...]
    rows: tuple[Word | MultiwordToken | EmptyNode, ...]
    line: int

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
