"""Two processes train the model that one would have trained."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from training.test_resume import EVERY_STEP, Stop, stopped_at
from training.trainings import trained
from training.treebanks import write_treebanks

PROGRAM = Path(__file__).with_name("run_stub.py")
SETTINGS = ["parser.context.dropout=0.0", "run.average=ema", "batches.accumulation=2"]


def torchrun(program, *arguments, processes=2, timeout=120):
    """Run a program as several processes with one thread each."""
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", f"--nproc_per_node={processes}"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [*command, *program, *map(str, arguments)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stderr
    return done


def column(path, name):
    with path.open() as stream:
        return [float(row[name]) for row in csv.DictReader(stream)]


def test_two_processes_train_the_same_model(tmp_path):
    write_treebanks(tmp_path, train=41)  # one sentence is left over for one of the processes
    trained(tmp_path, "one", *SETTINGS)
    torchrun([PROGRAM], tmp_path, tmp_path / "two", *SETTINGS)
    assert json.loads((tmp_path / "two" / "summary.json").read_text())["processes"] == 2
    for name in ("loss", "gradient", "rate"):
        one, two = (column(tmp_path / run / "steps.csv", name) for run in ("one", "two"))
        assert two == pytest.approx(one, rel=1e-5)
    for name in ("LAS", "UAS"):
        one, two = (column(tmp_path / run / "evaluations.csv", name) for run in ("one", "two"))
        assert two == one
    one, two = (load_file(tmp_path / run / "state" / "model.safetensors") for run in ("one", "two"))
    for name, value in one.items():
        torch.testing.assert_close(two[name], value, rtol=1e-4, atol=1e-6)


def test_a_process_without_a_sentence(tmp_path):
    """Batches of one sentence: one of two processes has nothing to do, and the result is the same."""
    settings = ["parser.context.dropout=0.0", "batches.pieces=0", "batches.sentences=1", "schedule.epochs=1"]
    write_treebanks(tmp_path, train=8)
    trained(tmp_path, "one", *settings)
    torchrun([PROGRAM], tmp_path, tmp_path / "two", *settings)
    one, two = (load_file(tmp_path / run / "state" / "model.safetensors") for run in ("one", "two"))
    for name, value in one.items():
        torch.testing.assert_close(two[name], value, rtol=1e-4, atol=1e-6)


def test_two_processes_continue_what_one_began(tmp_path):
    write_treebanks(tmp_path)
    settings = ["parser.context.dropout=0.0"]
    trained(tmp_path, "through", *settings, "schedule.epochs=4")
    with pytest.raises(Stop):
        trained(tmp_path, "two", *settings, EVERY_STEP, "schedule.epochs=4", listen=stopped_at(9))
    torchrun([PROGRAM], tmp_path, tmp_path / "two", *settings, "schedule.epochs=4", "--resume")
    one, two = (load_file(tmp_path / run / "state" / "model.safetensors") for run in ("through", "two"))
    torch.testing.assert_close(two["head.weight"], one["head.weight"], rtol=1e-4, atol=1e-6)


if "REALIZER_SPEED" in os.environ:  # a measurement; it needs two idle cores, which CI does not promise

    def test_two_processes_are_faster_than_one(tmp_path, data):
        """The real parser on real sentences, one thread per process.

        REALIZER_SPEED=1 pytest tests/training/test_processes.py -k faster
        """
        config = tmp_path / "speed.toml"
        rest = "[schedule]\nsteps = 60\n[run]\nthreads = 1\nlog_steps = 20\n"
        config.write_text(f'[data]\ntrain = ["{data}/en_ewt/train.conllu"]\n{rest}')
        speeds = {}
        for processes in (1, 2):
            output = tmp_path / str(processes)
            arguments = ["train", config, "--output", output]
            torchrun(["-m", "realizer.cli"], *arguments, processes=processes, timeout=1200)
            speeds[processes] = column(output / "steps.csv", "words_per_second")[-1]
        assert speeds[2] > 1.3 * speeds[1], speeds
