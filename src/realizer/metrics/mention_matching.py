"""Matching: which mention of the system is which of the gold document, and what their clusters share."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from realizer.errors import InputError
from realizer.metrics.assignment import UNASSIGNED, best_assignment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from realizer.document import Mention, MentionDocument

__all__ = ["MATCHES", "Match", "SharedMentions", "shared_mentions"]

Match = Literal["exact", "partial", "head"]
MATCHES: tuple[Match, ...] = ("exact", "partial", "head")
NO_HEAD = -1
_Spans = tuple[tuple[int, int], ...]
_Key = tuple[
    _Spans, int
]  # what makes two mentions of one document the same: nodes and, with `head`, the head


@dataclass(frozen=True, slots=True)
class SharedMentions:
    """What the clusters of two documents have in common: all that the metrics look at.

    Args:
        gold: The number of mentions in every gold cluster.
        system: … in every cluster of the system.
        shared: For every pair (gold cluster, system cluster) that shares mentions, how many.
    """

    gold: tuple[int, ...]
    system: tuple[int, ...]
    shared: Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class _Mentions:
    """A document's mentions, each once: the cluster and the head of every one, and the clusters' sizes."""

    cluster: Mapping[_Key, int]
    head: Mapping[_Key, int]
    sizes: tuple[int, ...]


def shared_mentions(
    gold: MentionDocument, system: MentionDocument, *, match: Match = "exact", singletons: bool = False
) -> SharedMentions:
    """Match the mentions of two documents, and count what their clusters share.

    Mentions with the same nodes match; with `head`, their heads must be the same, too. Of those left over,
    `partial` may match a gold mention with one of the system's that lies inside of it and holds its head;
    `head` may match mentions with the same head. Among these, one-to-one, the sum of shared nodes / nodes of
    the gold mention is made as large as it can be.

    Time: O(nodes of the mentions), and an assignment over the pairs that may match.

    Args:
        gold: The gold document.
        system: The system's, over the same nodes.
        match: What counts as the same mention.
        singletons: Keep clusters of one mention; else they are dropped on both sides before the matching.

    Returns:
        Sizes and common mentions of the clusters. A mention that occurs again, in its cluster or in another
        one, counts only in the cluster whose first mention comes first.

    Raises:
        InputError: A mention lies outside of the document, or its head is needed and not known.
    """
    ours = _mentions(gold, match=match, singletons=singletons, heads=match != "exact")
    theirs = _mentions(system, match=match, singletons=singletons, heads=match == "head")
    pairs = [(key, key) for key in ours.cluster if key in theirs.cluster]
    if match != "exact":
        left = sorted(ours.cluster.keys() - theirs.cluster), sorted(theirs.cluster.keys() - ours.cluster)
        pairs += _inexact_pairs(*left, ours.head, theirs.head, match=match)
    shared = Counter((ours.cluster[one], theirs.cluster[other]) for one, other in pairs)
    return SharedMentions(ours.sizes, theirs.sizes, shared)


def _mentions(document: MentionDocument, *, match: Match, singletons: bool, heads: bool) -> _Mentions:
    """Collect the mentions of a document by cluster, in the order of the clusters' first mentions."""
    entities: dict[str, list[Mention]] = {}
    for mention in document.mentions:
        entities.setdefault(mention.entity, []).append(mention)
    cluster: dict[_Key, int] = {}
    head: dict[_Key, int] = {}
    seen: set[_Key] = set()
    sizes: list[int] = []
    for mentions in entities.values():
        found: dict[_Key, int] = {}
        for mention in mentions:
            spans = _spans(mention, document)
            node = _head(mention, spans, document) if heads else NO_HEAD
            found.setdefault((spans, node if match == "head" else NO_HEAD), node)
        new = {key: node for key, node in found.items() if key not in seen}
        seen |= new.keys()
        if len(new) > 1 or (new and singletons):
            cluster |= dict.fromkeys(new, len(sizes))
            head |= new
            sizes.append(len(new))
    return _Mentions(cluster, head, tuple(sizes))


def _spans(mention: Mention, document: MentionDocument) -> _Spans:
    """Return a mention's stretches with neighbouring ones joined: the same nodes, the same spans."""
    spans: list[tuple[int, int]] = []
    last = -1
    for part in mention.parts:
        if not last < part.start <= part.end < len(document.nodes):
            break
        if spans and part.start == last + 1:
            spans[-1] = (spans[-1][0], part.end)
        else:
            spans.append((part.start, part.end))
        last = part.end
    else:
        if spans:
            return tuple(spans)
    parts = [(part.start, part.end) for part in mention.parts]
    raise InputError(
        f"expected mentions with parts in text order inside of the {len(document.nodes)} nodes of document "
        f"{document.name!r}, got {parts} of entity {mention.entity}; cure: count nodes from 0, ends inside"
    )


def _head(mention: Mention, spans: _Spans, document: MentionDocument) -> int:
    """Return a mention's head; that of a mention of one node is the node."""
    if mention.head is None and spans[0][0] == spans[-1][1]:
        return spans[0][0]
    if mention.head is None or not any(start <= mention.head <= end for start, end in spans):
        raise InputError(
            f"expected the head of every mention in document {document.name!r}, each inside of it, got "
            f"{mention.head} for the nodes {mention.start} to {mention.end}; cure: match='exact', or CorefUD "
            "files, which name heads or have trees"
        )
    return mention.head


def _inexact_pairs(
    gold: Sequence[_Key],
    system: Sequence[_Key],
    gold_head: Mapping[_Key, int],
    system_head: Mapping[_Key, int],
    *,
    match: Match,
) -> list[tuple[_Key, _Key]]:
    """Match what is left, one-to-one, with the largest sum of the gold mentions' shares that are met."""
    nodes = [_nodes(key) for key in system]
    by_node: dict[int, list[int]] = {}  # the system's mentions at which a gold head may find one
    for place, key in enumerate(system):
        for node in nodes[place] if match == "partial" else (system_head[key],):
            by_node.setdefault(node, []).append(place)
    weights: list[dict[int, float]] = []
    for key in gold:
        inside = _nodes(key)
        weights.append(
            {
                place: len(inside & nodes[place]) / len(inside)
                for place in by_node.get(gold_head[key], ())
                if match == "head" or nodes[place] <= inside
            }
        )
    pairs = zip(gold, best_assignment(weights), strict=True)
    return [(key, system[place]) for key, place in pairs if place != UNASSIGNED]


def _nodes(key: _Key) -> frozenset[int]:
    return frozenset(node for start, end in key[0] for node in range(start, end + 1))
