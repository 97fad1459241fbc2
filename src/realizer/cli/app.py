"""The command line's frame: the commands, and what errors, interrupts and closed pipes become."""

from __future__ import annotations

import errno
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from realizer import __version__
from realizer.cli.demo import demo
from realizer.cli.evaluate import EXAMPLES as EVALUATE_EXAMPLES
from realizer.cli.evaluate import evaluate
from realizer.cli.export import EXAMPLES as EXPORT_EXAMPLES
from realizer.cli.export import export
from realizer.cli.models import EXAMPLES as MODELS_EXAMPLES
from realizer.cli.models import models
from realizer.cli.orders_study import EXAMPLES as STUDY_EXAMPLES
from realizer.cli.orders_study import study
from realizer.cli.parse import EXAMPLES as PARSE_EXAMPLES
from realizer.cli.parse import parse
from realizer.cli.plot import EXAMPLES as PLOT_EXAMPLES
from realizer.cli.plot import plot
from realizer.cli.predict import EXAMPLES as PREDICT_EXAMPLES
from realizer.cli.predict import predict
from realizer.cli.train import EXAMPLES as TRAIN_EXAMPLES
from realizer.cli.train import train
from realizer.errors import DivergenceError, RealizerError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app", "main"]

EXAMPLES = """\b
Examples:
  realizer parse "Birds of a feather sing."     words, tags, lemmas and a tree
  realizer parse book.txt -o book.conllu        … of any file, as CoNLL-U
  realizer plot "Birds sing." -o orders.svg     two of the sorted orders, and the tree
  realizer evaluate gold.conllu system.conllu   how good are these trees?
  realizer orders study train.conllu            is this treebank 2-dimensional?
"""

app = typer.Typer(
    name="realizer",
    help="Structured prediction by sorting: trees, graphs and clusters from a few real numbers per token.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
orders = typer.Typer(
    help="The mathematics on real data.", no_args_is_help=True, add_completion=False, rich_markup_mode=None
)
app.add_typer(orders, name="orders")
app.command("parse", epilog=PARSE_EXAMPLES)(parse)
app.command("plot", epilog=PLOT_EXAMPLES)(plot)
app.command("models", epilog=MODELS_EXAMPLES)(models)
app.command("train", epilog=TRAIN_EXAMPLES)(train)
app.command("predict", epilog=PREDICT_EXAMPLES)(predict)
app.command("export", epilog=EXPORT_EXAMPLES)(export)
app.command("evaluate", epilog=EVALUATE_EXAMPLES)(evaluate)
app.command("demo")(demo)
orders.command("study", epilog=STUDY_EXAMPLES)(study)


def _print_version(asked: bool) -> None:  # noqa: FBT001  # typer hands the option over like this
    if asked:
        typer.echo(f"realizer {__version__}")
        raise typer.Exit


@app.callback()
def _realizer(
    version: Annotated[  # noqa: FBT002  # its callback does the work
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    Exit codes: 0 done; 1 the reader of the output went away; 2 wrong usage, a broken or missing file; 3 a
    training diverged; 130 interrupted.

    Args:
        arguments: The words after `realizer`; None takes them from the process.

    Raises:
        SystemExit: Always.
    """
    try:
        app(args=arguments, prog_name="realizer")
    except DivergenceError as error:
        _fail(str(error), code=3)
    except RealizerError as error:
        _fail(str(error))
    except OSError as error:
        cure = "; cure: free some space" if error.errno == errno.ENOSPC else ""
        _fail((f"{error.filename}: {error.strerror}" if error.filename else str(error)) + cure)


def _fail(message: str, *, code: int = 2) -> None:
    print(f"realizer: error: {message}", file=sys.stderr)
    sys.exit(code)
