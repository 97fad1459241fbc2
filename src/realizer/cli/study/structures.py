"""What a study counts: the structures of a file, as arcs between vertices.

An arc (x, y) leaves from the red vertex of x and arrives at the blue vertex of y. Three kinds:

    basic      a sentence's tree, column HEAD: word -> head; vertex 0 is the artificial root
    enhanced   a sentence's graph, column DEPS: word or empty node -> head; vertex 0 is the artificial root
    mention    a document's mentions: first word -> last word; a mention of one word is a loop
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from realizer.formats import EntityReader, MultiwordToken, NodeId, read_conll2012, read_conllu, source_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from realizer.formats import MentionDocument, Sentence

    Kind = Literal["basic", "enhanced", "mention"]

__all__ = ["KINDS", "Structure", "read_structures"]

KINDS: tuple[Kind, ...] = ("basic", "enhanced", "mention")


@dataclass(frozen=True, slots=True)
class Structure:
    """One directed graph over the tokens of a sentence or document.

    Args:
        kind: Which of the three.
        name: The id of its sentence or document.
        line: The file's line where it begins.
        words: How many words the text has.
        labels: The form of every vertex, the root and empty nodes included.
        arcs: Its distinct arcs (x, y), sorted, as indices into `labels`.
        duplicates: How many more arcs the file has that fall together with one of these.
    """

    kind: Kind
    name: str
    line: int
    words: int
    labels: tuple[str, ...]
    arcs: tuple[tuple[int, int], ...]
    duplicates: int


def read_structures(path: str) -> Iterator[Structure]:
    """Yield the structures of a treebank or coreference file, in one pass.

    Args:
        path: CoNLL-U, or CoNLL-2012 columns if the name ends in `.conll` or `.conll.gz`; `-` for CoNLL-U from
            standard input.

    Yields:
        The structures as they end. Sentences without HEAD or DEPS and documents without mentions of their
        own format give none of that kind.

    Raises:
        FormatError: The file is broken.
    """
    if path.endswith((".conll", ".conll.gz")):
        yield from map(_mention_graph, read_conll2012(path))
        return
    reader = EntityReader(source_name(path))
    for sentence in read_conllu(path):
        if (document := reader.add(sentence)) is not None:
            yield _mention_graph(document)
        yield from _sentence_graphs(sentence)
    if (document := reader.finish()) is not None:
        yield _mention_graph(document)


def _sentence_graphs(sentence: Sentence) -> Iterator[Structure]:
    words = sentence.words
    name = sentence.metadata.get("sent_id", "")
    heads = [(word.id, word.head) for word in words if word.head is not None]
    if len(heads) == len(words):
        labels = ("<root>", *(word.form for word in words))
        yield _structure("basic", name, sentence.line, len(words), labels, heads)
    nodes = [row for row in sentence.rows if not isinstance(row, MultiwordToken)]
    if any(node.deps for node in nodes):
        places = [node.id if isinstance(node.id, NodeId) else NodeId(node.id) for node in nodes]
        index = {NodeId(0): 0} | {place: i for i, place in enumerate(places, start=1)}
        arcs = [(i, index[arc.head]) for i, node in enumerate(nodes, start=1) for arc in node.deps]
        labels = ("<root>", *(node.form for node in nodes))
        yield _structure("enhanced", name, sentence.line, len(words), labels, arcs)


def _mention_graph(document: MentionDocument) -> Structure:
    spans = [(mention.start, mention.end) for mention in document.mentions]
    return _structure("mention", document.name, document.line, document.words, document.nodes, spans)


def _structure(
    kind: Kind, name: str, line: int, words: int, labels: tuple[str, ...], arcs: Iterable[tuple[int, int]]
) -> Structure:
    every = sorted(arcs)
    distinct = tuple(dict.fromkeys(every))
    return Structure(kind, name, line, words, labels, distinct, len(every) - len(distinct))
