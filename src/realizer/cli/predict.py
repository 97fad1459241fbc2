"""`realizer predict`: a trained parser on a file, as a stream."""

from __future__ import annotations

import enum
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from realizer.cli.choices import TREE_HELP, Tree
from realizer.cli.counting import counting
from realizer.cli.extras import need
from realizer.cli.freed_memory import return_freed_memory

if TYPE_CHECKING:
    from realizer.formats import Skipped

__all__ = ["EXAMPLES", "predict"]

EXAMPLES = """\b
Examples:
  realizer predict ewt in.conllu -o out.conllu
  realizer predict ewt/model big.conllu.gz --tree greedy -o big-parsed.conllu.gz
  cat in.conllu | realizer predict ewt - > out.conllu

The input needs words only (columns ID and FORM); gold columns are replaced by what the model predicts.
"""


class Format(str, enum.Enum):
    """The input's columns."""

    auto = "auto"
    conllu = "conllu"
    conllx = "conllx"
    conll2009 = "conll2009"


class Precision(str, enum.Enum):
    """How matrices are multiplied."""

    float32 = "float32"
    bfloat16 = "bfloat16"
    float16 = "float16"


def predict(
    model: Annotated[
        Path,
        typer.Argument(metavar="MODEL", help="The folder that realizer train wrote.", show_default=False),
    ],
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Sentences to parse (also .gz), or - for standard input."),
    ],
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where the CoNLL-U goes (also .gz); - for standard output."
        ),
    ] = "-",
    batch: Annotated[
        int, typer.Option("--batch", min=1, metavar="N", help="Word pieces per batch, padding included.")
    ] = 4000,
    tree: Annotated[
        Tree,
        typer.Option("--tree", help=TREE_HELP),
    ] = Tree.tree,
    input_format: Annotated[
        Format, typer.Option("--format", help="The input's columns; auto goes by the file's name.")
    ] = Format.auto,
    precision: Annotated[
        Precision, typer.Option("--precision", help="How matrices are multiplied.")
    ] = Precision.float32,
    threads: Annotated[
        int,
        typer.Option("--threads", min=0, metavar="N", help="Threads of the processor; 0: as torch chooses."),
    ] = 0,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave broken sentences out, and list them at the end.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show nothing but errors.")] = False,
) -> None:
    """Parse the words of a file with a trained model.

    Reads and writes sentence by sentence, so files of any size do; an output file appears when it is whole.
    Comments, multiword tokens and empty nodes are kept; so is every column that the model does not predict,
    but for DEPS, whose arcs belong to other heads.
    """
    # oneDNN keeps code for up to 1,024 shapes of batches, some hundred megabytes; few of them come again
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "32")
    return_freed_memory()
    need("train", "predicting with a trained model", ("torch", "accelerate", "safetensors", "transformers"))
    from realizer.formats import Skipped, read_treebank, write_conllu
    from realizer.training import parse_sentences, trained_parser

    parser = trained_parser(model, threads=threads)
    skipped = Skipped()
    sentences = read_treebank(file, format=input_format.value, skip_bad=skipped if skip_bad else None)
    with counting(quiet=quiet) as count:
        parsed = parse_sentences(parser, sentences, pieces=batch, tree=tree.value, precision=precision.value)
        write_conllu(count(parsed), output)
    _tell(skipped)


def _tell(skipped: Skipped) -> None:
    if skipped.count:
        typer.echo(f"skipped {skipped.count:,} broken sentences:", err=True)
        for problem in skipped.problems:
            typer.echo(f"  {problem}", err=True)
        if skipped.count > len(skipped.problems):
            typer.echo(f"  and {skipped.count - len(skipped.problems):,} more", err=True)
