"""`realizer train` as a user runs it: on a terminal, interrupted, resumed, refused, as several processes."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys

import pytest

from realizer.cli import train as module
from training.treebanks import write_treebanks

COMMAND = [sys.executable, "-m", "realizer.cli"]
CONFIG = """\
[data]
train = ["train.conllu"]
dev = ["dev.conllu"]

[parser.encoder]
name = "bilstm"

[parser.scratch]
width = 8
layers = 1
affix_rows = 64

[parser.head]
orders = 2
hidden = 8

[schedule]
epochs = 2

[batches]
pieces = 60

[run]
threads = 1
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A working folder with a configuration; the treebanks are in a folder of their own."""
    (tmp_path / "data").mkdir()
    write_treebanks(tmp_path / "data")
    (tmp_path / "mine.toml").write_text(CONFIG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REALIZER_DATA", raising=False)
    return tmp_path


def tensors(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*.safetensors")}


def test_a_training(realizer, place):
    code, out, err = realizer("train", "mine.toml", "--data", "data")
    lines = err.splitlines()
    assert (code, out) == (0, "")
    assert lines[0].startswith("begins: 40 sentences, 223 words, ")
    assert lines[1].startswith("step 5  0.0 min  LAS ")
    assert lines[-3].startswith("10 steps in 0.0 minutes, ended by the planned end")
    assert lines[-2].startswith("best on dev (step ")
    assert lines[-1] == "model: mine/model"
    names = {path.name for path in (place / "mine").iterdir()}
    assert names == {
        *(
            "model",
            "state",
            "config.toml",
            "log.jsonl",
            "steps.csv",
            "evaluations.csv",
            "summary.json",
            "curves.svg",
        )
    } - {"steps.csv"}, "ten steps are no line of the log yet"
    assert "scores on dev" in (place / "mine" / "curves.svg").read_text()
    assert json.loads((place / "mine" / "summary.json").read_text())["steps"] == 10


def test_where_data_are_looked_for(realizer, place, monkeypatch):
    code, _, err = realizer("train", "mine.toml")
    assert code == 2
    assert err == (
        "realizer: error: expected the treebank train.conllu in the data folder ., found no such file; "
        "cure: --data DIR or REALIZER_DATA=DIR\n"
    )
    (place / "data" / "near.toml").write_text(CONFIG)
    assert realizer("train", "data/near.toml", "--quiet", "--output", "a")[0] == 0
    monkeypatch.setenv("REALIZER_DATA", "data")
    assert realizer("train", "mine.toml", "--quiet", "--output", "b") == (0, "", "")
    assert tensors(place / "a") == tensors(place / "b")
    monkeypatch.setenv("REALIZER_DATA", "nowhere")
    assert realizer("train", "mine.toml", "--output", "c")[0] == 2
    assert realizer("train", "mine.toml", "--output", "c", "--data", "data", "--quiet")[0] == 0


def test_values_from_the_command_line(realizer, place):
    settings = ["--set", "parser.head.orders=3", "--set", "schedule.steps=2"]
    assert realizer("train", "mine.toml", "--data", "data", "--quiet", *settings) == (0, "", "")
    assert "orders = 3" in (place / "mine" / "model" / "parser.toml").read_text()
    again = realizer("train", "mine.toml", "--data", "data", "--output", "x", "--set", "parser.head.oders=3")
    problem = "expected a key of [parser.head], got 'oders'; cure: did you mean 'orders'?"
    assert again == (2, "", f"realizer: error: mine.toml: {problem}\n")


def test_a_second_training_in_the_folder_needs_resume(realizer, place):
    assert realizer("train", "mine.toml", "--data", "data", "--quiet")[0] == 0
    code, _, err = realizer("train", "mine.toml", "--data", "data")
    assert code == 2
    assert "got mine with one at step 10; cure: --resume continues it" in err
    code, _, err = realizer("train", "mine.toml", "--data", "data", "--resume")
    assert (code, err.splitlines()[0].split(":")[0]) == (0, "continues at step 10")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_saves_and_resume_ends_with_the_same_bits(realizer, place, number):
    assert realizer("train", "mine.toml", "--data", "data", "--quiet", "--output", "through")[0] == 0
    # the configuration stays in the pipe until the process has begun to train: then it is interrupted
    command = [*COMMAND, "train", "mine.toml", "--data", "data", "--output", "parts"]
    slow = [*command, "--set", "schedule.epochs=100000"]
    running = subprocess.Popen(slow, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert running.stderr.readline().startswith("begins")
    assert running.stderr.readline().startswith("step 5")
    running.send_signal(number)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.splitlines()[-1].startswith("stopped after step ")
    assert err.endswith("; --resume continues\n")
    step = json.loads((place / "parts" / "state" / "progress.json").read_text())["step"]
    assert step == int(err.split("stopped after step ")[1].split(";")[0].replace(",", ""))
    assert not (place / "parts" / "summary.json").exists()
    assert (
        realizer(
            "train",
            "mine.toml",
            "--data",
            "data",
            "--output",
            "parts",
            "--resume",
            "--set",
            f"schedule.steps={step + 1}",
        )[0]
        == 0
    )
    assert json.loads((place / "parts" / "summary.json").read_text())["steps"] == step + 1


def test_a_diverged_training_has_an_exit_code_of_its_own(realizer, place, monkeypatch):
    import torch

    monkeypatch.setattr(torch.nn.utils, "clip_grad_norm_", lambda *_: torch.tensor(float("nan")))
    code, _, err = realizer("train", "mine.toml", "--data", "data")
    assert code == 3
    assert (
        "realizer: error: step 1: expected a finite gradient, got nan, from the sentences data/train.conllu:"
        in err
    )


@pytest.mark.parametrize("package", ["torch", "accelerate", "transformers", "safetensors"])
@pytest.mark.parametrize("command", [("train", "mine.toml"), ("predict", "mine", "in.conllu")])
def test_a_missing_extra_is_named(realizer, place, monkeypatch, package, command):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "realizer.cli.extras.find_spec", lambda name: None if name == package else found(name)
    )
    code, out, err = realizer(*command)
    assert (code, out) == (2, "")
    assert f"needs {package}, which is not installed; cure: pip install 'realizer[train]'" in err


def test_without_matplotlib_there_is_no_drawing(realizer, place, monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    assert realizer("train", "mine.toml", "--data", "data", "--quiet")[0] == 0
    assert not (place / "mine" / "curves.svg").exists()


def test_two_processes(place):
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]
    command = [*launcher, "-m", "realizer.cli", "train", "mine.toml", "--data", "data"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("begins: ") == 1
    assert json.loads((place / "mine" / "summary.json").read_text())["processes"] == 2


def test_help_teaches():
    done = subprocess.run([*COMMAND, "train", "--help"], capture_output=True, text=True, check=True)
    assert "  realizer train mine.toml --output mine --resume\n" in done.stdout
    assert '    train = ["train.conllu"]\n' in done.stdout
