"""Words to pieces and windows: every word has pieces, and is read once, whole, with text around it."""

from __future__ import annotations

import json
from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from tokenizers import Tokenizer, models, pre_tokenizers

from realizer.errors import InputError
from realizer.pieces import PieceCutter, Window, windows
from tiny_tokenizers import byte_level, unigram, wordpiece

KINDS = {"wordpiece": wordpiece, "byte_level": byte_level, "unigram": unigram}
ODD = [
    "",
    " ",
    "\t",
    "\x00",
    "\u200b",
    "😀",
    "👩‍👩‍👧",
    "a b",
    "naïve",
    "ﬁ",
    "\u0301",
    "İ",
    "中文",
    "[CLS]",
    "</s>",
    "<unk>",
    "…",
]


@pytest.fixture(params=KINDS)
def cutter(request):
    return PieceCutter(KINDS[request.param]().to_str())


@st.composite
def cuts(draw):
    size = draw(st.integers(1, 12))
    counts = draw(st.lists(st.integers(1, size), max_size=40))
    return np.cumsum([0, *counts]).astype(np.int32), size, draw(st.integers(0, size - 1))


@given(cuts())
def test_every_word_is_read_once_from_a_window_that_holds_it(cut):
    starts, size, overlap = cut
    parts = windows(starts, size=size, overlap=overlap)
    read = [word for part in parts for word in range(part.first_word, part.last_word)]
    assert read == list(range(len(starts) - 1))
    for part in parts:
        assert part.end - part.begin <= size
        assert {part.begin, part.end} <= set(starts.tolist()), "windows are whole words"
        if part.first_word < part.last_word:
            assert part.begin <= starts[part.first_word]
            assert starts[part.last_word] <= part.end


@given(cuts())
def test_windows_go_on_and_share_what_was_asked_for(cut):
    starts, size, overlap = cut
    parts = windows(starts, size=size, overlap=overlap)
    assert parts[0].begin == 0
    assert parts[-1].end == starts[-1]
    for left, right in pairwise(parts):
        assert left.begin < right.begin <= left.end < right.end
        assert left.end - right.begin <= overlap
        word = int(np.searchsorted(starts, right.begin))
        following = int(np.searchsorted(starts, left.end)) + 1
        room = left.end - starts[word - 1] <= overlap and starts[following] - starts[word - 1] <= size
        assert not room, "one more word of overlap would have fitted"


@given(cuts())
def test_a_shared_word_is_read_where_its_shorter_side_is_longer(cut):
    starts, size, overlap = cut
    parts = windows(starts, size=size, overlap=overlap)
    for left, right in pairwise(parts):
        for word in range(right.first_word, right.last_word):
            if starts[word + 1] <= left.end:
                assert left.end - starts[word] <= starts[word] - right.begin + 1
        for word in range(left.first_word, left.last_word):
            if starts[word] >= right.begin:
                assert starts[word] - right.begin <= left.end - starts[word] + 1


def test_a_short_sentence_is_one_window():
    assert windows(np.array([0, 2, 3], dtype=np.int32), size=3, overlap=1) == [Window(0, 3, 0, 2)]
    assert windows(np.array([0], dtype=np.int32), size=3, overlap=1) == [Window(0, 0, 0, 0)]


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (4, 4), (4, -1)])
def test_a_window_needs_room(size, overlap):
    with pytest.raises(InputError) as caught:
        windows(np.arange(3, dtype=np.int32), size=size, overlap=overlap)
    assert str(caught.value) == (
        f"expected a size above the overlap and an overlap from 0, got {size} and {overlap}; "
        "cure: larger windows or less overlap"
    )


def test_a_word_larger_than_a_window_is_refused():
    with pytest.raises(InputError) as caught:
        windows(np.array([0, 1, 6], dtype=np.int32), size=4, overlap=1)
    assert str(caught.value) == (
        "expected words of at most 4 pieces, the window's size, got one of 5; cure: a cutter with most=4"
    )


def texts(cutter, sentence):
    tokenizer = Tokenizer.from_str(cutter.definition())
    [pieces] = cutter([sentence])
    return [
        [tokenizer.id_to_token(int(i)) for i in pieces.ids[begin:end]]
        for begin, end in zip(pieces.starts, pieces.starts[1:], strict=False)
    ]


def test_wordpiece():
    cutter = PieceCutter(wordpiece().to_str())
    assert texts(cutter, ["The", "dogs", "x-ing"]) == [
        ["the"],
        ["dog", "##s"],
        ["x", "[UNK]", "i", "##n", "##g"],
    ]
    assert (cutter.prefix, cutter.suffix, cutter.unknown) == ([2], [3], 1)


def test_byte_level_words_are_seen_as_after_a_blank():
    cutter = PieceCutter(byte_level().to_str())
    assert texts(cutter, ["the", "dog", "the"]) == [["Ġthe"], ["Ġdog"], ["Ġthe"]]
    assert (cutter.prefix, cutter.suffix) == ([0], [2])


@pytest.mark.parametrize("scheme", ["always", "first", "never"])
def test_unigram_words_are_seen_as_after_a_blank(scheme):
    tokenizer = unigram()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme)
    cutter = PieceCutter(tokenizer.to_str())
    assert texts(cutter, ["the", "dogs", "the"]) == [["▁the"], ["▁dog", "s"], ["▁the"]]
    assert (cutter.prefix, cutter.suffix, cutter.unknown) == ([], [4, 3], 0)


