"""Files: treebanks and coreference corpora, read as streams and checked line by line.

read_treebank    sentences of any of the three formats below, chosen by the file's name or by option
read_conllu      sentences: words, multiword tokens, empty nodes, basic and enhanced arcs
read_conllx      sentences of CoNLL-X columns: Penn and Chinese Treebank as dependencies
read_conll2009   sentences of CoNLL-2009 columns, gold or predicted
write_conllu     sentences to a file, byte for byte what was read
read_corefud     documents with mentions, from the Entity attribute of CoNLL-U
read_conll2012   documents with mentions, from CoNLL-2012 columns
read_coreference documents with mentions in either of these formats, chosen by the file's name or by option
opened_for_writing   a file that appears when it is whole
json_document    sentences as nested lists and dictionaries for JSON
raw_texts        the texts of documents, as they were before they had words
displacy_trees   sentences as spaCy's displaCy draws them
"""

from __future__ import annotations

from realizer.document import (
    Dependency,
    EmptyNode,
    Mention,
    MentionDocument,
    MultiwordToken,
    NodeId,
    Part,
    Sentence,
    Word,
)
from realizer.formats.conll2009 import read_conll2009
from realizer.formats.conll2012 import read_conll2012
from realizer.formats.conllu import misc_value, read_conllu
from realizer.formats.conllu_writer import conllu_text, write_conllu
from realizer.formats.conllx import read_conllx
from realizer.formats.coreference import read_coreference
from realizer.formats.corefud import EntityReader, read_corefud
from realizer.formats.displacy import displacy_trees
from realizer.formats.documents import SentenceGroup, group_documents, group_paragraphs, raw_text, raw_texts
from realizer.formats.json_documents import json_document
from realizer.formats.lines import source_name
from realizer.formats.skipping import Skipped
from realizer.formats.targets import opened_for_writing
from realizer.formats.treebanks import read_treebank

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
    "SentenceGroup",
    "Skipped",
    "Word",
    "conllu_text",
    "displacy_trees",
    "group_documents",
    "group_paragraphs",
    "json_document",
    "misc_value",
    "opened_for_writing",
    "raw_text",
    "raw_texts",
    "read_conll2009",
    "read_conll2012",
    "read_conllu",
    "read_conllx",
    "read_coreference",
    "read_corefud",
    "read_treebank",
    "source_name",
    "write_conllu",
]
