"""The wheel: small, whole, and at work in an environment of its own, without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = "John bought a car yesterday which is red."
# In the new environment: no socket can be opened, whoever tries.
OFFLINE = """
import socket, sys
def refuse(*_, **__): raise OSError("no network in this test")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from realizer.cli import main
main(sys.argv[1:])
"""


def run(*command, **options):
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from what git knows: a stray file here must not make up for one that was not committed."""
    source = tmp_path_factory.mktemp("source")
    names = run("git", "ls-files", "-z", cwd=ROOT).split("\0")
    for name in filter(None, names):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, source / name)
    place = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", place, source)
    [built] = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """An environment with the wheel and what it demands, nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    limits = ("--constraint", ROOT / "constraints.txt")
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *limits, wheel)
    return python


def test_its_size_and_content(wheel):
    assert wheel.stat().st_size < 40e6
    names = zipfile.ZipFile(wheel).namelist()
    model = "realizer/bundles/shipped/en/"
    for name in ("bundle.toml", "words.onnx", "relations.onnx", "labels.json", "tokenizer.json", "README.md"):
        assert model + name in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]


def test_it_parses_without_a_network(python, tmp_path):
    out = run(python, "-c", OFFLINE, "parse", TEXT, cwd=tmp_path)
    assert "──┤ bought  verb root" in out
    out = run(python, "-c", OFFLINE, "parse", TEXT, "--output", "conllu", cwd=tmp_path)
    assert "\tbought\tbuy\tVERB\tVBD\t" in out
    assert "realizer parse" in run(python, "-c", OFFLINE, "demo", cwd=tmp_path)


def test_what_is_missing_is_named_with_its_cure(python, tmp_path):
    command = [str(python), "-m", "realizer.cli", "plot", TEXT, "-o", "p.svg"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert "pip install 'realizer[plot]'" in done.stderr.replace('"', "'")
