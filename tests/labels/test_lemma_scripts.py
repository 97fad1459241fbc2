"""A lemma's script makes the lemma, whatever the letters; on other words it never leaves nothing."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from realizer.formats import read_conllu
from realizer.labels import apply_lemma_script, lemma_script

TREEBANKS = ("en_ewt", "en_gum", "fr_sequoia")
ODD = "aAbBsSßẞİıIiǅǆσςΣﬁéÉ😀中-+^=123_ \u0301"  # noqa: RUF001
WORDS = st.text(st.sampled_from(ODD) | st.characters(exclude_categories=["Cs"]), max_size=12)
SCRIPTS = st.builds(
    "".join,
    st.lists(st.sampled_from(["l", "t", "u", "k", "=", "-", "+", "^", "1", "2", "9", "x"]), max_size=8),
)


@given(WORDS, WORDS)
@example("", "")
@example("-", "a-")
@example("İ", "i")
@example("ß", "SS")
@example("x", "1^y-2+z")
@example("a", "\n")
def test_the_script_makes_the_lemma(form, lemma):
    assert apply_lemma_script(form, lemma_script(form, lemma)) == lemma


@pytest.mark.parametrize(
    ("form", "lemma", "script"),
    [
        ("dogs", "dog", "l-1+"),
        ("Dogs", "dog", "l-1+"),
        ("running", "run", "l-4+"),
        ("parties", "party", "l-3+y"),
        ("Paris", "Paris", "t"),
        ("PARIS", "Paris", "t"),
        ("usa", "USA", "u"),
        ("McDonalds", "McDonald", "k-1+"),
        ("ungelöst", "lösen", "l4^-1+en"),
        ("was", "be", "=be"),
        ("2", "2", "l"),
        ("x" * 201, "y", "=y"),
    ],
)
def test_scripts(form, lemma, script):
    assert lemma_script(form, lemma) == script
    assert apply_lemma_script(form, script) == lemma


@given(WORDS.filter(bool), SCRIPTS)
def test_a_script_of_another_word_leaves_something(form, script):
    lemma = apply_lemma_script(form, script)
    assert lemma or script == "="


@pytest.mark.parametrize("script", ["l-3+y", "l-2+", "l1^-1+", "nonsense", "", "l-"])
def test_a_script_that_does_not_fit_leaves_the_word(script):
    assert apply_lemma_script("As", script) == "As"


@pytest.mark.parametrize("treebank", TREEBANKS)
def test_all_lemmas_of_the_treebanks(treebank, data):
    pairs = {
        (word.form, word.lemma)
        for path in sorted((data / treebank).glob("*.conllu"))
        for sentence in read_conllu(path)
        for word in sentence.words
    }
    assert len(pairs) > 8_000
    scripts = {pair: lemma_script(*pair) for pair in pairs}
    assert [pair for pair, script in scripts.items() if apply_lemma_script(pair[0], script) != pair[1]] == []
    assert len({script for script in scripts.values() if not script.startswith("=")}) < len(pairs) / 20
