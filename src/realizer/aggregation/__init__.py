"""Aggregation over all pairs without forming the pairs.

Red points x and blue points y carry K real numbers each; F(x, y) = max_k (x_k - y_k), and x comes before y
in the partial order if and only if F(x, y) < 0. Three questions:

    log_sum_exp   log sum_y exp(-F(x, y)) for every x, differentiable: training
    best          min_y F(x, y) and where it is attained: decoding
    report        all pairs with F(x, y) < 0: graphs and spans

The same functions take NumPy arrays and torch tensors. Behind them stand five methods: `sweep` (two orders:
one sort, two scans), `divide` (any number: divide and conquer), `compiled` (the same for one CPU core, with
numba), `blocks` (dense, in blocks of rows) and `definition` (dense: the meaning, the oracle). `choose` picks
one by a measured model of costs and says why.
"""

from realizer.aggregation.choose import Choice, choose
from realizer.aggregation.functions import (
    Best,
    Gradient,
    Pairs,
    best,
    log_sum_exp,
    log_sum_exp_gradient,
    report,
)

__all__ = [
    "Best",
    "Choice",
    "Gradient",
    "Pairs",
    "best",
    "choose",
    "log_sum_exp",
    "log_sum_exp_gradient",
    "report",
]
