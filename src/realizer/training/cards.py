"""The card of a bundle: what it is, what it was made of, and how good it is, as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from realizer.bundles import Bundle
    from realizer.training.calibration import Reliability

__all__ = ["card"]


def card(bundle: Bundle, *, about: str = "", reliability: Reliability | None = None) -> str:
    """Write a card.

    Args:
        bundle: The bundle, with its scores.
        about: Markdown on its data and licences.
        reliability: How well its confidences fit.

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
    if reliability:
        parts.append(_confidence(reliability))
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


def _confidence(found: Reliability) -> str:
    pairs = zip(found.confidence.tolist(), found.accuracy.tolist(), strict=True)
    rows = "\n".join(f"| {100 * said:.1f} | {100 * true:.1f} |" for said, true in pairs)
    return (
        "## Confidence\n\nArcs in ten parts, from the least to the most sure; per cent. On average the two "
        f"differ by {100 * found.error:.1f}.\n\n| said | right |\n| ---: | ---: |\n{rows}\n"
    )
