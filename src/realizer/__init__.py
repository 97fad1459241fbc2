"""Structured prediction by sorting.

    nlp = realizer.load("en")      the English model that comes with the package
    document = nlp("Some text.")   sentences, words, tags, lemmas, trees

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

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from realizer.runtime import Document as Document
    from realizer.runtime import Pipeline as Pipeline
    from realizer.runtime import load as load

__all__ = ["Document", "Pipeline", "__version__", "load"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import what parses only when it is asked for: `import realizer` stays quick."""
    if name in {"Document", "Pipeline", "load"}:
        from realizer import runtime

        return getattr(runtime, name)
    raise AttributeError(f"module 'realizer' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
