"""Examples side by side, padded: tensors on their way to the network."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from realizer.neural.examples import AFFIXES, Spelling
from realizer.pieces import Pieces, framed, joint

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
    found = framed(
        [Pieces(*joint(text)) for text in texts],
        prefix=cutter.prefix,
        suffix=cutter.suffix,
        size=window,
        overlap=overlap,
        pad=pad,
    )
    counts = np.array([sentence.words for text in texts for sentence in text])
    read_from = np.zeros((3, len(counts), words), dtype=np.int64)
    read_from[:, np.arange(words) < counts[:, None]] = found.window, found.first, found.last
    window_of, first, last = torch.from_numpy(read_from)
    ids = torch.from_numpy(found.ids)
    mask = torch.arange(ids.shape[1]) < torch.from_numpy(found.lengths)[:, None]
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
