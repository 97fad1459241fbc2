r"""CorefUD: mentions in the `Entity` attribute of a CoNLL-U file's MISC column.

A comment `# global.Entity = eid-etype-head-other` names the fields of an opening bracket. The field `eid`
(in GUM: `GRP`) is the entity; a closing bracket repeats only that. One attribute holds all brackets of a word
without separator, such as `Entity=(e1-person(e2-place)e3)`; `e1[2/3]` is the second of three parts of a
mention. The field `head` counts the mention's nodes from 1; where it is missing, the head is the first word
of the mention whose head in the tree is outside of it.

Reference: https://ufal.mff.cuni.cz/corefud and
https://github.com/UniversalAnaphora/UniversalAnaphora/blob/main/documents/UA_CONLL_U_proposal_compact.md
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from realizer.document import EmptyNode, Mention, MentionDocument, MultiwordToken, Sentence, Word
from realizer.errors import FormatError
from realizer.formats.conllu import misc_value, read_conllu
from realizer.formats.lines import source_name
from realizer.formats.mentions import MentionBrackets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.formats.lines import Source

__all__ = ["EntityReader", "read_corefud"]

_BRACKET = re.compile(r"\([^()]+\)?|[^()]+\)")
_NUMBER = re.compile(r"[1-9][0-9]*", re.ASCII)
_ROOT = -1
_ENTITY = re.compile(r"(.+?)(?:\[([1-9][0-9]*)/([1-9][0-9]*)\])?", re.ASCII)


class EntityReader:
    """Collects the documents of a CorefUD file from its sentences.

    Made for a caller who reads the sentences for something else, too; else see `read_corefud`. Documents
    before the first `# global.Entity` are not annotated and give nothing.

    Args:
        path: The file's name, for errors.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._entity_field: int | None = None
        self._head_field: int | None = None
        self._annotated = False
        self._genre = ""
        self._begin("", 1)

    def add(self, sentence: Sentence) -> MentionDocument | None:
        """Take the next sentence.

        Args:
            sentence: It; a comment `# newdoc` in it begins a document.

        Returns:
            The document that ended before this sentence, or None.

        Raises:
            FormatError: The `Entity` attribute is broken.
        """
        finished = None
        metadata = sentence.metadata
        name = sentence.newdoc
        if name is not None:
            finished = self.finish()
            self._begin(name, sentence.line)
        if "global.Entity" in metadata:
            self._declare(metadata["global.Entity"], sentence)
        self._annotated = self._entity_field is not None
        self._genre = metadata.get("meta::genre", self._genre)
        self._begun = True
        if self._annotated:
            self._sentences.append(len(self._nodes))
            self._speakers.append(metadata.get("speaker", ""))
        self._note_trees(sentence)
        for index, row in enumerate(sentence.rows):
            entity = misc_value(row.misc, "Entity")
            if not isinstance(row, MultiwordToken):
                self._add_node(row, entity, sentence.line + index)
            elif entity is not None:
                problem = (
                    "expected Entity at words, got it at a multiword token; cure: move it to the first word"
                )
                raise FormatError(self._path, sentence.line + index, problem)
        return finished

    def finish(self) -> MentionDocument | None:
        """Return the last document, or None if it is not annotated.

        Raises:
            FormatError: A mention is still open.
        """
        if not self._annotated:
            return None
        mentions = tuple(self._with_head(mention) for mention in self._brackets.finish())
        return MentionDocument(
            self._name,
            self._line,
            tuple(self._nodes),
            len(self._nodes) - len(self._empty),
            mentions,
            empty=tuple(self._empty),
            sentences=tuple(self._sentences),
            speakers=tuple(self._speakers),
            genre=self._genre,
        )

    def _begin(self, name: str, line: int) -> None:
        self._name, self._line = name, line
        self._nodes: list[str] = []
        self._tree: list[int | None] = []  # every node's head in the tree, as a node; None for empty nodes
        self._empty: list[int] = []
        self._sentences: list[int] = []
        self._speakers: list[str] = []
        self._genre = ""
        self._brackets = MentionBrackets(self._path)
        self._annotated = False
        self._begun = False

    def _declare(self, fields: str, sentence: Sentence) -> None:
        """Take note of the entity's place among the fields of an opening bracket."""
        names = fields.split("-")
        place = next((names.index(name) for name in ("eid", "GRP") if name in names), None)
        problem = ""
        if place is None:
            problem = f"expected eid or GRP among the fields of global.Entity, got {fields!r}; cure: name one"
        elif self._begun and not self._annotated:
            problem = (
                "expected global.Entity at a document's first sentence, got it later; cure: move it there"
            )
        if problem:
            raise FormatError(self._path, _comment_line(sentence, "global.Entity"), problem)
        self._entity_field = place
        self._head_field = names.index("head") if "head" in names else None

    def _note_trees(self, sentence: Sentence) -> None:
        """Append the heads of a sentence's nodes, numbered as the document's nodes are."""
        if not self._annotated:
            return
        rows = [row for row in sentence.rows if not isinstance(row, MultiwordToken)]
        places = {row.id: len(self._nodes) + i for i, row in enumerate(rows) if isinstance(row, Word)}
        self._tree += [places.get(row.head or 0, _ROOT) if isinstance(row, Word) else None for row in rows]

    def _with_head(self, mention: Mention) -> Mention:
        """Find a mention's head in the tree if the file does not name it."""
        if mention.head is not None:
            return mention
        nodes = [node for part in mention.parts for node in range(part.start, part.end + 1)]
        inside = {None, *nodes}
        head = next((node for node in nodes if self._tree[node] not in inside), nodes[0])
        return replace(mention, head=head)

    def _add_node(self, row: Word | EmptyNode, entity: str | None, line: int) -> None:
        if entity is not None:
            self._add_brackets(entity, len(self._nodes), line)
        if self._annotated:  # without mentions there is no need to keep the words of a document in memory
            if isinstance(row, EmptyNode):
                self._empty.append(len(self._nodes))
            self._nodes.append(row.form)

    def _add_brackets(self, text: str, node: int, line: int) -> None:
        if self._entity_field is None:
            problem = (
                "expected a comment '# global.Entity = …' before the first Entity, got none; cure: add it"
            )
            raise FormatError(self._path, line, problem)
        brackets = _BRACKET.findall(text)
        if "".join(brackets) != text:
            problem = (
                f"expected brackets such as (e1-person, e1) or (e1) in Entity, got {text!r}; cure: correct it"
            )
            raise FormatError(self._path, line, problem)
        for bracket in brackets:
            opens, closes = bracket.startswith("("), bracket.endswith(")")
            entity, number, total = self._entity(bracket.strip("()"), line, opens=opens)
            if opens:
                head = self._head(bracket.strip("()"), line)
                self._brackets.open(entity, node, line=line, number=number, total=total, head=head)
            if closes:
                self._brackets.close(entity, node, line=line, number=number, total=total)

    def _entity(self, text: str, line: int, *, opens: bool) -> tuple[str, int, int]:
        """Split a bracket's inside into entity, part number and number of parts."""
        fields = text.split("-")
        place = (self._entity_field or 0) if opens else 0
        match = _ENTITY.fullmatch(fields[place]) if place < len(fields) else None
        if match is None or (not opens and len(fields) > 1):
            wanted = (
                f"an entity in field {place + 1} of the bracket"
                if opens
                else "only the entity at the closing bracket"
            )
            raise FormatError(self._path, line, f"expected {wanted}, got {text!r}; cure: correct Entity")
        number, total = int(match[2] or 1), int(match[3] or 1)
        if number > total:
            problem = f"expected a part number up to {total}, got {number}; cure: correct {fields[place]!r}"
            raise FormatError(self._path, line, problem)
        return match[1], number, total

    def _head(self, text: str, line: int) -> int | None:
        """Read the head's number among the mention's nodes, None if there is none."""
        fields, place = text.split("-"), self._head_field
        if place is None or place >= len(fields) or fields[place] in {"", "_"}:
            return None
        if not _NUMBER.fullmatch(fields[place]):
            wanted = f"the head's number in the mention, from 1, in field {place + 1} of the bracket"
            problem = f"expected {wanted}, got {fields[place]!r}; cure: correct Entity, or leave it empty"
            raise FormatError(self._path, line, problem)
        return int(fields[place])


