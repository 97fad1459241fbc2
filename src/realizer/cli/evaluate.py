"""`realizer evaluate`: how good are these trees or clusters, and is one system better than another?"""

from __future__ import annotations

import enum
import errno
import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from realizer.cli.evaluate_coreference import coreference_names, coreference_run
from realizer.cli.reports import write_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from realizer.cli.evaluation_report import Run
    from realizer.document import Sentence
    from realizer.metrics import Evaluation

__all__ = ["EXAMPLES", "evaluate"]

EXAMPLES = """\b
Examples:
  realizer evaluate gold.conllu system.conllu
  realizer evaluate gold.conllu system.conllu --metric LAS,UAS --format json
  realizer evaluate gold.conllu system.conllu --detail
  realizer evaluate gold.conllu old.conllu new.conllu
  realizer evaluate --macro en.gold.conllu en.conllu fr.gold.conllu fr.conllu
  realizer evaluate gold.conllu system.conllu --metric coref --match head
"""


class Format(str, enum.Enum):
    """How the scores are written."""

    table = "table"
    json = "json"


class Match(str, enum.Enum):
    """Which mentions are the same."""

    exact = "exact"
    partial = "partial"
    head = "head"


def evaluate(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="GOLD SYSTEM [SYSTEM2]",
            help="Treebanks of one text: CoNLL-U, or CoNLL-X and CoNLL-2009 by suffix, also .gz, or - for "
            "standard input; with --metric coref, CorefUD, or CoNLL-2012 by suffix. With SYSTEM2, both "
            "systems are scored and compared.",
            show_default=False,
        ),
    ],
    *,
    macro: Annotated[
        bool,
        typer.Option(
            "--macro",
            help="The files are pairs, GOLD SYSTEM GOLD SYSTEM and so on: score each and average over them.",
        ),
    ] = False,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            metavar="NAME",
            help="Only this metric; repeat it, or join names by commas; all for every one of trees, coref "
            "for every one of coreference.",
            show_default=False,
        ),
    ] = None,
    detail: Annotated[
        bool,
        typer.Option("--detail", help="Add LAS by arc length, projectivity and relation, and confusions."),
    ] = False,
    lenient: Annotated[
        bool,
        typer.Option(
            "--lenient", help="Also score heads that form no tree, where the official program stops."
        ),
    ] = False,
    match: Annotated[
        Match,
        typer.Option(
            "--match",
            help="Coreference: mentions are the same if their words are; or if the system's is part of the "
            "gold one and holds its head; or if their heads are the same.",
        ),
    ] = Match.exact,
    singletons: Annotated[
        bool,
        typer.Option("--singletons", help="Coreference: keep clusters of one mention, on both sides."),
    ] = False,
    resamples: Annotated[
        int,
        typer.Option("--resamples", min=1, metavar="N", help="Draws of the bootstrap, with SYSTEM2."),
    ] = 10_000,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Seed of those draws.")] = 0,
    output_format: Annotated[
        Format, typer.Option("--format", help="Tables, or JSON with more digits; both in per cent.")
    ] = Format.table,
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Write there, not to standard output.")
    ] = None,
) -> None:
    """Score trees as the official UD program does, or clusters as the official coreference scorers do.

    Tokens and sentences may differ between the files: words are aligned by the characters that they cover.
    The characters themselves must be the same, white space aside. Prints precision, recall, F1, and the share
    of aligned words that are right, in per cent; with --metric all, also without punctuation (-ud, -ptb,
    -ctb) and of whole trees (UEM, LEM). Two systems are compared by a paired bootstrap over sentences.

    With --metric coref, or names of such metrics, clusters of mentions are scored instead: conll, muc, bcub,
    ceafe, ceafm, blanc, lea, mentions. The documents must have the same names, order and words. Clusters of
    one mention are left out unless --singletons is given.
    """
    from realizer.cli.evaluation_report import json_report, table_report

    pairs = _pairs(files, macro=macro)
    names = [each.strip() for joined in metric or [] for each in joined.split(",")]
    compared = len(files) == 3 and not macro  # gold and two systems
    clusters = coreference_names(
        names,
        of_trees={"--detail": detail, "--lenient": lenient, "SYSTEM2": compared},
        of_mentions={"--match": match is not Match.exact, "--singletons": singletons},
    )
    differences = None
    if clusters:
        runs = [
            coreference_run(pair, metrics=clusters, match=match.value, singletons=singletons)
            for pair in pairs
        ]
    else:
        evaluations = _evaluations(pairs, names, detail=detail, lenient=lenient, per_sentence=compared)
        runs = [_run(*pair, each) for pair, each in zip(pairs, evaluations, strict=True)]
        if compared:
            from realizer.metrics import paired_bootstrap

            counts = (each.sentences for each in evaluations)
            differences = paired_bootstrap(*counts, resamples=resamples, seed=seed)
    report = table_report if output_format is Format.table else json_report
    text = report(runs, differences=differences, macro=macro, draws=(resamples, seed))
    write_report(text, output)


