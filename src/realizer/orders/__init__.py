"""The mathematics of orders, NumPy only: partial orders, realizers, dimension, token-split structures.

Conventions, the same in every function:

    relation      boolean `[n, n]`; relation[x, y] means x < y. Orders are strict: never x < x.
    total order   integers `[n]`, ranks: order[x] is the position of element x, 0..n-1, each once.
    realizer      integers `[K, n]`, one total order per row; x < y iff x has the smaller rank in every row.
    structure     a number n of tokens and arcs `[a, 2]`, (tail, head). After the token split, red x (where
                  arcs leave) is vertex x and blue y (where they arrive) is vertex n + y.
    forest        parents `[n]`, -1 for a root. Heads of a sentence: `[n]` for words 1..n, 0 for the root.

Zero elements and one element are orders like any other. `check_…` raises an OrderError with a witness,
`is_…` answers; both refuse arrays of the wrong shape or type. Arguments are never changed.
"""

from __future__ import annotations

from realizer.orders.certificates import Certificate, check_certificate, check_structure_certificate
from realizer.orders.closed_forms import (
    DependencyRealizer,
    block_realizer,
    dependency_realizer,
    forest_realizer,
    matching_realizer,
    partition_realizer,
)
from realizer.orders.compositions import parallel, series
from realizer.orders.dimension import Dimension, critical_pairs, order_dimension
from realizer.orders.linear_extensions import linear_extension
from realizer.orders.realizers import check_realizer, intersection, is_realizer
from realizer.orders.relations import (
    check_partial_order,
    check_total_relation,
    cover_relation,
    find_cycle,
    is_partial_order,
    is_total_relation,
    transitive_closure,
)
from realizer.orders.series_parallel import (
    Decomposition,
    Leaf,
    Parallel,
    Series,
    series_parallel_decomposition,
    series_parallel_realizer,
    series_parallel_relation,
)
from realizer.orders.standard_examples import (
    antichain,
    boolean_lattice,
    chain,
    fence,
    n_poset,
    standard_example,
)
from realizer.orders.token_splits import TokenSplit, token_join, token_split
from realizer.orders.total_orders import (
    check_total_order,
    is_total_order,
    order_of_sequence,
    sequence_of_order,
)
from realizer.orders.traversals import (
    BinaryTree,
    Traversals,
    left_descendants,
    right_descendants,
    traverse,
    tree_from_in_and_post,
    tree_from_in_and_pre,
)
from realizer.orders.two_dimensional import (
    TwoDimensional,
    order_dimension_at_most_two,
    structure_dimension_at_most_two,
)

__all__ = [
    "BinaryTree",
    "Certificate",
    "Decomposition",
    "DependencyRealizer",
    "Dimension",
    "Leaf",
    "Parallel",
    "Series",
    "TokenSplit",
    "Traversals",
    "TwoDimensional",
    "antichain",
    "block_realizer",
    "boolean_lattice",
    "chain",
    "check_certificate",
    "check_partial_order",
    "check_realizer",
    "check_structure_certificate",
    "check_total_order",
    "check_total_relation",
    "cover_relation",
    "critical_pairs",
    "dependency_realizer",
    "fence",
    "find_cycle",
    "forest_realizer",
    "intersection",
    "is_partial_order",
    "is_realizer",
    "is_total_order",
    "is_total_relation",
    "left_descendants",
    "linear_extension",
    "matching_realizer",
    "n_poset",
    "order_dimension",
    "order_dimension_at_most_two",
    "order_of_sequence",
    "parallel",
    "partition_realizer",
    "right_descendants",
    "sequence_of_order",
    "series",
    "series_parallel_decomposition",
    "series_parallel_realizer",
    "series_parallel_relation",
    "standard_example",
    "structure_dimension_at_most_two",
    "token_join",
    "token_split",
    "transitive_closure",
    "traverse",
    "tree_from_in_and_post",
    "tree_from_in_and_pre",
]
