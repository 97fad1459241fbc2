"""`realizer plot`: a sentence's orders as a plane, and its tree."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from realizer.cli.choices import MODEL_HELP
from realizer.cli.extras import need
from realizer.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from realizer.document import Sentence
    from realizer.runtime import Pipeline

__all__ = ["EXAMPLES", "plot"]

EXAMPLES = """\b
Examples:
  realizer plot "This time, the firms were ready." -o orders.svg
  realizer plot "Birds sing." -o birds.png --orders 1 2
"""


def plot(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A text; its first sentence is drawn.")],
    *,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The plane: .svg, .png or .pdf. The tree goes beside it, as FILE-tree.",
            show_default=False,
        ),
    ],
    orders: Annotated[
        tuple[int, int],
        typer.Option(
            "--orders",
            metavar="I J",
            help="Which two of the K orders, from 1. By default the two that tell words apart best.",
            show_default=False,
        ),
    ] = (0, 0),
    model: Annotated[str, typer.Option("--model", metavar="NAME", help=MODEL_HELP)] = "en",
) -> None:
    """Draw a sentence as two of its sorted orders, and its tree.

    In the plane a red cross is a word that looks for its head, a blue dot a word as a head: a word's head is
    above and to the right of it, in this plane and in that of any other two orders.
    """
    need("plot", "drawing figures", ("matplotlib",))
    from realizer.plots import order_plane, tree_arcs
    from realizer.runtime import load

    if output.suffix not in {".svg", ".png", ".pdf"}:
        raise InputError(f"expected a name that ends in .svg, .png or .pdf, got {output}; cure: -o plane.svg")
    pipeline = load(model)
    sentence = _first_sentence(pipeline, text)
    words = [word.form for word in sentence.words]
    heads = [word.head or 0 for word in sentence.words]
    red, blue = pipeline.orders(sentence)
    first, second = _chosen(orders, red, blue)
    tree = output.with_name(f"{output.stem}-tree{output.suffix}")
    plane = order_plane(red, blue, words=words, heads=heads, orders=(first, second))
    _save(plane, output)
    _save(tree_arcs(words, heads, labels=[word.deprel for word in sentence.words]), tree)
    typer.echo(f"{output}: orders {first + 1} and {second + 1} of {red.shape[1]}", err=True)
    typer.echo(f"{tree}: the tree", err=True)


def _first_sentence(pipeline: Pipeline, text: str) -> Sentence:
    document = pipeline(text)
    if not document.sentences:
        raise InputError("expected a sentence, got a text without words; cure: some words")
    if len(document.sentences) > 1:
        typer.echo(f"the first of {len(document.sentences)} sentences is drawn", err=True)
    [sentence] = pipeline.parse_sentences(document.sentences[:1])  # alone, as its orders are read
    return sentence


def _chosen(asked: tuple[int, int], red: NDArray[np.float32], blue: NDArray[np.float32]) -> tuple[int, int]:
    """Take the two orders that are asked for, or those that relate the fewest pairs."""
    count = red.shape[1]
    if asked != (0, 0):
        if not all(1 <= number <= count for number in asked) or asked[0] == asked[1]:
            raise InputError(
                f"expected two different orders from 1 to {count}, got {asked[0]} {asked[1]}; "
                "cure: --orders 1 2"
            )
        return asked[0] - 1, asked[1] - 1
    below = [red[:, None, k] < blue[None, :, k] for k in range(count)]
    return min(combinations(range(count), 2), key=lambda pair: int((below[pair[0]] & below[pair[1]]).sum()))


def _save(figure: object, path: Path) -> None:
    from realizer.plots import to_svg

    if path.suffix == ".svg":
        path.write_text(to_svg(figure), encoding="utf-8")  # type: ignore[arg-type]
    else:
        figure.savefig(path, dpi=200)  # type: ignore[attr-defined]
