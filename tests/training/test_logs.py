"""What is written down: tables, JSON lines, TensorBoard."""

from __future__ import annotations

import csv
import json
import sys

import pytest

from realizer.errors import CheckpointError, MissingExtraError
from realizer.training.logs import Logs
from training.trainings import trained


def rows(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_tables_and_lines_say_the_same(folder):
    result = trained(folder, "out")
    lines = [json.loads(line) for line in (folder / "out" / "log.jsonl").read_text().splitlines()]
    assert lines[0] == {"event": "begin", "step": 0, "sentences": 40, "words": 223, "parameters": 653}
    assert lines[-1] == {"event": "end", "step": result.steps, "finished": "the planned end"}
    for name, kind in (("steps.csv", "steps"), ("evaluations.csv", "evaluation")):
        table, events = rows(folder / "out" / name), [line for line in lines if line["event"] == kind]
        assert len(table) == len(events) > 2
        for row, event in zip(table, events, strict=True):
            assert row == {key: str(value) for key, value in event.items() if key != "event"}
    last = rows(folder / "out" / "evaluations.csv")[-1]
    assert float(last["epoch"]) == 3.0
    assert set(last) >= {"step", "seconds", "LAS", "UAS"}
    assert set(rows(folder / "out" / "steps.csv")[0]) >= {
        "loss",
        "heads",
        "gradient",
        "rate",
        "words_per_second",
    }


def test_what_came_after_a_state_is_forgotten(tmp_path):
    logs = Logs(tmp_path, active=True)
    logs.write("steps", {"step": 1, "loss": 2.0})
    sizes = logs.sizes()
    logs.write("steps", {"step": 2, "loss": 1.0})
    logs.write("evaluation", {"step": 2, "LAS": 50.0})
    logs.cut(sizes)
    assert [row["step"] for row in rows(tmp_path / "steps.csv")] == ["1"]
    logs.write("evaluation", {"step": 2, "LAS": 60.0})
    assert rows(tmp_path / "evaluations.csv") == [{"step": "2", "LAS": "60.0"}]


def test_only_one_process_writes(tmp_path):
    logs = Logs(tmp_path, active=False, tensorboard=True)
    logs.write("steps", {"step": 1, "loss": 2.0})
    logs.cut({})
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_cannot_be_written(tmp_path):
    (tmp_path / "log.jsonl").mkdir()
    with pytest.raises(CheckpointError, match=r"expected to write .*; cure: make room"):
        Logs(tmp_path, active=True).write("begin", {"step": 0})


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_tensorboard(folder):
    trained(folder, "out", "run.tensorboard=true")
    [events] = (folder / "out" / "tensorboard").iterdir()
    text = events.read_bytes()
    assert b"steps/loss" in text
    assert b"evaluation/LAS" in text


def test_tensorboard_is_not_there(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(MissingExtraError, match=r"run.tensorboard = true needs tensorboard.*pip install"):
        trained(folder, "out", "run.tensorboard=true")
