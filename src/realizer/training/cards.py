"""The card of a bundle: what it is, what it was made of, and how good it is, as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from realizer.training.calibration import distance

if TYPE_CHECKING:
    from realizer.bundles import Bundle, ConfidenceConfig

__all__ = ["card"]


def card(bundle: Bundle, *, about: str = "") -> str:
    """Write a card.

    Args:
        bundle: The bundle, with its scores.
        about: Markdown on its data and licences.

    Returns:
        Markdown, with the header that model hubs read.
    """
    config = bundle.config
    columns = ", ".join([*config.labels, *(["deprel"] if config.relations else [])])
    header = {
        "language": config.language,
        "license": _quoted(config.licence),
        "library_name": "realizer",
        "tags": "[dependency-parsing, universal-dependencies, part-of-speech]",
    }
    parts = [
        "---\n" + "".join(f"{key}: {value}\n" for key, value in header.items()) + "---\n",
        f"# {config.name}\n",
        f"A model of realizer: {bundle.size / 1e6:.0f} MB, {len(config.orders.root)} sorted orders per word.",
        f"It writes heads and {columns}. Licence: {config.licence}.\n",
        f'```\nrealizer parse "Some text." --model {config.name}\n```\n',
    ]
    if about.strip():
        parts.append(about.strip() + "\n")
    parts.extend(_scores(config.scores))
    if config.confidence.said:
        parts.append(_confidence(config.confidence))
    return "\n".join(parts)


def _quoted(text: str) -> str:
    return text if text.replace("-", "").replace(".", "").isalnum() else f'"{text}"'


def _scores(scores: dict[str, dict[str, float]]) -> list[str]:
    """A table for each set of metrics."""
    tables: dict[tuple[str, ...], list[str]] = {}
    for name, found in scores.items():
        row = f"| {name} | " + " | ".join(f"{value:.2f}" for value in found.values()) + " |"
        tables.setdefault(tuple(found), []).append(row)
    parts = ["## Scores\n\nF1, as the official program of Universal Dependencies counts.\n"] if tables else []
    for metrics, rows in tables.items():
        head = "| on | " + " | ".join(metrics) + " |\n| --- |" + " ---: |" * len(metrics)
        parts.append("\n".join([head, *rows]) + "\n")
    return parts


def _confidence(found: ConfidenceConfig) -> str:
    pairs = zip(found.said, found.right, strict=True)
    rows = "\n".join(f"| {100 * said:.1f} | {100 * right:.1f} |" for said, right in pairs)
    return (
        "## Confidence\n\nArcs of dev in ten parts, from the least to the most sure, per cent. On average "
        f"the two differ by {100 * distance(found):.1f}.\n\n| said | right |\n| ---: | ---: |\n{rows}\n"
    )
