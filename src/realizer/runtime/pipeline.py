"""A loaded model, as users call it."""

from __future__ import annotations

from collections import deque
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from realizer.bundles import find_bundle
from realizer.runtime.documents import Document
from realizer.runtime.drafts import Draft, draft_of_sentences, drafts_of_text
from realizer.runtime.parser import SentenceMaker
from realizer.runtime.reader import Reader, Reading
from realizer.segmentation import mended

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from realizer.bundles import Bundle
    from realizer.document import Sentence

__all__ = ["Pipeline", "load"]

_ROUND = 4096  # words that are parsed at a time: memory does not grow with the corpus
_SENTENCES = 1024  # the same for sentences that are given; as in training, for the same windows


def load(
    name: str | Path = "en",
    *,
    tree: Literal["tree", "greedy", "projective"] = "tree",
    threads: int = 0,
    pieces: int = 512,
) -> Pipeline:
    """Load a model.

    Args:
        name: A model that comes with the package ("en"), or the folder of a bundle.
        tree: How heads are chosen: "tree" (the best tree with one root), "greedy" (the best head of each word
            alone) or "projective" (the best tree without crossing arcs).
        threads: Threads of the processor; 0: as many as there are cores.
        pieces: The most word pieces per batch, padding included.

    Returns:
        The model, ready to be called.

    Raises:
        InputError: There is no such model, or it is not whole.
    """
    return Pipeline(find_bundle(name), tree=tree, threads=threads, pieces=pieces)


class Pipeline:
    """A model that turns texts into documents.

    Args:
        bundle: What was read from disk.
        tree: How heads are chosen.
        threads: Threads of the processor; 0: as many as there are cores.
        pieces: The most word pieces per batch, padding included.
    """

    def __init__(self, bundle: Bundle, *, tree: str = "tree", threads: int = 0, pieces: int = 512) -> None:
        self.bundle = bundle
        self._reader = Reader(bundle, threads=threads, pieces=pieces)
        self._maker = SentenceMaker(bundle, self._reader, tree=tree)

    def __call__(self, text: str, *, lines: bool = False) -> Document:
        """Parse one text."""
        [document] = self.pipe([text], lines=lines)
        return document

    def pipe(self, texts: Iterable[str], *, lines: bool = False) -> Iterator[Document]:
        """Parse texts, short ones together, long ones part by part.

        Memory: one document, and a few thousand words of the next ones.

        Args:
            texts: The texts; lone surrogates become U+FFFD.
            lines: Whether every line is a sentence; else paragraphs end at empty lines, and the model says
                where sentences begin.

        Yields:
            A document for each text, in order.
        """
        waiting: deque[_Text] = deque()
        for ready in self._parsed(_text_rounds(texts, waiting, lines=lines)):
            for text, _ in ready:
                text.left -= 1
            while waiting and waiting[0].cut and not waiting[0].left:
                yield waiting.popleft().document()
        while waiting:  # texts without words
            yield waiting.popleft().document()

    def sentences(self, blocks: Iterable[str], *, lines: bool = False, base: int = 0) -> Iterator[Sentence]:
        """Parse one long text that comes in blocks.

        Memory: one block, and a few thousand words.

        Args:
            blocks: Parts of the text, in order, that end where a sentence may end; see `text_blocks`.
            lines: Whether every line is a sentence.
            base: Where the first block begins in the text.

        Yields:
            The sentences as they are done; places count from the beginning of the text.
        """
        for ready in self._parsed(_block_rounds(blocks, lines=lines, base=base)):
            for text, _ in ready:
                yield from text.sentences
                text.sentences.clear()

    def parse_sentences(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """Parse sentences whose words and bounds are given; what the model does not predict is kept.

        Args:
            sentences: The sentences, in the order of their texts.

        Yields:
            The parsed sentences, in order.
        """
        for ready in self._parsed(_given_rounds(sentences)):
            for text, _ in ready:
                yield from text.sentences

    def arcs(self, sentences: Iterable[Sentence]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
        """Decode sentences whose words are given, and say how clear the choice was; to fit confidences on.

        Args:
            sentences: The sentences, in the order of their texts.

        Yields:
            For the words of some sentences, in order: heads, and by how much each beats the next best one.
        """
        for ready in _given_rounds(sentences):
            drafts = [draft for _, draft in ready]
            yield self._maker.arcs(drafts, self._reader.begin(drafts).finish())

    def orders(self, sentence: Sentence) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Read one sentence alone, and give the numbers that are sorted.

        Args:
            sentence: Its words are read, nothing else.

        Returns:
            Red `[words, K]`, each word looking for its head, and blue `[words + 1, K]`, the root and each
            word as a head: y is the head of x if all K blue numbers of y are above the red ones of x.
        """
        return self._maker.orders(self._reader.begin([draft_of_sentences([sentence])]).finish())

    def _parsed(self, rounds: Iterable[_Round]) -> Iterator[_Round]:
        """Parse the drafts of each round into their texts; the next round is read meanwhile."""
        before: tuple[_Round, Reading] | None = None
        for ready in rounds:
            reading = self._reader.begin([draft for _, draft in ready])
            if before is not None:
                yield self._finished(*before)
            before = ready, reading
        if before is not None:
            yield self._finished(*before)

    def _finished(self, ready: _Round, reading: Reading) -> _Round:
        drafts, texts = [draft for _, draft in ready], [text.text for text, _ in ready]
        made = self._maker.sentences(drafts, reading.finish(), texts)
        for (text, _), sentences in zip(ready, made, strict=True):
            text.sentences.extend(sentences)
        return ready


class _Text:
    """A text on its way to be a document."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.cut = False  # whether all of it is in drafts
        self.left = 0  # drafts that are not parsed yet
        self.sentences: list[Sentence] = []

    def document(self) -> Document:
        return Document(self.text, tuple(self.sentences))


_Round = list[tuple[_Text, Draft]]


def _text_rounds(texts: Iterable[str], waiting: deque[_Text], *, lines: bool) -> Iterator[_Round]:
    """Cut texts into drafts, a few thousand words at a time; `waiting` takes the texts in order."""
    ready: _Round = []
    words = 0
    for text in texts:
        current = _Text(mended(text))
        waiting.append(current)
        for draft in drafts_of_text(current.text, lines=lines, size=_ROUND):
            current.left += 1
            ready.append((current, draft))
            words += len(draft.words)
            if words >= _ROUND:
                yield ready
                ready, words = [], 0
        current.cut = True
    yield ready


def _block_rounds(blocks: Iterable[str], *, lines: bool, base: int) -> Iterator[_Round]:
    for block in blocks:
        text = _Text(mended(block))
        for draft in drafts_of_text(text.text, lines=lines, size=_ROUND, base=base):
            yield [(text, draft)]
        base += len(block)


def _given_rounds(sentences: Iterable[Sentence]) -> Iterator[_Round]:
    stream = iter(sentences)
    while window := list(islice(stream, _SENTENCES)):
        yield [(_Text(""), draft_of_sentences(group)) for group in _documents(window)]


def _documents(sentences: list[Sentence]) -> Iterator[list[Sentence]]:
    group: list[Sentence] = []
    for sentence in sentences:
        if group and sentence.newdoc is not None:
            yield group
            group = []
        group.append(sentence)
    if group:
        yield group
