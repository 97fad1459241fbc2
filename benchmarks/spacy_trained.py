"""spaCy on a treebank that our parsers learn: the figures that stand beside theirs.

    python benchmarks/spacy_trained.py TRAIN.conllu DEV.conllu --name NAME [--language en] [--output DIR]

Its own recipe: `spacy convert`, `spacy init config --pipeline morphologizer,tagger,parser` (for a CPU, as it
does by default), `spacy train`. Dev comes with its words, a sentence at a time; all columns are spaCy's own.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import time
from pathlib import Path

import spacy
from measuring import RESULTS, machine, save
from spacy.cli.convert import convert
from spacy.cli.init_config import init_config
from spacy.cli.train import train
from spacy.tokens import Doc

from realizer.document import with_annotations
from realizer.formats import read_conllu
from realizer.metrics import evaluate

METRICS = ("UPOS", "XPOS", "UFeats", "UAS", "LAS", "CLAS")


def main() -> None:
    """Train, parse, score."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("train", type=Path)
    arguments.add_argument("dev", type=Path)
    arguments.add_argument("--name", required=True, help="what the result is called")
    arguments.add_argument("--language", default="en")
    arguments.add_argument("--output", type=Path, default=RESULTS)
    given = arguments.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        pipeline = trained(given.train, given.dev, given.language, Path(folder))
    minutes = (time.monotonic() - start) / 60
    gold = list(read_conllu(given.dev))
    found = evaluate(gold, parsed(pipeline, gold), metrics=METRICS, trees=False).scores
    f1 = {name: round(100 * found[name].f1, 2) for name in METRICS}
    record = {
        "machine": machine(),
        "spacy": spacy.__version__,
        "data": {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (given.train, given.dev)
        },
        "minutes": round(minutes, 1),
        "scores": f1,
    }
    save(given.name, record, given.output)
    print(f"{given.name}: {minutes:.1f} minutes,", ", ".join(f"{name} {value}" for name, value in f1.items()))


def trained(train_file, dev_file, language, folder):
    """Train by spaCy's recipe; give its best pipeline."""
    for path in (train_file, dev_file):
        convert(path, folder, converter="conllu", n_sents=10, file_type="spacy", silent=True)
    config = init_config(lang=language, pipeline=["morphologizer", "tagger", "parser"], optimize="efficiency")
    config.to_disk(folder / "config.cfg")
    paths = {
        "paths.train": folder / f"{train_file.stem}.spacy",
        "paths.dev": folder / f"{dev_file.stem}.spacy",
    }
    overrides = {name: str(path) for name, path in paths.items()}
    train(folder / "config.cfg", folder / "model", overrides=overrides)
    return spacy.load(folder / "model" / "model-best")


def parsed(pipeline, gold):
    """Parse the words of gold sentences, each one alone."""
    docs = (Doc(pipeline.vocab, words=[word.form for word in sentence.words]) for sentence in gold)
    for sentence, doc in zip(gold, pipeline.pipe(docs), strict=True):
        yield with_annotations(
            sentence,
            heads=[0 if word.head.i == word.i else word.head.i + 1 for word in doc],
            deprels=["root" if word.dep_ == "ROOT" else word.dep_ or "_" for word in doc],
            upos=[word.pos_ or "_" for word in doc],
            xpos=[word.tag_ or "_" for word in doc],
            feats=[str(word.morph) or "_" for word in doc],
        )


if __name__ == "__main__":
    main()
