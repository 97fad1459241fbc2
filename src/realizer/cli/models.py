"""`realizer models`: what is installed, how good it is, and under which licence."""

from __future__ import annotations

import enum
import json
from typing import Annotated

import typer

__all__ = ["EXAMPLES", "models"]

EXAMPLES = """\b
Examples:
  realizer models
  realizer models --format json
"""
SHOWN = ("LAS", "UAS", "UPOS", "Lemmas", "Sentences")


class Format(str, enum.Enum):
    """How the list is printed."""

    table = "table"
    json = "json"


def models(
    *,
    form: Annotated[
        Format, typer.Option("--format", help="A table, or JSON with all scores.")
    ] = Format.table,
) -> None:
    """List the installed models: their scores on dev, licences and sizes.

    Other models are folders: `realizer export` makes them, and every --model takes them.
    """
    from realizer.bundles import installed_bundles

    bundles = installed_bundles()
    if form is Format.json:
        tables = [
            {
                "name": bundle.config.name,
                "language": bundle.config.language,
                "licence": bundle.config.licence,
                "bytes": bundle.size,
                "folder": str(bundle.folder),
                "scores": bundle.config.scores,
            }
            for bundle in bundles
        ]
        typer.echo(json.dumps(tables, indent=1, ensure_ascii=False))
        return
    for bundle in bundles:
        config = bundle.config
        typer.echo(f"{config.name}  ({config.language}, {bundle.size / 1e6:.0f} MB, {config.licence})")
        for name, scores in config.scores.items():
            shown = "  ".join(f"{metric} {scores[metric]:.2f}" for metric in SHOWN if metric in scores)
            typer.echo(f"  {name:34}  {shown}")
        typer.echo(f"  its card: {bundle.folder / 'README.md'}")
    if not bundles:
        typer.echo("none; cure: pip install realizer, whose wheel brings English")
