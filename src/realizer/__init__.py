"""Structured prediction by sorting.

A network writes a few real numbers per token; sorting them yields trees, graphs and clusters. The rooms:

    realizer.orders        the mathematics: partial orders, realizers, dimension
    realizer.aggregation   log-sum, best and report over all pairs, without forming the pairs
    realizer.decoding      heads, trees, graphs and clusters from orders
    realizer.document      frozen records of a parsed text
    realizer.segmentation  raw English to tokens and words
    realizer.formats       CoNLL-U read and written, CoNLL-X, CoNLL-2009, Entity columns, CoNLL-2012
    realizer.metrics       scores, equal to the official ones
    realizer.training      treebanks to parsers (extra `train`)
    realizer.runtime       parsers without torch: texts to documents
    realizer.plots         the plane of two orders, sorted lines, arc diagrams
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
