"""Importing the base install loads nothing heavy, and does not take long."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("torch", "numba", "matplotlib", "scipy", "pandas", "transformers")
LIGHT = (
    *("document", "orders", "formats", "labels", "metrics", "pieces", "segmentation", "tables"),
    *("aggregation", "decoding", "bundles", "runtime", "plots", "cli"),
)
ROOMS = ", ".join(["realizer", *(f"realizer.{room}" for room in LIGHT)])


def loaded(statement: str) -> list[str]:
    """Run a statement in a fresh interpreter and list the heavy modules that it loaded."""
    code = f"{statement}\nimport sys\nprint(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_imports_load_nothing_heavy():
    assert loaded(f"import {ROOMS}") == []


def test_numpy_work_loads_nothing_heavy():
    work = """
import numpy as np
from realizer.aggregation import best, log_sum_exp, report
from realizer.orders import dependency_realizer
orders = dependency_realizer([2, 0, 2])
red, blue = orders.red.astype(float), orders.blue.astype(float)
best(red, blue), log_sum_exp(red, blue), report(red, blue)
"""
    assert loaded(work) == []


def test_cutting_words_and_reading_settings_load_nothing_heavy():
    work = """
import numpy as np
from tokenizers import Tokenizer, models
from realizer.labels import apply_lemma_script, lemma_script
from realizer.pieces import PieceCutter, windows
from realizer.tables import table_from_text
[pieces] = PieceCutter(Tokenizer(models.BPE({"a": 0}, [])).to_str())([["a", "aa"]])
windows(pieces.starts, size=2, overlap=1)
apply_lemma_script("cities", lemma_script("Cities", "city")), table_from_text("a = 1", name="it")
"""
    assert loaded(work) == []


def test_the_demo_loads_nothing_heavy():
    run = "from realizer.cli import main\nimport io, sys\nout, sys.stdout = sys.stdout, io.StringIO()\n"
    run += "try:\n    main(['demo'])\nexcept SystemExit:\n    pass\nsys.stdout = out"
    assert loaded(run) == []


@pytest.mark.parametrize("module", ["torch", "matplotlib", "realizer.neural"])
def test_this_test_can_fail(module):
    assert module.replace("realizer.neural", "transformers") in loaded(f"import {ROOMS}, {module}")


def test_the_command_line_starts_quickly():
    code = "import time; start = time.perf_counter(); import realizer.cli; print(time.perf_counter() - start)"
    command = [sys.executable, "-c", code]
    seconds = [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(3)]
    assert min(seconds) < 0.3


def test_the_command_line_starts_without_numpy():
    code = "import realizer.cli, sys; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
