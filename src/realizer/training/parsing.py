"""Sentences through a parser, as a stream: batches by length inside a window, results in order."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import islice, repeat
from typing import TYPE_CHECKING

import torch

from realizer.document import with_annotations
from realizer.pieces import packed, stretches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from realizer.document import Sentence
    from realizer.neural.parser import Parser, Predictions

__all__ = ["autocast", "parse_sentences"]

WINDOW = 1024  # sentences that are sorted by length at a time: memory does not grow with the corpus


def parse_sentences(
    parser: Parser,
    sentences: Iterable[Sentence],
    *,
    pieces: int = 4000,
    tree: str = "tree",
    precision: str = "float32",
) -> Iterator[Sentence]:
    """Yield the sentences with what the parser says in its columns.

    Column DEPS of words is emptied, as its arcs belong to other heads; everything else stays.

    Memory: a window of 1,024 sentences and one batch, however many sentences come.

    Args:
        parser: The parser, on the device that it shall work on.
        sentences: The sentences.
        pieces: The most pieces per batch, padding included.
        tree: "tree" (exactly one root), "greedy" or "projective".
        precision: "float32", "bfloat16" or "float16".

    Yields:
        The parsed sentences, in order.
    """
    stream = iter(sentences)
    mode = parser.training
    parser.eval()
    try:
        while window := list(islice(stream, WINDOW)):
            yield from _parsed(parser, window, pieces=pieces, tree=tree, precision=precision)
    finally:
        parser.train(mode)


def _parsed(
    parser: Parser, window: Sequence[Sentence], *, pieces: int, tree: str, precision: str
) -> list[Sentence]:
    examples = parser.examples(window)
    together = parser.config.encoder.together
    follows = [together > 0 and example.follows for example in examples]
    units = stretches([example.pieces for example in examples], follows, most=repeat(max(1, together)))
    lengths = [sum(examples[index].pieces for index in unit) for unit in units]
    order = sorted(range(len(units)), key=lengths.__getitem__)
    device = next(parser.parameters()).device
    parsed = list(window)
    for chosen in packed(order, lengths, pieces=pieces, sentences=0):
        batch = [index for unit in chosen for index in units[unit]]
        continues = [place > 0 for unit in chosen for place in range(len(units[unit]))]
        collated = parser.collate([examples[index] for index in batch], continues).to(device)
        with torch.no_grad(), autocast(device, precision):
            predictions = parser.predict(collated, tree=tree)
        for place, index in enumerate(batch):
            parsed[index] = _annotated(window[index], predictions, place)
    return parsed


def _annotated(sentence: Sentence, predictions: Predictions, place: int) -> Sentence:
    columns = predictions.columns(place, sentence)

    def texts(column: str) -> list[str] | None:
        # an edit script for another word may leave nothing of a lemma
        return [value or "_" for value in columns[column]] if column in columns else None

    return with_annotations(
        sentence,
        heads=columns["head"],
        deps=[()] * len(sentence.words),  # the input's arcs would contradict the new heads
        deprels=texts("deprel"),
        upos=texts("upos"),
        xpos=texts("xpos"),
        feats=texts("feats"),
        lemmas=texts("lemma"),
    )


@contextmanager
def autocast(device: torch.device, precision: str) -> Iterator[None]:
    """Multiply matrices in another precision; "float32" changes nothing."""
    if precision == "float32":
        yield
        return
    with torch.autocast(device.type, dtype=getattr(torch, precision)):
        yield
