"""Mentions: which stretches of a document speak of which entity."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Mention", "MentionDocument", "Part"]


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """A stretch of neighbouring nodes, both ends inside.

    Args:
        start: Index of its first node in the document, from 0.
        end: Index of its last node.
    """

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention of an entity; more than one part if words that do not belong to it stand between.

    Args:
        entity: The entity's id in the document.
        parts: Its stretches in text order.
        head: Index of the node that heads it; None where the file does not tell.
    """

    entity: str
    parts: tuple[Part, ...]
    head: int | None = None

    @property
    def start(self) -> int:
        """Index of the first node."""
        return self.parts[0].start

    @property
    def end(self) -> int:
        """Index of the last node."""
        return self.parts[-1].end


@dataclass(frozen=True, slots=True)
class MentionDocument:
    """One document with its mentions.

    Args:
        name: The document's id, empty if it has none.
        line: The file's line where it begins, from 1.
        nodes: The forms of words and empty nodes in text order; mentions count in these, from 0.
        words: How many of the nodes are words.
        mentions: The mentions, sorted by (start, end, entity).
        empty: Which nodes are empty ones, by index.
        sentences: The index of every sentence's first node; of one without nodes, where it would stand.
        speakers: Who says each sentence; empty where nobody is named.
        genre: The kind of text; empty if it is not said.
    """

    name: str
    line: int
    nodes: tuple[str, ...]
    words: int
    mentions: tuple[Mention, ...]
    empty: tuple[int, ...] = ()
    sentences: tuple[int, ...] = ()
    speakers: tuple[str, ...] = ()
    genre: str = ""
