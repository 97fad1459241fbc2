"""What is written on words: vocabularies of labels, and lemmas as edit scripts.

Vocabularies         labels of all columns of a treebank, counted
lemma_script         how a form becomes its lemma
apply_lemma_script   … and the way back
"""

from __future__ import annotations

from realizer.labels.lemma_scripts import apply_lemma_script, lemma_script
from realizer.labels.vocabularies import COLUMNS, START, Vocabularies, Vocabulary, label_of, value_of

__all__ = [
    "COLUMNS",
    "START",
    "Vocabularies",
    "Vocabulary",
    "apply_lemma_script",
    "label_of",
    "lemma_script",
    "value_of",
]
