"""Vocabularies: by frequency, as JSON and back, and what is not known has no number."""

from __future__ import annotations

import json
from collections import Counter

import hypothesis.strategies as st
import pytest
from hypothesis import given

from realizer.document import Sentence, Word
from realizer.errors import InputError
from realizer.labels import COLUMNS, Vocabularies, Vocabulary, label_of, value_of


def word(form, lemma="_", upos="X"):
    return Word(1, form, lemma, upos, "x", "_", 0, "root", (), "_")


def treebank(*words):
    return [Sentence((), (one,), 1) for one in words]


@given(st.dictionaries(st.text(max_size=3), st.integers(1, 5)), st.integers(1, 5))
def test_frequent_ones_first(counts, least):
    labels = Vocabulary.of(Counter(counts), least=least).labels
    assert set(labels) == {label for label, count in counts.items() if count >= least}
    assert list(labels) == sorted(labels, key=lambda label: (-counts[label], label))


@given(st.lists(st.text(max_size=3), unique=True))
def test_numbers(labels):
    vocabulary = Vocabulary.from_labels(labels)
    assert [vocabulary.number(label) for label in labels] == list(range(len(vocabulary)))
    assert vocabulary.number("not there") == -1


def test_they_come_back():
    given_ = Vocabularies.of(treebank(word("Dogs", "dog"), word("dogs", "dog", "Y"), word("été", "être")))
    again = Vocabularies.from_dict(json.loads(json.dumps(given_.to_dict())))
    assert again == given_
    assert given_.columns["upos"].labels == ("X", "Y")
    assert given_.columns["lemma"].labels == ("l-1+",)
    assert given_.words.labels == ("dogs",)
    assert set(given_.letters.labels) == {"o", "g", "s", "é"}


def test_rare_lemma_scripts_are_labels_where_no_others_are():
    assert Vocabularies.of(treebank(word("went", "go"))).columns["lemma"].labels == ("=go",)


def test_how_often_is_an_option():
    found = Vocabularies.of(treebank(word("a", "b")), least_word=1, least_lemma=1)
    assert found.words.labels == ("a",)
    found = Vocabularies.of(treebank(*[word("a", "b")] * 2, word("c", "d")), least_word=3, least_lemma=2)
    assert (found.words.labels, found.columns["lemma"].labels) == ((), ("=b",))


def test_a_huge_word_is_cheap():
    found = Vocabularies.of(treebank(word("x" * 100_000, "x" * 100_000)))
    assert found.letters.labels == ("x",)


@pytest.mark.parametrize(
    ("form", "lemma"), [("_", "_"), ("dog", "_"), ("_", "dog"), ("dogs", "dog"), ("a", "=")]
)
def test_labels_are_values_again(form, lemma):
    one = word(form, lemma)
    assert value_of(form, "lemma", label_of(one, "lemma")) == lemma
    for column in set(COLUMNS) - {"lemma"}:
        assert value_of(form, column, label_of(one, column)) == getattr(one, column)


def test_nothing_to_count_is_refused():
    with pytest.raises(InputError) as caught:
        Vocabularies.of([])
    assert str(caught.value) == "expected sentences to count labels in, got none; cure: check [data] train"


WHOLE = {name: ["a"] for name in (*COLUMNS, "words", "letters")}
CURE = "cure: save the model again"


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        ([], f"expected labels as lists by column, got list; {CURE}"),
        (None, f"expected labels as lists by column, got NoneType; {CURE}"),
        ({}, f"expected labels for deprel, feats, lemma, letters, upos, words, xpos, got none; {CURE}"),
        ({**WHOLE, "upos": "a"}, f"expected labels of upos as a list of texts, got something else; {CURE}"),
        ({**WHOLE, "upos": [1]}, f"expected labels of upos as a list of texts, got something else; {CURE}"),
        ({**WHOLE, "upos": ["a", "b", "a"]}, f"expected different labels, got 'a' twice; {CURE}"),
    ],
)
def test_broken_lists_are_refused(lists, message):
    with pytest.raises(InputError) as caught:
        Vocabularies.from_dict(lists)
    assert str(caught.value) == message


def test_a_missing_column_is_refused():
    for name in WHOLE:
        with pytest.raises(InputError, match=f"^expected labels for {name}, got none; cure"):
            Vocabularies.from_dict({key: value for key, value in WHOLE.items() if key != name})
