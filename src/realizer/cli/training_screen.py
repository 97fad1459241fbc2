"""What `realizer train` shows while it works: a bar on a terminal, lines in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from types import TracebackType

    from realizer.training import Event

__all__ = ["TrainingScreen"]


class TrainingScreen:
    """Shows a training's events on standard error.

    Args:
        quiet: Show nothing.
    """

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        self.console = Console(stderr=True, highlight=False)
        columns = (
            TextColumn("epoch {task.fields[epoch]}"),
            BarColumn(bar_width=20),
            TextColumn("{task.percentage:5.1f} %  {task.fields[told]}"),
            TimeRemainingColumn(),
        )
        shown = self.console.is_terminal and not quiet
        self.bar = Progress(*columns, console=self.console, transient=True, disable=not shown)
        self.task = self.bar.add_task("", total=1.0, epoch=0, told="")

    def __enter__(self) -> TrainingScreen:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()

    def show(self, event: Event) -> None:
        """Show one event."""
        if self.quiet:
            return
        if event.kind == "step":
            told = f"loss {event.loss:.3f}  {event.words_per_second:,.0f} words/s"
            for name in {"LAS", "conll"} & event.best.keys():
                told += f"  best {name} {event.best[name]:.2f}"
            self.bar.update(self.task, completed=event.share, epoch=event.epoch + 1, told=told)
        elif event.kind == "evaluation":
            scores = "  ".join(f"{name} {value:.2f}" for name, value in event.scores.items())
            place = f"step {event.step:,}  {event.seconds / 60:.1f} min"
            self.console.print(f"{place}  {scores}", soft_wrap=True)
        elif event.kind == "begin":
            self.console.print(event.text, soft_wrap=True)
