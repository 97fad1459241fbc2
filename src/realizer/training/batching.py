"""Which sentences make a batch: the same for every run with the same seed, however many processes there are.

Everything follows from the seed and the epoch's number, so nothing has to be saved to continue a training.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from realizer.training.configuration import BatchesConfig

__all__ = ["epoch_batches", "packed", "share_of"]

# Lengths are multiplied by a random factor between e^-MIXING and e^MIXING before sorting, so that a sentence
# has other neighbours in every epoch.
MIXING = 0.1


def epoch_batches(lengths: Sequence[int], config: BatchesConfig, *, seed: int, epoch: int) -> list[list[int]]:
    """Put the sentences of one epoch into batches, at random.

    Args:
        lengths: Pieces of each sentence.
        config: The limits of a batch.
        seed: The training's seed.
        epoch: Which pass over the data, from 0.

    Returns:
        Batches of indices; every sentence stands in exactly one.

    Examples:
        >>> from realizer.training.configuration import BatchesConfig
        >>> batches = epoch_batches([3, 40, 4, 41], BatchesConfig(pieces=90), seed=1, epoch=0)
        >>> sorted(sorted(batch) for batch in batches)
        [[0, 2], [1, 3]]
    """
    random = np.random.default_rng([seed, epoch])
    order = random.permutation(len(lengths))
    if config.by_length:
        noise = random.uniform(-MIXING, MIXING, len(lengths))
        keys = np.log(np.maximum(np.asarray(lengths, dtype=float), 1.0)) + noise
        order = order[np.argsort(keys[order], kind="stable")]
    batches = packed(order.tolist(), lengths, pieces=config.pieces, sentences=config.sentences)
    return [batches[place] for place in random.permutation(len(batches))]


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


def share_of(batch: Sequence[int], lengths: Sequence[int], *, process: int, processes: int) -> list[int]:
    """Choose the sentences of a batch that one process works on: about as many pieces for each.

    Examples:
        >>> [share_of([0, 1, 2, 3], [9, 4, 8, 3], process=process, processes=2) for process in (0, 1)]
        [[0, 3], [2, 1]]
    """
    by_length = sorted(batch, key=lambda index: (-lengths[index], index))
    if processes == 1:
        return list(batch)
    turns = [*range(processes), *reversed(range(processes))]
    return [index for place, index in enumerate(by_length) if turns[place % len(turns)] == process]
