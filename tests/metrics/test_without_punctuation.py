"""UAS, LAS and whole trees without punctuation, in three conventions, and the macro average."""

from __future__ import annotations

import pytest

from metrics.treebanks import sentence, word
from realizer.document import MultiwordToken
from realizer.errors import InputError
from realizer.metrics import MeanScore, Score, evaluate, macro_average

ALL = [f"{name}-{convention}" for name in ("UAS", "LAS", "UEM", "LEM") for convention in ("ud", "ptb", "ctb")]
# word, head, relation, UPOS, XPOS: `,` is no punctuation for ptb by its tag, `-` is for ptb only
GOLD = [
    ("He", 2, "nsubj", "PRON", "PRP"),
    ("said", 0, "root", "VERB", "VBD"),
    (",", 2, "punct", "PUNCT", "PU"),
    ("-", 2, "dep:x", "SYM", ":"),
    ("$", 2, "obj:a", "SYM", "$"),
]


def tree(changes=(), rows=GOLD):
    rows = [list(row) for row in rows]
    for number, column, value in changes:
        rows[number - 1][column] = value
    return sentence(
        *(
            word(i, form, head=head, deprel=relation, upos=upos, xpos=xpos)
            for i, (form, head, relation, upos, xpos) in enumerate(rows, start=1)
        )
    )


def right(*changes):
    scores = evaluate([tree()], [tree(changes)], metrics=ALL).scores
    return {name: score.correct for name, score in scores.items()}


def counts(attached, labelled, trees, labelled_trees):
    kinds = {"UAS": attached, "LAS": labelled, "UEM": trees, "LEM": labelled_trees}
    found = {}
    for kind, numbers in kinds.items():
        found |= {f"{kind}-{c}": n for c, n in zip(("ud", "ptb", "ctb"), numbers, strict=True)}
    return found


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([], counts((4, 4, 4), (4, 4, 4), (1, 1, 1), (1, 1, 1))),
        ([(3, 1, 1)], counts((4, 3, 4), (4, 3, 4), (1, 0, 1), (1, 0, 1))),  # the comma's head
        ([(4, 1, 1)], counts((3, 4, 3), (3, 4, 3), (0, 1, 0), (0, 1, 0))),  # the dash's head
        ([(5, 2, "obj:b")], counts((4, 4, 4), (4, 3, 3), (1, 1, 1), (1, 0, 0))),  # a subtype only
        ([(5, 2, "iobj")], counts((4, 4, 4), (3, 3, 3), (1, 1, 1), (0, 0, 0))),
        ([(1, 4, "PU"), (1, 3, "PUNCT")], counts((4, 4, 4), (4, 4, 4), (1, 1, 1), (1, 1, 1))),  # gold's tags
    ],
)
def test_conventions(changes, expected):
    assert right(*changes) == expected


def test_totals():
    score = evaluate([tree()], [tree([(1, 3, "PUNCT")])], metrics=["UAS-ud"]).scores["UAS-ud"]
    assert score == Score(4, 4, 4, 4)


@pytest.mark.parametrize("tag", ["``", "''", ":", ",", "."])
def test_every_punctuation_tag_of_ptb(tag):
    score = evaluate([tree([(1, 4, tag)])], [tree()], metrics=["UAS-ptb"]).scores["UAS-ptb"]
    assert score.gold == 3


@pytest.mark.parametrize("tag", ["-LRB-", "#", "$", "HYPH", "PU", "_"])
def test_other_tags_stay(tag):
    assert evaluate([tree([(1, 4, tag)])], [tree()], metrics=["UAS-ptb"]).scores["UAS-ptb"].gold == 4


def test_words_cut_otherwise_are_left_out_by_their_own_tags():
    gold = [tree()]
    rows = [*GOLD[:1], ("sa", 0, "root", "VERB", "VBD"), ("id", 2, "punct", "PUNCT", ","), *GOLD[2:]]
    rows = [(form, head + (head > 2), *rest) for form, head, *rest in rows]
    scores = evaluate(gold, [tree(rows=rows)], metrics=["UAS-ud", "UEM-ud", "Words"]).scores
    assert scores["Words"] == Score(4, 5, 6)
    assert scores["UAS-ud"] == Score(0, 4, 4, 3)  # `He`, `sa`, `-` and `$` are the system's
    assert scores["UEM-ud"] == Score(0, 1, 1)


def test_a_tree_needs_the_same_sentence():
    one, two = sentence(word(1, "a")), sentence(word(1, "b"))
    both = sentence(word(1, "a"), word(2, "b"))
    assert evaluate([one, two], [both], metrics=["UEM"]).scores["UEM"] == Score(0, 2, 1)
    assert evaluate([one, two], [one, two], metrics=["UEM", "LEM"]).scores["LEM"] == Score(2, 2, 2)
    more = sentence(word(1, "a"), word(2, "b"), word(3, "c"))
    assert (
        evaluate([more], [sentence(word(1, "a"), word(2, "bc"))], metrics=["UEM"]).scores["UEM"].correct == 0
    )


def test_a_word_too_many_makes_a_tree_wrong_unless_it_is_punctuation():
    rows = (word(1, "a", head=0), word(2, "b"))
    gold = sentence(MultiwordToken(1, 2, "ab", "_", "_"), *rows)
    more = MultiwordToken(1, 3, "ab", "_", "_")
    for tag, right in (("NOUN", 0), ("PUNCT", 1)):
        system = sentence(more, *rows, word(3, "c", upos=tag))
        scores = evaluate([gold], [system], metrics=["UEM", "LEM-ud"]).scores
        assert (scores["UEM"].correct, scores["LEM-ud"].correct) == (0, right)


def test_macro_average():
    small = {"LAS": Score(1, 2, 1, 2), "Words": Score(1, 1, 1)}
    large = {"LAS": Score(30, 100, 100, 60), "Words": Score(50, 100, 100)}
    assert macro_average([small, large]) == {
        "LAS": MeanScore((1 + 0.3) / 2, (0.5 + 0.3) / 2, (2 / 3 + 0.3) / 2, 0.5),
        "Words": MeanScore(0.75, 0.75, 0.75, None),
    }
    assert macro_average([small])["LAS"].recall == 0.5


@pytest.mark.parametrize("treebanks", [[], [{"LAS": Score(1, 1, 1)}, {"UAS": Score(1, 1, 1)}]])
def test_macro_average_of_what_does_not_fit(treebanks):
    with pytest.raises(InputError, match="expected the same metrics of at least one treebank"):
        macro_average(treebanks)
