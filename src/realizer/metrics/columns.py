"""Columns: a run of sentences as flat arrays, one entry per word, token or sentence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING

import numpy as np

from realizer.metrics.enhanced import enhanced_arcs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from realizer.document import Word
    from realizer.metrics.enhanced import EnhancedArcs
    from realizer.metrics.surface import Surface

    Integers = NDArray[np.int64]
    Booleans = NDArray[np.bool_]

__all__ = ["NO_HEAD", "ROOT", "Columns", "Spans", "columns", "universal_features", "universal_relation"]

ROOT = -1
NO_HEAD = -2

_FEATURES = (
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood "
    "Tense Aspect Voice Evident Polarity Person Polite"
)
UNIVERSAL_FEATURES = frozenset(_FEATURES.split())


@dataclass(frozen=True, slots=True)
class Spans:
    """Where items stand in the text: characters `start` to `end`, in the sentence number `sentence`."""

    start: Integers
    end: Integers
    sentence: Integers


@dataclass(frozen=True)
class Columns:
    """A run of sentences of one file.

    Args:
        surfaces: The sentences.
        words: Their words in a row.
        first: The index of every sentence's first word.
        tokens: Where the tokens stand, in characters from the run's beginning.
        sentences: Where the sentences stand.
        places: Where the words stand; those of a multiword token stand where it does.
        multiword: Whether a word belongs to a multiword token.
        head: The index of every word's head in `words`; ROOT, or NO_HEAD where the column is `_`.
        relation: The universal part of every word's relation, before the colon.
        features: The universal features of every word, sorted.
    """

    surfaces: Sequence[Surface]
    words: Sequence[Word]
    first: Integers
    tokens: Spans
    sentences: Spans
    places: Spans
    multiword: Booleans
    head: Integers
    relation: list[str]
    features: list[str]

    @cached_property
    def arcs(self) -> EnhancedArcs:
        """The enhanced arcs, which several metrics count."""
        return enhanced_arcs(self.surfaces)


def columns(surfaces: Sequence[Surface]) -> Columns:
    """Lay sentences out flat.

    Args:
        surfaces: The sentences.

    Returns:
        Their columns.
    """
    words = list(chain.from_iterable(each.words for each in surfaces))
    lengths = np.array([len(each.words) for each in surfaces], np.int64)
    first = np.cumsum(lengths) - lengths
    tokens, multiword_tokens, spread = _tokens(surfaces)
    ends = np.array(list(accumulate(len(each.text) for each in surfaces)), np.int64)
    numbers = np.arange(len(surfaces), dtype=np.int64)
    sentence = np.repeat(numbers, lengths)
    head = np.array([-1 if word.head is None else word.head for word in words], np.int64)
    return Columns(
        surfaces=surfaces,
        words=words,
        first=first,
        tokens=tokens,
        sentences=Spans(np.concatenate([[0], ends[:-1]]), ends, numbers),
        places=Spans(np.repeat(tokens.start, spread), np.repeat(tokens.end, spread), sentence),
        multiword=np.repeat(multiword_tokens, spread),
        head=np.where(head > 0, head - 1 + first[sentence], np.where(head == 0, ROOT, NO_HEAD)),
        relation=[universal_relation(word.deprel) for word in words],
        features=[universal_features(word.feats) for word in words],
    )


def _tokens(surfaces: Sequence[Surface]) -> tuple[Spans, Booleans, Integers]:
    forms = chain.from_iterable(each.forms for each in surfaces)
    lengths = np.array(list(map(len, forms)), np.int64)
    ends = np.cumsum(lengths)
    counts = [len(each.forms) for each in surfaces]
    spans = Spans(ends - lengths, ends, np.repeat(np.arange(len(surfaces), dtype=np.int64), counts))
    multiword = np.array(list(chain.from_iterable(each.multiword for each in surfaces)), np.bool_)
    spread = np.array(list(chain.from_iterable(each.spread for each in surfaces)), np.int64)
    return spans, multiword, spread


@lru_cache(maxsize=65_536)
def universal_features(features: str) -> str:
    """Keep the features of a FEATS column that are universal, sorted.

    Args:
        features: The column's text.

    Returns:
        The same with the treebank's own features left out; nothing if none remains.

    Examples:
        >>> universal_features("Tense=Past|Typo=Yes|Mood=Ind")
        'Mood=Ind|Tense=Past'

    Reference:
        https://universaldependencies.org/conll18/evaluation.html
    """
    pairs = features.split("|")
    return "|".join(sorted(pair for pair in pairs if pair.partition("=")[0] in UNIVERSAL_FEATURES))


@lru_cache(maxsize=65_536)
def universal_relation(relation: str) -> str:
    """Return the part of a relation before the first colon.

    Args:
        relation: A relation, such as `nsubj:pass`.

    Returns:
        Its universal part, such as `nsubj`.
    """
    return relation.partition(":")[0]
