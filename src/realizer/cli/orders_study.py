"""`realizer orders study`: how sparse and how 2-dimensional are the structures of a treebank?"""

from __future__ import annotations

import enum
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from realizer.cli.reports import write_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["EXAMPLES", "study"]

EXAMPLES = """\b
Examples:
  realizer orders study train.conllu dev.conllu
  realizer orders study corpus/*/*.conllu --rows folder --jobs 4
  zcat big.conllu.gz | realizer orders study - --format json --output study.json
"""


class Format(str, enum.Enum):
    """How the counts are written."""

    table = "table"
    json = "json"


class Rows(str, enum.Enum):
    """What a row of the table stands for."""

    file = "file"
    folder = "folder"


def study(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="CoNLL-U files (.conllu, also .gz), CoNLL-2012 columns (.conll, also .gz), or - for CoNLL-U "
            "from standard input.",
            show_default=False,
        ),
    ],
    *,
    output_format: Annotated[
        Format, typer.Option("--format", help="A Markdown table, or JSON with everything that was counted.")
    ] = Format.table,
    rows: Annotated[
        Rows, typer.Option("--rows", help="One row of the table per file or per folder.")
    ] = Rows.file,
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Write there, not to standard output.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Files counted at once.")] = 1,
) -> None:
    """Measure how sparse and how 2-dimensional treebanks are.

    Reads basic trees (column HEAD), enhanced graphs (column DEPS) and mention graphs (Entity in column MISC,
    or CoNLL-2012 columns), and tells for each kind how many arcs there are per word, how many token-split
    orders have order dimension 2 at most, and how many trees are non-projective. The artificial root is a
    vertex. Arcs that fall together count once ("doubled" says how many did); a mention of one word is a loop.
    "parts" are the connected components of the token-split orders.
    """
    from realizer.cli.study import by_folder, json_report, study_files, table_report

    with _progress(files) as progress:
        counts = study_files(files, jobs=jobs, progress=progress)
    if output_format is Format.json:
        report = json_report(counts)
    else:
        report = table_report(by_folder(counts) if rows is Rows.folder else counts)
    write_report(report, output)


@contextmanager
def _progress(files: list[str]) -> Iterator[Callable[[int, int], object]]:
    """Show a bar on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("files"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[structures]:,} structures"),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=len(files), structures=0)
        seen = 0

        def advance(done: int, structures: int) -> None:
            nonlocal seen
            seen += structures
            bar.update(task, completed=done, structures=seen)

        yield advance
