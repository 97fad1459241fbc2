from __future__ import annotations

import sys

import pytest

from realizer.errors import InputError, MissingExtraError
from realizer.plots import learning_curves, to_svg

LOSSES = [(1, 4.0), (2, 3.5), (3, 3.25)]
SCORES = {"LAS": [(2, 50.0), (3, 71.25)], "UAS": [(2, 60.0), (3, 59.5)]}


def test_every_point_is_drawn_and_the_best_score_written():
    left, right = learning_curves(LOSSES, SCORES).axes
    [line] = left.lines
    assert list(zip(*line.get_data(), strict=True)) == LOSSES
    drawn = {line.get_label(): list(zip(*line.get_data(), strict=True)) for line in right.lines}
    assert drawn == SCORES
    assert [text.get_text() for text in right.texts] == ["71.25", "60.00"]


def test_the_same_svg_every_time():
    assert to_svg(learning_curves(LOSSES, SCORES)) == to_svg(learning_curves(LOSSES, SCORES))


@pytest.mark.parametrize(("losses", "scores"), [(LOSSES, {}), ([], SCORES), ([(1, 2.0)], {"LAS": []})])
def test_one_of_both_is_enough(losses, scores):
    assert len(learning_curves(losses, scores).axes) == 2


def test_bad_input(monkeypatch):
    with pytest.raises(InputError, match="expected points of a loss or a score, got none"):
        learning_curves([], {"LAS": []})
    with pytest.raises(InputError, match="expected finite losses and scores, got NaN"):
        learning_curves([(1, float("nan"))], {})
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtraError):
        learning_curves(LOSSES, SCORES)
