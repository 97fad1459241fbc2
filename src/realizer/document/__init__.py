"""Frozen records of a parsed text, shared by readers, predictors and metrics.

Sentence           its rows: Word, MultiwordToken, EmptyNode, and arcs between them
MentionDocument    its nodes, and each Mention of an entity with its parts and its head
with_annotations   the same sentence with other columns
tree_problem       why heads are no tree
"""

from __future__ import annotations

from realizer.document.annotations import with_annotations
from realizer.document.mentions import Mention, MentionDocument, Part
from realizer.document.records import (
    Dependency,
    EmptyNode,
    Finding,
    Layout,
    MultiwordToken,
    NodeId,
    Sentence,
    Word,
)
from realizer.document.trees import tree_problem

__all__ = [
    "Dependency",
    "EmptyNode",
    "Finding",
    "Layout",
    "Mention",
    "MentionDocument",
    "MultiwordToken",
    "NodeId",
    "Part",
    "Sentence",
    "Word",
    "tree_problem",
    "with_annotations",
]
