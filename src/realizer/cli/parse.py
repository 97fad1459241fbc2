"""`realizer parse`: texts to trees, without torch."""

from __future__ import annotations

import enum
import gzip
import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, cast

import typer

from realizer.cli.choices import TREE_HELP, Tree
from realizer.cli.counting import counting
from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from realizer.document import Sentence
    from realizer.runtime import Pipeline

__all__ = ["EXAMPLES", "parse"]

EXAMPLES = """\b
Examples:
  realizer parse "John bought a car yesterday which is red." --model ewt-bundle
  realizer parse book.txt --model ewt-bundle -o book.conllu
  cat *.txt | realizer parse - --model ewt-bundle --output json
  realizer parse in.conllu --model ewt-bundle -o out.conllu
"""


class Input(str, enum.Enum):
    """What the words come as."""

    auto = "auto"
    text = "text"
    lines = "lines"
    tokens = "tokens"
    conllu = "conllu"


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
    model: Annotated[
        Path, typer.Option("--model", metavar="DIR", help="The folder of a model.", show_default=False)
    ],
    to: Annotated[
        str,
        typer.Option("--to", "-o", metavar="FILE", help="Where it goes (also .gz); - for standard output."),
    ] = "-",
    given: Annotated[
        Input,
        typer.Option(
            "--input",
            help="Text, a sentence per line, a sentence per line with blanks between tokens, or CoNLL-U. "
            "auto goes by the file's name.",
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
        int, typer.Option("--threads", min=0, metavar="N", help="Threads of the processor; 0: all cores.")
    ] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show nothing but errors.")] = False,
) -> None:
    """Parse texts: words, sentences, tags, lemmas and trees.

    Files are streams: of any size, read and written sentence by sentence; an output file appears when it is
    whole. Words and sentences that are given (tokens, lines, CoNLL-U) stay as they are.
    """
    from realizer.runtime import load

    is_file = text == "-" or _names_a_file(text)
    if given is Input.auto:
        named = is_file and text.removesuffix(".gz").endswith(".conllu")
        given = Input.conllu if named else Input.text
    if output is Output.auto:
        output = Output.conllu if is_file or to != "-" else Output.trees
    pipeline = load(model, tree=tree.value, threads=threads)
    with counting(quiet=quiet or not is_file) as count, _opened(text, is_file=is_file) as stream:
        name = ("standard input" if text == "-" else text) if is_file else "TEXT"
        sentences = _sentences(pipeline, stream, given, name=name, encoding=encoding if is_file else "utf-8")
        _write(count(sentences), output, to)


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


def _sentences(
    pipeline: Pipeline, stream: BinaryIO, given: Input, *, name: str, encoding: str
) -> Iterator[Sentence]:
    from realizer.formats import read_conllu
    from realizer.runtime import text_blocks

    if given is Input.conllu:
        return pipeline.parse_sentences(read_conllu(stream))
    lines = given in {Input.lines, Input.tokens}
    blocks = text_blocks(stream, name=name, encoding=encoding, lines=lines)
    if given is Input.tokens:
        return pipeline.parse_sentences(_tokenised(blocks))
    return pipeline.sentences(blocks, lines=lines)


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


def _write(sentences: Iterable[Sentence], output: Output, to: str) -> None:
    from realizer.cli.tree_drawing import draw_tree
    from realizer.formats import json_document, opened_for_writing, write_conllu

    if output is Output.conllu:
        write_conllu(sentences, to)
        return
    with opened_for_writing(to) as stream:
        for sentence in sentences:
            if output is Output.json:
                [table] = json_document([sentence])["sentences"]
                lines = [json.dumps(table, ensure_ascii=False)]
            else:
                words = [f"{word.form}  {word.upos.lower()} {word.deprel}" for word in sentence.words]
                lines = [*draw_tree(words, [word.head or 0 for word in sentence.words]), ""]
            stream.write("".join(f"{line}\n" for line in lines).encode())
            stream.flush()
