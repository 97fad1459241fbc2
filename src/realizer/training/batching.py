"""Which sentences make a batch: the same for every run with the same seed, however many processes there are.

Everything follows from the seed and the epoch's number, so nothing has to be saved to continue a training.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from realizer.pieces import packed, stretches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from realizer.training.configuration import BatchesConfig

__all__ = ["epoch_batches", "joined", "share_of"]

# Lengths are multiplied by a random factor between e^-MIXING and e^MIXING before sorting, so that a sentence
# has other neighbours in every epoch.
MIXING = 0.1


def epoch_batches(
    lengths: Sequence[int],
    config: BatchesConfig,
    *,
    seed: int,
    epoch: int,
    follows: Sequence[bool] = (),
    together: int = 0,
) -> list[list[int]]:
    """Put the sentences of one epoch into batches, at random.

    Args:
        lengths: Pieces of each sentence.
        config: The limits of a batch.
        seed: The training's seed.
        epoch: Which pass over the data, from 0.
        follows: Whether each sentence continues the document of the one before; for `together`.
        together: Sentences that follow each other stay together, in stretches of random length up to this
            many pieces.

    Returns:
        Batches of indices; every sentence stands in exactly one.

    Examples:
        >>> from realizer.training.configuration import BatchesConfig
        >>> batches = epoch_batches([3, 40, 4, 41], BatchesConfig(pieces=90), seed=1, epoch=0)
        >>> sorted(sorted(batch) for batch in batches)
        [[0, 2], [1, 3]]
    """
    random = np.random.default_rng([seed, epoch])
    units = [[index] for index in range(len(lengths))]
    if together:
        most = iter(random.integers(1, together, len(lengths), endpoint=True).tolist())
        units = stretches(lengths, follows, most=most)
        lengths = [sum(lengths[index] for index in unit) for unit in units]
        # sentences, as the limit counts them, are the units
    order = random.permutation(len(lengths))
    if config.by_length:
        noise = random.uniform(-MIXING, MIXING, len(lengths))
        keys = np.log(np.maximum(np.asarray(lengths, dtype=float), 1.0)) + noise
        order = order[np.argsort(keys[order], kind="stable")]
    batches = packed(order.tolist(), lengths, pieces=config.pieces, sentences=config.sentences)
    return [
        [index for unit in batches[place] for index in units[unit]]
        for place in random.permutation(len(batches))
    ]


def joined(batch: Sequence[int], follows: Sequence[bool]) -> list[bool]:
    """Say of each sentence of a batch whether it is read together with the one before it in the batch.

    Examples:
        >>> joined([4, 5, 6, 9], [True] * 6 + [False] + [True] * 3)
        [False, True, False, False]
    """
    return [
        place > 0 and follows[index] and batch[place - 1] == index - 1 for place, index in enumerate(batch)
    ]


def share_of(
    batch: Sequence[int],
    lengths: Sequence[int],
    *,
    process: int,
    processes: int,
    joined: Sequence[bool] = (),
) -> list[int]:
    """Choose the sentences of a batch that one process works on: about as many pieces for each.

    Sentences that are `joined` to the one before go where that one goes.

    Examples:
        >>> [share_of([0, 1, 2, 3], [9, 4, 8, 3], process=process, processes=2) for process in (0, 1)]
        [[0, 3], [2, 1]]
        >>> share_of([0, 1, 2, 3], [9, 4, 8, 3], process=0, processes=2, joined=[False, True, False, False])
        [0, 1]
    """
    if processes == 1:
        return list(batch)
    units: list[list[int]] = []
    for index, together in zip(batch, joined or [False] * len(batch), strict=True):
        if together:
            units[-1].append(index)
        else:
            units.append([index])
    by_length = sorted(units, key=lambda unit: (-sum(lengths[index] for index in unit), unit))
    turns = [*range(processes), *reversed(range(processes))]
    return [
        index
        for place, unit in enumerate(by_length)
        if turns[place % len(turns)] == process
        for index in unit
    ]
