"""Texts of pieces in windows of an encoder's size: long ones in several that overlap."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from realizer.errors import InputError
from realizer.pieces.cutter import Integers, Pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Framed", "Window", "framed", "joint", "windows"]

Long = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a sentence that the encoder sees at once, and the words that are read from it.

    Attributes:
        begin: Its first piece.
        end: The piece after its last.
        first_word: The first word that is read from it.
        last_word: The word after the last one.
    """

    begin: int
    end: int
    first_word: int
    last_word: int


@dataclass(frozen=True, slots=True)
class Framed:
    """Windows side by side, and where each word is read.

    Attributes:
        ids: Pieces with the special ones around them, padded, `[windows, pieces]`.
        lengths: How many pieces each window has, `[windows]`.
        window: The window that a word is read from, `[words]`, all texts one after another.
        first: The place of its first piece there, `[words]`.
        last: The place of its last piece there, `[words]`.
    """

    ids: Long
    lengths: Long
    window: Long
    first: Long
    last: Long


def joint(texts: Sequence[Pieces]) -> tuple[Integers, Integers]:
    """Join sentences to one text: its pieces, and where its words begin and the last one ends.

    >>> one = Pieces(np.array([7, 8, 9], dtype=np.int32), np.array([0, 1, 3], dtype=np.int32))
    >>> joint([one, one])[1]
    array([0, 1, 3, 4, 6], dtype=int32)
    """
    if len(texts) == 1:
        return texts[0].ids, texts[0].starts
    ends = np.cumsum([0, *(len(text.ids) for text in texts)])
    starts = [text.starts[:-1] + end for text, end in zip(texts, ends[:-1], strict=True)]
    return (
        np.concatenate([text.ids for text in texts]),
        np.concatenate([*starts, ends[-1:]]).astype(np.int32),
    )


def windows(starts: Integers, *, size: int, overlap: int) -> list[Window]:
    """Cover a sentence with windows of at most `size` pieces that begin and end with whole words.

    Neighbours share at most `overlap` pieces, and less only where a word is in the way; a word in both is
    read where it has more text on its shorter side. O(windows log words).

    Args:
        starts: Where words begin, `[words + 1]`; no word has more than `size` pieces.
        size: Pieces per window.
        overlap: Pieces that neighbours share; less than `size`.

    Returns:
        The windows in order; every word is read from exactly one.

    Raises:
        InputError: A word does not fit into a window, or the overlap not into the size.

    >>> windows(np.arange(11, dtype=np.int32), size=6, overlap=4)  # doctest: +NORMALIZE_WHITESPACE
    [Window(begin=0, end=6, first_word=0, last_word=4), Window(begin=2, end=8, first_word=4, last_word=6),
     Window(begin=4, end=10, first_word=6, last_word=10)]
    """
    if size < 1 or not 0 <= overlap < size:
        raise InputError(
            f"expected a size above the overlap and an overlap from 0, got {size} and {overlap}; "
            "cure: larger windows or less overlap"
        )
    words = len(starts) - 1
    if int(np.diff(starts).max(initial=0)) > size:
        raise InputError(
            f"expected words of at most {size} pieces, the window's size, got one of "
            f"{int(np.diff(starts).max())}; cure: a cutter with most={size}"
        )
    spans = []
    first = 0
    while True:
        last = min(int(np.searchsorted(starts, starts[first] + size, side="right")) - 1, words)
        spans.append((first, last))
        if last >= words:
            break
        shared = int(np.searchsorted(starts, starts[last] - overlap, side="left"))
        first = max(shared, int(np.searchsorted(starts, starts[last + 1] - size, side="left")))
    reads = [0]
    for (_, left_last), (right_first, _) in pairwise(spans):
        middle = (int(starts[left_last]) + int(starts[right_first])) // 2
        cut = int(np.searchsorted(starts, middle, side="left"))
        reads.append(min(max(cut, right_first), left_last))
    reads.append(words)
    return [
        Window(int(starts[first]), int(starts[last]), reads[i], reads[i + 1])
        for i, (first, last) in enumerate(spans)
    ]


def framed(
    texts: Sequence[Pieces],
    *,
    prefix: Sequence[int],
    suffix: Sequence[int],
    size: int,
    overlap: int,
    pad: int,
) -> Framed:
    """Put texts into windows, each with the special pieces of the encoder around it.

    Args:
        texts: The texts; one without words has a window without words.
        prefix: Special pieces before a text.
        suffix: Special pieces after it.
        size: Pieces per window, special ones included.
        overlap: Pieces that neighbouring windows of a text share; at most half a window.
        pad: What fills the windows up to the longest.

    Returns:
        The windows, in the order of the texts.

    >>> text = Pieces(np.array([7, 8, 9], dtype=np.int32), np.array([0, 1, 3], dtype=np.int32))
    >>> found = framed([text, text], prefix=[1], suffix=[2], size=5, overlap=0, pad=0)
    >>> found.ids.tolist(), found.window.tolist(), found.last.tolist()
    ([[1, 7, 8, 9, 2], [1, 7, 8, 9, 2]], [0, 0, 1, 1], [1, 3, 1, 3])
    """
    inner = size - len(prefix) - len(suffix)
    rows: list[list[int]] = []
    read_from: list[Long] = [np.zeros((3, 0), dtype=np.int64)]
    for text in texts:
        found = np.zeros((3, text.words), dtype=np.int64)
        for part in windows(text.starts, size=inner, overlap=min(overlap, inner // 2)):
            own = slice(part.first_word, part.last_word)
            shift = len(prefix) - part.begin
            found[0, own] = len(rows)
            found[1, own] = text.starts[own] + shift
            found[2, own] = text.starts[part.first_word + 1 : part.last_word + 1] + (shift - 1)
            rows.append([*prefix, *text.ids[part.begin : part.end].tolist(), *suffix])
        read_from.append(found)
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    ids = np.full((len(rows), int(lengths.max(initial=0))), pad, dtype=np.int64)
    for row, pieces in zip(ids, rows, strict=True):
        row[: len(pieces)] = pieces
    window, first, last = np.concatenate(read_from, axis=1)
    return Framed(ids, lengths, window, first, last)
