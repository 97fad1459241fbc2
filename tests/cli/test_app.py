"""The frame: version, help, errors, closed pipes, interrupts, and that everything is documented."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

import realizer as package
from cli.treebanks import TREEBANK
from realizer.cli import app
from realizer.cli.children import without_interrupts

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
COMMAND = [sys.executable, "-m", "realizer.cli"]


def test_version(realizer):
    assert realizer("--version") == (0, f"realizer {package.__version__}\n", "")


def test_help_teaches_with_examples(realizer):
    for arguments in ([], ["--help"], ["orders"], ["orders", "--help"], ["orders", "study", "--help"]):
        code, out, err = realizer(*arguments)
        assert code == (0 if "--help" in arguments else 2)
        assert "Usage: realizer" in out + err
    assert "Examples:\n    realizer parse " in realizer("--help")[1]
    assert (
        "Examples:\n    realizer orders study train.conllu dev.conllu\n"
        in realizer("orders", "study", "--help")[1]
    )


def test_wrong_usage(realizer):
    assert realizer("orders", "study")[0] == 2
    code, out, err = realizer("ordes")
    assert (code, out) == (2, "")
    assert "No such command 'ordes'" in err
    assert realizer("orders", "study", "x", "--jobs", "0")[0] == 2


def test_a_broken_file_is_one_line_on_standard_error(realizer, folder):
    (folder / "bad.conllu").write_text("1\ta\n", encoding="utf-8")
    problem = "bad.conllu:1: expected 10 tab-separated columns, got 2; cure: see the format's page"
    for jobs in ("1", "2"):
        outcome = realizer("orders", "study", "t.conllu", "bad.conllu", "--jobs", jobs)
        assert outcome == (2, "", f"realizer: error: {problem}\n")


@pytest.mark.parametrize(
    ("path", "reason"), [("none.conllu", "No such file or directory"), (".", "Is a directory")]
)
def test_a_missing_file_is_one_line_on_standard_error(realizer, folder, path, reason):
    outcome = realizer("orders", "study", "t.conllu", path)
    assert outcome == (2, "", f"realizer: error: {path}: {reason}\n")


def test_an_output_that_cannot_be_written_is_one_line_on_standard_error(realizer, folder):
    outcome = realizer("orders", "study", "t.conllu", "--output", "no/such/folder")
    assert outcome == (2, "", "realizer: error: no/such/folder: No such file or directory\n")
    (folder / "o").mkdir()
    outcome = realizer("orders", "study", "t.conllu", "--output", "o")
    assert outcome == (2, "", "realizer: error: o: Is a directory\n")
    assert sorted(path.name for path in folder.iterdir()) == ["o", "t.conll", "t.conllu"]


@pytest.mark.parametrize("arguments", [["demo"], ["orders", "study", "t.conllu"], ["--help"]])
def test_a_closed_pipe_ends_cleanly(folder, arguments):
    running = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    running.stdout.close()
    error = running.stderr.read()
    running.stderr.close()
    assert (running.wait(), error) == (1, b"")


def children(process):
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def deaf_to_interrupts(process):
    status = Path(f"/proc/{process}/status").read_text()
    blocked, ignored = (int(re.search(rf"{name}:\t(\w+)", status)[1], 16) for name in ("SigBlk", "SigIgn"))
    return (blocked | ignored) >> (signal.SIGINT - 1) & 1


@pytest.mark.parametrize("jobs", [1, 6])
def test_an_interrupt_ends_cleanly(folder, jobs):
    pipes = [f"{i}.conllu" for i in range(jobs)]
    for name in pipes:
        os.mkfifo(folder / name)
    command = [*COMMAND, "orders", "study", *pipes, "--jobs", str(jobs)]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    with (folder / pipes[0]).open("w", encoding="utf-8") as pipe:  # returns once a process reads
        pipe.write(TREEBANK)
        pipe.flush()
        assert [child for child in children(running.pid) if not deaf_to_interrupts(child)] == []
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the workers, too
        out, error = running.communicate(timeout=20)
    assert (running.returncode, out) == (130, b"")
    assert b"Traceback" not in error, error.decode()


def test_workers_never_see_an_interrupt():
    code = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('alive')"
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with without_interrupts():
        running = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
    assert running.communicate()[0] == b"alive\n"


def commands(command, path="realizer"):
    """List every command with its full name."""
    yield path, command
    for name, sub in getattr(command, "commands", {}).items():
        yield from commands(sub, f"{path} {name}")


def undocumented(page):
    """List commands and options that a page leaves out."""
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", page, flags=re.MULTILINE | re.DOTALL))
    missing = []
    for path, command in commands(typer.main.get_command(app)):
        section = sections.get(path, "")
        summary = (command.help or "").strip().split("\n")[0]
        if summary not in section or not summary:
            missing.append(path)
        for option in command.params:
            name = option.opts[0] if option.opts[0].startswith("--") else option.metavar
            if name != "--help" and f"`{name}` | {option.help}" not in section:
                missing.append(f"{path} {name}")
    return missing


def test_every_command_and_option_is_documented():
    page = PAGE.read_text(encoding="utf-8")
    assert undocumented(page) == []
    assert undocumented(page.replace("`--jobs` |", "`--jbos` |")) == [
        "realizer parse --jobs",
        "realizer orders study --jobs",
    ]
    assert undocumented(page.replace("## realizer demo", "## realizer dmeo"))[0] == "realizer demo"
    assert len(undocumented("")) > 30


def test_no_documented_option_is_gone():
    page = PAGE.read_text(encoding="utf-8")
    known = {
        name
        for _, command in commands(typer.main.get_command(app))
        for p in command.params
        for name in p.opts
    }
    assert set(re.findall(r"--[a-z]+(?:-[a-z]+)*", page)) <= known | {"--help"}
