"""Words through the encoder: pieces, windows, batches, and ONNX Runtime."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
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

__all__ = ["Reader", "Reading", "Written"]

_SLOW = ["SkipLayerNormFusion"]  # ONNX Runtime 1.31: what it fuses takes five times as long as the parts
_REMEMBERED = 100_000  # words whose pieces are kept: a word is cut alone, so always alike

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Written:
    """What words wrote.

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
        threads: Threads of the processor, the caller's among them; 0: as many as there are cores.
        pieces: The most pieces per batch, padding included. A few hundred stay in a core's cache.
    """

    def __init__(self, bundle: Bundle, *, threads: int, pieces: int) -> None:
        self.config, self.pieces = bundle.config, pieces
        self.cutter = PieceCutter(bundle.tokenizer, most=bundle.config.reading.most)
        self.words = _session(bundle.words)
        self.helpers = (threads or _cores()) - 1
        self.pool = ThreadPoolExecutor(self.helpers, "realizer") if self.helpers else None
        self._known: dict[str, list[int]] = {}
        self._relations = _session(bundle.relations) if bundle.config.relations else None

    def begin(self, drafts: Sequence[Draft]) -> Reading:
        """Begin to read the words of some drafts; batches are shared between them."""
        texts: list[Pieces] = []
        cuts: list[int] = []
        begin = 0
        for draft in drafts:
            stretched, places = self._stretches(draft)
            texts.extend(stretched)
            cuts.extend(begin + place for place in places)
            begin += len(draft.words)
        return Reading(self, texts, cuts)

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
            for word, pieces in zip(new, self.cutter([[word] for word in new]), strict=True):
                known[word] = pieces.ids.tolist()
        return [known[word] for word in words]


class Reading:
    """Texts that are being read, in batches of about one length, by all threads.

    Each batch runs in one thread, so that threads wait for each other only at the end. The helpers begin at
    once; the caller does what he has to do, and helps when he wants the result.

    Args:
        reader: Whose graphs are run.
        texts: The texts.
        cuts: The first words of the texts in all words in a row.
    """

    def __init__(self, reader: Reader, texts: Sequence[Pieces], cuts: list[int]) -> None:
        self._reader, self._texts, self._cuts = reader, texts, cuts
        lengths = [len(text.ids) for text in texts]
        self._ends = np.cumsum([0, *(text.words for text in texts)])
        self._outputs = _nothing(reader.words, int(self._ends[-1]))
        order = sorted((index for index, text in enumerate(texts) if text.words), key=lengths.__getitem__)
        self._waiting = deque(packed(order, lengths, pieces=reader.pieces, sentences=0))
        self._helpers = (
            [reader.pool.submit(self._help) for _ in range(min(reader.helpers, len(self._waiting)))]
            if reader.pool
            else []
        )

    def finish(self) -> Written:
        """Give what the words wrote."""
        try:
            self._help()
            for helper in self._helpers:
                helper.result()
        finally:
            self._waiting.clear()  # an error or Ctrl-C ends the helpers, too
        return Written(**self._outputs, cuts=self._cuts)

    def _help(self) -> None:
        while True:
            try:
                chosen = self._waiting.pop()  # long ones first
            except IndexError:
                return
            self._read(chosen)

    def _read(self, chosen: Sequence[int]) -> None:
        """Read some texts in one batch."""
        reader, reading = self._reader, self._reader.config.reading
        windows = framed(
            [self._texts[index] for index in chosen],
            prefix=reader.cutter.prefix,
            suffix=reader.cutter.suffix,
            size=reading.window,
            overlap=reading.overlap,
            pad=reading.pad,
        )
        rows = np.concatenate([np.arange(self._ends[index], self._ends[index + 1]) for index in chosen])
        count, size = windows.ids.shape
        step = max(1, reader.pieces // size)  # a long text has many windows
        names = [output.name for output in reader.words.get_outputs()]
        for begin in range(0, count, step):
            first, last = np.searchsorted(windows.window, [begin, begin + step]).tolist()
            given = {
                "ids": windows.ids[begin : begin + step],
                "lengths": windows.lengths[begin : begin + step],
                "window": windows.window[first:last] - begin,
                "first": windows.first[first:last],
                "last": windows.last[first:last],
            }
            for name, values in zip(names, reader.words.run(None, given), strict=True):
                self._outputs[name][rows[first:last]] = values


def _nothing(graph: onnxruntime.InferenceSession, words: int) -> dict[str, NDArray[Any]]:
    """Room for what so many words write; what the graph does not give stays zero."""
    widths = {output.name: output.shape[-1] for output in graph.get_outputs()}
    return {
        "orders": np.zeros((words, widths["orders"]), dtype=np.float32),
        "labels": np.zeros((words, widths.get("labels", 0)), dtype=np.int64),
        "start": np.zeros(words, dtype=np.float32),
        "relation": np.zeros((words, widths.get("relation", 0)), dtype=np.float32),
    }


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _session(graph: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"], disabled_optimizers=_SLOW
        )
    except Exception as error:  # the library raises classes of its own, without a common one
        line = str(error).strip().splitlines()[0]
        raise InputError(f"{graph}: expected a whole graph, got: {line}; cure: export it again") from error
