"""Words through the encoder: pieces, windows, batches, and ONNX Runtime."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, repeat
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from realizer.errors import InputError
from realizer.pieces import PieceCutter, Pieces, framed, packed, stretches

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from realizer.bundles import Bundle
    from realizer.runtime.drafts import Draft

__all__ = ["Reader", "Written"]

_REMEMBERED = 100_000  # words whose pieces are kept: a word is cut alone, so always alike

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Written:
    """What the words of a draft wrote.

    Attributes:
        orders: Red beside blue scores, the words' places not added yet, `[words, 2 K]`.
        labels: Numbers of labels, `[words, columns]`.
        start: How probable it is that a sentence begins here, `[words]`.
        relation: What relations are read from, `[words, width]`.
        cuts: Words at which the text was cut into stretches, in order.
    """

    orders: Floats
    labels: Integers
    start: Floats
    relation: Floats
    cuts: list[int]


class Reader:
    """Runs the graphs of a bundle.

    Args:
        bundle: The bundle.
        threads: Threads of the processor; 0: as ONNX Runtime chooses.
        pieces: The most pieces per batch, padding included.
    """

    def __init__(self, bundle: Bundle, *, threads: int, pieces: int) -> None:
        self.config, self.pieces = bundle.config, pieces
        self._cutter = PieceCutter(bundle.tokenizer, most=bundle.config.reading.most)
        self._known: dict[str, list[int]] = {}
        self._words = _session(bundle.words, threads)
        self._outputs = [output.name for output in self._words.get_outputs()]
        self._relations = _session(bundle.relations, threads) if bundle.config.relations else None

    def read(self, drafts: Sequence[Draft]) -> list[Written]:
        """Read the words of some drafts; batches are shared between them."""
        texts: list[Pieces] = []
        cuts: list[list[int]] = []
        for draft in drafts:
            stretched, places = self._stretches(draft)
            texts.extend(stretched)
            cuts.append(places)
        outputs = self._run(texts)
        found, begin = [], 0
        for draft, places in zip(drafts, cuts, strict=True):
            own = {name: rows[begin : begin + len(draft.words)] for name, rows in outputs.items()}
            begin += len(draft.words)
            found.append(Written(**own, cuts=places))
        return found

    def label(self, relation: Floats, heads: Integers) -> tuple[Integers, Floats]:
        """Label arcs: heads are 0 for the root, i for row i - 1 of `relation`. Give labels, and how sure."""
        if self._relations is None or not len(heads):
            return np.zeros(len(heads), dtype=np.int64), np.ones(len(heads), dtype=np.float32)
        label, sure = self._relations.run(None, {"relation": relation, "heads": heads})
        return label, sure

    def _stretches(self, draft: Draft) -> tuple[list[Pieces], list[int]]:
        """Put together what is read in one window, and say where each such text begins."""
        cut = self._cut(draft.words)
        counts = [len(ids) for ids in cut]
        ends = [*draft.cuts[1:], len(cut)]
        lengths = [sum(counts[begin:end]) for begin, end in zip(draft.cuts, ends, strict=True)]
        together = self.config.reading.together
        follows = [together > 0] * len(lengths)
        units = stretches(lengths, follows, most=repeat(max(1, together)))
        places = [draft.cuts[unit[0]] for unit in units]
        texts = []
        for begin, end in pairwise([*places, len(cut)]):
            own = cut[begin:end]
            ids = [piece for word in own for piece in word]
            starts = np.cumsum([0, *counts[begin:end]], dtype=np.int32)
            texts.append(Pieces(np.array(ids, dtype=np.int32), starts.astype(np.int32)))
        return texts, places

    def _cut(self, words: Sequence[str]) -> list[list[int]]:
        """Cut words into pieces, the known ones from memory."""
        known = self._known
        new = [word for word in dict.fromkeys(words) if word not in known]
        if new:
            if len(known) + len(new) > _REMEMBERED:
                known.clear()
                new = list(dict.fromkeys(words))
            for word, pieces in zip(new, self._cutter([[word] for word in new]), strict=True):
                known[word] = pieces.ids.tolist()
        return [known[word] for word in words]

    def _run(self, texts: Sequence[Pieces]) -> dict[str, NDArray[Any]]:
        """Read texts in batches of about one length, and give what their words wrote, in order."""
        reading = self.config.reading
        lengths = [len(text.ids) for text in texts]
        ends = np.cumsum([0, *(text.words for text in texts)])
        order = sorted((index for index, text in enumerate(texts) if text.words), key=lengths.__getitem__)
        outputs = self._nothing(int(ends[-1]))
        for chosen in packed(order, lengths, pieces=self.pieces, sentences=0):
            windows = framed(
                [texts[index] for index in chosen],
                prefix=self._cutter.prefix,
                suffix=self._cutter.suffix,
                size=reading.window,
                overlap=reading.overlap,
                pad=reading.pad,
            )
            given = {name: getattr(windows, name) for name in ("ids", "lengths", "window", "first", "last")}
            rows = np.concatenate([np.arange(ends[index], ends[index + 1]) for index in chosen])
            for name, values in zip(self._outputs, self._words.run(None, given), strict=True):
                outputs[name][rows] = values
        return outputs

    def _nothing(self, words: int) -> dict[str, NDArray[Any]]:
        """Room for what so many words write; what the graph does not give stays zero."""
        widths = {output.name: output.shape[-1] for output in self._words.get_outputs()}
        return {
            "orders": np.zeros((words, widths["orders"]), dtype=np.float32),
            "labels": np.zeros((words, widths.get("labels", 0)), dtype=np.int64),
            "start": np.zeros(words, dtype=np.float32),
            "relation": np.zeros((words, widths.get("relation", 0)), dtype=np.float32),
        }


def _session(graph: Path, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library raises classes of its own, without a common one
        line = str(error).strip().splitlines()[0]
        raise InputError(f"{graph}: expected a whole graph, got: {line}; cure: export it again") from error
