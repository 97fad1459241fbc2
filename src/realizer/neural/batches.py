"""Examples side by side, padded: tensors on their way to the network."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from realizer.neural.examples import AFFIXES, Spelling
from realizer.pieces import Pieces, joint, windows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from realizer.neural.examples import Example
    from realizer.pieces import PieceCutter

__all__ = ["Batch", "PieceBatch", "SpellingBatch", "collate"]


@dataclass(frozen=True, slots=True)
class PieceBatch:
    """Windows over the pieces of all sentences.

    Attributes:
        ids: Pieces with the special ones around them, `[window, piece]`.
        mask: Which are there, `[window, piece]`.
        window: The window that a word is read from, `[batch, word]`.
        first: The place of its first piece there, `[batch, word]`.
        last: The place of its last piece there, `[batch, word]`.
    """

    ids: Tensor
    mask: Tensor
    window: Tensor
    first: Tensor
    last: Tensor


@dataclass(frozen=True, slots=True)
class SpellingBatch:
    """How the words of all sentences are written.

    Attributes:
        words: Numbers of known words, `[batch, word]`.
        letters: Letters from 1, 0 is padding, `[batch, word, letter]`.
        affixes: Hashes of affixes, `[batch, word, AFFIXES]`.
    """

    words: Tensor
    letters: Tensor
    affixes: Tensor


@dataclass(frozen=True, slots=True)
class Batch:
    """Some sentences.

    Attributes:
        names: What errors call them.
        text: Their pieces, or how their words are written.
        mask: Real words, `[batch, word]`.
        heads: Gold heads, -1 where there is none, `[batch, word]`.
        labels: Gold labels by column, -1 where there is none, `[batch, word]`.
        tags: Given tags, `[batch, word]`.
    """

    names: tuple[str, ...]
    text: PieceBatch | SpellingBatch
    mask: Tensor
    heads: Tensor
    labels: dict[str, Tensor]
    tags: Tensor

    def to(self, device: torch.device | str) -> Batch:
        """Move all tensors."""
        text = self.text
        moved = {item.name: getattr(text, item.name).to(device) for item in fields(text)}
        return replace(
            self,
            text=replace(text, **moved),
            mask=self.mask.to(device),
            heads=self.heads.to(device),
            labels={column: tensor.to(device) for column, tensor in self.labels.items()},
            tags=self.tags.to(device),
        )


def collate(
    examples: Sequence[Example],
    *,
    joined: Sequence[bool] = (),
    cutter: PieceCutter | None,
    window: int,
    overlap: int,
    pad: int,
) -> Batch:
    """Put examples side by side.

    Args:
        examples: At least one.
        joined: Whether each example is read in one window with the one before it; empty: none is.
        cutter: Knows the special pieces; None for spelled words.
        window: Pieces per window, special ones included.
        overlap: Pieces that neighbouring windows share, at most half a window.
        pad: The number of the padding piece.

    Returns:
        The batch, on the CPU.
    """
    words = max(1, *(example.words for example in examples))
    mask = np.arange(words) < np.array([example.words for example in examples])[:, None]
    spelled = [example.text for example in examples if isinstance(example.text, Spelling)]
    pieces = [example.text for example in examples if isinstance(example.text, Pieces)]
    text = (
        _spelled(spelled, words)
        if cutter is None
        else _windows(_texts(pieces, joined), words, cutter=cutter, window=window, overlap=overlap, pad=pad)
    )
    return Batch(
        tuple(example.name for example in examples),
        text,
        torch.from_numpy(mask),
        _padded([example.heads for example in examples], words, -1),
        {
            column: _padded([example.labels[column] for example in examples], words, -1)
            for column in examples[0].labels
        },
        _padded([example.tags for example in examples], words, 0),
    )


def _padded(rows: Sequence[ArrayLike], length: int, value: int) -> Tensor:
    padded = np.full((len(rows), length), value, dtype=np.int64)
    for place, row in enumerate(rows):
        values = np.asarray(row)
        padded[place, : len(values)] = values
    return torch.from_numpy(padded)


def _texts(sentences: Sequence[Pieces], joined: Sequence[bool]) -> list[list[Pieces]]:
    """Put sentences that are read together into one list each."""
    texts: list[list[Pieces]] = []
    for sentence, together in zip(sentences, joined or [False] * len(sentences), strict=True):
        if together and texts:
            texts[-1].append(sentence)
        else:
            texts.append([sentence])
    return texts


def _windows(
    texts: Sequence[Sequence[Pieces]],
    words: int,
    *,
    cutter: PieceCutter,
    window: int,
    overlap: int,
    pad: int,
) -> PieceBatch:
    frame = len(cutter.prefix) + len(cutter.suffix)
    size = window - frame
    rows: list[list[int]] = []
    read_from = np.zeros((3, sum(map(len, texts)), words), dtype=np.int64)
    begin = 0
    for text in texts:
        pieces, starts = joint(text)
        found = np.zeros((3, len(starts) - 1), dtype=np.int64)
        for part in windows(starts, size=size, overlap=min(overlap, size // 2)):
            own = slice(part.first_word, part.last_word)
            shift = len(cutter.prefix) - part.begin
            found[0, own] = len(rows)
            found[1, own] = starts[own] + shift
            found[2, own] = starts[part.first_word + 1 : part.last_word + 1] + (shift - 1)
            rows.append([*cutter.prefix, *pieces[part.begin : part.end].tolist(), *cutter.suffix])
        first = 0
        for place, sentence in enumerate(text, begin):
            read_from[:, place, : sentence.words] = found[:, first : first + sentence.words]
            first += sentence.words
        begin += len(text)
    lengths = torch.tensor([len(row) for row in rows])
    ids = _padded(rows, int(lengths.max()), pad)
    mask = torch.arange(ids.shape[1]) < lengths[:, None]
    window_of, first, last = torch.from_numpy(read_from)
    return PieceBatch(ids, mask, window_of, first, last)


def _spelled(texts: Sequence[Spelling], words: int) -> SpellingBatch:
    longest = max((int(np.diff(text.starts).max(initial=1)) for text in texts), default=1)
    letters = np.zeros((len(texts), words, longest), dtype=np.int64)
    affixes = np.zeros((len(texts), words, AFFIXES), dtype=np.int64)
    for place, text in enumerate(texts):
        lengths = np.diff(text.starts)
        letters[place, : len(lengths)][np.arange(longest) < lengths[:, None]] = text.letters
        affixes[place, : len(lengths)] = text.affixes
    return SpellingBatch(
        _padded([text.words for text in texts], words, 0),
        torch.from_numpy(letters),
        torch.from_numpy(affixes),
    )
