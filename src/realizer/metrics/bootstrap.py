"""Bootstrap: is one system better than another, or was it the choice of the sentences?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

__all__ = ["Difference", "paired_bootstrap"]

BLOCK = 1 << 20  # random numbers drawn at once


@dataclass(frozen=True, slots=True)
class Difference:
    """How far the second system is from the first, in one metric.

    Args:
        first: F1 of the first system.
        second: F1 of the second.
        delta: The second minus the first.
        low: Lower end of the confidence interval of delta.
        high: Upper end.
        p_value: How probable a difference at least as large, in either direction, would be if the systems
            were equally good.
    """

    first: float
    second: float
    delta: float
    low: float
    high: float
    p_value: float


def paired_bootstrap(
    first: Mapping[str, NDArray[np.int64]],
    second: Mapping[str, NDArray[np.int64]],
    *,
    resamples: int = 10_000,
    seed: int = 0,
    confidence: float = 0.95,
) -> dict[str, Difference]:
    """Compare two systems on the same gold sentences.

    As many sentences as there are, are drawn with replacement, R times; delta_r is the difference in F1 on
    the sentences of draw r, the same for both systems and all metrics. The interval holds the middle part of
    all delta_r, and p = (1 + #{r : |delta_r - delta| >= |delta|}) / (R + 1): the draws' spread around what
    was observed stands for the spread around zero of equally good systems.

    Time: O(R sentences). Memory: a block of a million random numbers.

    Args:
        first: One system's counts correct, gold and system, int64 [sentence, 3] for every metric: the field
            `sentences` of an `Evaluation`.
        second: The other's, of the same gold sentences.
        resamples: R.
        seed: Of the random numbers: the same seed gives the same answer.
        confidence: The interval's share of the draws.

    Returns:
        The difference in every metric.

    Raises:
        InputError: The counts are of different sentences or metrics, there are none, or an option is out of
            its range.

    Examples:
        >>> import numpy as np
        >>> worse = {"LAS": np.array([[5, 10, 10]] * 50)}
        >>> better = {"LAS": np.array([[6, 10, 10]] * 50)}
        >>> result = paired_bootstrap(worse, better, resamples=999)["LAS"]
        >>> round(result.delta, 3), result.p_value
        (0.1, 0.001)

    Reference:
        Efron and Tibshirani 1993, An Introduction to the Bootstrap; Berg-Kirkpatrick et al. 2012, An
        Empirical Investigation of Statistical Significance in NLP.
    """
    sentences = _check(first, second, resamples, confidence)
    names = list(first)
    one, two = (np.stack([each[name] for name in names], axis=1) for each in (first, second))
    observed = _f1(two.sum(axis=0)) - _f1(one.sum(axis=0))
    counts = np.concatenate([one, two], axis=1).reshape(sentences, -1).astype(np.float64)
    drawn = np.concatenate(
        [
            (weights @ counts).reshape(len(weights), 2, len(names), 3)
            for weights in _draws(sentences, resamples, seed)
        ]
    )
    deltas = _f1(drawn[:, 1]) - _f1(drawn[:, 0])
    low, high = np.quantile(deltas, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    # Equal up to rounding counts as equal.
    as_large = np.abs(deltas - observed) >= np.abs(observed) - 1e-12
    p_values = (1 + as_large.sum(axis=0)) / (resamples + 1)
    scores = (_f1(each.sum(axis=0)) for each in (one, two))
    columns = (*scores, observed, low, high, p_values)
    rows = np.stack(columns, axis=1).tolist()
    return {name: Difference(*row) for name, row in zip(names, rows, strict=True)}


def _f1(counts: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 2 correct / (gold + system), 0 where there is nothing."""
    total = counts[..., 1] + counts[..., 2]
    ratio: NDArray[np.float64] = np.divide(
        2 * counts[..., 0], total, out=np.zeros(total.shape), where=total != 0
    )
    return ratio


def _draws(sentences: int, resamples: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Yield how often every sentence was drawn, [draw, sentence], block by block."""
    random = np.random.default_rng(seed)
    rows = max(1, BLOCK // sentences)
    for begin in range(0, resamples, rows):
        count = min(rows, resamples - begin)
        chosen = random.integers(sentences, size=(count, sentences))
        chosen += np.arange(count)[:, None] * sentences
        drawn = np.bincount(chosen.ravel(), minlength=count * sentences)
        yield drawn.reshape(count, sentences).astype(np.float64)


def _check(
    first: Mapping[str, NDArray[np.int64]],
    second: Mapping[str, NDArray[np.int64]],
    resamples: int,
    confidence: float,
) -> int:
    if resamples < 1 or not 0 < confidence < 1:
        raise InputError(
            "expected at least one resample and a confidence between 0 and 1, got "
            f"{resamples} and {confidence}; cure: 10_000 and 0.95 are usual"
        )
    shapes = {each.shape for counts in (first, second) for each in counts.values()}
    shape = min(shapes, default=(0,))
    if list(first) != list(second) or shapes != {(shape[0], 3)}:
        raise InputError(
            "expected counts [sentence, 3] of the same metrics and gold sentences, got "
            f"{_shapes(first)} and {_shapes(second)}; cure: evaluate both systems with per_sentence=True "
            "against the same gold file"
        )
    if not shape[0]:
        raise InputError("expected at least one gold sentence, got none; cure: compare on a text")
    return int(shape[0])


def _shapes(counts: Mapping[str, NDArray[np.int64]]) -> dict[str, tuple[int, ...]]:
    return {name: each.shape for name, each in counts.items()}
