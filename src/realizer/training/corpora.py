"""The documents of a training: those with mentions that can be learned from."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from realizer.errors import FormatError
from realizer.formats import read_coreference

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from realizer.document import MentionDocument
    from realizer.training.configuration import DataConfig

__all__ = ["gold_documents", "learnable_documents"]


def gold_documents(path: Path, config: DataConfig) -> Iterator[MentionDocument]:
    """Yield the documents of a file.

    Args:
        path: The file.
        config: Its format.

    Yields:
        The documents.

    Raises:
        FormatError: The file is broken, or has no documents with annotated mentions.
    """
    document = None
    for document in read_coreference(path, format=config.coreference_format):
        yield document
    if document is None:
        problem = "expected documents with mentions, got none; cure: give CoNLL-2012 or CorefUD files"
        raise FormatError(str(path), 1, problem)


def learnable_documents(path: Path, config: DataConfig) -> Iterator[tuple[str, MentionDocument]]:
    """Yield the documents of a file to learn from, each after its place and name.

    Documents without words teach nothing and are left out, as are those whose names match no pattern.
    """
    for document in gold_documents(path, config):
        chosen = not config.documents or any(fnmatchcase(document.name, each) for each in config.documents)
        if chosen and document.words:
            yield f"{path}:{document.line}" + (f" ({document.name})" if document.name else ""), document
