"""Progress of a stream of sentences, on standard error."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from realizer.document import Sentence

__all__ = ["counting", "progress"]


@contextmanager
def counting(*, quiet: bool) -> Iterator[Callable[[Iterable[Sentence]], Iterator[Sentence]]]:
    """Count sentences and words as they pass, if standard error is a terminal; give what they shall pass."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    console = Console(stderr=True)
    shown = console.is_terminal and not quiet
    columns = (SpinnerColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        task = bar.add_task("", total=None)
        start = time.monotonic()

        def counted(passing: Iterable[Sentence]) -> Iterator[Sentence]:
            words = 0
            for number, sentence in enumerate(passing, 1):
                words += len(sentence.words)
                bar.update(task, description=_summary(number, words, start))
                yield sentence

        yield counted


@contextmanager
def progress(source: BinaryIO, name: str, *, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """On a terminal, show how far a file is read, and say at the end what was done.

    Args:
        source: The file; of one whose size is known a bar is shown, and how long it will take.
        name: What it is called.
        quiet: Show nothing.

    Yields:
        What to call with the sentences and words of each part.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    quiet = quiet or not console.is_terminal
    size = _size(source)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    start, sentences, words = time.monotonic(), 0, 0
    with Progress(
        *columns[: 3 if size else 1],
        console=console,
        transient=True,
        disable=quiet,
    ) as bar:
        task = bar.add_task(name, total=size)

        def advance(more_sentences: int, more_words: int) -> None:
            nonlocal sentences, words
            sentences, words = sentences + more_sentences, words + more_words
            done = source.tell() if size else None
            bar.update(task, description=_summary(sentences, words, start), completed=done)

        yield advance
    if not quiet:
        console.print(f"{name}: {_summary(sentences, words, start)}", markup=False, highlight=False)


def _summary(sentences: int, words: int, start: float) -> str:
    speed = words / max(time.monotonic() - start, 1e-9)
    return f"{sentences:,} sentences, {words:,} words, {speed:,.0f} words/s"


def _size(source: BinaryIO) -> int | None:
    """The size of a plain file."""
    try:
        size = os.fstat(source.fileno()).st_size
        return size if source.seekable() and getattr(source, "mode", "") == "rb" else None
    except (OSError, ValueError, AttributeError):
        return None
