"""Files: treebanks and coreference corpora, read as streams and checked line by line.

read_conllu      sentences: words, multiword tokens, empty nodes, basic and enhanced arcs
read_corefud     documents with mentions, from the Entity attribute of CoNLL-U
read_conll2012   documents with mentions, from CoNLL-2012 columns
"""

from __future__ import annotations

from realizer.document import Dependency, EmptyNode, MultiwordToken, NodeId, Sentence, Word
from realizer.formats.conll2012 import read_conll2012
from realizer.formats.conllu import misc_value, read_conllu
from realizer.formats.corefud import EntityReader, read_corefud
from realizer.formats.lines import source_name
from realizer.formats.mentions import Mention, MentionDocument, Part
from realizer.formats.skipping import Skipped

__all__ = [
    "Dependency",
    "EmptyNode",
    "EntityReader",
    "Mention",
    "MentionDocument",
    "MultiwordToken",
    "NodeId",
    "Part",
    "Sentence",
    "Skipped",
    "Word",
    "misc_value",
    "read_conll2012",
    "read_conllu",
    "read_corefud",
    "source_name",
]
