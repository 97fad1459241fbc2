"""Coreference scores: against their definitions, on corner cases, wrong input, real corpora, large input."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import coreference_oracle as oracle
from metrics.mentions import clusterings, document, letters
from realizer.document import Mention, MentionDocument, Part
from realizer.errors import FormatError, InputError
from realizer.formats import read_coreference
from realizer.metrics import (
    CoreferenceScore,
    coreference_metric_names,
    evaluate_coreference,
    macro_average,
    metric_names,
)
from realizer.metrics.mention_matching import shared_mentions

NAMES = ("conll", "muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "mentions")


def scores(gold, system, **options):
    return {
        name: (score.precision, score.recall, score.f1)
        for name, score in evaluate_coreference(gold, system, **options).scores.items()
    }


def same(found, expected):
    assert list(found) == list(expected)
    for name, numbers in found.items():
        assert numbers == pytest.approx(expected[name], abs=1e-12), name


@given(gold=clusterings(), system=clusterings(), singletons=st.booleans())
def test_exact_matches_against_the_definitions(gold, system, singletons):
    options = {"match": "exact", "singletons": singletons}
    sides = [oracle.clusters(each, **options) for each in (gold, system)]
    same(scores([gold], [system], **options), oracle.scores(*sides))


@given(gold=clusterings(), system=clusterings(), match=st.sampled_from(["partial", "head"]))
def test_inexact_matches_against_the_definitions(gold, system, match):
    """Of all one-to-one matches with the largest sum of shares, the one that was chosen is some."""
    ours, theirs = (oracle.clusters(each, match=match, singletons=True) for each in (gold, system))
    places = [{mention: i for i, each in enumerate(side) for mention in each} for side in (ours, theirs)]
    heads = oracle.heads(gold, match)
    left = sorted(places[0].keys() - places[1], key=repr), sorted(places[1].keys() - places[0], key=repr)

    def share(one, other):
        return oracle.share(one, other, match=match, heads=heads)

    counts = shared_mentions(gold, system, match=match, singletons=True)
    assert counts.gold == tuple(map(len, ours))
    assert counts.system == tuple(map(len, theirs))
    # The smaller side goes into places of the larger one, in all ways: short lists, as few are left.
    rows, columns = left if len(left[0]) <= len(left[1]) else left[::-1]
    if len(columns) > 6:
        return
    fits = share if rows is left[0] else lambda a, b: share(b, a)
    ways = [list(zip(rows, order, strict=True)) for order in permutations(columns, len(rows))]
    largest = max(sum(fits(*pair) for pair in way) for way in ways)
    possible = []
    for way in ways:
        if sum(fits(*pair) for pair in way) < largest - 1e-9:
            continue
        pairs = [(key, key) for key in places[0] if key in places[1]]
        pairs += [pair if rows is left[0] else pair[::-1] for pair in way if fits(*pair)]
        shared = {}
        for one, other in pairs:
            place = places[0][one], places[1][other]
            shared[place] = shared.get(place, 0) + 1
        possible.append(shared)
    assert dict(counts.shared) in possible


@given(gold=clusterings(), system=clusterings(), match=st.sampled_from(["exact", "partial", "head"]))
def test_what_holds_for_all(gold, system, match):
    options = {"match": match, "singletons": True}
    found, turned = scores([gold], [system], **options), scores([system], [gold], **options)
    for name, (precision, recall, f1) in found.items():
        assert min(precision, recall, f1) >= 0
        assert max(precision, recall, f1) <= 1 + 1e-12
        if match == "exact" and name != "blanc":  # BLANC asks the gold file which pairs there are
            assert turned[name] == pytest.approx((recall, precision, f1), abs=1e-12)
    for name, numbers in scores([gold], [gold], **options).items():
        assert numbers in {(1, 1, 1), (0, 0, 0)} or name == "conll"


@given(documents=st.lists(st.tuples(clusterings(), clusterings()), min_size=1, max_size=3))
def test_numerators_and_denominators_are_summed(documents):
    gold = [replace(one, name=str(i)) for i, (one, _) in enumerate(documents)]
    system = [replace(other, name=str(i)) for i, (_, other) in enumerate(documents)]
    found = evaluate_coreference(gold, system, metrics=["muc", "mentions"], singletons=True)
    assert found.documents == len(documents)
    counts = [shared_mentions(one, other, singletons=True) for one, other in documents]
    right = sum(sum(each.shared.values()) for each in counts)
    of_gold = sum(sum(each.gold) for each in counts)
    assert found.scores["mentions"].recall == pytest.approx(right / (of_gold or 1))
    links = sum(n - 1 for each in counts for n in each.shared.values())
    of_system = sum(size - 1 for each in counts for size in each.system)
    assert found.scores["muc"].precision == pytest.approx(links / (of_system or 1))


def test_sums_are_not_means():
    gold = [letters("{ab}"), letters("{abcdefgh}")]
    system = [letters("{ab}"), letters("")]
    found = evaluate_coreference(gold, system, metrics=["muc", "lea"]).scores
    assert found["muc"] == CoreferenceScore(1, 1 / 8, 2 / 9)
    assert found["lea"].recall == 2 / 10


ZERO = dict.fromkeys(NAMES, (0, 0, 0))
ONE = dict.fromkeys(NAMES, (1, 1, 1))


@pytest.mark.parametrize(
    ("gold", "system"), [("", ""), ("{ab}", ""), ("", "{ab}"), ("{ab}", "{cd}"), ("{a}", "{a}")]
)
def test_nothing_in_common_is_zero(gold, system):
    """Also nothing against nothing, as in the reference scorer; clusters of one mention are dropped."""
    assert scores([letters(gold)], [letters(system)]) == ZERO


def test_singletons_are_dropped_from_both_sides_or_kept_on_both():
    gold, system = letters("{ab} {c}"), letters("{ab} {d}")
    assert scores([gold], [system])["mentions"] == (1, 1, 1)
    kept = scores([gold], [system], singletons=True)
    assert kept["mentions"] == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert kept["muc"] == (1, 1, 1)
    assert kept["bcub"] == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    # A gold singleton that the system links: the mention is not in the gold document any more.
    assert scores([letters("{ab} {c}")], [letters("{abc}")])["mentions"] == pytest.approx((2 / 3, 1, 0.8))


def test_a_document_of_one_word():
    one = MentionDocument("d", 1, ("w",), 1, (Mention("e", (Part(0, 0),)),))
    assert scores([one], [one]) == ZERO
    found = scores([one], [one], singletons=True)
    assert {name for name, numbers in found.items() if numbers == (1, 1, 1)} == {
        "bcub",
        "ceafe",
        "ceafm",
        "lea",
        "mentions",
    }
    assert found["muc"] == found["blanc"] == (0, 0, 0)  # there are no links, and no pairs
    assert scores([one], [one], match="head", singletons=True) == found  # its head needs no telling


def test_a_mention_of_no_words_at_all_and_a_document_without_any():
    nothing = MentionDocument("d", 1, (), 0, ())
    assert scores([nothing], [nothing]) == ZERO


def test_repeated_mentions_count_once():
    gold = letters("{ab} {cde}")
    assert scores([gold], [letters("{abb} {cde}")]) == ONE
    assert scores([letters("{abb} {cde}")], [gold]) == ONE
    # In two clusters: it stays in the one whose first mention comes first; what is left of the other counts.
    assert scores([gold], [letters("{ab} {bcde}")]) == ONE
    assert scores([gold], [letters("{ab} {b} {cde}")], singletons=True) == ONE
    assert scores([gold], [letters("{ab} {bc} {de}")])["mentions"] == pytest.approx((1, 4 / 5, 8 / 9))


def test_stretches_side_by_side_are_one():
    gold, system = document([["2-5", "9"]]), document([["2,3-4,5", "9"]])
    assert scores([gold], [system])["lea"] == (1, 1, 1)
    assert scores([gold], [document([["2,4-5", "9"]])])["lea"] == (0, 0, 0)


def test_heads():
    gold, system = document([["1,2*,3", "7"]]), document([["2*,3", "7"]])
    assert scores([gold], [system]) == {**ZERO, "mentions": (0.5, 0.5, 0.5)} | {
        name: numbers for name, numbers in scores([gold], [system]).items() if name != "mentions"
    }
    assert scores([gold], [system], match="partial") == ONE
    assert scores([gold], [system], match="head") == ONE
    assert scores([gold], [document([["0-1,2*,3-4", "7"]])], match="head") == ONE
    assert scores([gold], [document([["0-1,2*,3-4", "7"]])], match="partial")["muc"] == (0, 0, 0)
    # The same words with another head are the same mention, except where heads are asked for.
    assert scores([gold], [document([["1*,2,3", "7"]])], match="partial") == ONE
    assert scores([gold], [document([["1*,2,3", "7"]])], match="head")["muc"] == (0, 0, 0)
    # The system's heads are not asked for in a partial match.
    assert scores([gold], [document([["1-3", "7"]])], match="partial") == ONE


@pytest.mark.parametrize("match", ["partial", "head"])
def test_of_several_that_fit_the_one_that_shares_most_is_matched(match):
    gold = document([["2-9,10*,11-13", "20"]])
    system = [["9,10*", "30"], ["10*,11-13", "20"], ["10*", "31"]]
    for clusters in (system, system[::-1]):
        assert scores([gold], [document(clusters)], match=match)["lea"][1] == 1
    system = [["4-9,10*", "30"], ["10*,11-13", "20"]]
    assert scores([gold], [document(system)], match=match)["lea"][1] == 0


def test_shares_are_of_the_gold_mention():
    """The first sum is 1/10 + 2/2, the other way round it is 3/10 + 1/2, though that has more words."""
    gold = document([["3,4*,5-12", "20"], ["4*,5", "30"]])
    system = document([["4*", "20"], ["4*,5-6", "30"]])
    assert scores([gold], [system], match="head")["lea"] == (1, 1, 1)


@pytest.mark.parametrize(
    ("gold", "system", "match"),
    [([["1-2", "7"]], [["1*,2", "7"]], "partial"), ([["1*,2", "7"]], [["1-2", "7"]], "head")],
)
def test_missing_heads(gold, system, match):
    with pytest.raises(
        InputError, match=r"expected the head .* document 'd', .* got None .*cure: match='exact'"
    ):
        scores([document(gold)], [document(system)], match=match)


def test_a_head_outside_of_its_mention():
    wrong = MentionDocument(
        "d", 1, ("a", "b"), 2, (Mention("e", (Part(0, 0),), 1), Mention("e", (Part(1, 1),)))
    )
    with pytest.raises(InputError, match="each inside of it, got 1 for the nodes 0 to 0; cure"):
        scores([wrong], [wrong], match="head")
    assert scores([wrong], [wrong])["muc"] == (1, 1, 1)


@pytest.mark.parametrize("parts", [(), ((3, 2),), ((0, 80),), ((-1, 0),), ((3, 4), (1, 2)), ((1, 2), (2, 3))])
def test_mentions_outside_of_the_document(parts):
    wrong = replace(document([["1", "2"]]), mentions=(Mention("e", tuple(Part(*part) for part in parts)),))
    with pytest.raises(
        InputError, match=r"inside of the 80 nodes of document 'd', got \[.*of entity e; cure"
    ):
        scores([document([["1", "2"]])], [wrong])


GOLD = document([["1", "2"]], size=4, line=3)


@pytest.mark.parametrize(
    ("gold", "system", "problem"),
    [
        ([GOLD], [replace(GOLD, name="e", line=9)], "s:9: expected document 'd' as in g:3, got 'e'; cure: "),
        (
            [GOLD],
            [replace(GOLD, nodes=("w0", "w1", "x", "w3"))],
            "s:3: expected 'w2' as word 3 of document 'd', as in g:3, got 'x'; cure: ",
        ),
        (
            [GOLD],
            [replace(GOLD, nodes=("w0", "w1", "w2"))],
            "s:3: expected 'w3' as word 4 of document 'd', as in g:3, got the document's end; cure: ",
        ),
        ([GOLD], [], "g:3: expected document 'd' in s too, got the end of the documents there; cure: "),
        ([GOLD], [GOLD] * 2, "s:3: expected document 'd' in g too, got the end of the documents there; cure"),
    ],
)
def test_documents_that_are_not_the_same(gold, system, problem):
    with pytest.raises(FormatError) as caught:
        evaluate_coreference(gold, system, gold_name="g", system_name="s")
    assert str(caught.value).startswith(problem)


def test_no_documents():
    with pytest.raises(
        InputError, match="expected documents with mentions in gold and system, got none; cure"
    ):
        evaluate_coreference([], [])


def test_names():
    assert coreference_metric_names() == coreference_metric_names("coref") == NAMES
    assert coreference_metric_names("Lea", "MUC", "lea") == ("muc", "lea")
    assert coreference_metric_names("coref", "lea") == NAMES
    assert not set(NAMES) & {name.lower() for name in metric_names("all")}
    with pytest.raises(InputError, match="got 'mucc'; cure: did you mean muc"):
        coreference_metric_names("muc", "mucc")
    with pytest.raises(InputError, match=r"got '\?'; cure: choose from coref, conll, muc, "):
        evaluate_coreference([], [], metrics=["?"])
    with pytest.raises(InputError, match="expected a match among exact, partial, head, got 'fuzzy'; cure"):
        evaluate_coreference([], [], match="fuzzy")
    assert list(scores([letters("{ab}")], [letters("{ab}")], metrics=["conll", "LEA"])) == ["conll", "lea"]


def test_conll_is_the_mean_of_three():
    found = evaluate_coreference([letters("{abc} {def}")], [letters("{ab} {cdef}")]).scores
    for number in ("precision", "recall", "f1"):
        three = [getattr(found[name], number) for name in ("muc", "bcub", "ceafe")]
        assert getattr(found["conll"], number) == pytest.approx(sum(three) / 3)


def test_macro_average():
    one, other = ({"muc": CoreferenceScore(1, 0.5, 0.6)}, {"muc": CoreferenceScore(0, 0, 0)})
    mean = macro_average([one, other])["muc"]
    assert (mean.precision, mean.recall, mean.f1, mean.aligned_accuracy) == (0.5, 0.25, 0.3, None)


def corpus(data, name, count=6):
    return [
        each for path in sorted((data / name / "dev").iterdir())[:count] for each in read_coreference(path)
    ]


@pytest.mark.parametrize("match", ["exact", "partial", "head"])
@pytest.mark.parametrize("singletons", [False, True])
@pytest.mark.parametrize("name", ["ontogum", "litbank"])
def test_gold_against_itself(data, name, singletons, match):
    if (name, match) == ("litbank", "head") or (name, match) == ("litbank", "partial"):
        with pytest.raises(InputError, match="expected the head"):
            scores(corpus(data, name), corpus(data, name), match=match)
        return
    documents = corpus(data, name, 20)
    assert len(documents) >= 10
    assert scores(documents, documents, match=match, singletons=singletons) == ONE


def perturbed(document, draw):
    """Move some mentions to other clusters, cut some, leave some out, and add some."""
    mentions = []
    for mention in document.mentions:
        chance = draw.random()
        start = mention.parts[0].start
        if chance < 0.1:
            continue
        if chance < 0.3:
            mention = replace(mention, entity=draw.choice(document.mentions).entity)
        elif chance < 0.5 and mention.end > start + 1:
            mention = replace(mention, parts=(Part(start, min(start + 1, mention.end)),), head=start)
        mentions.append(mention)
        if chance > 0.9:
            mentions.append(Mention(f"new{draw.randint(0, 9)}", (Part(start, start),), start))
    mentions.sort(key=lambda m: (m.start, m.end, m.entity))
    return replace(document, mentions=tuple(mentions))


@pytest.mark.parametrize("name", ["ontogum", "litbank"])
def test_real_documents_against_the_definitions(data, name, monkeypatch):
    """Clusters of real sizes; only CEAF's permutations would take too long, so that is left out here."""
    monkeypatch.setattr(oracle, "METRICS", [m for m in oracle.METRICS if not m.__name__.startswith("ceaf")])
    metrics = [metric.__name__ for metric in oracle.METRICS]
    draw = random.Random(1)
    for gold in corpus(data, name, 2):
        gold = replace(gold, mentions=gold.mentions[:120])
        system = perturbed(gold, draw)
        for singletons in (False, True):
            options = {"match": "exact", "singletons": singletons}
            found = scores([gold], [system], metrics=metrics, **options)
            sides = [oracle.clusters(each, **options) for each in (gold, system)]
            same(found, {metric.__name__: metric(*sides) for metric in oracle.METRICS})
            assert all(0 < f1 < 1 for _, _, f1 in found.values())


