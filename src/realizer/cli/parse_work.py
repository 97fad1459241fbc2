"""The run of `realizer parse`: parts of the input through the model, in this process or in several.

A part is a block of text or some sentences; it is parsed without knowing the others, and becomes bytes of the
output. So parts may be parsed in any process, and a run that was interrupted continues after the last one.
"""

from __future__ import annotations

import io
import json
import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

from realizer.cli.children import end_with_parent, without_interrupts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from realizer.document import Sentence
    from realizer.runtime import Pipeline

__all__ = ["Parsed", "Part", "Settings", "parsed", "parts_of_sentences", "parts_of_text"]

_SENTENCES = 1024  # of one part
_AHEAD = 2  # parts per process that wait for it


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides how the output looks.

    Attributes:
        model: The model.
        tree: How heads are chosen.
        lines: Whether every line is a sentence.
        output: What is written.
    """

    model: str
    tree: Literal["tree", "greedy", "projective"]
    lines: bool
    output: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the input.

    Attributes:
        text: A block of text, or sentences whose words are given.
        base: Where the block begins in the text.
    """

    text: str | tuple[Sentence, ...]
    base: int = 0


@dataclass(frozen=True, slots=True)
class Parsed:
    """A part of the output.

    Attributes:
        written: Its bytes.
        sentences: How many sentences it has.
        words: How many words.
    """

    written: bytes
    sentences: int
    words: int


def parts_of_text(blocks: Iterable[str]) -> Iterator[Part]:
    """Make parts of blocks of a text."""
    base = 0
    for block in blocks:
        yield Part(block, base)
        base += len(block)


def parts_of_sentences(sentences: Iterable[Sentence]) -> Iterator[Part]:
    """Make parts of sentences whose words are given."""
    stream = iter(sentences)
    while some := tuple(islice(stream, _SENTENCES)):
        yield Part(some)


def parsed(parts: Iterable[Part], settings: Settings, *, threads: int, jobs: int) -> Iterator[Parsed]:
    """Parse parts.

    Memory: with several processes, a few parts for each.

    Args:
        parts: The parts.
        settings: How.
        threads: Threads of each process; 0: as many as there are cores for one process, one for several.
        jobs: Processes; 1 stays in this one.

    Yields:
        The parts of the output, in order. They do not depend on threads and jobs.
    """
    if jobs == 1:
        _load(settings, threads)
        yield from map(_parse, parts)
        return
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
    with ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_begin, initargs=(settings, threads or 1)
    ) as pool:
        waiting: deque[Future[Parsed]] = deque()
        try:
            for part in parts:
                with without_interrupts():
                    waiting.append(pool.submit(_parse, part))
                if len(waiting) > _AHEAD * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            for child in multiprocessing.active_children():
                child.terminate()
            pool.shutdown(cancel_futures=True)
            raise


_loaded: list[tuple[Settings, Pipeline]] = []  # of this process


def _begin(settings: Settings, threads: int) -> None:
    end_with_parent()
    _load(settings, threads)


def _load(settings: Settings, threads: int) -> None:
    from realizer.runtime import load

    _loaded[:] = [(settings, load(settings.model, tree=settings.tree, threads=threads))]


def _parse(part: Part) -> Parsed:
    [(settings, pipeline)] = _loaded
    if isinstance(part.text, str):
        sentences = list(pipeline.sentences([part.text], lines=settings.lines, base=part.base))
    else:
        sentences = list(pipeline.parse_sentences(part.text))
    words = sum(len(sentence.words) for sentence in sentences)
    return Parsed(_written(sentences, settings.output), len(sentences), words)


def _written(sentences: list[Sentence], output: str) -> bytes:
    from realizer.cli.tree_drawing import drawn_sentence
    from realizer.formats import json_document, write_conllu

    if output == "conllu":
        stream = io.BytesIO()
        write_conllu(sentences, stream)
        return stream.getvalue()
    lines: list[str] = []
    for sentence in sentences:
        if output == "json":
            [table] = json_document([sentence])["sentences"]
            lines.append(json.dumps(table, ensure_ascii=False))
        else:
            lines.extend([*drawn_sentence(sentence), ""])
    return "".join(f"{line}\n" for line in lines).encode()
