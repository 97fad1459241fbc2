"""Progress of a stream of sentences, on standard error."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from realizer.document import Sentence

__all__ = ["counting"]


@contextmanager
def counting(*, quiet: bool) -> Iterator[Callable[[Iterable[Sentence]], Iterator[Sentence]]]:
    """Count sentences and words as they pass, if standard error is a terminal; give what they shall pass."""
    import time

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
                speed = words / max(time.monotonic() - start, 1e-9)
                shown = f"{number:,} sentences  {words:,} words  {speed:,.0f} words/s"
                bar.update(task, description=shown)
                yield sentence

        yield counted
