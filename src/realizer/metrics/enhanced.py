"""Enhanced arcs for scoring: empty nodes vanish, paths through them become arcs such as `conj>nsubj`.

Reference: Bouma et al. 2020, Overview of the IWPT 2020 Shared Task on Parsing into Enhanced Universal
Dependencies, section 4; https://universaldependencies.org/iwpt20/task_and_evaluation.html
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.document import EmptyNode, NodeId, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from realizer.document import Sentence
    from realizer.metrics.surface import Surface

    Integers = NDArray[np.int64]

__all__ = ["EnhancedArcs", "collapsed_arcs", "enhanced_arcs", "path_without_subtypes"]

Arc = tuple[int, int, str]  # dependent, head, label; by word number, 0 is the root


@dataclass(frozen=True, slots=True)
class EnhancedArcs:
    """The enhanced arcs of a run of sentences, each once.

    Args:
        dependent: The dependents' indices in the run's words.
        head: The heads' indices, -1 for the root.
        label: The labels' numbers.
        labels: The labels.
    """

    dependent: Integers
    head: Integers
    label: Integers
    labels: Sequence[str]


def enhanced_arcs(surfaces: Sequence[Surface]) -> EnhancedArcs:
    """Collect the enhanced arcs between words, with paths through empty nodes collapsed.

    Args:
        surfaces: Some sentences.

    Returns:
        Their arcs.
    """
    arcs: list[Arc] = []
    before = -1
    for each in surfaces:
        # A row is a word, a multiword token or an empty node.
        if len(each.sentence.rows) == len(each.words) + sum(each.multiword):
            arcs += [
                (before + word.id, before + arc.head.word if arc.head.word else -1, arc.relation)
                for word in each.words
                for arc in word.deps
            ]
        else:
            arcs += [
                (before + dependent, before + head if head else -1, path)
                for dependent, head, path in collapsed_arcs(each.sentence)
            ]
        before += len(each.words)
    once = arcs if len(set(arcs)) == len(arcs) else list(dict.fromkeys(arcs))
    dependents, heads, paths = zip(*once, strict=True) if once else ((), (), ())
    numbers = {path: number for number, path in enumerate(dict.fromkeys(paths))}
    return EnhancedArcs(
        np.array(dependents, np.int64),
        np.array(heads, np.int64),
        np.array([numbers[path] for path in paths], np.int64),
        tuple(numbers),
    )


def collapsed_arcs(sentence: Sentence) -> Iterable[Arc]:
    r"""Replace paths through empty nodes by arcs whose label is the path.

    Paths that begin at an empty node are lengthened backwards by all paths that end there. What then begins
    and ends at words (or begins at the root) is an arc; what does not is lengthened further unless it meets a
    node twice, so cycles of empty nodes come to an end. Empty nodes without a head or without a dependent
    leave nothing.

    Time: proportional to the number of paths, which grows fast only if empty nodes govern each other.

    Args:
        sentence: The sentence.

    Returns:
        The arcs between words, each once.

    Examples:
        >>> import io
        >>> from realizer.document import Dependency, EmptyNode, NodeId, Sentence, Word
        >>> def word(number, *deps):
        ...     deps = tuple(Dependency(NodeId(*head), relation) for head, relation in deps)
        ...     return Word(number, "w", "_", "_", "_", "_", None, "_", deps, "_")
        >>> arc = (Dependency(NodeId(1), "conj"),)
        >>> empty = EmptyNode(NodeId(1, 1), "_", "_", "_", "_", "_", arc, "_")
        >>> rows = (word(1, ((0,), "root")), empty, word(2, ((1, 1), "obj")))
        >>> list(collapsed_arcs(Sentence((), rows, 1)))
        [(1, 0, 'root'), (2, 1, 'conj>obj')]
    """
    arcs: dict[Arc, None] = {}
    from_empty: deque[_Path] = deque()
    into_empty: defaultdict[NodeId, list[_Path]] = defaultdict(list)
    seen: set[_Path] = set()
    found = list(_edges(sentence))
    while found:
        for path in found:
            if path.joins_words:
                arcs[path.nodes[-1].word, path.nodes[0].word, ">".join(path.relations)] = None
            elif path not in seen:
                seen.add(path)
                if path.nodes[0].empty:
                    from_empty.append(path)
                if path.nodes[-1].empty:
                    into_empty[path.nodes[-1]].append(path)
        found = []
        while from_empty and not found:
            tail = from_empty.popleft()
            longer = [front.then(tail) for front in into_empty[tail.nodes[0]]]
            found = [path for path in longer if path.joins_words or not path.meets_a_node_twice]
    return arcs


@dataclass(frozen=True, slots=True)
class _Path:
    """A way down the graph, from a head over nodes to a dependent."""

    nodes: tuple[NodeId, ...]
    relations: tuple[str, ...]

    @property
    def joins_words(self) -> bool:
        return not (self.nodes[0].empty or self.nodes[-1].empty)

    @property
    def meets_a_node_twice(self) -> bool:
        return len(set(self.nodes)) < len(self.nodes)

    def then(self, other: _Path) -> _Path:
        return _Path(self.nodes + other.nodes[1:], self.relations + other.relations)


def _edges(sentence: Sentence) -> Iterator[_Path]:
    for row in sentence.rows:
        if isinstance(row, Word | EmptyNode):
            place = NodeId(row.id) if isinstance(row, Word) else row.id
            for arc in row.deps:
                yield _Path((arc.head, place), (arc.relation,))


def path_without_subtypes(label: str) -> str:
    """Cut every relation of a path at its first colon.

    Args:
        label: Relations joined by `>`, or one relation.

    Returns:
        Their universal parts.

    Examples:
        >>> path_without_subtypes("conj:and>nsubj:pass")
        'conj>nsubj'
    """
    if ":" not in label:
        return label
    return ">".join(relation.partition(":")[0] for relation in label.split(">"))
