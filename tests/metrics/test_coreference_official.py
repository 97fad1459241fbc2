"""The cases that the official coreference scorers are tested with, as facts.

Keys, responses and numbers of TC-A to TC-N: test/TestCases.README and test/CorefMetricTestConfig.pm of the
reference scorer, https://github.com/conll/reference-coreference-scorers; each letter is a mention. The
metrics of every case are those for which these files have numbers. NCMA to HMA: the CorefUD scorer,
https://github.com/ufal/corefud-scorer, the README files and unittests-corefud.py in its folder tests.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from metrics.mentions import document, letters
from realizer.metrics import evaluate_coreference


def number(text):
    return float(sum(Fraction(part) for part in text.split("+")))


# Every number is recall and precision, F1 being their harmonic mean; after `=` stands F1 where it is not.
A, M, N = "{a} {bc} {def}", "{abcdef}", "{a} {b} {c} {d} {e} {f}"
D = "{12345} {67} {89ABC}"
A4 = {
    "muc": "1/3 1/3",
    "bcub": "5/9 17/42",
    "ceafm": "4/6 4/7",
    "ceafe": "11/15 0.55",
    "blanc": "0.35227 0.27206 = 0.30357",
    "lea": "1/2 2/7",
}
CASES = {
    "A1": (A, A, dict.fromkeys(["muc", "bcub", "ceafm", "ceafe", "blanc", "lea"], "1 1")),
    "A2": (
        A,
        "{a} {de}",
        {
            "muc": "1/3 1",
            "bcub": "7/18 1",
            "ceafm": "1/2 1",
            "ceafe": "0.6 0.9",
            "blanc": "0.21591 1 = 0.35385",
            "lea": "1/3 1",
        },
    ),
    "A3": (
        A,
        "{a} {bcx} {defy} {z}",
        {
            "muc": "1 3/5",
            "bcub": "1 55/108",
            "ceafm": "1 2/3",
            "ceafe": "0.88571 0.66429",
            "blanc": "1 0.42593 = 0.59717",
            "lea": "1 4/9",
        },
    ),
    "A4": (A, "{a} {bcx} {dy} {z}", A4),
    "A5": (
        A,
        "{a} {bcxB} {dy} {z}",
        {
            "muc": "1/3 1/4",
            "bcub": "5/9 5/16",
            "ceafm": "4/6 1/2",
            "ceafe": "0.68889 0.51667",
            "blanc": "0.35227 0.19048 = 0.24716",
            "lea": "1/2 5/24",
        },
    ),
    "A6": (
        A,
        "{a} {bcx} {dy} {Bz}",
        {
            "muc": "1/3 1/4",
            "bcub": "5/9 17/48",
            "ceafm": "4/6 1/2",
            "ceafe": "0.73333 0.55",
            "blanc": "0.35227 0.20870 = 0.25817",
            "lea": "1/2 1/4",
        },
    ),
    # In A7 to A9 the mention b occurs again: in its cluster, in another one, and there ten times.
    "A7": (A, "{a} {bcxb} {dy} {z}", A4),
    "A8": (A, "{a} {bcx} {dy} {bz}", A4),
    "A9": (A, "{a} {bcx} {dy} {bbbbbbbbbbz}", A4),
    "A10": (A, N, {"muc": "0 0", "bcub": "1/2 1", "blanc": "0.5 0.36667 = 0.42308", "lea": "1/6 1/6"}),
    "A11": (A, M, {"muc": "1 3/5", "bcub": "1 7/18", "blanc": "0.5 0.13333 = 0.21053", "lea": "5/6 4/15"}),
    "A12": (
        A,
        "{a} {x} {y} {c} {d} {e} {z}",
        {"muc": "0 0", "bcub": "13/36 4/7", "blanc": "0.22727 0.11905 = 0.15625", "lea": "1/6 1/7"},
    ),
    "A13": (
        A,
        "{axycdez}",
        {"muc": "1/3 1/6", "bcub": "17/36 6/49", "blanc": "0.125 0.02381 = 0.04", "lea": "1/6 1/21"},
    ),
    "B1": ("{ab} {cde}", "{bcx} {de}", {"blanc": "7/24 7/24", "lea": "1/5 2/5"}),
    "C1": ("{ab} {cde} {fg}", "{bcx} {de} {fg}", {"blanc": "0.5125 0.5125", "lea": "3/7 4/7"}),
    "D1": (D, "{12345} {6789ABC}", {"muc": "1 9/10", "bcub": "1 16/21", "lea": "1 5/12+11/36"}),
    "E1": (D, "{1234589ABC} {67}", {"muc": "1 9/10", "bcub": "1 7/12", "lea": "1 10/27+1/6"}),
    "F1": ("{ABCD}", "{AB} {CD}", {"muc": "2/3 1", "lea": "1/3 1"}),
    "G1": ("{AB} {CD}", "{ABCD}", {"muc": "1 2/3", "lea": "1 1/3"}),
    "H1": ("{ABCD}", "{ABCD}", {"muc": "1 1", "lea": "1 1"}),
    "I1": ("{ABCD}", "{AB} {CD}", {"muc": "2/3 1", "lea": "1/3 1"}),
    "J1": ("{ABC}", "{AC}", {"muc": "1/2 1", "lea": "1/3 1"}),
    "K1": ("{BCDEGHJ}", "{ABC} {DEF} {GHI}", {"muc": "1/2 1/2", "lea": "1/7 1/3"}),
    "L1": ("{ABC} {DEFG}", "{AB} {CD} {FGH}", {"muc": "2/5 2/4", "lea": "5/21 3/7"}),
    "M1": (M, M, dict.fromkeys(["muc", "bcub", "ceafm", "ceafe", "blanc", "lea"], "1 1")),
    "M2": (M, N, {"muc": "0 0", "blanc": "0 0", "lea": "0 0"}),
    "M3": (M, "{ab} {cde} {f}", {"blanc": "4/15 1", "lea": "4/15 5/6"}),
    "M4": (M, "{abcxyz}", {"blanc": "0.2 0.2", "lea": "0.2 0.2"}),
    "M5": (M, "{a} {b} {c} {x} {y} {z}", {"muc": "0 0", "blanc": "0 0", "lea": "0 0"}),
    "M6": (M, "{ab} {cxy} {z}", {"blanc": "1/15 1/4", "lea": "1/15 1/3"}),
    "N1": (
        N,
        N,
        {"muc": "0 0", **dict.fromkeys(["bcub", "ceafm", "ceafe", "blanc", "lea"], "1 1")},
    ),
    "N2": (N, M, {"muc": "0 0", "blanc": "0 0", "lea": "0 0"}),
    "N3": (N, "{ab} {cde} {f}", {"blanc": "11/15 1", "lea": "1/6 1/6"}),
    "N4": (N, "{a} {b} {c} {x} {y} {z}", {"muc": "0 0", "blanc": "0.2 0.2", "lea": "1/2 1/2"}),
    "N5": (N, "{abcxyz}", {"blanc": "0 0", "lea": "0 0"}),
    "N6": (N, "{ab} {cxy} {z}", {"blanc": "2/15 2/11", "lea": "0 0"}),
}


@pytest.mark.parametrize("case", CASES)
def test_reference_scorer(case):
    gold, system, expected = CASES[case]
    scores = evaluate_coreference(
        [letters(gold)], [letters(system)], metrics=list(expected), singletons=True
    ).scores
    for name, text in expected.items():
        numbers, _, stated = text.partition("=")
        recall, precision = map(number, numbers.split())
        f1 = number(stated) if stated else 2 * precision * recall / ((precision + recall) or 1)
        found = scores[name]
        assert (found.recall, found.precision, found.f1) == pytest.approx(
            (recall, precision, f1), abs=6e-6
        ), name


def test_every_published_case_is_here():
    counts = {"A": 13, **dict.fromkeys("BCDEFGHIJKL", 1), "M": 6, "N": 6}
    assert sorted(CASES) == sorted(f"{c}{i}" for c, count in counts.items() for i in range(1, count + 1))
    assert sum(len(expected) for _, _, expected in CASES.values()) > 100


# The gold mention a, the system's, and whether they match; the other mentions of both are the same.
DISCONTINUOUS = {
    "NCMA1": ("2-9,10*,11-13", "2-13", True),
    "NCMA2": ("2-9,10*,11-13", "5-12", True),
    "NCMA3": ("2-9,10*,11-13", "5-15", False),
    "NCMA4": ("2-9,10*,11-13", "11-13", False),
    "NCMA5": ("2-9,10*,11-13", "4-10,12", True),
    "NCMA6": ("2-9,10*,11-13", "1-5,10-11", False),
    "NCMA7": ("2-9,10*,11-13", "4-6,11-13", False),
    "NCMB1": ("2-7,10*,11,13", "2-7,10-11,13", True),
    "NCMB2": ("2-7,10*,11,13", "10", True),
    "NCMB3": ("2-7,10*,11,13", "10-13", False),
    "NCMB4": ("2-7,10*,11,13", "13", False),
    "NCMB5": ("2-7,10*,11,13", "5-10", False),
    "NCMB6": ("2-7,10*,11,13", "2-4,6-10", False),
    "NCMB7": ("2-7,10*,11,13", "2-4,10-17", False),
    "NCMB8": ("2-7,10*,11,13", "2-4,13", False),
}


@pytest.mark.parametrize("case", DISCONTINUOUS)
def test_discontinuous_mentions(case):
    gold, system, found = DISCONTINUOUS[case]
    scores = evaluate_coreference(
        [document([[gold, "48*"], ["30*,32-33", "63*,64", "67*"]])],
        [document([[system, "48"], ["30,32-33", "63-64", "67"]])],
        metrics=["muc", "bcub"],
        match="partial",
        singletons=True,
    ).scores
    muc, bcub = (1, 1) if found else (2 / 3, 7 / 10)
    for score, number in ((scores["muc"], muc), (scores["bcub"], bcub)):
        assert (score.recall, score.precision, score.f1) == pytest.approx((number,) * 3)


# The gold mentions a and b, the system's, the match, and MUC recall, precision, B-cubed recall, precision.
OLMA, OLMB, OLMC = ("2-9,10*,11-13", "2,3*,4-5"), ("2*,3-13", "2,3*,4-5"), ("2-3,4*,5-13", "2-3,4*,5")
OVERLAPPING = {
    "OLMA1": (OLMA, ("2-13", "2-5"), "partial", "1 1 1 1"),
    "OLMA2": (OLMA, ("10", "3"), "partial", "1 1 1 1"),
    "OLMA3": (OLMA, ("4-11", "3-5"), "partial", "1 1 1 1"),
    "OLMA4": (OLMA, ("9-11", "4-5"), "partial", "3/4 3/4 17/24 17/24"),
    "OLMA5": (OLMA, ("4-11", None), "partial", "3/4 1 17/24 1"),
    "OLMA6": (OLMA, ("4-5", None), "partial", "1/2 2/3 11/24 7/10"),
    "OLMB1": (OLMB, ("2-13", "2-5"), "partial", "1 1 1 1"),
    "OLMB2": (OLMB, ("2", "3"), "partial", "1 1 1 1"),
    "OLMB3": (OLMB, ("2-4", "3-5"), "partial", "1 1 1 1"),
    "OLMB4": (OLMB, ("2", "3-7"), "partial", "3/4 3/4 17/24 17/24"),
    "OLMB5": (OLMB, ("2-11", None), "partial", "3/4 1 17/24 1"),
    "OLMB6": (OLMB, ("4-5", None), "partial", "1/2 2/3 11/24 7/10"),
    "OLMC1": (OLMC, ("2-13", "2-5"), "partial", "1 1 1 1"),
    "OLMC2": (OLMC, ("4", None), "partial", "1/2 2/3 1/2 4/5"),
    "OLMC3": (OLMC, ("4-6", None), "partial", "3/4 1 17/24 1"),
    "OLMC4": (OLMC, ("4-9", "2-4"), "partial", "1 1 1 1"),
    # The key of HMA is taken to be that of OLMA: of its files, only the responses 3 to 5 were at hand.
    "HMA3": (OLMA, ("2-9,10*,11", "3*,4-9"), "head", "1 1 1 1"),
    "HMA4": (OLMA, ("9,10*,11", "4*,5"), "head", "3/4 3/4 17/24 17/24"),
    "HMA5": (OLMA, ("9,10*,11", "3,4*,5"), "head", "3/4 3/4 17/24 17/24"),
}


@pytest.mark.parametrize("case", OVERLAPPING)
def test_overlapping_mentions(case):
    (gold_a, gold_b), (a, b), match, numbers = OVERLAPPING[case]
    rest = ["30*,31-32", "63*,64", "67*"]
    scores = evaluate_coreference(
        [document([[gold_a, "48*"], [gold_b, *rest]])],
        [document([[a, "48*"], [*([b] if b else []), *rest]])],
        metrics=["muc", "bcub"],
        match=match,
        singletons=True,
    ).scores
    muc, bcub = scores["muc"], scores["bcub"]
    found = (muc.recall, muc.precision, bcub.recall, bcub.precision)
    assert found == pytest.approx(tuple(map(number, numbers.split())))
