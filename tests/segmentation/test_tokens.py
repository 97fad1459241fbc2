"""Raw text to tokens and words: English as its treebanks have it, and no character lost whatever comes."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import hypothesis.strategies as st
import pytest
from hypothesis import given

from realizer.formats import group_paragraphs, read_conllu
from realizer.segmentation import Paragraph, cut_tokens, paragraphs

GAP = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b\ufeff]*")

STRETCHES = ["Dr.", "don't", "(see)", "a.b@c.org", "10am", "re-do", "'tis", "boys'", ":)", "U.S.", "etc."]


def shown(text: str) -> str:
    """Tokens between blanks, their words between strokes."""
    return " ".join("|".join(token.words(text)) for token in cut_tokens(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \n\t\u00a0", ""),
        ("Hello, world!", "Hello , world !"),
        ("I don't, can’t, cannot and won't.", "I do|n't , ca|n’t , can|not and wo|n't ."),
        ("It's John's, we're here; I'd've", "It|'s John|'s , we|'re here ; I'd|'ve"),
        ("gonna wanna dont Im", "gon|na wan|na do|nt I|m"),
        ("the boys' toys", "the boys|' toys"),
        ("'the boys' he said", "' the boys ' he said"),
        ("Mr. and Mrs. Smith, Jr. of St. Ives", "Mr. and Mrs. Smith , Jr. of St. Ives"),
        ("in the U.S. at 5 p.m. or so", "in the U.S. at 5 p.m. or so"),
        ("cats, dogs, etc. are", "cats , dogs , etc. are"),
        ("cats, dogs, etc. They", "cats , dogs , etc . They"),
        ("dogs, etc.", "dogs , etc ."),
        ("e.g. this, i.e. that", "e.g. this , i.e. that"),
        ("well-known e-mail non-human", "well - known e-mail non-human"),
        ("$1,234.50 (5%) at 10:30 on 8/7/01", "$ 1,234.50 ( 5 % ) at 10:30 on 8/7/01"),
        ("10am, 5km, 21st, 1990s, '99", "10 am , 5 km , 21st , 1990s , '99"),
        ("5-10 but 713-853-1234", "5 - 10 but 713-853-1234"),
        ("see http://a.org/b?c=d,e.", "see http://a.org/b?c=d,e ."),
        ("(www.a-b.com/c)", "( www.a-b.com/c )"),
        ("ask me.you+x@mail.uni.edu!", "ask me.you+x@mail.uni.edu !"),
        ("open a_b-1.doc, realizer.org", "open a_b-1.doc , realizer.org"),
        ("great!!! what?!... ok...", "great !!! what ?!... ok ..."),
        ("and/or w/o AT&T", "and / or w/o AT&T"),
        (":) ;-) <3 :-( 7:30", ":) ;-) <3 :-( 7:30"),
        ("#tag @name", "#tag @name"),
        ("👩‍👩‍👧‍👦👍🏽 café", "👩‍👩‍👧‍👦 👍🏽 café"),
        ("e\u0301tude", "e\u0301tude"),
        ("a\u200bb \ufeffc", "a b c"),
        ("שלום\u200f عالم", "שלום\u200f عالم"),
        ("中文字。", "中文字 。"),
        ("one\r\ntwo", "one two"),
        ("a\x00b", "a b"),
    ],
)
def test_english(text, expected):
    assert shown(text) == expected


def test_the_text_is_tokens_and_gaps():
    @given(st.text() | st.text("ab.'’-@/:1 !\n\u0301\u200d👩\ud800") | st.text("aA.-&@_'s0 ", max_size=80))
    def check(text):
        tokens = cut_tokens(text)
        ends = [0, *(token.end for token in tokens)]
        begins = [*(token.begin for token in tokens), len(text)]
        for end, begin in zip(ends, begins, strict=True):
            assert end <= begin
            assert GAP.fullmatch(text[end:begin])
        for token in tokens:
            assert all(left < right for left, right in pairwise(token.cuts))
            assert GAP.sub("", text[token.begin : token.end])
            assert "".join(token.words(text)) == text[token.begin : token.end]

    check()


@given(st.lists(st.sampled_from(STRETCHES)))
def test_more_blanks_change_nothing(stretches):
    one, wide = " ".join(stretches), " \n ".join(stretches)
    assert shown(one) == shown(wide)


@pytest.mark.parametrize(
    "text",
    [
        *("a" * 400_000, "a-" * 50_000, "a." * 50_000, "1." * 50_000, "x@" * 50_000, "a'" * 50_000),
        *("!?" * 50_000, "_." * 50_000, "e" + "\u0301" * 100_000, "👩‍👩‍👧" * 20_000, "a/" * 50_000),
        *("http://" + "a/" * 50_000, "aa.bb." * 30_000, "A&" * 50_000, "co-" * 50_000),
    ],
    ids=lambda text: text[:7],
)
def test_time_is_linear_whatever_comes(text):
    """Both lengths would take minutes if a pattern went back over what it has read."""

    def seconds(text):
        start = time.perf_counter()
        assert sum(token.end - token.begin for token in cut_tokens(text)) == len(text)
        return time.perf_counter() - start

    assert seconds(text) < 10 * min(seconds(text[: len(text) // 2]) for _ in range(2)) + 0.5


def test_paragraphs():
    text = "\n one \n two\r\n\r\n\n three \u2029four"
    assert [text[begin:end] for begin, end in paragraphs(text)] == ["\n one \n two", "three", "four"]
    assert list(paragraphs(" \n \n")) == []
    assert list(paragraphs("x")) == [Paragraph(0, 1)]


@pytest.mark.parametrize(("treebank", "least"), [("en_ewt", 0.99), ("en_gum", 0.995)])
def test_words_of_dev(data, treebank, least):
    found = expected = right = 0
    for paragraph in group_paragraphs(read_conllu(data / treebank / "dev.conllu")):
        text, gold = text_and_words(paragraph.sentences)
        words = {cut for token in cut_tokens(text) for cut in pairwise(token.cuts)}
        found, expected, right = found + len(words), expected + len(gold), right + len(words & gold)
    assert 2 * right / (found + expected) >= least


def text_and_words(sentences):
    """The text of a paragraph as its tokens give it, and where its words are."""
    text, words = "", set()
    for sentence in sentences:
        held = {token.first: token for token in sentence.multiword_tokens}
        last = 0
        for word in sentence.words:
            if word.id <= last:
                continue
            token = held.get(word.id)
            last = token.last if token else word.id
            row = token or word
            begin = len(text)
            for part in sentence.words[word.id - 1 : last]:
                words.add((begin, begin + len(part.form)))
                begin += len(part.form)
            text += row.form + ("" if "SpaceAfter=No" in row.misc.split("|") else " ")
    return text, words
