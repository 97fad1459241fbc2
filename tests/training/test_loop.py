"""The loop: when it evaluates, what it keeps, when it ends, and that batches add up."""

from __future__ import annotations

import csv
import json

import pytest
import torch
from safetensors.torch import load_file

from realizer.errors import FormatError, InputError
from realizer.formats import read_conllu
from realizer.metrics import evaluate, metric_names
from realizer.training import evaluation, parse_sentences
from realizer.training.events import Event
from training.stub_parser import load_stub
from training.trainings import configured, files, found, trained

NO_CHANCE = "parser.context.dropout=0.0"


def heard(kind):
    events: list[Event] = []

    def listen(event):
        if event.kind == kind:
            events.append(event)

    return events, listen


def weights(folder, place="model"):
    return load_file(folder / place / "model.safetensors")


def test_it_learns_and_the_best_model_has_the_score_it_is_said_to_have(folder):
    events, listen = heard("evaluation")
    result = trained(folder, "out", "schedule.epochs=8", listen=listen)
    scores = [event.scores["LAS"] for event in events]
    assert len(scores) == 8
    assert result.scores["LAS"] == max(scores) > scores[0] + 5
    assert result.step == events[scores.index(max(scores))].step
    gold = list(read_conllu(folder / "dev.conllu"))
    parsed = list(parse_sentences(load_stub(result.model), gold))
    assert 100 * evaluate(gold, parsed).scores["LAS"].f1 == result.scores["LAS"]


def test_only_some_documents(folder):
    text = (folder / "train.conllu").read_text()
    parts = [f"# newdoc id = {name}\n{text}" for name in ("A_news_1", "A_blog_1", "B_news_2")]
    (folder / "train.conllu").write_text("".join(parts))
    told = {}
    for patterns in ('["A_*"]', '["*_news_*"]', '["A_blog_1"]', "[]"):
        events, listen = heard("begin")
        trained(folder, patterns, f"data.documents={patterns}", "schedule.steps=1", listen=listen)
        told[patterns] = events[0].text.split(": ")[1].split(",")[0]
    assert list(told.values()) == ["80 sentences", "80 sentences", "40 sentences", "120 sentences"]
    with pytest.raises(
        InputError, match=r"^expected documents like C_\*, D in data.train, found none; cure: the"
    ):
        trained(folder, "out", 'data.documents=["C_*", "D"]')


def test_the_best_model_is_kept_apart_from_the_last_state(folder, monkeypatch):
    marks = iter([50.0, 90.0, 60.0, 90.0])
    monkeypatch.setattr("realizer.training.loop.assessed", lambda *_, **__: {"LAS": next(marks)})
    states = []

    def listen(event):
        if event.kind == "step" and event.step % 7 == 1 and event.step > 1:
            states.append(weights(folder / "out", "state"))  # as it was after the evaluation before

    result = trained(folder, "out", "schedule.epochs=4", listen=listen)
    assert (result.scores, result.step) == ({"LAS": 90.0}, 14), "of equal scores the first one"
    best = weights(folder / "out")
    equal = [all(torch.equal(best[name], state[name]) for name in best) for state in states]
    assert equal == [False, True, False]


def test_early_stopping(folder, monkeypatch):
    marks = iter([50.0, 60.0, 55.0, 60.0, 61.0])
    monkeypatch.setattr("realizer.training.loop.assessed", lambda *_, **__: {"LAS": next(marks)})
    result = trained(folder, "out", "schedule.epochs=50", "run.patience=2")
    assert (result.finished, result.scores) == ("no better LAS in 2 evaluations", {"LAS": 60.0})
    summary = json.loads((folder / "out" / "summary.json").read_text())
    assert summary["finished"] == result.finished
    assert summary["best"] == {"LAS": 60.0}
    assert len(summary["data"]) == 2


@pytest.mark.parametrize(
    ("settings", "count"),
    [
        (["run.evaluate_epochs=0.5"], 6),
        (["run.evaluate_epochs=2"], 2),  # one after two epochs, one at the end
        (["run.evaluate_steps=10"], 3),
        (["run.evaluate_from=0.6"], 2),
    ],
)
def test_when_dev_is_parsed(folder, settings, count):
    events, listen = heard("evaluation")
    result = trained(folder, "out", *settings, listen=listen)
    assert len(events) == count
    assert events[-1].step == result.steps


def test_steps_and_minutes_end_a_training(folder):
    assert trained(folder, "steps", "schedule.steps=5").steps == 5
    result = trained(folder, "time", "schedule.epochs=0", "schedule.minutes=0.01")
    assert 0.6 <= result.seconds < 5
    assert result.finished == "the planned end"
    assert result.scores["LAS"] > 0
    with (folder / "time" / "steps.csv").open() as stream:
        rates = [float(row["rate"]) for row in csv.DictReader(stream)]
    assert max(rates) > 0.7
    assert rates[-1] < 0.5


