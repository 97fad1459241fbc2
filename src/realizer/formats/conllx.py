r"""CoNLL-X columns, in which the Penn and the Chinese Treebank come as dependencies.

ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD PDEPREL; the last two are often left away. They hold a
projective variant of the tree, and are not read.

Reference: Buchholz and Marsi, CoNLL-X Shared Task on Multilingual Dependency Parsing, CoNLL 2006, section 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from realizer.formats.sentence_lines import read_sentences
from realizer.formats.word_columns import WordColumns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.document import Sentence
    from realizer.formats.lines import Source
    from realizer.formats.skipping import Skipped

__all__ = ["read_conllx"]

_COLUMNS = WordColumns("CoNLL-X", 8, 10, (2, 3, 4, 5, 6, 7))


def read_conllx(source: Source, *, skip_bad: Skipped | None = None) -> Iterator[Sentence]:
    r"""Yield the sentences of a file in CoNLL-X columns, checked.

    CPOSTAG becomes `upos`, POSTAG `xpos`, whatever the treebank's tags are.

    Memory: one sentence and a buffer.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.
        skip_bad: Takes note of broken sentences, which are left out up to the next empty line. Without it,
            the first one is an error.

    Yields:
        The sentences in order.

    Raises:
        FormatError: The file is broken; the message starts with `path:line:`.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> text = b"1\tMs.\t_\tNNP\tNNP\t_\t2\tnn\t_\t_\n2\tHaag\t_\tNNP\tNNP\t_\t0\troot\t_\t_\n\n"
        >>> [sentence] = read_conllx(io.BytesIO(text))
        >>> [(word.form, word.xpos, word.head, word.deprel) for word in sentence.words]
        [('Ms.', 'NNP', 2, 'nn'), ('Haag', 'NNP', 0, 'root')]

    Reference:
        Buchholz and Marsi, CoNLL-X Shared Task on Multilingual Dependency Parsing, CoNLL 2006, section 3.
    """
    return read_sentences(source, _COLUMNS.sentence, skip_bad=skip_bad)
