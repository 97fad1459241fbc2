r"""CoNLL-2009 columns: each of lemma, tag, features, head and relation twice, gold and predicted.

ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED…; predicates and their
arguments (from the 13th column on) are not read.

Reference: https://ufal.mff.cuni.cz/conll2009-st/task-description.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from realizer.errors import InputError
from realizer.formats.sentence_lines import read_sentences
from realizer.formats.word_columns import WordColumns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.document import Sentence
    from realizer.formats.lines import Source
    from realizer.formats.skipping import Skipped

__all__ = ["read_conll2009"]

_OFFSETS = {"gold": 0, "predicted": 1}


def read_conll2009(
    source: Source,
    *,
    tags: Literal["gold", "predicted"] = "gold",
    heads: Literal["gold", "predicted"] = "gold",
    skip_bad: Skipped | None = None,
) -> Iterator[Sentence]:
    r"""Yield the sentences of a file in CoNLL-2009 columns, checked.

    POS or PPOS becomes `xpos`; `upos` is `_`, as the format has no universal tags.

    Memory: one sentence and a buffer.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.
        tags: Which columns lemmas, parts of speech and features are taken from.
        heads: Which columns heads and relations are taken from.
        skip_bad: Takes note of broken sentences, which are left out up to the next empty line. Without it,
            the first one is an error.

    Yields:
        The sentences in order.

    Raises:
        InputError: An option has another value.
        FormatError: The file is broken; the message starts with `path:line:`.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> text = b"1\tGo\tgo\tgo\tVB\tNN\t_\t_\t0\t0\tROOT\tROOT\t_\t_\n\n"
        >>> [sentence] = read_conll2009(io.BytesIO(text), tags="predicted")
        >>> sentence.words[0].xpos
        'NN'

    Reference:
        https://ufal.mff.cuni.cz/conll2009-st/task-description.html
    """
    for name, value in (("tags", tags), ("heads", heads)):
        if value not in _OFFSETS:
            raise InputError(f"expected {name} 'gold' or 'predicted', got {value!r}; cure: name one of them")
    tag, head = _OFFSETS[tags], _OFFSETS[heads]
    columns = WordColumns("CoNLL-2009", 12, None, (2 + tag, None, 4 + tag, 6 + tag, 8 + head, 10 + head))
    return read_sentences(source, columns.sentence, skip_bad=skip_bad)
