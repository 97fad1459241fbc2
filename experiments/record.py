"""Keep a training's result, and make the table of all kept results.

    python experiments/record.py RUN NAME [--commit HASH]     keeps RUN/summary.json as results/NAME.json
    python experiments/record.py                              writes results/README.md anew

RUN is the output folder of `realizer train`. Its whole configuration is kept as well, so that a row of the
table says how it was made.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

RESULTS = Path(__file__).parent / "results"
SCORES = ("UAS", "LAS", "UPOS", "XPOS", "UFeats", "Lemmas")


def main() -> None:
    """Keep one result if it is named, then write the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("run", nargs="?", type=Path)
    arguments.add_argument("name", nargs="?")
    arguments.add_argument("--commit", help="of the code that trained; by default the present one")
    given = arguments.parse_args()
    if given.run is not None:
        if given.name is None:
            arguments.error("expected a NAME for the result of RUN, got none")
        keep(given.run, given.name, given.commit or present_commit())
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "README.md").write_text(page(), encoding="utf-8")


def keep(run: Path, name: str, commit: str) -> None:
    """Copy a summary without the paths of the machine, and the configuration beside it."""
    summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    summary["data"] = {"/".join(Path(path).parts[-2:]): digest for path, digest in summary["data"].items()}
    config = tomllib.loads((run / "config.toml").read_text(encoding="utf-8"))
    record = {"commit": commit, **summary, "config": config}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")


def present_commit() -> str:
    """The commit that is checked out."""
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def page() -> str:
    """All kept results as a page."""
    records = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(RESULTS.glob("*.json"))}
    ours = {name: record for name, record in records.items() if "best" in record}
    short = {name: record for name, record in ours.items() if name.startswith("short-")}
    long = {name: record for name, record in ours.items() if name not in short}
    others = {name: record for name, record in records.items() if name.startswith("udpipe")}
    lines = [
        "# Results",
        "",
        "Dev splits, gold words and sentences, everything else predicted; scores of the official UD",
        "evaluation (F1, per cent), of the best evaluation. Made by `python experiments/record.py`; every",
        "row's whole configuration, the SHA-256 of its data and the versions are in the JSON file of its",
        "name. One thread of two cores that other work shared, so minutes are upper bounds.",
        "",
        *table(long),
    ]
    seeds = means(long)
    if seeds:
        lines += ["", "Means over seeds, in brackets the lowest and the highest:", "", *seeds]
    by_file = files(long)
    if by_file:
        lines += ["", "Each dev file of the trainings that have several:", "", *by_file]
    if others:
        lines += ["", "UDPipe 1, its own trainer with default settings (`benchmarks/udpipe.py`):", ""]
        lines += [row(["result", *SCORES, "minutes"]), row(["---", *["---:"] * (len(SCORES) + 1)])]
        lines += [
            row([name, *(f"{record['scores'][score]:.2f}" for score in SCORES), f"{record['minutes']:.0f}"])
            for name, record in others.items()
        ]
    if short:
        epochs = f"{min(record['config']['schedule']['epochs'] for record in short.values()):g}"
        lines += ["", f"Short trainings of {epochs} epochs, `en_ewt.toml` otherwise:", ""]
        lines += table(short)
    return "\n".join(lines) + "\n"


def table(records: dict[str, dict]) -> list[str]:
    """A row per training."""
    head = ["result", "head", "K", "maximum", "objective", "prior", "gain", "epochs", "seed"]
    numbers = ["---:"] * (len(SCORES) + 3)
    return [
        row([*head, *SCORES, "minutes", "commit"]),
        row(["---", "---", "---:", "---", "---", "---", "---", *numbers, "---"]),
        *(row(cells(name, record)) for name, record in records.items()),
    ]


def cells(name: str, record: dict) -> list[str]:
    """One row: a mean over dev files where there are several."""
    head, schedule = record["config"]["parser"]["head"], record["config"]["schedule"]
    order = head["kind"] == "order"
    return [
        name,
        head["kind"],
        str(head["orders"]) if order else "",
        head["maximum"] if order else "",
        head["objective"],
        ("yes" if head["prior"] else "no") if order else "",
        ("learned" if head["learn_gain"] else f"{head['gain']:g}") if order else "",
        f"{schedule['epochs']:g}",
        str(record["seed"]),
        *(f"{record['best'][score]:.2f}" if score in record["best"] else "" for score in SCORES),
        f"{record['minutes']:.0f}",
        record["commit"],
    ]


def means(records: dict[str, dict]) -> list[str]:
    """A row per configuration that was trained with several seeds."""
    groups: dict[str, list[str]] = {}
    for name, record in records.items():
        config = {**record["config"], "run": {**record["config"]["run"], "seed": None}}
        groups.setdefault(json.dumps(config, sort_keys=True), []).append(name)
    lines = []
    for names in groups.values():
        if len(names) < 2:
            continue
        found = [[records[name]["best"][score] for name in names] for score in ("UAS", "LAS")]
        spread = [f"{statistics.mean(f1):.2f} ({min(f1):.2f}, {max(f1):.2f})" for f1 in found]
        lines.append(row([", ".join(names), *spread]))
    return [row(["results", "UAS", "LAS"]), row(["---", "---:", "---:"]), *lines] if lines else []


def files(records: dict[str, dict]) -> list[str]:
    """A row per dev file of the trainings that have several."""
    lines = []
    for name, record in records.items():
        best = record["best"]
        for file in dict.fromkeys(key.split("/")[0] for key in best if "/" in key):
            scores = (best.get(f"{file}/{score}") for score in SCORES)
            lines.append(row([name, file, *("" if f1 is None else f"{f1:.2f}" for f1 in scores)]))
    head = ["result", "dev file", *SCORES]
    return [row(head), row(["---", "---", *["---:"] * len(SCORES)]), *lines] if lines else []


def row(cells: list[str]) -> str:
    """A line of a table."""
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
