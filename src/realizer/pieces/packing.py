"""Which sentences are read together, and which texts make a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["packed", "stretches"]


def stretches(lengths: Sequence[int], follows: Sequence[bool], *, most: Iterator[int]) -> list[list[int]]:
    """Cut a corpus into stretches of sentences that follow each other.

    Args:
        lengths: Pieces of each sentence.
        follows: Whether each sentence continues the document of the one before.
        most: How many pieces each stretch may have, one number after another; a longer sentence is a stretch
            of its own.

    Returns:
        The stretches in order, as indices.

    Examples:
        >>> from itertools import repeat
        >>> stretches([5, 5, 5, 5], [False, True, True, False], most=repeat(10))
        [[0, 1], [2], [3]]
    """
    found: list[list[int]] = []
    room = 0
    for index, (length, continues) in enumerate(zip(lengths, follows, strict=True)):
        if not (found and continues and length <= room):
            found.append([])
            room = next(most)
        found[-1].append(index)
        room -= length
    return found


def packed(order: Sequence[int], lengths: Sequence[int], *, pieces: int, sentences: int) -> list[list[int]]:
    """Cut an order of sentences into batches that keep the limits.

    Args:
        order: Indices of sentences.
        lengths: Pieces of each sentence.
        pieces: The most pieces per batch, all sentences padded to its longest; 0: no limit.
        sentences: The most sentences per batch; 0: no limit.

    Returns:
        The batches in order. A sentence above the limit of pieces is a batch of its own.

    Examples:
        >>> packed([0, 1, 2, 3], [5, 5, 6, 30], pieces=12, sentences=0)
        [[0, 1], [2], [3]]
    """
    batches: list[list[int]] = []
    longest = 0
    for index in order:
        longest = max(longest, lengths[index])
        count = len(batches[-1]) + 1 if batches else 0
        if not count or (pieces and longest * count > pieces) or (sentences and count > sentences):
            batches.append([])
            longest = lengths[index]
        batches[-1].append(index)
    return batches
