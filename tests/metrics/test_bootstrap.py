"""The paired bootstrap: against its definition, drawn one by one, and where the answer is known."""

from __future__ import annotations

import numpy as np
import pytest

from metrics.treebanks import of_tokens, sentence, word
from realizer.errors import InputError
from realizer.metrics import bootstrap, evaluate, paired_bootstrap


def counts(seed, sentences=40, right=0.7):
    random = np.random.default_rng(seed)
    gold = random.integers(1, 20, sentences)
    return np.stack([random.binomial(gold, right), gold, gold + random.integers(0, 2, sentences)], axis=1)


def f1(rows):
    return 2 * rows[:, 0].sum() / rows[:, 1:].sum()


def test_the_definition_draw_by_draw():
    first, second = {"LAS": counts(1), "UAS": counts(2)}, {"LAS": counts(3, right=0.75), "UAS": counts(4)}
    result = paired_bootstrap(first, second, resamples=500, seed=7, confidence=0.9)
    random = np.random.default_rng(7)
    draws = random.integers(40, size=(500, 40))
    for name in ("LAS", "UAS"):
        delta = f1(second[name]) - f1(first[name])
        deltas = np.array([f1(second[name][draw]) - f1(first[name][draw]) for draw in draws])
        far = sum(abs(each - delta) >= abs(delta) for each in deltas)
        found = result[name]
        assert found.delta == pytest.approx(delta)
        assert (found.first, found.second) == pytest.approx((f1(first[name]), f1(second[name])))
        assert (found.low, found.high) == pytest.approx(tuple(np.quantile(deltas, [0.05, 0.95])))
        assert found.p_value == (1 + far) / 501


def test_blocks_draw_the_same(monkeypatch):
    first, second = {"LAS": counts(1)}, {"LAS": counts(2)}
    whole = paired_bootstrap(first, second, resamples=100)
    monkeypatch.setattr(bootstrap, "BLOCK", 130)
    assert paired_bootstrap(first, second, resamples=100) == whole


def test_seeds():
    first, second = {"LAS": counts(1)}, {"LAS": counts(2)}
    one = paired_bootstrap(first, second, resamples=200, seed=1)
    assert paired_bootstrap(first, second, resamples=200, seed=1) == one
    assert paired_bootstrap(first, second, resamples=200, seed=2) != one


def test_a_system_against_itself():
    same = {"LAS": counts(1)}
    found = paired_bootstrap(same, same, resamples=100)["LAS"]
    assert (found.delta, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_the_other_way_round():
    first, second = {"LAS": counts(1)}, {"LAS": counts(2)}
    there = paired_bootstrap(first, second, resamples=300)["LAS"]
    back = paired_bootstrap(second, first, resamples=300)["LAS"]
    assert (back.delta, back.low, back.high) == pytest.approx((-there.delta, -there.high, -there.low))
    assert back.p_value == there.p_value


def test_p_values_are_uniform_if_the_systems_are_equally_good():
    values = [
        paired_bootstrap({"x": counts(2 * i)}, {"x": counts(2 * i + 1)}, resamples=200)["x"].p_value
        for i in range(300)
    ]
    assert 0.01 <= np.mean(np.array(values) <= 0.05) <= 0.11
    assert 0.4 <= np.mean(np.array(values) <= 0.5) <= 0.6


def test_nothing_to_score():
    nothing = {"ELAS": np.zeros((3, 3), np.int64)}
    found = paired_bootstrap(nothing, nothing, resamples=10)["ELAS"]
    assert (found.first, found.delta, found.p_value) == (0, 0, 1)


@pytest.mark.parametrize(
    ("first", "second", "options"),
    [
        ({"LAS": counts(1)}, {"UAS": counts(1)}, {}),
        ({"LAS": counts(1)}, {"LAS": counts(1)[:3]}, {}),
        ({"LAS": counts(1)[:0]}, {"LAS": counts(1)[:0]}, {}),
        ({}, {}, {}),
        ({"LAS": counts(1)[:, :2]}, {"LAS": counts(1)[:, :2]}, {}),
        ({"LAS": counts(1)}, {"LAS": counts(1)}, {"resamples": 0}),
        ({"LAS": counts(1)}, {"LAS": counts(1)}, {"confidence": 1.0}),
    ],
)
def test_bad_input(first, second, options):
    with pytest.raises(InputError, match=r"expected .*, got .*; cure: "):
        paired_bootstrap(first, second, **options)


def test_counts_per_sentence_of_a_system_that_cuts_otherwise():
    gold = [of_tokens("a", "b"), of_tokens("c")]
    system = [sentence(word(1, "a"), word(2, "bc"))]
    result = evaluate(gold, system, per_sentence=True)
    assert result.sentences["Words"].tolist() == [[1, 2, 2], [0, 1, 0]]
    assert result.sentences["Sentences"].tolist() == [[0, 1, 1], [0, 1, 0]]
    assert evaluate(gold, system).sentences == {}
