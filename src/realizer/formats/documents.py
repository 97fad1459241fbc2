"""Sentences in the documents and paragraphs that comments `# newdoc` and `# newpar` begin, and their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from realizer.document import EmptyNode, MultiwordToken, Word
from realizer.formats.conllu import misc_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from realizer.document import Sentence

__all__ = ["SentenceGroup", "group_documents", "group_paragraphs", "raw_text", "raw_texts"]


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


def raw_texts(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Yield the documents' texts, as a parser of raw text is given them; see `raw_text`."""
    return (raw_text(document.sentences) for document in group_documents(sentences))


def raw_text(sentences: Sequence[Sentence]) -> str:
    r"""Give the text of sentences: their comments `# text`, an empty line between paragraphs.

    A sentence without that comment is put together from its tokens and their `SpaceAfter`.

    Args:
        sentences: A document.

    Returns:
        Its text.

    Examples:
        >>> import io
        >>> from realizer.formats import read_conllu
        >>> row = "1\t{}\t_\t_\t_\t_\t0\troot\t_\t{}\n\n"
        >>> file = row.format("one", "_") + row.format("(", "SpaceAfter=No") + "# newpar\n# text = two\n"
        >>> raw_text(tuple(read_conllu(io.BytesIO((file + row.format("two", "_")).encode()))))
        'one (\n\ntwo\n'
    """
    parts: list[str] = []
    for paragraph in group_paragraphs(sentences):
        for sentence in paragraph.sentences:
            parts.extend((sentence.metadata.get("text") or _from_tokens(sentence), _blank(sentence)))
        parts[-1] = "\n\n"
    return "".join(parts[:-1]) + "\n" if parts else ""


def _from_tokens(sentence: Sentence) -> str:
    held = {number for token in sentence.multiword_tokens for number in range(token.first, token.last + 1)}
    tokens = [
        row
        for row in sentence.rows
        if isinstance(row, MultiwordToken) or (isinstance(row, Word) and row.id not in held)
    ]
    return "".join(
        token.form + ("" if misc_value(token.misc, "SpaceAfter") == "No" else " ") for token in tokens
    ).rstrip()


def _blank(sentence: Sentence) -> str:
    """What stands behind a sentence: mostly a blank."""
    rows = sentence.rows
    last = next((row for row in reversed(rows) if not isinstance(row, EmptyNode)), None)
    tokens = sentence.multiword_tokens
    if tokens and isinstance(last, Word) and tokens[-1].last >= last.id:
        last = tokens[-1]
    return "" if last is not None and misc_value(last.misc, "SpaceAfter") == "No" else " "


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
