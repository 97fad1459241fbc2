"""Documents as numbers: what a resolver reads of one, the mentions that it should find, and batches of them.

Mentions count in nodes, the network in words: empty nodes are not in the text. A mention is read as the
stretch from its first to its last word, one without a word (a zero) not at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from realizer.neural.batches import PieceBatch
from realizer.neural.spans import Spans
from realizer.pieces import Pieces, framed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from torch import Tensor

    from realizer.document import MentionDocument
    from realizer.pieces import PieceCutter

__all__ = ["CorefBatch", "CorefExample", "collate_documents", "read_documents", "word_nodes"]

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CorefExample:
    """One document.

    Attributes:
        name: What errors call it.
        text: The pieces of what is read: its words, and the names of speakers before what they say.
        place: Where each word of the document stands among the words that are read, `[word]`.
        first: The first words of gold mentions, `[mention]`, sorted by first and last word.
        last: Their last words, `[mention]`.
        entity: Their entities, numbered by first mention, `[mention]`.
        genre: The number of its genre, 0: unknown.
        follows: A document never continues another one.
    """

    name: str
    text: Pieces
    place: Integers
    first: Integers
    last: Integers
    entity: Integers
    genre: int
    follows: bool = False

    @property
    def words(self) -> int:
        """How many words there are."""
        return len(self.place)

    @property
    def pieces(self) -> int:
        """What it costs."""
        return len(self.text.ids)


@dataclass(frozen=True, slots=True)
class CorefBatch:
    """Some documents, their words one after another.

    Attributes:
        names: What errors call them.
        text: Windows over their pieces; each word's window and places there, `[word]`.
        lengths: How many words each has.
        genre: The genre of each word's document, `[word]`.
        gold: The gold mentions of each document.
        entity: Their entities, `[mention]` by document.
    """

    names: tuple[str, ...]
    text: PieceBatch
    lengths: tuple[int, ...]
    genre: Tensor
    gold: tuple[Spans, ...]
    entity: tuple[Tensor, ...]

    def to(self, device: torch.device | str) -> CorefBatch:
        """Move all tensors."""
        text = self.text
        return replace(
            self,
            text=PieceBatch(
                text.ids.to(device),
                text.mask.to(device),
                text.window.to(device),
                text.first.to(device),
                text.last.to(device),
            ),
            genre=self.genre.to(device),
            gold=tuple(spans.to(device) for spans in self.gold),
            entity=tuple(numbers.to(device) for numbers in self.entity),
        )


def read_documents(
    documents: Sequence[MentionDocument],
    *,
    cutter: PieceCutter,
    genres: Sequence[str],
    speakers: bool,
    singletons: bool,
) -> Iterator[CorefExample]:
    """Turn documents into numbers.

    Args:
        documents: Some documents.
        cutter: Cuts words into pieces.
        genres: The known genres; the first one has number 1.
        speakers: Whether names of speakers are read.
        singletons: Whether mentions without any other of their entity count.

    Yields:
        An example for each document.
    """
    for document in documents:
        nodes = word_nodes(document)
        forms, place = _read_words(document, nodes, speakers=speakers)
        first, last, entity = _gold_mentions(document, nodes, singletons=singletons)
        genre = genres.index(document.genre) + 1 if document.genre in genres else 0
        [text] = cutter([forms])
        name = document.name or f"line {document.line}"
        yield CorefExample(name, text, place, first, last, entity, genre)


def word_nodes(document: MentionDocument) -> Integers:
    """The nodes of a document that are words, `[word]`."""
    return np.delete(np.arange(len(document.nodes)), list(document.empty))


def _read_words(document: MentionDocument, nodes: Integers, *, speakers: bool) -> tuple[list[str], Integers]:
    """List what is read, and where the document's words stand in it."""
    forms = [document.nodes[node] for node in nodes.tolist()]
    if not (speakers and any(document.speakers)):
        return forms, np.arange(len(forms))
    read: list[str] = []
    place: list[int] = []
    begins = np.searchsorted(nodes, np.array([*document.sentences, len(document.nodes)]))
    before = ""
    for speaker, begin, end in zip(document.speakers, begins[:-1], begins[1:], strict=True):
        if speaker and speaker != before and begin < end:
            read += [*speaker.replace("_", " ").split(), ":"]
        before = speaker
        place += range(len(read), len(read) + end - begin)
        read += forms[begin:end]
    return read, np.array(place, dtype=np.int64)


def _gold_mentions(
    document: MentionDocument, nodes: Integers, *, singletons: bool
) -> tuple[Integers, Integers, Integers]:
    """First and last words and entities of the mentions; of two of one span, the first one counts."""
    spans: dict[tuple[int, int], str] = {}
    for mention in document.mentions:
        first = int(np.searchsorted(nodes, mention.start))
        last = int(np.searchsorted(nodes, mention.end, side="right")) - 1
        if first <= last:
            spans.setdefault((first, last), mention.entity)
    sizes: dict[str, int] = {}
    for entity in spans.values():
        sizes[entity] = sizes.get(entity, 0) + 1
    kept = sorted(span for span, entity in spans.items() if singletons or sizes[entity] > 1)
    numbers: dict[str, int] = {}
    entities = [numbers.setdefault(spans[span], len(numbers)) for span in kept]
    ends = np.array(kept, dtype=np.int64).reshape(-1, 2)
    return ends[:, 0], ends[:, 1], np.array(entities, dtype=np.int64)


def collate_documents(
    examples: Sequence[CorefExample], *, cutter: PieceCutter, window: int, overlap: int, pad: int
) -> CorefBatch:
    """Put documents one after another.

    Args:
        examples: At least one.
        cutter: Knows the special pieces.
        window: Pieces per window, special ones included.
        overlap: Pieces that neighbouring windows share, at most half a window.
        pad: The number of the padding piece.

    Returns:
        The batch, on the CPU.
    """
    texts = [example.text for example in examples]
    found = framed(texts, prefix=cutter.prefix, suffix=cutter.suffix, size=window, overlap=overlap, pad=pad)
    begins = np.cumsum([0, *(text.words for text in texts)])
    place = np.concatenate(
        [example.place + begin for example, begin in zip(examples, begins[:-1], strict=True)]
    )
    ids = torch.from_numpy(found.ids)
    lengths = tuple(example.words for example in examples)
    genres = np.repeat([example.genre for example in examples], lengths)
    return CorefBatch(
        tuple(example.name for example in examples),
        PieceBatch(
            ids,
            torch.arange(ids.shape[1]) < torch.from_numpy(found.lengths)[:, None],
            torch.from_numpy(found.window[place]),
            torch.from_numpy(found.first[place]),
            torch.from_numpy(found.last[place]),
        ),
        lengths,
        torch.from_numpy(genres),
        tuple(Spans(torch.from_numpy(example.first), torch.from_numpy(example.last)) for example in examples),
        tuple(torch.from_numpy(example.entity) for example in examples),
    )
