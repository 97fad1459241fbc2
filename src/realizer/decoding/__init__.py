"""From order scores to structures: heads, trees, graphs and clusters.

    greedy_heads        every word's best head
    tree_heads          the exact best tree, with one root or any number
    projective_heads    the exact best tree without crossing arcs
    graph_arcs          all arcs with F < 0
    clusters            mentions linked through antecedents
    dense_tree_heads    the textbook's best tree of a cost matrix: the definition, for tests and reading

Words are numbered from 1, 0 is the root, -1 is nothing. How trees are found: docs/arborescence.md.
"""

from realizer.decoding.arborescence_dense import dense_tree_heads
from realizer.decoding.clusters import Clusters, clusters
from realizer.decoding.graphs import GraphArcs, graph_arcs
from realizer.decoding.heads import greedy_heads
from realizer.decoding.projective import projective_heads
from realizer.decoding.trees import tree_heads

__all__ = [
    "Clusters",
    "GraphArcs",
    "clusters",
    "dense_tree_heads",
    "graph_arcs",
    "greedy_heads",
    "projective_heads",
    "tree_heads",
]
