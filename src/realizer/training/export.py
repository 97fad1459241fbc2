"""A trained parser as a bundle: graphs for ONNX Runtime, and what they need."""

from __future__ import annotations

import json
import logging
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import gelu

from realizer.bundles import BundleConfig, OrdersConfig, ReadingConfig, write_settings
from realizer.errors import InputError
from realizer.labels import COLUMNS
from realizer.neural import OrderHead
from realizer.neural.batches import PieceBatch
from realizer.neural.transformer_encoder import TransformerEncoder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from realizer.neural import Parser
    from realizer.pieces import PieceCutter

__all__ = ["export"]


class WordsGraph(nn.Module):
    """Pieces to what every word writes: `orders` (red beside blue), `labels`, `start`, `relation`."""

    def __init__(
        self, parser: Parser, encoder: TransformerEncoder, head: OrderHead, columns: tuple[str, ...]
    ) -> None:
        super().__init__()
        self.encoder, self.head, self.labels = encoder, head, parser.labels
        self.columns = columns

    def forward(
        self, ids: Tensor, lengths: Tensor, window: Tensor, first: Tensor, last: Tensor
    ) -> dict[str, Tensor]:
        """Read windows of pieces `[windows, pieces]` and words `[words]` in them."""
        head, labels = self.head, self.labels
        mask = torch.arange(ids.shape[1]) < lengths[:, None]
        vectors = self.encoder(PieceBatch(ids, mask, window, first, last), mask)
        gain = head.gain.exp()
        found = {"orders": torch.cat([head.red(vectors) * gain, head.blue(vectors) * gain], dim=-1)}
        scores = labels.others(vectors)
        if self.columns:
            found["labels"] = torch.stack([scores[column].argmax(dim=-1) for column in self.columns], dim=-1)
        if "start" in scores:
            found["start"] = scores["start"].softmax(dim=-1)[:, 1]
        if labels.config.deprel:
            parts = [labels.dependent(vectors)]
            if labels.head is not None:
                parts.append(labels.head(vectors))
            found["relation"] = torch.cat(parts, dim=-1)
        return found


class RelationsGraph(nn.Module):
    """What words wrote to the relations between them: the best one, and how probable it is."""

    def __init__(self, parser: Parser) -> None:
        super().__init__()
        self.labels = parser.labels

    def forward(self, relation: Tensor, heads: Tensor) -> tuple[Tensor, Tensor]:
        """Label arcs of words `[words]`; heads are 0 for the root, i for row i - 1."""
        hidden = relation[:, : self.labels.config.hidden]
        if self.labels.head is not None and self.labels.root is not None:
            of_root = self.labels.head(self.labels.root)[None]
            candidates = torch.cat([of_root, relation[:, self.labels.config.hidden :]], dim=0)
            hidden = hidden + candidates[heads]
        scores = self.labels.relation(gelu(hidden))
        if self.labels.root_label >= 0:
            is_root = torch.arange(scores.shape[1]) == self.labels.root_label
            scores = scores.masked_fill(is_root != (heads == 0)[:, None], -1e9)
        sure, label = scores.softmax(dim=-1).max(dim=-1)
        return label, sure


