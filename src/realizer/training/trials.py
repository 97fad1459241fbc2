"""A bundle tried on treebanks: its scores, from gold words and from raw text, and how sure it may be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from realizer.bundles import find_bundle, write_settings
from realizer.formats import raw_texts, read_conllu
from realizer.metrics import evaluate
from realizer.runtime import load
from realizer.training.calibration import Margins, fitted, margins_of, tried

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from realizer.document import Sentence
    from realizer.runtime import Pipeline

__all__ = ["try_on"]

WORDS = ("UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")
TEXT = ("Tokens", "Sentences", "Words", *WORDS)


def try_on(folder: Path, treebanks: Sequence[Path]) -> None:
    """Fit a bundle's confidences on treebanks, score it on each, and write both into its settings.

    The scores are those of the official program, F1 in per cent: "NAME, gold words" and "NAME, raw text",
    where NAME is that of the file and its folder.

    Args:
        folder: The bundle.
        treebanks: CoNLL-U files that it was not trained on, at least one.
    """
    bundle = find_bundle(folder)
    pipeline = load(folder)
    scores: dict[str, dict[str, float]] = {}
    arcs: list[Margins] = []
    for path in treebanks:
        gold = list(read_conllu(path))
        arcs.append(margins_of(pipeline, gold))
        name = f"{path.parent.name}/{path.name}"
        scores[f"{name}, gold words"] = _scores(gold, pipeline.parse_sentences(gold), WORDS)
        if bundle.config.language == "en":
            scores[f"{name}, raw text"] = _scores(gold, _from_text(pipeline, gold), TEXT)
    together = Margins(
        np.concatenate([own.margin for own in arcs]), np.concatenate([own.right for own in arcs])
    )
    confidence = tried(together, fitted(together))
    write_settings(replace(bundle.config, confidence=confidence, scores=scores), folder)


def _from_text(pipeline: Pipeline, gold: Sequence[Sentence]) -> Iterator[Sentence]:
    for document in pipeline.pipe(raw_texts(gold)):
        yield from document.sentences


def _scores(gold: Iterable[Sentence], system: Iterable[Sentence], metrics: Sequence[str]) -> dict[str, float]:
    found = evaluate(gold, system, metrics=metrics).scores
    return {name: round(100 * found[name].f1, 2) for name in metrics}
