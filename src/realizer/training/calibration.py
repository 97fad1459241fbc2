"""How sure a bundle is, fitted on a treebank: the margin of an arc becomes the chance that it is right.

confidence = 1 / (1 + exp(-(slope * margin + offset))), with the slope and offset of greatest likelihood.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from realizer.bundles import ConfidenceConfig

if TYPE_CHECKING:
    from collections.abc import Sequence

    from realizer.document import Sentence
    from realizer.runtime import Pipeline

__all__ = ["Margins", "distance", "fitted", "margins_of", "tried"]

_ENDLESS = 1e3  # margins of words that had no choice
_STEPS = 50
_PARTS = 10

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Margins:
    """Arcs of a treebank.

    Attributes:
        margin: By how much each head is better than the next best candidate.
        right: Whether it is the gold one.
    """

    margin: Floats
    right: NDArray[np.bool_]


def margins_of(pipeline: Pipeline, sentences: Sequence[Sentence]) -> Margins:
    """Decode the words of gold sentences.

    Args:
        pipeline: The model.
        sentences: Gold sentences; words without a head do not count.

    Returns:
        The margins of its arcs, and which ones are right.
    """
    parts = list(pipeline.arcs(sentences))
    heads = np.concatenate([np.zeros(0, np.int64), *(heads for heads, _ in parts)])
    margin = np.concatenate([np.zeros(0), *(margin.astype(np.float64) for _, margin in parts)])
    gold = np.array([-1 if word.head is None else word.head for each in sentences for word in each.words])
    known = (gold >= 0) & (margin < _ENDLESS) if len(gold) else np.zeros(0, np.bool_)
    return Margins(margin[known], (heads == gold)[known])


def fitted(arcs: Margins) -> ConfidenceConfig:
    """Fit slope and offset by Newton's method; the likelihood has one maximum.

    A pull towards 0 that weighs as much as one arc keeps both finite, whatever the arcs.

    Args:
        arcs: Margins, and whether the arcs are right.

    Returns:
        What belongs into the bundle.

    >>> rng = np.random.default_rng(0)
    >>> margin = rng.normal(2, 2, 100_000)
    >>> right = rng.random(100_000) < 1 / (1 + np.exp(-(0.7 * margin + 0.3)))
    >>> found = fitted(Margins(margin, right))
    >>> round(found.slope, 1), round(found.offset, 1)
    (0.7, 0.3)
    """
    inputs = np.stack([arcs.margin, np.ones_like(arcs.margin)], axis=1)
    weights = np.zeros(2)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-np.clip(inputs @ weights, -500, 500)))
        gradient = inputs.T @ (arcs.right - expected) - weights
        curvature = (inputs * (expected * (1 - expected))[:, None]).T @ inputs + np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-9:
            break
    return ConfidenceConfig(slope=float(weights[0]), offset=float(weights[1]))


def tried(arcs: Margins, confidence: ConfidenceConfig) -> ConfidenceConfig:
    """Note beside slope and offset how well they fit: ten parts of as many arcs each, from the least sure."""
    sure = 1 / (1 + np.exp(-(confidence.slope * arcs.margin + confidence.offset)))
    parts = [part for part in np.array_split(np.argsort(sure, kind="stable"), _PARTS) if len(part)]
    said = tuple(round(float(sure[part].mean()), 4) for part in parts)
    right = tuple(round(float(arcs.right[part].mean()), 4) for part in parts)
    return replace(confidence, said=said, right=right)


def distance(confidence: ConfidenceConfig) -> float:
    """How far confidences are from the truth: the mean over the parts, as a share."""
    pairs = zip(confidence.said, confidence.right, strict=True)
    return sum(abs(said - right) for said, right in pairs) / max(1, len(confidence.said))