def test_a_blank_is_put_before_words_inside_a_sequence_of_steps_too():
    tokenizer = byte_level()
    steps = [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(steps)
    assert texts(PieceCutter(tokenizer.to_str()), ["the", "dog"]) == [["Ġthe"], ["Ġdog"]]


def test_every_word_has_a_piece(cutter):
    [pieces] = cutter([ODD])
    assert pieces.words == len(ODD)
    assert (np.diff(pieces.starts) > 0).all()
    assert len(pieces.ids) == pieces.starts[-1]


def test_a_word_without_pieces_is_the_unknown_one():
    cutter = PieceCutter(wordpiece().to_str())
    assert texts(cutter, ["dog", "", "\x00", "the"]) == [["dog"], ["[UNK]"], ["[UNK]"], ["the"]]


def test_without_an_unknown_piece_there_is_still_one():
    tokenizer = Tokenizer(models.BPE({"a": 0, "b": 1}, []))
    assert texts(PieceCutter(tokenizer.to_str()), ["b", "é"]) == [["b"], ["a"]]


@pytest.mark.parametrize("most", [2, 5, 32])
def test_a_long_word_keeps_its_ends(most):
    cutter = PieceCutter(wordpiece().to_str(), most=most)
    whole = PieceCutter(wordpiece().to_str(), most=10_000)
    word = "abcdefghij" * 9  # WordPiece knows no word of more than 100 letters
    [pieces], [all_pieces] = cutter([["dog", word, "dog"]]), whole([["dog", word, "dog"]])
    assert np.diff(pieces.starts).tolist() == [1, most, 1]
    inside, full = pieces.ids[1:-1].tolist(), all_pieces.ids[1:-1].tolist()
    assert inside == [*full[: most - most // 2], *full[-(most // 2) :]]


def test_a_word_of_100_000_letters(cutter):
    [pieces] = cutter([["dog", "x" * 99_999 + "y", "dog"]])
    assert pieces.words == 3
    assert np.diff(pieces.starts)[1] <= cutter.most
    [alone] = cutter([["dog"]])
    assert pieces.ids[: alone.starts[1]].tolist() == alone.ids.tolist()


def test_a_word_is_cut_alone(cutter):
    words = ["the", "dogs", *ODD]
    [together] = cutter([words])
    alone = cutter([[word] for word in words])
    assert together.ids.tolist() == [int(i) for pieces in alone for i in pieces.ids]


def test_a_sentence_without_words(cutter):
    empty, one = cutter([[], ["dog"]])
    assert (empty.words, len(empty.ids), one.words) == (0, 0, 1)
    assert cutter([]) == []


def test_truncation_and_padding_of_the_file_have_no_effect(cutter):
    tokenizer = Tokenizer.from_str(cutter.definition())
    tokenizer.enable_truncation(max_length=3)
    tokenizer.enable_padding(length=50)
    other = PieceCutter(tokenizer.to_str())
    sentences = [["the", "dogs", "dogs", "dogs"], ["dog"]]
    assert (other.prefix, other.suffix) == (cutter.prefix, cutter.suffix)
    for ours, theirs in zip(cutter(sentences), other(sentences), strict=True):
        assert ours.ids.tolist() == theirs.ids.tolist()


def test_a_saved_definition_cuts_alike(cutter):
    again = PieceCutter(cutter.definition())
    assert again.definition() == cutter.definition()
    assert again([ODD])[0].ids.tolist() == cutter([ODD])[0].ids.tolist()


def test_a_vocabulary_that_looks_like_a_setting_is_left_alone():
    tokenizer = Tokenizer(models.WordLevel({"type": 0, "add_prefix_space": 1, "a": 2}, unk_token="a"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    assert texts(PieceCutter(tokenizer.to_str()), ["type", "add_prefix_space"]) == [
        ["type"],
        ["add_prefix_space"],
    ]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", json.dumps({"model": {"type": "no such"}})])
def test_a_broken_definition_is_refused(text, tmp_path):
    with pytest.raises(
        InputError, match=r"expected the text of a tokenizer.json, got: .*; cure: take the file"
    ):
        PieceCutter(text)
    (tmp_path / "tokenizer.json").write_text(text)
    with pytest.raises(InputError, match=r"/tokenizer.json: expected the text of"):
        PieceCutter.from_file(tmp_path / "tokenizer.json")


def test_a_missing_or_binary_file_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"expected the text of a tokenizer.json, got: .*No such file"):
        PieceCutter.from_file(tmp_path / "none.json")
    (tmp_path / "tokenizer.json").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"expected the text of a tokenizer.json, got: .*utf-8"):
        PieceCutter.from_file(tmp_path / "tokenizer.json")


def test_a_tokenizer_without_pieces_is_refused():
    with pytest.raises(InputError) as caught:
        PieceCutter(Tokenizer(models.BPE({"x": 0}, [])).to_str())
    assert str(caught.value) == (
        "expected a tokenizer with a piece for 'a', got none; cure: another tokenizer.json"
    )


def test_words_have_room_for_two_pieces():
    with pytest.raises(InputError) as caught:
        PieceCutter(wordpiece().to_str(), most=1)
    assert str(caught.value) == "expected most as 2 pieces per word or more, got 1; cure: most=32"


def test_what_stands_for_a_hidden_word():
    cutter = PieceCutter(wordpiece().to_str())
    assert cutter.hidden == cutter.unknown, "there is no piece for it"
    definition = json.loads(wordpiece().to_str())
    number = len(definition["model"]["vocab"])
    definition["model"]["vocab"]["[MASK]"] = number
    assert PieceCutter(json.dumps(definition)).hidden == number
