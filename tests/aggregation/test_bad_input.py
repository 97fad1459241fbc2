"""Bad input gets an error that says what was expected, what came, and the cure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from realizer.aggregation import best, log_sum_exp, log_sum_exp_gradient, report, walks
from realizer.errors import InputError, MissingExtraError, RealizerError, ScoreError, ShapeError

RED, BLUE = np.zeros((3, 2)), np.zeros((4, 2))


def with_(array: np.ndarray, place: tuple[int, ...], value: float) -> np.ndarray:
    out = array.copy()
    out[place] = value
    return out


BAD: list[tuple[Callable[[], Any], type[RealizerError], str]] = [
    (lambda: log_sum_exp(with_(RED, (2, 1), np.nan), BLUE), ScoreError, r"got nan at red\[2, 1\]"),
    (lambda: best(RED, with_(BLUE, (0, 0), np.inf)), ScoreError, r"got inf at blue\[0, 0\]"),
    (lambda: log_sum_exp(torch.full((1, 2), torch.nan), torch.zeros(1, 2)), ScoreError, r"red\[0, 0\]"),
    (lambda: log_sum_exp(RED, np.zeros((4, 3))), ShapeError, "the same K, got \\[3, 2\\] and \\[4, 3\\]"),
    (lambda: log_sum_exp(np.zeros((2, 3, 2)), BLUE), ShapeError, "same leading axes"),
    (lambda: log_sum_exp(np.zeros(3), np.zeros(3)), ShapeError, r"got shape \[3\]"),
    (lambda: log_sum_exp(np.zeros((3, 0)), np.zeros((3, 0))), ShapeError, "at least one order"),
    (lambda: log_sum_exp(RED.astype(int), BLUE), InputError, "floating point, got int64"),
    (lambda: log_sum_exp(RED, torch.zeros(4, 2)), InputError, "numpy array like its partner, got Tensor"),
    (lambda: log_sum_exp([[0.0]], [[0.0]]), InputError, "got list"),
    (lambda: log_sum_exp(RED, BLUE, blue_mask=np.ones(4)), InputError, "boolean numpy array, got float64"),
    (lambda: log_sum_exp(RED, BLUE, blue_mask=np.ones(3, dtype=bool)), ShapeError, r"shape \[4\], got \[3\]"),
    (lambda: log_sum_exp(RED, BLUE, red_mask=[True]), InputError, "red_mask"),
    (lambda: log_sum_exp(RED, BLUE, earlier=np.arange(3)), InputError, "pair"),
    (lambda: log_sum_exp(RED, BLUE, earlier=(np.arange(4), np.arange(4))), ShapeError, "red positions"),
    (lambda: log_sum_exp(RED, BLUE, earlier=(np.full(3, np.nan), np.arange(4))), ScoreError, "red positions"),
    (lambda: best(RED, BLUE, without=np.array([0, 1, 4])), InputError, "between -1 .none. and 3"),
    (lambda: best(RED, BLUE, without=np.array([0, 1, -2])), InputError, "from -2 to 1"),
    (lambda: best(RED, BLUE, without=np.array([0.0, 1, 2])), InputError, "integer indices"),
    (lambda: best(RED, BLUE, without=np.arange(4)), ShapeError, r"\[3\] or \[3, 'e'\]"),
    (lambda: best(RED, BLUE, count=0), InputError, "whole number from 1, got 0"),
    (lambda: best(RED, BLUE, count=True), InputError, "got True"),
    (lambda: log_sum_exp(RED, BLUE, method="fast"), InputError, "got 'fast'"),
    (lambda: log_sum_exp(np.zeros((3, 3)), np.zeros((3, 3)), method="sweep"), InputError, "got K = 3"),
    (lambda: log_sum_exp(RED, BLUE, without=np.zeros(3, dtype=int), method="sweep"), InputError, "'divide'"),
    (lambda: report(RED[None, None], BLUE[None, None]), ShapeError, "one batch axis"),
    (lambda: log_sum_exp_gradient(RED, BLUE, np.ones(4)), ShapeError, r"upstream of shape \[3\]"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_errors(number: int) -> None:
    call, kind, words = BAD[number]
    with pytest.raises(kind, match=words) as caught:
        call()
    assert "expected" in str(caught.value)


def test_a_missing_compiler_names_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "compiler_installed", lambda: False)
    with pytest.raises(MissingExtraError, match=r"pip install 'realizer\[fast\]'"):
        log_sum_exp(RED, BLUE, method="compiled")


@pytest.mark.parametrize("shape", [(0, 2), (3, 2)])
def test_empty_sets_have_documented_results(shape: tuple[int, int]) -> None:
    nothing = np.zeros((0, 2))
    assert (log_sum_exp(np.zeros(shape), nothing) == -np.inf).all()
    assert (best(np.zeros(shape), nothing).index == -1).all()
    assert len(report(np.zeros(shape), nothing).red) == 0
    gradient = log_sum_exp_gradient(np.zeros(shape), nothing, np.ones(shape[0]))
    assert gradient.red.shape == shape
    assert gradient.blue.shape == (0, 2)