def export(
    parser: Parser, folder: Path | str, *, name: str, language: str, licence: str, quantise: bool = True
) -> None:
    """Write a parser as a bundle into an existing, empty folder.

    Args:
        parser: The parser: a pretrained encoder, the order head, no context layers, no given tags.
        folder: The folder.
        name: What the bundle is called.
        language: The language of its texts.
        licence: Under which the weights may be used.
        quantise: Whether matrices are kept in 8 bits.

    Raises:
        InputError: The parser has parts that a bundle cannot hold.
    """
    folder = Path(folder)
    parser = parser.eval().cpu()
    encoder, head, cutter = _parts(parser)
    columns = tuple(
        column for column in COLUMNS if column != "deprel" and getattr(parser.config.labels, column)
    )
    reading = parser.config.encoder
    root = (head.root * head.gain.exp()).detach().double().numpy()
    slope = np.zeros(len(root)) if head.slope is None else head.slope.detach().double().numpy()
    config = BundleConfig(
        name=name,
        language=language,
        licence=licence,
        reading=ReadingConfig(
            window=parser.window,
            overlap=reading.overlap,
            together=reading.together,
            most=cutter.most,
            pad=parser.pad,
        ),
        orders=OrdersConfig(tuple(root.tolist()), tuple(slope.tolist())),
        labels=columns,
        starts=parser.config.labels.start,
        relations=parser.config.labels.deprel,
    )
    with _quiet():
        _write_graphs(parser, WordsGraph(parser, encoder, head, columns).eval(), folder)
    parser.eval()  # its attention is as before
    if quantise:
        _quantise(folder / "words.onnx")
    write_settings(config, folder)
    labels = {column: list(parser.vocabularies.columns[column].labels) for column in COLUMNS}
    if "lemma" in columns:
        labels |= parser.vocabularies.lemma_lists()
    (folder / "labels.json").write_text(json.dumps(labels, ensure_ascii=False, indent=0) + "\n", "utf-8")
    (folder / "tokenizer.json").write_text(cutter.definition(), encoding="utf-8")


def _parts(parser: Parser) -> tuple[TransformerEncoder, OrderHead, PieceCutter]:
    """The parts that a bundle is made of."""
    encoder, head, cutter, context = parser.encoder, parser.head, parser.cutter, parser.config.context
    if not isinstance(head, OrderHead):
        wanted = "the order head"
    elif cutter is None or not isinstance(encoder, TransformerEncoder):
        wanted = "an encoder of pieces"
    elif context.layers or context.tags != "none":
        wanted = "no context layers and no given tags"
    else:
        return encoder, head, cutter
    raise InputError(
        f"expected a parser with {wanted} to export, got another one; cure: train such a one, or use "
        "`realizer predict` with this one"
    )


def _write_graphs(parser: Parser, words: WordsGraph, folder: Path) -> None:
    """Trace both graphs on a small example; sizes stay free."""
    # torch's fused attention would be traced with checks for rows that see nothing: a fifth slower
    words.encoder.model.set_attn_implementation("eager")
    auto = torch.export.Dim.AUTO
    ids = torch.ones(2, 7, dtype=torch.int64)
    lengths = torch.tensor([7, 5])
    window, first, last = torch.tensor([0, 0, 1]), torch.tensor([1, 3, 2]), torch.tensor([2, 3, 3])
    names = list(words(ids, lengths, window, first, last))
    torch.onnx.export(
        words,
        (ids, lengths, window, first, last),
        folder / "words.onnx",
        dynamic_shapes=({0: auto, 1: auto}, {0: auto}, {0: auto}, {0: auto}, {0: auto}),
        input_names=["ids", "lengths", "window", "first", "last"],
        output_names=names,
        external_data=False,
        dynamo=True,
        verbose=False,
    )
    if not parser.config.labels.deprel:
        return
    width = parser.config.labels.hidden * (2 if parser.config.labels.with_head else 1)
    torch.onnx.export(
        RelationsGraph(parser).eval(),
        (torch.zeros(3, width), torch.tensor([0, 1, 2])),
        folder / "relations.onnx",
        dynamic_shapes=({0: auto}, {0: auto}),
        input_names=["relation", "heads"],
        output_names=["label", "sure"],
        external_data=False,
        dynamo=True,
        verbose=False,
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """The exporter warns of what it has no need of, such as torchvision."""
    level = logging.getLogger("torch.onnx").level
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.getLogger("torch.onnx").setLevel(level)


def _quantise(graph: Path) -> None:
    """Keep matrices in 8 bits, a scale per column; what they are multiplied with is rounded as it comes."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    model = onnx.load(graph)
    del model.graph.value_info[:]  # torch's shapes of transposed weights contradict onnx's own
    level = logging.getLogger().level
    logging.getLogger().setLevel(logging.ERROR)
    try:
        quantize_dynamic(model, graph, per_channel=True, weight_type=QuantType.QInt8)
    finally:
        logging.getLogger().setLevel(level)
