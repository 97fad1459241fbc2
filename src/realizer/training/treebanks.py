"""The treebanks of a training: where they are, and that they can be learned from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from realizer.errors import FormatError, InputError
from realizer.formats import read_treebank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Literal

    from realizer.document import Sentence
    from realizer.training.configuration import DataConfig

    Format = Literal["auto", "conllu", "conllx", "conll2009"]

__all__ = [
    "Treebanks",
    "chosen_documents",
    "find_treebanks",
    "gold_sentences",
    "learnable",
    "learnable_sentences",
    "sentence_name",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Treebanks:
    """Files that exist.

    Attributes:
        train: The files to learn from.
        dev: The files that select the best model, by the names of their scores in the logs.
    """

    train: tuple[Path, ...]
    dev: dict[str, tuple[Path, ...]]

    def digests(self) -> dict[str, str]:
        """Make the SHA-256 of every file, by its path."""
        dev = (path for paths in self.dev.values() for path in paths)
        return {str(path): _sha256(path) for path in (*self.train, *dev)}


def find_treebanks(config: DataConfig, *, folder: Path, cure: str) -> Treebanks:
    """Find the files that a configuration names; a folder stands for all files in it.

    Args:
        config: The names; relative ones are looked for in the folder.
        folder: The data folder.
        cure: How to say where the data are, for the message.

    Returns:
        The files.

    Raises:
        InputError: One is not there.
    """
    named = config.dev if isinstance(config.dev, dict) else _named(config.dev)
    found = {name: _files(folder / name) for name in (*config.train, *named.values())}
    for name, paths in found.items():
        if not paths:
            place = f"{name}" if Path(name).is_absolute() else f"{name} in the data folder {folder}"
            raise InputError(f"expected the treebank {place}, found no such file; cure: {cure}")
    return Treebanks(
        train=tuple(path for name in config.train for path in found[name]),
        dev={name: found[path] for name, path in named.items()},
    )


def _files(path: Path) -> tuple[Path, ...]:
    """The file itself, or the files of a folder by name, hidden ones left out."""
    if path.is_dir():
        return tuple(sorted(each for each in path.iterdir() if each.is_file() and each.name[0] != "."))
    return (path,) if path.is_file() else ()


def _named(paths: Sequence[str]) -> dict[str, str]:
    """Name files by their stems, or by folder and stem where stems repeat."""
    stems = [Path(path).name.split(".")[0] for path in paths]
    if len(set(stems)) < len(stems):
        stems = [f"{Path(path).parent.name}-{stem}" for path, stem in zip(paths, stems, strict=True)]
    if len(set(stems)) < len(stems):
        stems = [str(number) for number in range(1, len(paths) + 1)]
    return dict(zip(stems, paths, strict=True))


def learnable(path: Path, *, data_format: Format) -> Iterator[Sentence]:
    """Yield the sentences of a file that parsers can learn from or be measured on.

    Cycles and several roots are let through: every word has a head all the same.

    Args:
        path: The file.
        data_format: Its columns.

    Yields:
        The sentences.

    Raises:
        FormatError: The file is broken, empty, or a word has no head.
    """
    sentence = None
    for sentence in read_treebank(path, format=data_format):
        for place, row in enumerate(sentence.rows):
            if getattr(row, "head", 0) is None:
                problem = "expected a head in column HEAD to learn from, got _; cure: give files with trees"
                raise FormatError(str(path), sentence.line + place, problem)
        yield sentence
    if sentence is None:
        raise FormatError(str(path), 1, "expected sentences, got an empty file; cure: give files with trees")


def gold_sentences(path: Path, config: DataConfig) -> Iterator[Sentence]:
    """Yield the sentences of a file that parsers can be measured on; see `learnable`."""
    return learnable(path, data_format=config.treebank_format)


def learnable_sentences(path: Path, config: DataConfig) -> Iterator[tuple[str, Sentence]]:
    """Yield the sentences of the chosen documents of a file, each after its name."""
    for sentence in chosen_documents(gold_sentences(path, config), config.documents):
        yield sentence_name(path, sentence), sentence


def chosen_documents(sentences: Iterable[Sentence], patterns: Sequence[str]) -> Iterator[Sentence]:
    """Yield the sentences of those documents whose names match a pattern; of all, if there are none.

    Sentences before the first `# newdoc` belong to a document without a name.
    """
    chosen = not patterns
    for sentence in sentences:
        if patterns and sentence.newdoc is not None:
            name = sentence.newdoc
            chosen = any(fnmatchcase(name, pattern) for pattern in patterns)
        if chosen:
            yield sentence


def sentence_name(path: Path, sentence: Sentence) -> str:
    """Name a sentence so that it can be found: place and, if it has one, its sent_id."""
    known = sentence.metadata.get("sent_id")
    return f"{path}:{sentence.line}" + (f" ({known})" if known else "")


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while part := stream.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()
