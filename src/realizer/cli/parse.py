"""`realizer parse`: texts to trees, without torch."""

from __future__ import annotations

import enum
import gzip
import os
import sys
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, cast

import typer

from realizer import __version__
from realizer.cli.choices import MODEL_HELP, TREE_HELP, Tree
from realizer.cli.counting import progress
from realizer.cli.parse_work import Part, Settings, parsed, parts_of_sentences, parts_of_text
from realizer.cli.resuming import Record, resumable
from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from realizer.document import Sentence

__all__ = ["EXAMPLES", "parse"]

EXAMPLES = """\b
Examples:
  realizer parse "John bought a car yesterday which is red."
  realizer parse book.txt -o book.conllu
  cat *.txt | realizer parse - --output json
  realizer parse in.conllu -o out.conllu          (own words and sentences kept)
  realizer parse large.txt -o large.conllu --jobs 4 --resume
"""


class Input(str, enum.Enum):
    """What the words come as."""

    auto = "auto"
    text = "text"
    lines = "lines"
    tokens = "tokens"
    conllu = "conllu"
    conllu_text = "conllu-text"


class Output(str, enum.Enum):
    """What comes out."""

    auto = "auto"
    trees = "trees"
    conllu = "conllu"
    json = "json"


def parse(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="A text, a file (also .gz), or - for standard input.")
    ],
    *,
    model: Annotated[str, typer.Option("--model", metavar="NAME", help=MODEL_HELP)] = "en",
    to: Annotated[
        str,
        typer.Option("--to", "-o", metavar="FILE", help="Where it goes (also .gz); - for standard output."),
    ] = "-",
    given: Annotated[
        Input,
        typer.Option(
            "--input",
            help="Text, a sentence per line, a sentence per line with blanks between tokens, CoNLL-U, or the "
            "text of CoNLL-U alone. auto goes by the file's name.",
        ),
    ] = Input.auto,
    output: Annotated[
        Output,
        typer.Option(
            "--output",
            help="Drawn trees, CoNLL-U, or a line of JSON per sentence. auto: trees for a text on the "
            "command line, else CoNLL-U.",
        ),
    ] = Output.auto,
    tree: Annotated[
        Tree,
        typer.Option("--tree", help=TREE_HELP),
    ] = Tree.tree,
    encoding: Annotated[str, typer.Option("--encoding", help="Of text.")] = "utf-8",
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            min=0,
            metavar="N",
            help="Threads of each process; 0: all cores for one process, one thread for several.",
        ),
    ] = 0,
    jobs: Annotated[
        int,
        typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes; each one holds the model."),
    ] = 1,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue a run that was interrupted; begin if there is none."),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show nothing but errors.")] = False,
) -> None:
    """Parse texts: words, sentences, tags, lemmas and trees.

    Files are streams of any size. An output file appears when it is whole; what an interrupted run wrote is
    kept beside it, and --resume continues there. Words and sentences that are given (tokens, lines, CoNLL-U)
    stay as they are.
    """
    is_file = text == "-" or _names_a_file(text)
    if given is Input.auto:
        named = is_file and text.removesuffix(".gz").endswith(".conllu")
        given = Input.conllu if named else Input.text
    if output is Output.auto:
        output = Output.conllu if is_file or to != "-" else Output.trees
    settings = Settings(model, tree.value, given in {Input.lines, Input.tokens}, output.value)
    options = {**asdict(settings), "input": given.value, "encoding": encoding, "version": __version__}
    record = _record(text, to, is_file=is_file, options=options)
    if resume and record is None:
        raise InputError(
            "expected a file to read and a file to write for --resume, neither packed (.gz) nor a pipe, got "
            f"{text!r} and {to!r}; cure: -o FILE"
        )
    name = ("standard input" if text == "-" else text) if is_file else "TEXT"
    with _opened(text, is_file=is_file) as stream:
        parts = _parts(stream, given, name=name, encoding=encoding if is_file else "utf-8")
        with _destination(record, to, resume=resume) as write:
            skipped = islice(parts, record.parts if record else 0, None)
            with progress(stream, name, quiet=quiet or not is_file) as advance:
                for done in parsed(skipped, settings, threads=threads, jobs=jobs):
                    write(done.written)
                    advance(done.sentences, done.words)


@contextmanager
def _destination(record: Record | None, to: str, *, resume: bool) -> Iterator[Callable[[bytes], object]]:
    """Open the output, and give what writes to it."""
    if record is None:
        from realizer.formats import opened_for_writing

        with opened_for_writing(to) as stream:

            def flushed(data: bytes) -> None:
                stream.write(data)
                stream.flush()

            yield flushed
        return
    with resumable(record, resume=resume) as stream:
        try:
            yield partial(record.add, stream)
        except BaseException:
            if record.parts:
                typer.echo(f"{record.part}: the parse so far; --resume continues", err=True)
            raise


def _record(text: str, to: str, *, is_file: bool, options: dict[str, object]) -> Record | None:
    """What an output that may be continued is noted in; None where it cannot be."""
    source, target = Path(text), Path(os.path.realpath(to))
    if not is_file or "-" in {text, to} or to.endswith(".gz") or not source.is_file():
        return None
    if target.exists() and not target.is_file():  # /dev/null, a pipe
        return None
    state = source.stat()
    return Record(target, {**options, "file": [state.st_size, state.st_mtime_ns]})


def _names_a_file(text: str) -> bool:
    """Whether the argument is a file, or a pipe; what only looks like one is refused."""
    try:
        there, folder = Path(text).exists(), Path(text).is_dir()
    except (OSError, ValueError):  # too long, or with a zero in it: no name of a file
        return False
    if folder and text:
        raise InputError(
            f"expected a file or a text, got {text}, a folder; cure: a file in it, or - and the text as "
            "standard input"
        )
    looks = text.removesuffix(".gz").endswith((".txt", ".conllu")) and not any(c.isspace() for c in text)
    if looks and not there:
        raise InputError(f"expected a file, got {text}, which does not exist; cure: check its name")
    return there and bool(text)


@contextmanager
def _opened(text: str, *, is_file: bool) -> Iterator[BinaryIO]:
    import io

    if not is_file:
        yield io.BytesIO(text.encode("utf-8", errors="replace"))
    elif text == "-":
        yield sys.stdin.buffer
    else:
        opened = gzip.open(text, "rb") if text.endswith(".gz") else Path(text).open("rb")  # noqa: SIM115
        with opened as stream:
            yield cast("BinaryIO", stream)


def _parts(stream: BinaryIO, given: Input, *, name: str, encoding: str) -> Iterator[Part]:
    from realizer.formats import raw_texts, read_conllu
    from realizer.runtime import text_blocks

    if given is Input.conllu:
        return parts_of_sentences(read_conllu(stream))
    if given is Input.conllu_text:
        return parts_of_text(raw_texts(read_conllu(stream)))
    lines = given in {Input.lines, Input.tokens}
    blocks = text_blocks(stream, name=name, encoding=encoding, lines=lines)
    return parts_of_sentences(_tokenised(blocks)) if given is Input.tokens else parts_of_text(blocks)


def _tokenised(blocks: Iterable[str]) -> Iterator[Sentence]:
    from realizer.document import Sentence, Word

    for block in blocks:
        for line in block.splitlines():
            forms = line.split()
            rows = (
                Word(number, form, "_", "_", "_", "_", None, "_", (), "_")
                for number, form in enumerate(forms, 1)
            )
            if forms:
                yield Sentence((f"# text = {' '.join(forms)}",), tuple(rows), 0)
