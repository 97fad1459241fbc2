"""Mentions of a document, and the brackets that coreference files write them with.

Both CoNLL-2012 and CorefUD put `(e1` at a mention's first word, `e1)` at its last, `(e1)` at a mention of one
word. A closing bracket belongs to the latest open one of the same entity; brackets of different entities may
cross.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from realizer.errors import FormatError

__all__ = ["Mention", "MentionBrackets", "MentionDocument", "Part"]


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
    """

    entity: str
    parts: tuple[Part, ...]

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


@dataclass(slots=True)
class _Open:
    entity: str
    start: int
    line: int
    number: int
    total: int


@dataclass(slots=True)
class _Unfinished:
    parts: list[Part]
    line: int


@dataclass(slots=True)
class MentionBrackets:
    """The brackets of one document as they come in.

    Args:
        path: The file's name, for errors.
    """

    path: str
    _open: dict[tuple[str, int, int], list[_Open]] = field(default_factory=dict)
    _unfinished: dict[tuple[str, int], list[_Unfinished]] = field(default_factory=dict)
    _mentions: list[Mention] = field(default_factory=list)

    def open(self, entity: str, node: int, *, line: int, number: int = 1, total: int = 1) -> None:
        """Open a mention, or part `number` of the `total` parts of one.

        Args:
            entity: The entity's id.
            node: Index of the part's first node.
            line: The file's line, for errors.
            number: Which part, from 1.
            total: How many parts the mention has.
        """
        bracket = _Open(entity, node, line, number, total)
        self._open.setdefault((entity, number, total), []).append(bracket)

    def close(self, entity: str, node: int, *, line: int, number: int = 1, total: int = 1) -> None:
        """Close the latest open bracket of the same entity and part.

        Args:
            entity: The entity's id.
            node: Index of the part's last node.
            line: The file's line, for errors.
            number: Which part, from 1.
            total: How many parts the mention has.

        Raises:
            FormatError: No such bracket is open, or the part before this one has not come.
        """
        brackets = self._open.get((entity, number, total))
        if not brackets:
            label = _label(entity, number, total)
            problem = f"expected ({label} before {label}), got no open bracket; cure: open the mention first"
            raise FormatError(self.path, line, problem)
        part = Part(brackets.pop().start, node)
        if total == 1:
            self._mentions.append(Mention(entity, (part,)))
        else:
            self._add_part(entity, part, number=number, total=total, line=line)

    def finish(self) -> tuple[Mention, ...]:
        """Return the mentions, sorted by (start, end, entity).

        Raises:
            FormatError: A bracket is still open, or a part is missing.
        """
        if left := [bracket for brackets in self._open.values() for bracket in brackets]:
            first = min(left, key=lambda bracket: bracket.line)
            label = _label(first.entity, first.number, first.total)
            problem = f"expected {label}) before the document's end, got none; cure: close the mention"
            raise FormatError(self.path, first.line, problem)
        for (entity, total), mentions in self._unfinished.items():
            for mention in mentions:
                missing = _label(entity, len(mention.parts) + 1, total)
                problem = f"expected part ({missing} before the document's end, got none; cure: add the part"
                raise FormatError(self.path, mention.line, problem)
        return tuple(sorted(self._mentions, key=lambda mention: (mention.start, mention.end, mention.entity)))

    def _add_part(self, entity: str, part: Part, *, number: int, total: int, line: int) -> None:
        waiting = self._unfinished.setdefault((entity, total), [])
        if number == 1:
            waiting.append(_Unfinished([part], line))
            return
        mention = next((each for each in waiting if len(each.parts) == number - 1), None)
        if mention is None:
            wanted = _label(entity, number - 1, total)
            problem = (
                f"expected part {wanted} before part {number}, got none; cure: number the parts in order"
            )
            raise FormatError(self.path, line, problem)
        mention.parts.append(part)
        if number == total:
            waiting.remove(mention)
            self._mentions.append(Mention(entity, tuple(mention.parts)))


def _label(entity: str, number: int, total: int) -> str:
    return entity if total == 1 else f"{entity}[{number}/{total}]"
