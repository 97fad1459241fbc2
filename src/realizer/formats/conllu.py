r"""CoNLL-U: sentences of words, multiword tokens and empty nodes, read one at a time.

The reader is strict: what it yields can be relied on. Word ids count 1, 2, 3, …; a multiword token stands
right before its first word and overlaps no other; an empty node `8.1` stands right after word 8; every head
exists. Whether the heads are a tree is another question: see `realizer.document.tree_problem`.

Reference: https://universaldependencies.org/format.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from realizer.document import Sentence
from realizer.formats.conllu_rows import Rows
from realizer.formats.sentence_lines import read_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.formats.lines import Source
    from realizer.formats.sentence_lines import SentenceLines
    from realizer.formats.skipping import Skipped

__all__ = ["misc_value", "read_conllu"]


def misc_value(misc: str, key: str) -> str | None:
    """Return the value of one attribute of a MISC column.

    Args:
        misc: The column's text, `key=value` pairs joined by `|`.
        key: The attribute's name.

    Returns:
        Its value, or None if it is not there.

    Examples:
        >>> misc_value("Entity=(1-person)|SpaceAfter=No", "Entity")
        '(1-person)'
    """
    if key not in misc:
        return None
    start = key + "="
    return next((pair[len(start) :] for pair in misc.split("|") if pair.startswith(start)), None)


def read_conllu(source: Source, *, skip_bad: Skipped | None = None) -> Iterator[Sentence]:
    r"""Yield the sentences of a CoNLL-U file, checked.

    Memory: one sentence and a buffer, whatever the size of the file. The file is opened at the first sentence
    asked for.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.
        skip_bad: Takes note of broken sentences, which are left out up to the next empty line. Without it,
            the first one is an error.

    Yields:
        The sentences in order. A last sentence without the empty line after it is whole.

    Raises:
        FormatError: The file is broken; the message starts with `path:line:`.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> text = b"# sent_id = 1\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t0:root\t_\n\n"
        >>> [sentence] = read_conllu(io.BytesIO(text))
        >>> sentence.metadata["sent_id"], sentence.words[0].form, sentence.words[0].head
        ('1', 'Go', 0)

    Reference:
        https://universaldependencies.org/format.html
    """
    return read_sentences(source, _sentence, skip_bad=skip_bad)


def _sentence(text: SentenceLines) -> Sentence:
    lines = text.lines
    begin = text.after_comments()
    if begin == len(lines):
        got = "comments only" if lines else "an empty line"
        raise text.error(begin, f"expected a sentence with at least one row, got {got}; cure: delete it")
    rows = Rows(text, begin)
    rows.add(lines[begin:])
    return Sentence(tuple(lines[:begin]), rows.finish(), text.first + begin, text.layout)
