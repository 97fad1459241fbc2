"""`realizer export`: a trained parser as a model that runs without torch."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from realizer.cli.extras import need
from realizer.errors import InputError

__all__ = ["EXAMPLES", "export"]

EXAMPLES = """\b
Examples:
  realizer export ewt -o ewt-bundle
  realizer export ewt -o ewt-bundle --dev data/en_ewt/dev.conllu --licence "CC BY-SA 4.0"

\b
Then, on a machine without torch:
  realizer parse "Colorless green ideas sleep." --model ewt-bundle
"""


def export(
    model: Annotated[
        Path,
        typer.Argument(metavar="MODEL", help="The folder that realizer train wrote.", show_default=False),
    ],
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="The new model's folder.", show_default=False),
    ],
    name: Annotated[
        str, typer.Option("--name", help="What it is called.", show_default="the folder's name")
    ] = "",
    language: Annotated[str, typer.Option("--language", help="Of its texts, as a short code.")] = "en",
    licence: Annotated[
        str, typer.Option("--licence", help="Under which the weights may be used.")
    ] = "not said",
    dev: Annotated[
        list[Path] | None,
        typer.Option(
            "--dev",
            metavar="FILE",
            help="A treebank (CoNLL-U) to fit confidences on and to score the model with; may be repeated.",
            show_default=False,
        ),
    ] = None,
    about: Annotated[
        Path | None,
        typer.Option(
            "--about",
            metavar="FILE",
            help="Markdown for the model's card: its data, their licences.",
            show_default=False,
        ),
    ] = None,
    whole: Annotated[
        bool,
        typer.Option("--whole", help="Keep matrices in 32 bits, four times as large, equal to the parser."),
    ] = False,
) -> None:
    """Make a model that runs without torch of a trained parser.

    Writes ONNX graphs in 8 bits (--whole: in 32), labels, tokenizer and a card (README.md) into a new folder,
    which appears when it is whole. Of parsers with a pretrained encoder, the order head, and no context
    layers.
    """
    need(
        "train",
        "exporting a trained model",
        ("torch", "accelerate", "safetensors", "transformers", "onnx", "onnxscript"),
    )
    from realizer.bundles import find_bundle
    from realizer.training import card, trained_parser, try_on
    from realizer.training import export as write_bundle

    if output.exists():
        raise InputError(f"expected a new folder, got {output}, which exists; cure: another -o")
    for path in [*(dev or ()), *([about] if about else ())]:
        if not path.is_file():
            raise InputError(f"expected a file, got {path}, which is none; cure: check its name")
    parser = trained_parser(model)
    part = output.with_name(output.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        write_bundle(
            parser,
            part,
            name=name or output.name,
            language=language,
            licence=licence,
            quantise=not whole,
        )
        if dev:
            try_on(part, dev)
        text = card(find_bundle(part), about=about.read_text("utf-8") if about else "")
        (part / "README.md").write_text(text, "utf-8")
        part.replace(output)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    size = sum(path.stat().st_size for path in output.iterdir()) / 1e6
    typer.echo(f"{output}: {size:.1f} MB", err=True)
    typer.echo(f'Next: realizer parse "Colorless green ideas sleep." --model {output}', err=True)
