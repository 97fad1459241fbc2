"""UDPipe 1 on the treebanks that our parsers from scratch learn: the figures that stand beside theirs.

    python benchmarks/udpipe.py TRAIN.conllu DEV.conllu --name NAME [--output DIR]

Tagger and parser are trained with UDPipe's default settings, without a tokenizer. Dev comes with its words
and sentences; tags, lemmas and features are UDPipe's own, in training and on dev (its default: no gold tags).
"""

from __future__ import annotations

import argparse
import hashlib
import io
import tempfile
import time
from pathlib import Path

from measuring import RESULTS, machine, save
from ufal import udpipe

from realizer.formats import read_conllu
from realizer.metrics import evaluate

METRICS = ("UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")


def main() -> None:
    """Train, parse, score."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("train", type=Path)
    arguments.add_argument("dev", type=Path)
    arguments.add_argument("--name", required=True, help="what the result is called")
    arguments.add_argument("--output", type=Path, default=RESULTS)
    given = arguments.parse_args()
    start = time.monotonic()
    model = trained(given.train)
    minutes = (time.monotonic() - start) / 60
    parsed = io.BytesIO(parse(model, given.dev).encode())
    scores = evaluate(read_conllu(given.dev), read_conllu(parsed), metrics=METRICS).scores
    f1 = {name: round(100 * scores[name].f1, 2) for name in METRICS}
    version = udpipe.Version.current()
    record = {
        "machine": machine(),
        "udpipe": f"{version.major}.{version.minor}.{version.patch}",
        "data": {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (given.train, given.dev)
        },
        "minutes": round(minutes, 1),
        "scores": f1,
    }
    save(given.name, record, given.output)
    print(f"{given.name}: {minutes:.1f} minutes,", ", ".join(f"{name} {value}" for name, value in f1.items()))


def trained(path: Path) -> udpipe.Model:
    """Train tagger and parser with the defaults."""
    error = udpipe.ProcessingError()
    none, default = udpipe.Trainer.NONE, udpipe.Trainer.DEFAULT
    model = udpipe.Trainer.train(
        "morphodita_parsito", sentences(path), udpipe.Sentences(), none, default, default, error
    )
    if error.occurred():
        raise SystemExit(f"udpipe: {error.message}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model"
        file.write_bytes(model)
        return udpipe.Model.load(str(file))


def sentences(path: Path) -> udpipe.Sentences:
    """Read a treebank."""
    reader, error = udpipe.InputFormat.newConlluInputFormat(), udpipe.ProcessingError()
    reader.setText(path.read_text(encoding="utf-8"))
    found, sentence = udpipe.Sentences(), udpipe.Sentence()
    while reader.nextSentence(sentence, error):
        found.append(sentence)
        sentence = udpipe.Sentence()
    if error.occurred():
        raise SystemExit(f"udpipe: {path}: {error.message}")
    return found


def parse(model: udpipe.Model, path: Path) -> str:
    """Tag and parse the words of a treebank."""
    error = udpipe.ProcessingError()
    default = udpipe.Pipeline.DEFAULT
    text = udpipe.Pipeline(model, "conllu", default, default, "conllu").process(
        path.read_text("utf-8"), error
    )
    if error.occurred():
        raise SystemExit(f"udpipe: {error.message}")
    return text


if __name__ == "__main__":
    main()
