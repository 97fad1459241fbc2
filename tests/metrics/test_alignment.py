"""Which words are aligned: the situations in which the official program is tested, and some more.

Expected numbers of the first table: the unit tests of conll18_ud_eval.py (Straka and Popel, UFAL).
"""

from __future__ import annotations

import sys
import unicodedata

import pytest

from metrics.treebanks import of_tokens, sentence, word
from realizer.metrics import Score, evaluate
from realizer.metrics.alignment import align
from realizer.metrics.columns import columns
from realizer.metrics.surface import SPACES, surface

CASES = [
    (["a"], ["a"], 1),
    (["a", "b", "c"], ["a", "b", "c"], 3),
    (["abc a b c"], ["a", "b", "c"], 3),
    (["a", "bc b c", "d"], ["a", "b", "c", "d"], 4),
    (["abcd a b c d"], ["ab a b", "cd c d"], 4),
    (["abc a b c", "de d e"], ["a", "bcd b c d", "e"], 5),
    (["abcd"], ["a", "b", "c", "d"], 0),
    (["abc", "d"], ["a", "b", "c", "d"], 1),
    (["a", "bc", "d"], ["a", "b", "c", "d"], 2),
    (["a", "bc b c", "d"], ["a", "b", "cd"], 2),
    (["abc a BX c", "def d EX f"], ["ab a b", "cd c d", "ef e f"], 4),
    (["ab a b", "cd bc d"], ["a", "bc", "d"], 2),
    (["a", "bc b c", "d"], ["ab AX BX", "cd CX a"], 1),
]


def pairs(gold, system):
    """The aligned words' numbers, from 1."""
    sides = (columns([surface(of_tokens(*tokens), name="x")]) for tokens in (gold, system))
    found = align(*sides)
    return [(i + 1, j + 1) for i, j in zip(found.gold.tolist(), found.system.tolist(), strict=True)]


@pytest.mark.parametrize(("gold", "system", "correct"), CASES)
def test_published_cases(gold, system, correct):
    words = [sum(len(token.split(" ")[1:]) or 1 for token in tokens) for tokens in (gold, system)]
    found = evaluate([of_tokens(*gold)], [of_tokens(*system)]).scores["Words"]
    assert found == Score(correct, *words)
    assert found.precision == correct / words[1]
    assert found.recall == correct / words[0]
    assert found.f1 == 2 * correct / sum(words)


@pytest.mark.parametrize(
    ("gold", "system", "expected"),
    [
        (["Vámonos Vamos nos", "!"], ["Vámonos VAMOS nos", "!"], [(1, 1), (2, 2), (3, 3)]),  # letter case
        (["ab x y"], ["ab y x"], [(2, 1)]),  # of two longest ones, gold's first word is skipped
        (["ab a b"], ["ab a b"], [(1, 1), (2, 2)]),
        (["ab p q"], ["a", "b"], []),
        # The walk passes `abc`; one lagging word is passed over, the next counts to the region.
        (["abc", "de b e"], ["a", "b", "c", "d", "e"], [(2, 2), (3, 5)]),
        (["abc", "de a e"], ["a", "b", "c", "d", "e"], [(3, 5)]),
        (["a", "b", "c", "de"], ["abc", "de c e"], [(3, 2)]),
        (["a", "b", "c", "de"], ["abc", "de b e"], []),
    ],
)
def test_pairs(gold, system, expected):
    assert pairs(gold, system) == expected


def test_spaces_in_words_do_not_matter_but_inside_multiword_tokens():
    gold, system = [of_tokens("1\u00a0000", "x")], [of_tokens("1000", "x")]
    assert evaluate(gold, system).scores["Words"].correct == 2
    assert pairs(["ab a\u00a0b"], ["ab ab"]) == []
    assert pairs(["ab a\u00a0b"], ["a\u00a0b"]) == []
    assert pairs(["ab ab"], ["a\u00a0b"]) == [(1, 1)]


def test_a_long_multiword_token_takes_no_quadratic_time_in_python():
    words = [chr(97 + i % 26) for i in range(2000)]
    gold, system = " ".join(["".join(words), *words]), " ".join(["".join(words), *words[1:], "?"])
    assert evaluate([of_tokens(gold)], [of_tokens(system)]).scores["Words"].correct == 1999


def test_white_space_is_all_of_category_zs():
    every = [chr(code) for code in range(sys.maxunicode + 1)]
    assert SPACES.findall("".join(every)) == [c for c in every if unicodedata.category(c) == "Zs"]


def test_heads_across_other_tokens():
    gold = [sentence(word(1, "ab", head=2), word(2, "c", head=0), word(3, "d", head=1))]
    system = [
        sentence(word(1, "a", head=3), word(2, "b", head=3), word(3, "c", head=0), word(4, "d", head=3))
    ]
    scores = evaluate(gold, system).scores
    assert scores["Words"] == Score(2, 3, 4)
    assert scores["UAS"] == Score(1, 3, 4, 2)  # only `c` below the root; `d`'s head `ab` has no partner
