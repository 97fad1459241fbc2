"""One reader for both formats of documents with mentions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from realizer.errors import InputError
from realizer.formats.conll2012 import read_conll2012
from realizer.formats.corefud import read_corefud

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.document import MentionDocument
    from realizer.formats.lines import Source

__all__ = ["read_coreference"]

_READERS = {"corefud": read_corefud, "conll2012": read_conll2012}
_SUFFIXES = {
    ".conllu": "corefud",
    ".conll": "conll2012",
    ".conll12": "conll2012",
    ".conll2012": "conll2012",
    "_conll": "conll2012",  # OntoNotes: .v4_gold_conll, .v9_auto_conll
}


def read_coreference(
    source: Source,
    *,
    format: Literal["auto", "corefud", "conll2012"] = "auto",  # noqa: A002  # the users' word for it
) -> Iterator[MentionDocument]:
    r"""Yield the documents of a coreference corpus in either of the formats that hold mentions.

    Args:
        source: A path (gzipped if it ends in `.gz`), `-` for standard input, or an open binary stream.
        format: The format's name; `auto` goes by the file's name (`.conllu`; `.conll`, `.conll12`,
            `.conll2012` and what ends in `_conll`, such as `.v4_gold_conll`; each also with `.gz`), and takes
            streams and standard input for CorefUD.

    Yields:
        The documents in order.

    Raises:
        InputError: The format has another name, or the file's name does not tell it.
        FormatError: The file is broken; the message starts with `path:line:`.
        OSError: The file cannot be opened or read.

    Examples:
        >>> import io
        >>> text = b"#begin document (d); part 0\nd 0 0 My (2|(1)\nd 0 1 dog 2)\n\n#end document\n"
        >>> [document] = read_coreference(io.BytesIO(text), format="conll2012")
        >>> len(document.mentions)
        2
    """
    name = _format(source) if format == "auto" else format
    if name not in _READERS:
        raise InputError(
            f"expected a format among auto, {', '.join(_READERS)}, got {name!r}; cure: name one of them"
        )
    return _READERS[name](source)


def _format(source: Source) -> str:
    if not isinstance(source, (str, os.PathLike)) or os.fspath(source) == "-":
        return "corefud"
    path = os.fspath(source).lower().removesuffix(".gz")
    name = next((name for suffix, name in _SUFFIXES.items() if path.endswith(suffix)), None)
    if name is None:
        raise InputError(
            f"expected a file name that ends in {', '.join(_SUFFIXES)} (or .gz after that), got "
            f"{os.fspath(source)!r}; cure: name the format: {', '.join(_READERS)}"
        )
    return name