def _evaluations(
    pairs: Sequence[tuple[str, str]],
    names: Sequence[str],
    *,
    detail: bool,
    lenient: bool,
    per_sentence: bool,
) -> list[Evaluation]:
    """Score the trees of every pair of files."""
    from realizer import metrics as room
    from realizer.formats import source_name

    metrics = room.metric_names(*names)
    with _progress([gold for gold, _ in pairs]) as read:
        return [
            room.evaluate(
                read(gold),
                _sentences(system),
                metrics=metrics,
                per_sentence=per_sentence,
                details=detail,
                trees=not lenient,
                gold_name=source_name(gold),
                system_name=source_name(system),
            )
            for gold, system in pairs
        ]


def _run(gold: str, system: str, evaluation: Evaluation) -> Run:
    from realizer.cli.evaluation_report import Run
    from realizer.formats import source_name

    return Run(source_name(gold), source_name(system), evaluation)


def _pairs(files: list[str], *, macro: bool) -> list[tuple[str, str]]:
    """Pair gold and system files, and refuse what cannot be read before the work, not after an hour of it."""
    from pathlib import Path

    if macro and len(files) % 2:
        got = f"got {len(files)} files"
        raise typer.BadParameter(f"expected pairs GOLD SYSTEM with --macro, {got}; cure: pair them")
    if not macro and len(files) not in {2, 3}:
        problem = f"expected GOLD SYSTEM or GOLD SYSTEM SYSTEM2, got {len(files)} file(s)"
        raise typer.BadParameter(f"{problem}; cure: name them so, or say --macro if they are pairs")
    pairs = list(zip(files[::2], files[1::2], strict=True)) if macro else [(files[0], x) for x in files[1:]]
    if [path for pair in pairs for path in pair].count("-") > 1:
        problem = "expected standard input in one place, got it in several; cure: save it to a file"
        raise typer.BadParameter(problem)
    for path in files:
        if path != "-" and stat.S_ISDIR(Path(path).stat().st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if len(pairs) > 1 and not macro and not Path(files[0]).is_file():
        problem = f"expected a gold file that can be read twice, got {files[0]}; cure: save it to a file"
        raise typer.BadParameter(problem)
    return pairs


@contextmanager
def _progress(gold: list[str]) -> Iterator[Callable[[str], Iterator[Sentence]]]:
    """Hand out a reader of gold files that moves a bar on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _sentences
        return
    columns = (
        TextColumn("evaluating"),
        BarColumn(),
        TextColumn("{task.fields[words]:,} words"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=_lines(gold), words=0)
        words = 0

        def read(path: str) -> Iterator[Sentence]:
            nonlocal words
            seen = 0
            for sentence in _sentences(path):
                end = sentence.line + len(sentence.rows)
                words += len(sentence.rows)
                bar.update(task, advance=end - seen, words=words)
                seen = end
                yield sentence

        yield read


def _sentences(path: str) -> Iterator[Sentence]:
    """Read a treebank; where the name does not tell the format, as in /dev/fd/63, it is CoNLL-U."""
    from realizer.errors import InputError
    from realizer.formats import read_treebank

    try:
        return read_treebank(path)
    except InputError:
        return read_treebank(path, format="conllu")


def _lines(paths: list[str]) -> int | None:
    """Count the lines of files, None if one of them has to be read to know."""
    from pathlib import Path

    total = 0
    for path in paths:
        if path == "-" or path.endswith(".gz") or not Path(path).is_file():
            return None
        with Path(path).open("rb") as stream:
            total += sum(block.count(b"\n") for block in iter(lambda: stream.read(1 << 20), b""))
    return total
