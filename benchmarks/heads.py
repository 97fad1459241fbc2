"""Order head against biaffine head: memory of head and objective, and training steps of a whole parser.

    python benchmarks/heads.py [--quick] [--output DIR]

One thread, Linux.

* memory: vectors of the words (384 wide) of a batch of long sentences are given. Measured is by how much the
  memory of a fresh process grows (peak RSS, reset before; so torch, NumPy and numba are all seen) while the
  head and its objective are computed, forwards and backwards, down to the gradients of the parameters and of
  the given vectors; each measured `ROUNDS` times, the median. `own` leaves out the gradient of the given
  vectors, which every head hands to the encoder in the same size; `all` counts it.
* steps: a parser with the 22M encoder reads a batch, computes loss and gradient, and makes a step of AdamW;
  random sentences of 10 to 40 words, and of 512 words. Sides in turn, medians.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
from measuring import RESULTS, alternate, machine, save

from realizer.document import Sentence, Word
from realizer.neural import HeadConfig, ParserConfig, new_parser

ROUNDS = 3
WORDS = 512
WIDTH = 384
HEADS = {
    "order K=4": {"orders": 4},
    "order K=16": {"orders": 16},
    "order K=32 soft": {"orders": 32, "maximum": "soft", "hidden": 1024},  # our recipe's
    "biaffine": {"kind": "biaffine"},
}

PROBE = """
import torch
from realizer.neural import BiaffineHead, HeadConfig, OrderHead

torch.set_num_threads(1)
torch.manual_seed(0)
config = HeadConfig(**{options!r})
head = (OrderHead if config.kind == "order" else BiaffineHead)({width}, config).train()

def run(vectors, mask, heads):
    head.loss(head(vectors, mask), heads).backward()

def problem(batch, words):
    vectors = torch.randn(batch, words, {width}, requires_grad=True)
    near = torch.arange(words) + torch.randint(-5, 5, (batch, words))
    return vectors, torch.ones(batch, words, dtype=torch.bool), near.clamp(0, words - 1)

def memory(name):
    lines = open("/proc/self/status").read().splitlines()
    [line] = [line for line in lines if line.startswith(name)]
    return int(line.split()[1]) * 1024

run(*problem(2, 64))  # loads and compiles whatever is needed
given = problem({batch}, {words})
open("/proc/self/clear_refs", "w").write("5")
before = memory("VmRSS")
run(*given)
print(memory("VmHWM") - before)
"""


def peak(options: dict[str, object], *, batch: int) -> int:
    """Bytes by which a fresh process grows at its peak, the gradient of the given vectors included."""
    code = PROBE.format(options=options, width=WIDTH, batch=batch, words=WORDS)
    # Large blocks go back to the system as soon as they are free: what is resident is what is in use.
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "0"}
    found = []
    for _ in range(ROUNDS):
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
        )
        found.append(int(run.stdout))
    return int(np.median(found))


def memory(batches: list[int]) -> list[dict[str, object]]:
    """A row for each batch size."""
    rows = []
    for batch in batches:
        gradient = batch * WORDS * WIDTH * 4
        whole = {name: peak(options, batch=batch) for name, options in HEADS.items()}
        own = {name: whole[name] - gradient for name in whole}
        times = {name: round(own["biaffine"] / own[name], 1) for name in HEADS if name != "biaffine"}
        rows.append(
            {
                "sentences": batch,
                "words": WORDS,
                "all MB": {name: round(size / 1e6, 1) for name, size in whole.items()},
                "own MB": {name: round(size / 1e6, 1) for name, size in own.items()},
                "biaffine own / own": times,
            }
        )
        print(rows[-1], flush=True)
    return rows


def sentences(lengths: list[int]) -> list[Sentence]:
    """Random words under near heads."""
    chance = random.Random(0)
    forms = ("the", "house", "walks", "quickly", "of", "parsing", "and", "orders", ",", "Realizers")
    found = []
    for length in lengths:
        root = chance.randrange(1, length + 1)
        rows = []
        for place in range(1, length + 1):
            head = 0 if place == root else place + (1 if place < root else -1)
            relation = "root" if place == root else chance.choice(("nsubj", "obj", "det"))
            rows.append(Word(place, chance.choice(forms), "x", "X", "X", "_", head, relation, (), "_"))
        found.append(Sentence((), tuple(rows), 1))
    return found


def stepper(options: dict[str, object], treebank: list[Sentence]) -> Callable[[], object]:
    """One training step of a parser with this head."""
    torch.manual_seed(0)
    parser = new_parser(ParserConfig(head=HeadConfig(**options)), treebank).train()
    batch = parser.collate(parser.examples(treebank))
    optimizer = torch.optim.AdamW(parser.parameters(), lr=1e-5)

    def step() -> None:
        optimizer.zero_grad()
        parser(batch).total.backward()
        optimizer.step()

    return step


def steps(cases: dict[str, list[int]], *, rounds: int, budget: float) -> list[dict[str, object]]:
    """A row for each kind of batch."""
    rows = []
    for name, lengths in cases.items():
        treebank = sentences(lengths)
        sides = {head: stepper(options, treebank) for head, options in HEADS.items()}
        seconds = alternate(sides, rounds=rounds, budget=budget)
        rows.append(
            {
                "batch": name,
                "words": sum(lengths),
                "steps/s": {head: round(1 / value, 3) for head, value in seconds.items()},
                "words/s": {head: round(sum(lengths) / value) for head, value in seconds.items()},
            }
        )
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one small case of each")
    parser.add_argument("--output", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    chance = random.Random(1)
    short = [chance.randint(10, 40) for _ in range(40)]
    cases = {"40 sentences of 10 to 40 words": short, "2 sentences of 512 words": [WORDS] * 2}
    record = {
        "machine": machine(),
        "memory": memory([2] if arguments.quick else [1, 8, 32, 64]),
        "steps": steps(cases, rounds=2 if arguments.quick else 7, budget=10 if arguments.quick else 90),
    }
    save("heads", record, arguments.output)


if __name__ == "__main__":
    main()
