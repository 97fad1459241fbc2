"""One reader for all formats of sentences with trees."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from realizer.errors import InputError
from realizer.formats.conll2009 import read_conll2009
from realizer.formats.conllu import read_conllu
from realizer.formats.conllx import read_conllx

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.document import Sentence
    from realizer.formats.lines import Source
    from realizer.formats.skipping import Skipped

__all__ = ["read_treebank"]

_READERS = {"conllu": read_conllu, "conllx": read_conllx, "conll2009": read_conll2009}
_SUFFIXES = {
    ".conllu": "conllu",
    ".conllx": "conllx",
    ".conll": "conllx",
    ".conll06": "conllx",
    ".conll09": "conll2009",
    ".conll2009": "conll2009",
}


def read_treebank(
    source: Source,
    *,
    format: Literal["auto", "conllu", "conllx", "conll2009"] = "auto",  # noqa: A002  # the users' word for it
    skip_bad: Skipped | None = None,
) -> Iterator[Sentence]:
    r"""Yield the sentences of a treebank in any of the formats that hold trees.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.
        format: The format's name; `auto` goes by the file's name (`.conllu`; `.conllx`, `.conll06`, `.conll`;
            `.conll2009`, `.conll09`; each also with `.gz`), and takes streams and standard input for CoNLL-U.
        skip_bad: Takes note of broken sentences, which are left out up to the next empty line. Without it,
            the first one is an error.

    Yields:
        The sentences in order.

    Raises:
        InputError: The format has another name, or the file's name does not tell it.
        FormatError: The file is broken; the message starts with `path:line:`.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> text = io.BytesIO(b"1\tGo\t_\tVB\tVB\t_\t0\troot\n\n")
        >>> [sentence.words[0].form for sentence in read_treebank(text, format="conllx")]
        ['Go']
    """
    name = _format(source) if format == "auto" else format
    if name not in _READERS:
        raise InputError(
            f"expected a format among auto, {', '.join(_READERS)}, got {name!r}; cure: name one of them"
        )
    return _READERS[name](source, skip_bad=skip_bad)


def _format(source: Source) -> str:
    if not isinstance(source, (str, os.PathLike)) or os.fspath(source) == "-":
        return "conllu"
    path = os.fspath(source)
    suffix = os.path.splitext(path.lower().removesuffix(".gz"))[1]  # noqa: PTH122  # nothing is opened here
    if suffix not in _SUFFIXES:
        raise InputError(
            f"expected a file name that ends in {', '.join(_SUFFIXES)} (or .gz after that), got {path!r}; "
            f"cure: name the format: {', '.join(_READERS)}"
        )
    return _SUFFIXES[suffix]