def test_looser_matches_find_more(data):
    draw = random.Random(2)
    gold = corpus(data, "ontogum")
    system = [perturbed(each, draw) for each in gold]
    found = {
        match: scores(gold, system, match=match)["mentions"][2] for match in ("exact", "partial", "head")
    }
    assert found["exact"] < found["partial"] <= 1
    assert found["exact"] < found["head"] <= 1


def test_a_thousand_documents_and_a_book_take_seconds():
    draw = random.Random(3)

    def random_document(name, words, mentions, entities):
        found = []
        for _ in range(mentions):
            start = draw.randrange(words - 5)
            end = start + draw.choice([0, 0, 0, 1, 1, 2, 4])
            found.append(
                Mention(f"e{draw.randrange(entities)}", (Part(start, end),), draw.randint(start, end))
            )
        found.sort(key=lambda m: (m.start, m.end, m.entity))
        return MentionDocument(name, 1, tuple(map(str, range(words))), words, tuple(found))

    gold = [random_document(f"d{i}", 600, 80, 20) for i in range(1000)]
    gold.append(random_document("book", 100_000, 20_000, 3000))
    system = [perturbed(each, draw) for each in gold]
    for match in ("exact", "head"):
        begin = time.process_time()
        assert 0.5 < scores(gold, system, match=match)["conll"][2] < 1
        assert time.process_time() - begin < 60
