"""Folders are on disk whole or not at all: a stop at every single step of writing, and a full disk."""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from realizer.errors import CheckpointError
from realizer.training import checkpoints
from realizer.training.checkpoints import settle, whole_folder, write_folder
from training.test_resume import EVERY_STEP, PROGRAM, Stop, stopped_at
from training.trainings import files, trained


class Killed(BaseException):
    """Stands for a kill: nothing catches it, nothing cleans up."""


def version(number):
    def fill(folder):
        (folder / "inner").mkdir()
        (folder / "a").write_text(f"a{number}")
        (folder / "inner" / "b").write_text(f"b{number}")

    return fill


def content(folder):
    return (folder / "a").read_text(), (folder / "inner" / "b").read_text()


def killed_at(monkeypatch, number):
    """Let the process die before the given call that changes names or contents."""
    calls = 0

    def counted(function):
        def call(*arguments, **options):
            nonlocal calls
            calls += 1
            if calls == number:
                raise Killed
            return function(*arguments, **options)

        return call

    for owner, name in (
        (Path, "rename"),
        (Path, "mkdir"),
        (Path, "write_text"),
        (os, "fsync"),
        (checkpoints.shutil, "rmtree"),
    ):
        monkeypatch.setattr(owner, name, counted(getattr(owner, name)))
    return lambda: calls < number


@pytest.mark.parametrize("before", [0, 1])
def test_a_kill_at_any_call_leaves_a_whole_folder(tmp_path, before):
    number, through = 0, False
    while not through:
        number += 1
        folder = tmp_path / str(number) / "state"
        folder.parent.mkdir()
        for old in range(before):
            write_folder(folder, version(old))
        with pytest.MonkeyPatch.context() as patch:
            ended = killed_at(patch, number)
            with contextlib.suppress(Killed):
                write_folder(folder, version(1))
            through = ended()
        found = whole_folder(folder)
        if found is None:
            assert before == 0
        else:
            assert content(found) in {("a0", "b0"), ("a1", "b1")}
        settle(folder)
        assert folder.exists() == (found is not None)
        write_folder(folder, version(2))
        assert content(folder) == ("a2", "b2")
        assert [path.name for path in folder.parent.iterdir()] == ["state"]
    assert number > 10


def test_a_failed_write_keeps_the_old_folder_and_says_the_cure(tmp_path):
    folder = tmp_path / "state"
    write_folder(folder, version(0))

    def full(place):
        version(1)(place)
        raise OSError(28, "No space left on device")

    with pytest.raises(
        CheckpointError, match=r"No space left on device; what was saved before is whole; cure: make"
    ):
        write_folder(folder, full)
    assert content(folder) == ("a0", "b0")
    assert [path.name for path in tmp_path.iterdir()] == ["state"]


def test_a_file_that_must_not_grow_stops_a_training_whole(folder):
    """As on a full disk: the system refuses to write more than a few kilobytes into a file."""
    with pytest.raises(Stop):
        trained(folder, "out", EVERY_STEP, listen=stopped_at(4))
    before = files(folder / "out")
    command = [*PROGRAM, str(folder), str(folder / "out"), "--resume", EVERY_STEP]
    largest = max(map(len, before.values()))

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest - 100, largest - 100))

    done = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "CheckpointError: expected to write" in done.stderr
    assert "what was saved before is whole; cure: make room on the disk" in done.stderr
    assert files(folder / "out") == before
    trained(folder, "out", EVERY_STEP, resume=True)
    trained(folder, "through", EVERY_STEP)
    assert files(folder / "out") == files(folder / "through")


@pytest.mark.skipif(sys.platform == "win32", reason="no permissions to take")
def test_an_output_that_cannot_be_made(folder):
    (folder / "out").write_text("a file is in the way")
    with pytest.raises(CheckpointError, match=r"expected to write .*out, got: .*File exists"):
        trained(folder, "out")