def test_gradients_of_several_batches_add_up_to_those_of_one(folder):
    """Two batches of one sentence each are one batch of two, whatever the sentences' lengths."""
    one = ["batches.pieces=0", "batches.sentences=40", "schedule.steps=3", NO_CHANCE]
    many = [
        "batches.pieces=0",
        "batches.sentences=1",
        "batches.accumulation=40",
        "schedule.steps=3",
        NO_CHANCE,
    ]
    trained(folder, "one", *one)
    trained(folder, "many", *many)
    left, right = weights(folder / "one", "state"), weights(folder / "many", "state")
    for name, value in left.items():
        torch.testing.assert_close(value, right[name], rtol=1e-4, atol=1e-6)
    changed = trained(folder, "other", *many, "batches.accumulation=20").model
    assert not torch.allclose(left["head.weight"], load_file(changed / "model.safetensors")["head.weight"])


def test_clipping(folder):
    trained(folder, "out", "optimiser.clip=1e-9", "optimiser.epsilon=1.0", "optimiser.weight_decay=0")
    trained(folder, "start", "schedule.steps=1", "optimiser.rate=1e-30", "optimiser.encoder_rate=0")
    clipped, start = weights(folder / "out"), weights(folder / "start")
    for name, value in start.items():
        torch.testing.assert_close(clipped[name], value, rtol=0, atol=1e-7)


def test_an_encoder_with_rate_zero_stays_as_it_is(folder):
    trained(folder, "out", "optimiser.encoder_rate=0", NO_CHANCE)
    trained(folder, "start", "schedule.steps=1", "optimiser.rate=1e-30", "optimiser.encoder_rate=0")
    after, before = weights(folder / "out"), weights(folder / "start")
    assert torch.equal(after["encoder.weight"], before["encoder.weight"])
    assert not torch.equal(after["head.weight"], before["head.weight"])


def test_the_average_is_what_is_kept(folder):
    result = trained(folder, "out", "run.average=ema", "run.average_decay=0.9", "run.evaluate_steps=1000")
    average = load_file(folder / "out" / "state" / "average.safetensors")
    kept, last = load_file(result.model / "model.safetensors"), weights(folder / "out", "state")
    for name, value in average.items():
        assert torch.equal(kept[name], value)
    assert not torch.equal(kept["head.weight"], last["head.weight"])


def test_without_dev_the_last_weights_are_the_model(folder):
    result = trained(folder, "out", "data.dev=[]")
    assert result.scores == {}
    assert (
        files(folder / "out")["model/model.safetensors"] == files(folder / "out")["state/model.safetensors"]
    )


def test_several_dev_files_count_the_same(folder):
    (folder / "dev.conllu").rename(folder / "a.conllu")
    (folder / "b.conllu").write_bytes((folder / "train.conllu").read_bytes())
    result = trained(folder, "out", 'data.dev=["a.conllu", "b.conllu"]')
    assert result.scores["LAS"] == pytest.approx((result.scores["a/LAS"] + result.scores["b/LAS"]) / 2)
    named = trained(folder, "named", 'data.dev={small = "a.conllu", large = "b.conllu"}')
    assert named.scores["small/LAS"] == result.scores["a/LAS"]


def test_threads_that_prepare_batches_change_nothing(folder):
    for workers in (0, 1, 3):
        trained(folder, f"out{workers}", f"run.workers={workers}")
    assert files(folder / "out0") == files(folder / "out1") == files(folder / "out3")


def test_bfloat16_trains(folder):
    exact, rough = trained(folder, "a"), trained(folder, "b", "run.precision=bfloat16")
    left, right = weights(folder / "a"), weights(folder / "b")
    assert all(value.dtype == torch.float32 for value in right.values())
    assert not torch.equal(left["head.weight"], right["head.weight"])
    assert rough.scores["LAS"] == pytest.approx(exact.scores["LAS"], abs=15)


def test_float16_wants_a_graphics_card(folder):
    if torch.cuda.is_available():
        pytest.fail("this test is about machines without one; cure: CUDA_VISIBLE_DEVICES= pytest")
    with pytest.raises(
        InputError, match=r"expected a graphics card for float16, got a CPU; cure: --set run.precision"
    ):
        trained(folder, "out", "run.precision=float16")


def test_data_that_nothing_can_be_learned_from(folder):
    (folder / "train.conllu").write_text("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    with pytest.raises(
        FormatError, match=r"train.conllu:1: expected a head in column HEAD to learn from, got _"
    ):
        trained(folder, "out")
    (folder / "train.conllu").write_text("")
    with pytest.raises(FormatError, match=r"train.conllu:1: expected sentences, got an empty file"):
        trained(folder, "out")
    with pytest.raises(
        InputError, match=r"expected the treebank no.conllu in the data folder .*; cure: --data"
    ):
        found(configured('data.train=["no.conllu"]'), folder)


def test_the_metric_must_be_about_what_is_predicted(folder):
    with pytest.raises(InputError, match=r"got LAS without deprel; cure: parser.labels.deprel = true"):
        trained(folder, "out", "parser.labels.deprel=false")
    with pytest.raises(InputError, match=r"expected a metric, got 'LSA'"):
        trained(folder, "out", "run.metric=LSA")
    result = trained(folder, "uas", "run.metric=uas", "parser.labels.deprel=false")
    assert next(iter(result.scores)) == "UAS"
    assert "LAS" not in result.scores


def test_every_score_on_dev_is_known_to_metrics():
    assert set(evaluation._NEEDS) < set(metric_names("all"))
