"""The official metrics on trees small enough to count by hand."""

from __future__ import annotations

import pytest

from metrics.treebanks import sentence, word
from realizer.errors import InputError
from realizer.metrics import Score, evaluate, metric_names

# She was seen by us .
ROWS = [
    {"form": "She", "lemma": "she", "upos": "PRON", "xpos": "PRP", "feats": "Case=Nom", "head": 3},
    {"form": "was", "lemma": "be", "upos": "AUX", "xpos": "VBD", "feats": "Mood=Ind|Tense=Past", "head": 3},
    {"form": "seen", "lemma": "see", "upos": "VERB", "xpos": "VBN", "feats": "Voice=Pass", "head": 0},
    {"form": "by", "lemma": "_", "upos": "ADP", "xpos": "IN", "feats": "_", "head": 5},
    {"form": "us", "lemma": "_", "upos": "PRON", "xpos": "PRP", "feats": "Case=Acc|Typo=No", "head": 3},
    {"form": ".", "lemma": ".", "upos": "PUNCT", "xpos": ".", "feats": "_", "head": 3},
]
LABELS = ["nsubj:pass", "aux:pass", "root", "case", "obl:agent", "punct"]


def tree(*changes):
    """The example with some cells changed: (word, column, value)."""
    rows = [{**row, "deprel": label} for row, label in zip(ROWS, LABELS, strict=True)]
    for number, column, value in changes:
        rows[number - 1][column] = value
    return sentence(*(word(i, **row) for i, row in enumerate(rows, start=1)))


def correct(*changes, gold=()):
    scores = evaluate([tree(*gold)], [tree(*changes)]).scores
    return {name: score.correct for name, score in scores.items() if name[0] != "E"}


RIGHT = {
    **dict.fromkeys(["Tokens", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS"], 6),
    "Sentences": 1,
    **dict.fromkeys(["CLAS", "MLAS", "BLEX"], 3),
}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ([], {}),
        ([(1, "upos", "NOUN")], {"UPOS": 5, "AllTags": 5, "MLAS": 2}),
        ([(1, "xpos", "NN")], {"XPOS": 5, "AllTags": 5}),
        ([(1, "feats", "_")], {"UFeats": 5, "AllTags": 5, "MLAS": 2}),
        ([(2, "feats", "Tense=Past|Mood=Ind")], {}),  # the order of features does not matter
        ([(5, "feats", "Case=Acc|Typo=Yes")], {}),  # Typo is no universal feature
        ([(1, "lemma", "her")], {"Lemmas": 5, "BLEX": 2}),
        ([(1, "lemma", "_")], {"Lemmas": 5, "BLEX": 2}),
        ([(1, "lemma", "She")], {"Lemmas": 5, "BLEX": 2}),  # letter case counts
        ([(5, "lemma", "we")], {}),  # the gold lemma is _
        ([(2, "lemma", "was")], {"Lemmas": 5}),  # a function word
        ([(1, "deprel", "nsubj")], {}),  # only a subtype
        ([(1, "deprel", "obj")], {"LAS": 5, "CLAS": 2, "MLAS": 2, "BLEX": 2}),
        ([(6, "deprel", "dep")], {"LAS": 5}),  # punctuation is no content word
        ([(6, "head", 5)], {"UAS": 5, "LAS": 5}),
        ([(4, "head", 3)], {"UAS": 5, "LAS": 5, "MLAS": 1}),  # `by` leaves `us` and comes to `seen`
        ([(4, "upos", "SCONJ")], {"UPOS": 5, "AllTags": 5, "MLAS": 2}),  # a function word of `us`
        ([(2, "feats", "_")], {"UFeats": 5, "AllTags": 5, "MLAS": 2}),  # a function word of `seen`
        ([(2, "deprel", "cop")], {"LAS": 5, "MLAS": 2}),
        ([(4, "deprel", "dep")], {"LAS": 5, "MLAS": 2}),
        ([(2, "xpos", "VB")], {"XPOS": 5, "AllTags": 5}),  # not asked of function words
    ],
)
def test_one_error(change, wrong):
    assert correct(*change) == {**RIGHT, **wrong}


