"""What a study says: a table for people and Markdown pages, JSON for programs."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from realizer import __version__
from realizer.cli.reports import markdown_table
from realizer.cli.study.counts import Counts, Failure, irreducible_core
from realizer.cli.study.structures import KINDS
from realizer.cli.study.work import FileCounts, sum_counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from realizer.cli.study.structures import Kind

__all__ = ["by_folder", "json_report", "table_report"]

TITLES: dict[Kind, str] = {
    "basic": "Basic trees (HEAD): word -> head, the artificial root a vertex",
    "enhanced": "Enhanced graphs (DEPS): word or empty node -> head, the artificial root a vertex",
    "mention": "Mention graphs (coreference): first word -> last word, over a whole document",
}
NOUNS: dict[Kind, str] = {"basic": "trees", "enhanced": "graphs", "mention": "documents"}
ABSENT: dict[Kind, str] = {
    "basic": "no sentence has its column HEAD filled",
    "enhanced": "no sentence has its column DEPS filled",
    "mention": "no file declares # global.Entity or is CoNLL-2012",
}


def by_folder(files: Sequence[FileCounts]) -> list[FileCounts]:
    """Add up files that stand in one folder.

    Args:
        files: Counts per file.

    Returns:
        Counts per folder, in order of first file; the hash is None.
    """
    folders: dict[str, list[FileCounts]] = {}
    for each in files:
        folders.setdefault(str(PurePath(each.path).parent), []).append(each)
    return [FileCounts(folder, None, sum_counts(group)) for folder, group in folders.items()]


def json_report(files: Sequence[FileCounts]) -> str:
    """Write everything as JSON.

    Args:
        files: Counts per file.

    Returns:
        An object with the version, the files, the totals and, for every kind, the smallest failing component.
    """
    total = sum_counts(files)
    every = [{"path": each.path, "sha256": each.sha256, **_kinds(each.counts)} for each in files]
    failures = {kind: _failure(total[kind].failure) for kind in KINDS}
    report = {"realizer": __version__, "files": every, "total": _kinds(total), "smallest_failure": failures}
    return "{\n" + ",\n".join(f"{_line(key)}: {_lines(value)}" for key, value in report.items()) + "\n}\n"


def table_report(files: Sequence[FileCounts]) -> str:
    """Write one Markdown table per kind, and under it the smallest failing component.

    Args:
        files: Counts per file or folder.

    Returns:
        The text, ending in a line end.
    """
    total = sum_counts(files)
    blocks = []
    for kind in KINDS:
        present = [each for each in files if each.counts[kind].structures]
        if not present:
            blocks.append(f"{TITLES[kind]}\n\n{ABSENT[kind]}\n")
            continue
        rows = [_row(each.path, each.counts[kind], kind) for each in present]
        rows.append(_row("total", total[kind], kind))
        text = f"{TITLES[kind]}\n\n{markdown_table([_header(kind), *rows])}"
        if (failure := total[kind].failure) is not None:
            text += f"\n{_failure_text(failure)}"
        blocks.append(text)
    return "\n".join(blocks)


def _header(kind: Kind) -> list[str]:
    columns = ["file", NOUNS[kind], "words", "arcs", "doubled", "loops", "arcs/word", "dim <= 2", "share"]
    return [*columns, "non-proj.", "share"] if kind == "basic" else [*columns, "parts", "dim > 2"]


def _row(path: str, counts: Counts, kind: Kind) -> list[str]:
    row = [path]
    row += [f"{n:,}" for n in (counts.structures, counts.words, counts.arcs, counts.duplicates, counts.loops)]
    row += [f"{_ratio(counts.arcs, counts.words):.3f}", f"{counts.two_dimensional:,}"]
    row.append(_percent(counts.two_dimensional, counts.structures))
    if kind == "basic":
        return [*row, f"{counts.nonprojective:,}", _percent(counts.nonprojective, counts.structures)]
    return [*row, f"{counts.components:,}", f"{counts.failing_components:,}"]


def _failure_text(failure: Failure) -> str:
    core = irreducible_core(failure.arcs)
    text = f"Smallest part of dimension > 2: {failure.name or 'no id'} ({failure.path}:{failure.line}), "
    text += f"{len(failure.arcs)} arcs"
    if len(core) < len(failure.arcs):
        text += f", of which {len(core)} are enough"
    return text + ":\n" + "".join(f"  {_arc_text(failure, x, y)}\n" for x, y in core)


def _arc_text(failure: Failure, x: int, y: int) -> str:
    return f"{failure.labels[x]} ({x}) -> {failure.labels[y]} ({y})"


def _kinds(counts: Mapping[Kind, Counts]) -> dict[str, Any]:
    return {kind: _numbers(counts[kind], kind) for kind in KINDS}


def _numbers(counts: Counts, kind: Kind) -> dict[str, Any] | None:
    if not counts.structures:
        return None
    names = ["structures", "words", "vertices", "arcs", "duplicates", "loops", "components"]
    names += ["failing_components", "two_dimensional"]
    numbers: dict[str, Any] = {name: getattr(counts, name) for name in names}
    numbers["share_two_dimensional"] = round(_ratio(counts.two_dimensional, counts.structures), 6)
    numbers["arcs_per_word"] = round(_ratio(counts.arcs, counts.words), 6)
    if kind == "basic":
        numbers["nonprojective"] = counts.nonprojective
        numbers["share_nonprojective"] = round(_ratio(counts.nonprojective, counts.structures), 6)
    return numbers


def _failure(failure: Failure | None) -> dict[str, Any] | None:
    if failure is None:
        return None
    vertices = sorted({vertex for arc in failure.arcs for vertex in arc})
    return {
        "path": failure.path,
        "line": failure.line,
        "name": failure.name,
        "labels": {str(vertex): failure.labels[vertex] for vertex in vertices},
        "arcs": [list(arc) for arc in failure.arcs],
        "core": [list(arc) for arc in irreducible_core(failure.arcs)],
    }


def _lines(value: object) -> str:
    """Write JSON with every member of the outermost object or list on a line of its own."""
    if isinstance(value, dict):
        return "{\n" + ",\n".join(f" {_line(key)}: {_line(each)}" for key, each in value.items()) + "\n}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(f" {_line(each)}" for each in value) + "\n]"
    return _line(value)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _percent(part: int, whole: int) -> str:
    return f"{100 * _ratio(part, whole):.2f} %"
