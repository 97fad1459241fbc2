"""The brackets that coreference files write mentions with.

Both CoNLL-2012 and CorefUD put `(e1` at a mention's first word, `e1)` at its last, `(e1)` at a mention of one
word. A closing bracket belongs to the latest open one of the same entity; brackets of different entities may
cross.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from realizer.document import Mention, Part
from realizer.errors import FormatError

__all__ = ["MentionBrackets"]


@dataclass(slots=True)
class _Open:
    entity: str
    start: int
    line: int
    number: int
    total: int
    head: int | None


@dataclass(slots=True)
class _Unfinished:
    parts: list[Part]
    line: int
    head: int | None


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

    def open(
        self, entity: str, node: int, *, line: int, number: int = 1, total: int = 1, head: int | None = None
    ) -> None:
        """Open a mention, or part `number` of the `total` parts of one.

        Args:
            entity: The entity's id.
            node: Index of the part's first node.
            line: The file's line, for errors.
            number: Which part, from 1.
            total: How many parts the mention has.
            head: Which of the mention's nodes heads it, from 1, if the first part tells.
        """
        bracket = _Open(entity, node, line, number, total, head)
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
            FormatError: No such bracket is open, the part before this one has not come, or the mention has
                not as many nodes as its head says.
        """
        brackets = self._open.get((entity, number, total))
        if not brackets:
            label = _label(entity, number, total)
            problem = f"expected ({label} before {label}), got no open bracket; cure: open the mention first"
            raise FormatError(self.path, line, problem)
        bracket = brackets.pop()
        part = Part(bracket.start, node)
        if total == 1:
            self._add(entity, _Unfinished([part], bracket.line, bracket.head))
        else:
            self._add_part(entity, part, bracket, line=line)

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

    def _add_part(self, entity: str, part: Part, bracket: _Open, *, line: int) -> None:
        number, total = bracket.number, bracket.total
        waiting = self._unfinished.setdefault((entity, total), [])
        if number == 1:
            waiting.append(_Unfinished([part], line, bracket.head))
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
            self._add(entity, mention)

    def _add(self, entity: str, mention: _Unfinished) -> None:
        parts, head = tuple(mention.parts), None
        if mention.head is not None:
            nodes = [node for part in parts for node in range(part.start, part.end + 1)]
            if mention.head > len(nodes):
                problem = (
                    f"expected a head among the {len(nodes)} node(s) of a mention of {entity}, got "
                    f"{mention.head}; cure: count the head from 1 in the mention"
                )
                raise FormatError(self.path, mention.line, problem)
            head = nodes[mention.head - 1]
        self._mentions.append(Mention(entity, parts, head))


def _label(entity: str, number: int, total: int) -> str:
    return entity if total == 1 else f"{entity}[{number}/{total}]"
