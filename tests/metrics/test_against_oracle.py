"""All official scores against a slow second implementation, on random text, tokens, trees and graphs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import realizer.metrics.chunks as chunks_module
from metrics import oracle
from metrics.treebanks import pairs
from realizer.metrics import Score, evaluate, metric_names


@pytest.fixture(params=[1, 5, 8192])
def fewest_words(request, monkeypatch):
    """Chunks of one sentence, of a few, and the whole text."""
    monkeypatch.setattr(chunks_module, "FEWEST_WORDS", request.param)


@pytest.mark.usefixtures("fewest_words")
def test_equal_to_the_oracle():
    @settings(max_examples=100)
    @given(pairs())
    def check(pair):
        gold, system = pair
        expected = {name: Score(*counts) for name, counts in oracle.scores(gold, system).items()}
        assert evaluate(gold, system).scores == {name: expected[name] for name in metric_names()}

    check()


@settings(max_examples=60)
@given(pairs())
def test_gold_against_itself_is_right_everywhere(pair):
    for file in pair:
        for name, score in evaluate(file, file, metrics=["all"]).scores.items():
            assert score.gold == score.system
            if name == "EULAS":  # two arcs that differ in their subtypes only count four times
                assert score.correct >= score.gold
            else:
                assert score.correct == score.gold


@settings(max_examples=60)
@given(pairs(multiword=False))
def test_swapping_the_files_swaps_precision_and_recall(pair):
    there = evaluate(*pair, metrics=["all"]).scores
    back = evaluate(*pair[::-1], metrics=["all"]).scores
    one_sided = {
        "Lemmas",
        "BLEX",
        *(name for name in metric_names("all") if "-" in name),
    }  # gold's _, gold's tags
    for name in set(metric_names("all")) - one_sided:
        assert (there[name].precision, there[name].recall) == (back[name].recall, back[name].precision)
        assert (there[name].gold, there[name].system) == (back[name].system, back[name].gold)
        assert there[name].f1 == back[name].f1


@settings(max_examples=60)
@given(pairs())
def test_sentences_add_up(pair):
    result = evaluate(*pair, metrics=["all"], per_sentence=True)
    for name, counts in result.sentences.items():
        score = result.scores[name]
        assert counts.shape == (len(pair[0]), 3)
        assert counts.sum(axis=0).tolist() == [score.correct, score.gold, score.system]
