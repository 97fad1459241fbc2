"""Options that several commands share."""

from __future__ import annotations

import enum

__all__ = ["MODEL_HELP", "TREE_HELP", "Tree"]

MODEL_HELP = "An installed model (realizer models), or the folder of one."
TREE_HELP = "The best tree, the best head of each word alone, or the best tree without crossing arcs."


class Tree(str, enum.Enum):
    """How heads are chosen."""

    tree = "tree"
    greedy = "greedy"
    projective = "projective"
