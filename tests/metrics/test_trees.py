"""Heads that form no tree: refused with their place, or scored on request."""

from __future__ import annotations

from dataclasses import replace

import pytest

from metrics.treebanks import sentence, word
from realizer.document import MultiwordToken
from realizer.errors import FormatError
from realizer.metrics import Score, evaluate


def heads(*heads, line=1):
    rows = [replace(word(i, "abcd"[i - 1]), head=head) for i, head in enumerate(heads, start=1)]
    return sentence(*rows, line=line)


TREE = heads(0, 1, 2, 3)


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ((0, 3, 4, 2), "10: expected heads that lead to the root, got a cycle at word 2, 'b'; cure: correct"),
        ((2, 1, 1, 1), "9: expected heads that lead to the root, got a cycle at word 1, 'a'"),
        ((0, 1, 0, 3), "11: expected one root in a sentence, got another at word 3, 'c'"),
        ((0, 1, 1, None), "12: expected a head, got _ at word 4, 'd'"),
    ],
)
def test_no_tree(bad, problem):
    bad = heads(*bad, line=9)
    first = sentence(word(1, "x"))
    with pytest.raises(FormatError) as raised:
        evaluate([first, TREE], [first, bad], system_name="s")
    assert str(raised.value).startswith(f"s:{problem}")
    with pytest.raises(FormatError) as raised:
        evaluate([first, bad], [first, TREE], gold_name="g")
    assert str(raised.value).startswith(f"g:{problem}")


def test_the_line_is_right_behind_a_multiword_token():
    rows = (MultiwordToken(1, 2, "ab", "_", "_"), word(1, "a", head=2), word(2, "b", head=1))
    with pytest.raises(FormatError, match=r"^s:6: expected heads that lead to the root"):
        evaluate([sentence(word(1, "ab"))], [sentence(*rows, line=5)], system_name="s")


def test_lenient():
    cycle, roots = heads(0, 3, 4, 2), heads(0, 0, 2, 3)
    scores = evaluate([TREE], [cycle], trees=False, metrics=["all"], details=True).scores
    assert scores["UAS"] == Score(1, 4, 4, 4)
    assert evaluate([TREE], [roots], trees=False).scores["UAS"] == Score(3, 4, 4, 4)


def test_a_missing_head_is_never_right():
    missing = sentence(word(1, "a", head=0), replace(word(2, "b"), head=None))
    assert evaluate([missing], [missing], trees=False).scores["UAS"] == Score(1, 2, 2, 2)


def test_a_long_chain_is_a_tree():
    count = 3000
    chain = sentence(*(word(i, "a", head=i - 1) for i in range(1, count + 1)))
    assert evaluate([chain], [chain], details=True).scores["UAS"].correct == count
