"""The English model that comes with the package: its scores, its speed, its memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

import realizer
from realizer.bundles import find_bundle
from realizer.formats import raw_texts, read_conllu
from realizer.metrics import evaluate
from realizer.training.calibration import distance, margins_of, tried

FROM_TEXT = {"Words": 98.5, "Sentences": 86, "UPOS": 95.5, "Lemmas": 95.5, "LAS": 86}
FROM_WORDS = {"UPOS": 96.5, "UFeats": 96, "LAS": 89}


@pytest.fixture(scope="module")
def nlp():
    return realizer.load("en", threads=1)


def scores(gold, system, metrics):
    found = evaluate(gold, system, metrics=tuple(metrics)).scores
    return {name: 100 * found[name].f1 for name in metrics}


def assert_as_said(found, bars, name):
    said = find_bundle("en").config.scores[name]
    for metric, score in found.items():
        assert score >= bars[metric], f"{metric} of {name}"
        assert score == pytest.approx(said[metric], abs=0.1), f"{metric} of {name}"


def test_from_raw_text(nlp, data):
    gold = list(read_conllu(data / "en_ewt" / "dev.conllu"))
    system = [sentence for document in nlp.pipe(raw_texts(gold)) for sentence in document.sentences]
    assert_as_said(scores(gold, system, FROM_TEXT), FROM_TEXT, "en_ewt/dev.conllu, raw text")


@pytest.mark.parametrize(("treebank", "bars"), [("en_ewt", FROM_WORDS), ("en_gum", {"LAS": 87})])
def test_from_words(nlp, data, treebank, bars):
    gold = list(read_conllu(data / treebank / "dev.conllu"))
    found = scores(gold, nlp.parse_sentences(gold), bars)
    assert_as_said(found, bars, f"{treebank}/dev.conllu, gold words")


def test_confidences_mean_what_they_say(nlp, data):
    gold = list(read_conllu(data / "en_gum" / "dev.conllu"))
    confidence = nlp.bundle.config.confidence
    assert distance(tried(margins_of(nlp, gold), confidence)) < 0.03


@pytest.mark.skipif(
    os.name != "posix", reason="POSIX counts what children take: runs on Linux (CI) and macOS"
)
def test_the_first_tree_comes_within_a_second(tmp_path):
    """From the start of the process; seconds of the processor, which others may hold meanwhile."""
    command = [sys.executable, "-m", "realizer.cli", "parse", "Birds sing."]
    seconds = []
    for _ in range(3):
        before = os.times()
        out = subprocess.run(command, capture_output=True, check=True, cwd=tmp_path).stdout.decode()
        after = os.times()
        seconds.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
        assert "──┤ sing  verb root" in out
    assert min(seconds) < 1


MEMORY = """
import re, sys, realizer
from realizer.runtime import text_blocks
def peak(): return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
nlp, words = realizer.load("en", threads=1), 0
with open(sys.argv[1], "rb") as file:
    for sentence in nlp.sentences(text_blocks(file, name="it")):
        if words < 20_000 <= words + len(sentence.words):
            print(peak())
        words += len(sentence.words)
print(peak(), words)
"""


def peaks(path):
    out = subprocess.run([sys.executable, "-c", MEMORY, path], capture_output=True, check=True, text=True)
    return [float(number) for number in re.findall(r"[\d.]+", out.stdout)]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc: runs on Linux (CI)")
def test_memory_does_not_grow_with_the_file(tmp_path):
    text = "".join(f"Dr. Kim's {i} birds of a feather sing; they don't fly home.\n\n" for i in range(6000))
    (tmp_path / "t.txt").write_text(text)
    early, late, words = peaks(tmp_path / "t.txt")
    assert words > 80_000
    assert late < early + 20
    assert late < 400


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc: runs on Linux (CI)")
@pytest.mark.parametrize("joint", [". And ", " and "])
def test_a_document_without_a_newline(tmp_path, joint):
    """One with sentences, and one that is a single sentence; the latter takes quadratic time, not memory."""
    count = 4000 if joint == ". And " else 700
    (tmp_path / "t.txt").write_text(joint.join(["the old dog and a cat saw birds"] * count))
    *_, late, words = peaks(tmp_path / "t.txt")
    assert words > 8 * count
    assert late < 300
