"""Bad scores and masks: the same answer from all that decode sentences."""

import re

import numpy as np
import pytest

from realizer.decoding import graph_arcs, greedy_heads, projective_heads, tree_heads
from realizer.errors import InputError, ScoreError, ShapeError

DECODERS = [greedy_heads, tree_heads, projective_heads, graph_arcs]

RED, BLUE = np.zeros((3, 2)), np.zeros((4, 2))


def with_one(array, value):
    changed = array.copy()
    changed[-1, -1] = value
    return changed


BAD = {
    "red NaN": (with_one(RED, np.nan), BLUE, None, ScoreError, "got nan at red[0, 2, 1]"),
    "blue infinite": (RED, with_one(BLUE, -np.inf), None, ScoreError, "got -inf at blue[0, 3, 1]"),
    "root missing": (
        RED,
        RED,
        None,
        ShapeError,
        "expected blue of shape [4, 2] for red of shape [3, 2], got [3, 2]",
    ),
    "other K": (RED, np.zeros((4, 3)), None, ShapeError, "expected blue of shape [4, 2]"),
    "no orders": (np.zeros((3, 0)), np.zeros((4, 0)), None, ShapeError, "K >= 1"),
    "one axis": (np.zeros(3), BLUE, None, ShapeError, "got shape [3]"),
    "four axes": (np.zeros((1, 1, 3, 2)), np.zeros((1, 1, 4, 2)), None, ShapeError, "batch axis in front"),
    "one batched": (RED[None], BLUE, None, ShapeError, "or both with a batch axis"),
    "other batch": (
        np.zeros((2, 3, 2)),
        np.zeros((1, 4, 2)),
        None,
        ShapeError,
        "expected blue of shape [2, 4, 2]",
    ),
    "integers": (
        RED.astype(int),
        BLUE,
        None,
        InputError,
        "expected red as real numbers, got an array of int64",
    ),
    "booleans": (RED, BLUE > 0, None, InputError, "expected blue as real numbers, got an array of bool"),
    "objects": (RED.astype(object), BLUE, None, InputError, "got an array of object"),
    "complex": (RED.astype(complex), BLUE, None, InputError, "got an array of complex128"),
    "mask of ones": (RED, BLUE, np.ones(3), InputError, "expected mask as booleans, got an array of float64"),
    "mask too long": (RED, BLUE, np.ones(4, dtype=bool), ShapeError, "expected mask of shape [3], got [4]"),
    "hole": (RED, BLUE, np.array([True, False, True]), InputError, "a real word after padding"),
}


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize("name", BAD)
def test_bad_input(decode, name):
    red, blue, mask, error, message = BAD[name]
    with pytest.raises(error, match=re.escape(message)) as caught:
        decode(red, blue, mask=mask)
    assert "; cure: " in str(caught.value)
    assert type(caught.value) is error


@pytest.mark.parametrize("decode", DECODERS)
def test_padding_may_be_anything(decode):
    red, blue = np.full((1, 3, 2), np.nan), np.full((1, 4, 2), np.inf)
    red[:, :2], blue[:, :3] = [[[0.0, 1.0], [1.0, 0.0]]], [[[0.0, 0.0], [1.0, 2.0], [2.0, 2.0]]]
    mask = np.array([[True, True, False]])
    padded, plain = decode(red, blue, mask=mask), decode(red[:, :2], blue[:, :3])
    if decode is graph_arcs:
        assert padded.head.tolist() == plain.head.tolist()
    else:
        assert padded.tolist() == [[*plain[0].tolist(), -1]]


@pytest.mark.parametrize("decode", DECODERS)
def test_lists_and_half_precision_do(decode):
    red, blue = [[0.0, 1.0], [1.0, 0.0]], [[0.0, 0.0], [1.0, 2.0], [2.0, 2.0]]
    half = decode(np.array(red, dtype=np.float16), np.array(blue, dtype=np.float16))
    assert str(decode(red, blue)) == str(half)
