"""Whatever interrupts a training, the continued one ends with the same bits as one that ran through."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from realizer.errors import CheckpointError, InputError
from training.trainings import configured, files, found, trained
from training.treebanks import write_treebanks

PROGRAM = [sys.executable, str(Path(__file__).with_name("run_stub.py"))]
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1"}
EVERY_STEP = "run.save_minutes=1e-9"


class Stop(Exception):
    """Stands for whatever ends a process."""


def stopped_at(step):
    def listen(event):
        if event.kind == "step" and event.step == step:
            raise Stop

    return listen


@pytest.mark.parametrize("settings", [[], ["run.average=ema"], ["run.average=last", "run.average_from=0.2"]])
def test_an_interrupted_training_ends_with_the_same_bits(folder, settings):
    trained(folder, "through", *settings, EVERY_STEP)
    steps = 0
    for step in (2, 7, 8, 13):
        with pytest.raises(Stop):
            trained(folder, "stopped", *settings, EVERY_STEP, resume=True, listen=stopped_at(step))
        steps += 1
    result = trained(folder, "stopped", *settings, EVERY_STEP, resume=True)
    assert result.steps > 13
    assert steps == 4
    through, stopped = files(folder / "through"), files(folder / "stopped")
    assert {"model/model.safetensors", "state/model.safetensors", "state/optimiser.safetensors"} <= set(
        through
    )
    assert through == stopped
    for name in ("evaluations.csv", "steps.csv"):
        rows = [(folder / run / name).read_text().splitlines() for run in ("through", "stopped")]
        assert len(rows[0]) == len(rows[1])
    assert without_seconds(folder / "through") == without_seconds(folder / "stopped")


def without_seconds(output):
    rows = [row.split(",") for row in (output / "evaluations.csv").read_text().splitlines()]
    place = rows[0].index("seconds")
    return [row[:place] + row[place + 1 :] for row in rows]


def test_another_seed_gives_other_bits(folder):
    trained(folder, "a")
    trained(folder, "b", "run.seed=2")
    trained(folder, "c")
    assert files(folder / "a") == files(folder / "c")
    assert files(folder / "a")["model/model.safetensors"] != files(folder / "b")["model/model.safetensors"]


def test_kill_9_at_any_moment(folder):
    """A process is killed at random moments, also while it writes, until it comes to its end."""
    trained(folder, "through", EVERY_STEP)
    command = [*PROGRAM, str(folder), str(folder / "killed"), "--resume", EVERY_STEP]
    chance, kills, code = random.Random(1), 0, None
    while code is None:
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
        running.stdout.readline()  # it has begun
        for _ in range(chance.randint(0, 3)):
            running.stdout.readline()
        try:
            code = running.wait(timeout=chance.uniform(0, 0.02)) if kills < 5 else running.wait(timeout=60)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
            running.wait()
            kills += 1
        _, errors = running.communicate()
    assert (code, errors) == (0, b"")
    assert kills == 5
    assert files(folder / "killed") == files(folder / "through")


def test_a_finished_training_stays_as_it_is(folder):
    first = trained(folder, "out")
    before = files(folder / "out")
    again = trained(folder, "out", resume=True)
    assert (again.scores, again.steps) == (first.scores, first.steps)
    assert files(folder / "out") == before


def test_a_folder_with_a_training_is_not_overwritten(folder):
    trained(folder, "out")
    with pytest.raises(InputError, match=r"got .*out with one at step \d+; cure: --resume"):
        trained(folder, "out")


def test_other_data_and_other_parsers_do_not_continue(folder, tmp_path_factory):
    with pytest.raises(Stop):
        trained(folder, "out", EVERY_STEP, listen=stopped_at(3))
    with pytest.raises(CheckpointError, match=r"got parser.head.orders: 16 -> 4; cure"):
        trained(folder, "out", "parser.head.orders=4", resume=True)
    with pytest.raises(CheckpointError, match=r"batches.pieces: 40 -> 50"):
        trained(folder, "out", "batches.pieces=50", resume=True)
    trained(
        folder, "out", "optimiser.rate=0.01", "schedule.epochs=2", resume=True
    )  # rates and length may change
    write_treebanks(folder, train=41)
    with pytest.raises(CheckpointError, match="got files of other content"):
        trained(folder, "out", resume=True)


def test_moved_data_continue(folder, tmp_path_factory):
    with pytest.raises(Stop):
        trained(folder, "out", EVERY_STEP, listen=stopped_at(3))
    moved = tmp_path_factory.mktemp("moved")
    write_treebanks(moved)
    config = configured()
    assert found(config, moved).train != found(config, folder).train
    trained(moved, folder / "out", resume=True)


def test_a_broken_state_says_so(folder):
    with pytest.raises(Stop):
        trained(folder, "out", EVERY_STEP, listen=stopped_at(3))
    state = folder / "out" / "state"
    whole = (state / "optimiser.safetensors").read_bytes()
    (state / "optimiser.safetensors").write_bytes(whole[:100])
    with pytest.raises(CheckpointError, match="expected a whole state"):
        trained(folder, "out", resume=True)
    (state / "progress.json").write_text("{")
    with pytest.raises(CheckpointError, match=r"expected a saved state in .*progress.json"):
        trained(folder, "out", resume=True)
