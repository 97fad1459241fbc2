"""Reports: how every command lays out a table and where its text goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["markdown_table", "write_report"]


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """Lay rows out as a Markdown table; the first column is text, the others are numbers.

    Args:
        rows: The cells, the header's first.

    Returns:
        The table, ending in a line end.
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]

    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cells) + " |\n"

    lines = [
        line(
            cell.rjust(width) if i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    rule = line("-" * (width - 1) + ":" if i else "-" * width for i, width in enumerate(widths))
    return "".join([lines[0], rule, *lines[1:]])


def write_report(text: str, output: str | None) -> None:
    """Write a text to standard output, or to a file and say so.

    A kill in the middle leaves no half of a file.

    Args:
        text: The text.
        output: The file, None for standard output.

    Raises:
        OSError: The file cannot be written.
    """
    from pathlib import Path

    if output is None:
        typer.echo(text, nl=False)
        return
    unfinished = Path(f"{output}.part")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(output)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, output) from error
    typer.echo(f"wrote {output}", err=True)