def _comment_line(sentence: Sentence, key: str) -> int:
    """Return the file's line of the first comment that names a key."""
    index = next(i for i, comment in enumerate(sentence.comments) if key in comment)
    return sentence.line - len(sentence.comments) + index


def read_corefud(source: Source) -> Iterator[MentionDocument]:
    r"""Yield the documents of a CorefUD file with their mentions.

    Memory: one document. A file without `# newdoc` is one document; one without `# global.Entity` has none.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.

    Yields:
        The documents in order.

    Raises:
        FormatError: The file is broken; the message starts with `path:line:`.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> text = (
        ...     b"# newdoc id = d\n# global.Entity = eid-etype\n"
        ...     b"1\tMy\t_\t_\t_\t_\t2\t_\t_\tEntity=(e2-animal(e1-person)\n"
        ...     b"2\tdog\t_\t_\t_\t_\t0\t_\t_\tEntity=e2)\n"
        ... )
        >>> [document] = read_corefud(io.BytesIO(text))
        >>> [(mention.entity, mention.start, mention.end) for mention in document.mentions]
        [('e1', 0, 0), ('e2', 0, 1)]

    Reference:
        https://ufal.mff.cuni.cz/corefud
    """
    reader = EntityReader(source_name(source))
    for sentence in read_conllu(source):
        if (document := reader.add(sentence)) is not None:
            yield document
    if (document := reader.finish()) is not None:
        yield document
