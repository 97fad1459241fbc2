"""A loss that is no number stops the training, names the sentences, and keeps what is good."""

from __future__ import annotations

import pytest

from realizer.errors import DivergenceError
from training.test_resume import EVERY_STEP
from training.trainings import files, trained

POISONED = "# sent_id = poisoned\n1\tpoison\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"


def test_the_batch_is_named_and_the_last_good_state_kept(folder):
    path = folder / "train.conllu"
    path.write_text(path.read_text() + POISONED)
    trained(folder, "good", EVERY_STEP, "schedule.steps=1", "schedule.epochs=0")
    states = []

    def listen(event):
        if event.kind == "step":
            states.append(files(folder / "out"))

    with pytest.raises(DivergenceError) as stopped:
        trained(folder, "out", EVERY_STEP, "run.seed=3", poison="poison", listen=listen)
    assert len(states) > 1, "with another seed the sentence comes later"
    message = str(stopped.value)
    assert message.startswith(f"step {len(states) + 1}: expected a finite loss, got nan, from the sentences ")
    line = (folder / "train.conllu").read_text().count("\n") - 1
    assert f"{path}:{line} (poisoned)" in message
    assert "cure: look at these sentences, or continue with --resume and a lower optimiser.rate" in message
    after = files(folder / "out")
    assert after.keys() == files(folder / "good").keys() - {"model/model.safetensors"}
    with pytest.raises(DivergenceError, match=f"step {len(states) + 1}: "):
        trained(folder, "out", EVERY_STEP, "run.seed=3", poison="poison", resume=True)
    assert files(folder / "out") == after


def test_a_gradient_that_is_no_number_stops_too(folder, monkeypatch):
    import torch

    monkeypatch.setattr(torch.nn.utils, "clip_grad_norm_", lambda *_: torch.tensor(float("inf")))
    with pytest.raises(DivergenceError, match="step 1: expected a finite gradient, got inf"):
        trained(folder, "out")


def test_long_batches_are_not_listed_whole(folder):
    path = folder / "train.conllu"
    path.write_text(path.read_text() + POISONED)
    with pytest.raises(DivergenceError, match=r"and 21 more; .*run.precision = float32 \(it is bfloat16\)"):
        trained(
            folder,
            "out",
            "batches.pieces=0",
            "batches.sentences=100",
            "run.precision=bfloat16",
            poison="poison",
        )
