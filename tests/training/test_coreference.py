"""Resolvers are trained by the loop of parsers: same files, same states, the same bits after a break."""

from __future__ import annotations

from pathlib import Path

import pytest

from neural.stories import story
from realizer.errors import FormatError, InputError
from realizer.formats import read_coreference
from realizer.metrics import evaluate_coreference
from realizer.neural import new_resolver
from realizer.training import (
    find_treebanks,
    read_config,
    resolve_documents,
    train,
    trained_resolver,
)
from training.coreference import SMALL, columns, entities, write_corpora
from training.test_experiments import COREFERENCE, EXPERIMENTS, tiny_encoder
from training.test_resume import Stop, stopped_at
from training.trainings import files


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return tiny_encoder(tmp_path_factory.mktemp("encoder"), "bert")


def prepared(name, folder, encoder, *settings):
    config = read_config(
        EXPERIMENTS / f"{name}.toml", [*SMALL, f"resolver.encoder.name={encoder}", *settings]
    )
    write_corpora(config, folder)
    return config, find_treebanks(config.data, folder=folder, cure="")


@pytest.mark.parametrize("name", COREFERENCE)
def test_recipes_train(name, tmp_path, encoder):
    config, treebanks = prepared(name, tmp_path, encoder)
    assert len(treebanks.train) == 3
    result = train(config, treebanks=treebanks, output=tmp_path / "out")
    assert result.steps == 3
    assert next(iter(result.scores)) == "conll"
    header = (tmp_path / "out" / "evaluations.csv").read_text().splitlines()[0]
    assert header.endswith("conll,muc,bcub,ceafe,lea,mentions")
    [dev] = treebanks.dev.values()
    gold = [document for path in dev for document in read_coreference(path)]
    found = list(resolve_documents(trained_resolver(tmp_path / "out"), gold))
    singletons = config.resolver.mention.singletons
    scores = evaluate_coreference(gold, found, singletons=singletons).scores
    assert 100 * scores["conll"].f1 == pytest.approx(result.scores["conll"])


def test_the_papers_values():
    config = read_config(EXPERIMENTS / "ontonotes-longformer-large.toml")
    resolver = config.resolver
    assert resolver.encoder.name == "allenai/longformer-large-4096"
    assert (resolver.mention.orders, resolver.antecedent.orders, resolver.mention.hidden) == (4, 4, 0)
    assert resolver.text.speakers
    assert not resolver.mention.longest
    assert (config.optimiser.encoder_rate, config.optimiser.rate) == (1e-5, 3e-4)
    assert (config.schedule.epochs, config.schedule.warm_up_steps, config.batches.pieces) == (129, 5600, 5000)


def test_the_baseline_differs_in_its_heads_alone():
    ours, baseline = (read_config(EXPERIMENTS / f"ontogum{end}.toml") for end in ("", "-biaffine"))
    assert (ours.resolver.mention.kind, baseline.resolver.mention.kind) == ("order", "biaffine")
    assert ours.resolver.mention.longest == baseline.resolver.mention.longest
    for table in ("data", "optimiser", "schedule", "batches", "run"):
        assert getattr(ours, table) == getattr(baseline, table)
    assert ours.resolver.encoder == baseline.resolver.encoder


def test_a_training_continues_to_the_same_bits(tmp_path, encoder):
    settings = ["schedule.steps=7", "schedule.epochs=9", "run.save_minutes=1e-9", "run.average=ema"]
    config, treebanks = prepared("ontogum", tmp_path, encoder, *settings)
    train(config, treebanks=treebanks, output=tmp_path / "through")
    for step in (2, 5):
        with pytest.raises(Stop):
            train(
                config, treebanks=treebanks, output=tmp_path / "parts", resume=True, listen=stopped_at(step)
            )
    train(config, treebanks=treebanks, output=tmp_path / "parts", resume=True)
    assert files(tmp_path / "through") == files(tmp_path / "parts")


def test_a_corpus_is_learned(tmp_path, encoder):
    """A few dozen stories teach the loop's resolver what names are; see `tests/neural` for many."""
    longer = ["schedule.epochs=40", "schedule.steps=0", "optimiser.rate=5e-3", "optimiser.encoder_rate=5e-3"]
    wider = [f"resolver.{table}.hidden=32" for table in ("mention", "antecedent")]
    plain = ["resolver.text.dropout=0.0", "resolver.mention.dropout=0.0", "resolver.antecedent.dropout=0.0"]
    more = ["resolver.encoder.dropout=0.0", "run.evaluate_from=0.9", "optimiser.frozen_layers=0"]
    config, _ = prepared("ontogum", tmp_path, encoder, *longer, *wider, *plain, *more)
    write_corpora(config, tmp_path, documents=20)
    treebanks = find_treebanks(config.data, folder=tmp_path, cure="")
    result = train(config, treebanks=treebanks, output=tmp_path / "out")
    assert result.scores["conll"] > 75


def test_documents_are_chosen_by_name(tmp_path, encoder):
    told = []
    config, treebanks = prepared("ontogum", tmp_path, encoder, 'data.documents=["d[01]"]')
    train(config, treebanks=treebanks, output=tmp_path / "out", listen=told.append)
    assert told[0].text.startswith("begins: 2 documents, ")
    config, treebanks = prepared("ontogum", tmp_path, encoder, 'data.documents=["x*"]')
    with pytest.raises(InputError, match=r"expected documents like x\* in data\.train"):
        train(config, treebanks=treebanks, output=tmp_path / "other")


def test_a_file_without_documents(tmp_path, encoder):
    config, treebanks = prepared("ontogum", tmp_path, encoder)
    treebanks.train[1].write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
    with pytest.raises(FormatError, match=r"1\.conllu:1: expected documents with mentions, got none"):
        train(config, treebanks=treebanks, output=tmp_path / "out")


@pytest.mark.parametrize(
    ("metric", "problem"), [("LAS", "a coreference metric, got 'las'"), ("coref", "one score")]
)
def test_metrics_of_something_else(metric, problem, tmp_path, encoder):
    config, treebanks = prepared("ontogum", tmp_path, encoder, f"run.metric={metric}")
    with pytest.raises(InputError, match=f"expected {problem}"):
        train(config, treebanks=treebanks, output=tmp_path / "out")


def test_an_empty_folder_is_no_treebank(tmp_path, encoder):
    config, _ = prepared("ontogum", tmp_path, encoder)
    for path in (tmp_path / "ontogum" / "dev").iterdir():
        path.unlink()
    (tmp_path / "ontogum" / "dev" / ".hidden").write_text("")
    with pytest.raises(InputError, match="expected the treebank ontogum/dev in the data folder"):
        find_treebanks(config.data, folder=tmp_path, cure="")


@pytest.mark.parametrize("written", [columns, entities])
def test_what_these_tests_write_is_read_as_it_was_told(written, tmp_path):
    told = story(7, singletons=True)
    path = tmp_path / ("d.conll" if written is columns else "d.conllu")
    path.write_text(written(told, "bc/d"))
    [document] = read_coreference(path)
    assert document.nodes == told.nodes
    assert {(m.start, m.end) for m in document.mentions} == {(m.start, m.end) for m in told.mentions}
    assert set(document.speakers) <= {"", "Ann"}


def test_a_resolver_in_training_mode_stays_in_it(tmp_path, encoder):
    config, treebanks = prepared("litbank", tmp_path, encoder)
    documents = [document for path in treebanks.train for document in read_coreference(Path(path))]
    resolver = new_resolver(config.resolver, documents).train()
    assert len(list(resolve_documents(resolver, documents))) == 3
    assert resolver.training
