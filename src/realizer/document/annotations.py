"""New columns for a sentence: what a predictor makes of its input."""

from __future__ import annotations

from dataclasses import replace
from operator import index
from typing import TYPE_CHECKING

from realizer.document.records import Word
from realizer.errors import InputError, ShapeError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from realizer.document.records import Dependency, Sentence

__all__ = ["with_annotations"]


def with_annotations(
    sentence: Sentence,
    *,
    lemmas: Iterable[str] | None = None,
    upos: Iterable[str] | None = None,
    xpos: Iterable[str] | None = None,
    feats: Iterable[str] | None = None,
    heads: Iterable[int | None] | None = None,
    deprels: Iterable[str] | None = None,
    deps: Iterable[tuple[Dependency, ...]] | None = None,
) -> Sentence:
    """Return the sentence with other columns: what a predictor makes of its input.

    Everything that is not given stays as it is, enhanced arcs too: give `deps=[()] * n` where arcs of
    the input must not be taken for predictions. Heads need not be a tree; `tree_problem` tells.

    Args:
        sentence: The input.
        lemmas: One value per word, as all arguments; `_` for no value.
        upos: Universal parts of speech.
        xpos: The treebank's own parts of speech.
        feats: Morphological features, as text.
        heads: Numbers of the heads, 0 for the root, None for no value; NumPy's integers will do.
        deprels: Relations to the heads.
        deps: Enhanced arcs.

    Returns:
        A new sentence of the same comments, multiword tokens, empty nodes, MISC and layout.

    Raises:
        ShapeError: A column has not one value per word.
        InputError: A value cannot stand in its column.

    Examples:
        >>> from realizer.document import Sentence, Word
        >>> word = Word(1, "Go", "go", "VERB", "VB", "_", None, "_", (), "_")
        >>> sentence = with_annotations(Sentence((), (word,), 1), heads=[0], deprels=["root"])
        >>> sentence.words[0].head, sentence.words[0].deprel, sentence.words[0].lemma
        (0, 'root', 'go')
    """
    words = sentence.words
    columns: dict[str, list[object]] = {}
    texts = {"lemma": lemmas, "upos": upos, "xpos": xpos, "feats": feats, "deprel": deprels}
    for name, given in texts.items():
        if given is not None:
            columns[name] = [_text(value, name) for value in _per_word(given, name, len(words))]
    if heads is not None:
        values = _per_word(heads, "head", len(words))
        columns["head"] = [_head(value, number, len(words)) for number, value in enumerate(values, 1)]
    if deps is not None:
        columns["deps"] = _per_word(deps, "deps", len(words))
    changes = ({name: column[i] for name, column in columns.items()} for i in range(len(words)))
    rows = tuple(
        replace(row, **next(changes)) if isinstance(row, Word) else row  # type: ignore[arg-type]  # checked
        for row in sentence.rows
    )
    return replace(sentence, rows=rows)


def _per_word(given: Iterable[object], name: str, words: int) -> list[object]:
    column = list(given)
    if len(column) != words:
        raise ShapeError(
            f"expected one {name} for each of the {words} words, got {len(column)}; "
            "cure: count words only, without multiword tokens, empty nodes and the root"
        )
    return column


def _text(value: object, name: str) -> str:
    if not isinstance(value, str) or not value or "\t" in value or "\n" in value:
        raise InputError(
            f"expected text without tabs and line ends as {name}, got {value!r}; cure: give '_' for no value"
        )
    return value


def _head(value: object, number: int, words: int) -> int | None:
    if value is None:
        return None
    head = index(value)  # type: ignore[arg-type]  # the error of `index` says it well
    if head == number or not 0 <= head <= words:
        raise InputError(
            f"expected as head of word {number} a number from 0 (the root) to {words} other than {number}, "
            f"got {head}; cure: take -1 at padding away"
        )
    return head
