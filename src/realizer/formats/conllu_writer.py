"""CoNLL-U, written: the inverse of `read_conllu`, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from realizer.document import Layout, MultiwordToken, Word
from realizer.errors import InputError
from realizer.formats.lines import BYTE_ORDER_MARK
from realizer.formats.sentence_lines import shortened
from realizer.formats.targets import opened_for_writing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from realizer.document import Dependency, EmptyNode, Sentence
    from realizer.formats.targets import Target

__all__ = ["conllu_text", "write_conllu"]

_STANDARD = Layout()


def write_conllu(sentences: Iterable[Sentence], target: Target, *, standard: bool = False) -> int:
    r"""Write sentences to a CoNLL-U file.

    What `read_conllu` gave is written back byte for byte, Windows' line ends, byte order mark and a missing
    end included. An existing file is replaced only when the new one is whole, so it may be the source, too.

    Memory: one sentence.

    Args:
        sentences: They; an iterator is taken one at a time.
        target: A path (gzipped if it ends in `.gz`), `-` for standard output, or an open binary stream.
        standard: Write what the format demands wherever the source did not: LF, no byte order mark, an empty
            line after the last sentence.

    Returns:
        How many sentences were written.

    Raises:
        InputError: A sentence cannot be written, such as for a tab in a form.
        OSError: The file cannot be written; an old one of that name is untouched.

    Examples:
        >>> import io
        >>> from realizer.formats import read_conllu
        >>> source, target = io.BytesIO(b"1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"), io.BytesIO()
        >>> write_conllu(read_conllu(source), target)
        1
        >>> target.getvalue() == source.getvalue()
        True

    Reference:
        https://universaldependencies.org/format.html
    """
    count, missing = 0, b""
    with opened_for_writing(target) as stream:
        for sentence in sentences:
            layout = _STANDARD if standard else sentence.layout
            text = conllu_text(sentence)
            if layout.line_end != "\n":
                text = text.replace("\n", layout.line_end)
            whole = text.encode("utf-8")
            if layout.byte_order_mark and count == 0:
                whole = BYTE_ORDER_MARK + whole
            end = len(whole) - layout.missing * len(layout.line_end)
            stream.write(missing + whole[:end])  # what a file's last sentence lacked, if another one follows
            missing = whole[end:]
            count += 1
    return count


def conllu_text(sentence: Sentence) -> str:
    r"""Return a sentence as CoNLL-U has it, with the empty line after it, and LF whatever its layout.

    Args:
        sentence: It.

    Returns:
        The lines.

    Raises:
        InputError: It has no rows, or what is in it cannot be written, such as a tab in a form.

    Examples:
        >>> from realizer.document import Sentence, Word
        >>> word = Word(1, "Go", "go", "VERB", "VB", "_", 0, "root", (), "_")
        >>> conllu_text(Sentence(("# sent_id = 1",), (word,), 1))
        '# sent_id = 1\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n'
    """
    rows = [_word_line(row) if isinstance(row, Word) else _line(row) for row in sentence.rows]
    text = "\n".join(rows)
    tabs, ends = text.count("\t"), text.count("\n")
    if tabs != 9 * len(rows) or ends != len(rows) - 1 or text.endswith(("\t", "\r")):
        raise _row_error(rows)
    if any(broken in text for broken in ("\t\t", "\t\n", "\r\n")):
        raise _row_error(rows)
    if not sentence.comments:
        return text + "\n\n"
    for comment in sentence.comments:
        if not comment.startswith("#") or "\n" in comment or comment.endswith("\r"):
            raise InputError(
                f"expected a comment of one line that starts with #, got {shortened(comment)}; "
                "cure: correct it"
            )
    return "\n".join(sentence.comments) + "\n" + text + "\n\n"


def _word_line(word: Word) -> str:
    head = "_" if word.head is None else word.head
    deps = _deps(word.deps) if word.deps else "_"
    return (
        f"{word.id}\t{word.form}\t{word.lemma}\t{word.upos}\t{word.xpos}\t{word.feats}\t"
        f"{head}\t{word.deprel}\t{deps}\t{word.misc}"
    )


def _line(row: MultiwordToken | EmptyNode) -> str:
    if isinstance(row, MultiwordToken):
        return f"{row.first}-{row.last}\t{row.form}\t_\t_\t_\t{row.feats}\t_\t_\t_\t{row.misc}"
    deps = _deps(row.deps) if row.deps else "_"
    return f"{row.id}\t{row.form}\t{row.lemma}\t{row.upos}\t{row.xpos}\t{row.feats}\t_\t_\t{deps}\t{row.misc}"


def _deps(arcs: tuple[Dependency, ...]) -> str:
    return "|".join([f"{arc.head}:{arc.relation}" for arc in arcs])


def _row_error(rows: list[str]) -> InputError:
    if not rows:
        return InputError("expected a sentence with at least one row, got none; cure: leave it out")
    for row in rows:
        columns = row.split("\t")
        if len(columns) != 10 or "" in columns or "\n" in row or row.endswith("\r"):
            break
    return InputError(
        f"expected ten columns of at least one character, without tabs and line ends, got {shortened(row)}; "
        "cure: write _ for no value, and a space for a tab"
    )
