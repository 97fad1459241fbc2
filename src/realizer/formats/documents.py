"""Sentences grouped into the documents and paragraphs that comments `# newdoc` and `# newpar` begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from realizer.document import Sentence

__all__ = ["SentenceGroup", "group_documents", "group_paragraphs"]


@dataclass(frozen=True, slots=True)
class SentenceGroup:
    """A document or a paragraph.

    Args:
        name: Its id, empty if it has none.
        sentences: Its sentences in order, at least one.
    """

    name: str
    sentences: tuple[Sentence, ...]


def group_documents(sentences: Iterable[Sentence]) -> Iterator[SentenceGroup]:
    r"""Yield documents: a comment `# newdoc` begins one, `# newdoc id = …` names it.

    Memory: one document. What stands before the first such comment is a document without a name.

    Args:
        sentences: Sentences in the file's order.

    Yields:
        The documents.

    Examples:
        >>> import io
        >>> from realizer.formats import read_conllu
        >>> row = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
        >>> text = f"# newdoc id = d\n{row}{row}# newdoc\n{row}"
        >>> documents = group_documents(read_conllu(io.BytesIO(text.encode())))
        >>> [(document.name, len(document.sentences)) for document in documents]
        [('d', 2), ('', 1)]
    """
    return _groups((sentence.newdoc, sentence) for sentence in sentences)


def group_paragraphs(sentences: Iterable[Sentence]) -> Iterator[SentenceGroup]:
    """Yield paragraphs: a comment `# newpar` begins one, and so does `# newdoc`.

    Memory: one paragraph. A paragraph that begins inside a sentence (`NewPar=Yes` in MISC) is not seen.

    Args:
        sentences: Sentences in the file's order, of a whole file or of one document.

    Yields:
        The paragraphs.
    """
    return _groups((_paragraph(sentence), sentence) for sentence in sentences)


def _paragraph(sentence: Sentence) -> str | None:
    if sentence.newpar is None and sentence.newdoc is not None:
        return ""
    return sentence.newpar


def _groups(begins: Iterable[tuple[str | None, Sentence]]) -> Iterator[SentenceGroup]:
    name = ""
    group: list[Sentence] = []
    for begun, sentence in begins:
        if begun is not None:
            if group:
                yield SentenceGroup(name, tuple(group))
            name, group = begun, []
        group.append(sentence)
    if group:
        yield SentenceGroup(name, tuple(group))