def test_a_gold_lemma_is_needed_in_gold_only():
    assert correct((5, "lemma", "we"))["Lemmas"] == 6
    assert correct(gold=[(5, "lemma", "we")])["Lemmas"] == 5


def test_content_words_are_counted_by_each_side_s_own_relations():
    scores = evaluate([tree()], [tree((1, "deprel", "det"), (6, "deprel", "dep"))]).scores
    assert scores["CLAS"] == Score(correct=2, gold=3, system=3, aligned=3)
    scores = evaluate([tree()], [tree((6, "deprel", "dep"))]).scores
    assert scores["CLAS"] == Score(correct=3, gold=3, system=4, aligned=3)
    assert (scores["CLAS"].precision, scores["CLAS"].recall, scores["CLAS"].f1) == (0.75, 1, 6 / 7)
    assert scores["CLAS"].aligned_accuracy == 1


def test_relations_that_are_neither_content_nor_function():
    for relation in ("punct", "_", "cunning"):
        scores = evaluate([tree((1, "deprel", relation))], [tree((1, "deprel", relation))]).scores
        assert scores["CLAS"].gold == 2
    assert evaluate([tree((1, "deprel", "clf:x"))], [tree()]).scores["MLAS"].correct == 1


def test_sentences_cut_otherwise():
    first = sentence(word(1, "Go"), word(2, "!"))
    second = sentence(word(1, "Stop"), word(2, "!"))
    both = sentence(word(1, "Go"), word(2, "!"), word(3, "Stop", head=1), word(4, "!", head=3))
    scores = evaluate([first, second], [both]).scores
    assert scores["Sentences"] == Score(0, 2, 1)
    assert scores["Words"] == Score(4, 4, 4)
    assert scores["UAS"] == Score(3, 4, 4, 4)  # `Stop` is no root any more


def test_nothing_against_nothing():
    for name, score in evaluate([], [], metrics=["all"]).scores.items():
        assert (score.correct, score.gold, score.system, score.precision, score.f1) == (0, 0, 0, 0, 0), name
        assert score.aligned_accuracy in {None, 0}


def test_numbers_are_those_of_the_official_formulas():
    score = Score(correct=2, gold=3, system=7, aligned=3)
    assert (score.precision, score.recall, score.f1, score.aligned_accuracy) == (2 / 7, 2 / 3, 4 / 10, 2 / 3)
    assert Score(1, 2, 3, None).aligned_accuracy is None
    assert Score(1, 2, 3, 4) + Score(1, 1, 1, 1) == Score(2, 3, 4, 5)
    assert Score(1, 2, 3) + Score(1, 1, 1) == Score(2, 3, 4)


OFFICIAL = """Tokens Sentences Words UPOS XPOS UFeats AllTags Lemmas UAS LAS ELAS EULAS CLAS MLAS BLEX"""


def test_names():
    assert " ".join(metric_names()) == OFFICIAL
    assert metric_names("official", "UEM") == (*metric_names(), "UEM")
    assert metric_names("all")[:15] == metric_names()
    assert list(evaluate([tree()], [tree()]).scores) == list(metric_names())
    assert list(evaluate([tree()], [tree()], metrics=["las", "UAS", "LAS"]).scores) == ["UAS", "LAS"]
    with pytest.raises(InputError, match="got 'LASS'; cure: did you mean LAS"):
        metric_names("UAS", "LASS")
    with pytest.raises(InputError, match=r"got '\?'; cure: choose from Tokens, "):
        evaluate([], [], metrics=["?"])
    taken = {"conll", "muc", "bcub", "ceafe", "ceafm", "blanc", "lea"}  # the coreference scores' names
    assert not taken & {name.lower() for name in metric_names("all")}
