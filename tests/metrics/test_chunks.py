"""Reading in step: pieces that together are the whole, memory, and files that differ."""

from __future__ import annotations

import tracemalloc

import pytest

import realizer.metrics.chunks as chunks_module
from metrics.treebanks import of_tokens, sentence, word
from realizer.document import MultiwordToken
from realizer.errors import FormatError
from realizer.metrics import Score, evaluate


def cut(gold, system):
    found = chunks_module.chunks(gold, system, gold_name="g", system_name="s")
    return [(len(chunk.gold.surfaces), len(chunk.system.surfaces)) for chunk in found]


def test_pieces_end_where_both_files_end_a_sentence(monkeypatch):
    monkeypatch.setattr(chunks_module, "FEWEST_WORDS", 1)
    one, two = of_tokens("a"), of_tokens("a", "a")
    assert cut([one, one, one], [one, one, one]) == [(1, 1)] * 3
    assert cut([one, one, one], [one, two]) == [(1, 1), (2, 1)]
    assert cut([two, two], [one, two, one]) == [(2, 3)]
    assert cut([of_tokens("abcd")], [of_tokens("a"), of_tokens("bc"), of_tokens("d")]) == [(1, 3)]
    monkeypatch.setattr(chunks_module, "FEWEST_WORDS", 2)
    assert cut([one] * 5, [one] * 5) == [(2, 2), (2, 2), (1, 1)]


def test_a_piece_goes_on_where_words_left_over_may_still_be_aligned(monkeypatch):
    monkeypatch.setattr(chunks_module, "FEWEST_WORDS", 1)
    gold = [of_tokens("abc"), of_tokens("de b e"), of_tokens("f")]
    system = [of_tokens("a", "b", "c"), of_tokens("d", "e"), of_tokens("f")]
    assert cut(gold, system) == [(2, 2), (1, 1)]
    assert cut(system, gold) == [(2, 2), (1, 1)]
    assert evaluate(gold, system).scores["Words"] == Score(3, 4, 6)  # b, e and f
    assert cut([gold[0], gold[2]], [system[0], system[2]]) == [(1, 1), (1, 1)]


def test_memory_does_not_grow_with_the_files():
    def peak(count):
        def sentences():
            for _ in range(count):
                yield of_tokens(*("word" for _ in range(20)))

        tracemalloc.start()
        evaluate(sentences(), sentences())
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    small, large = peak(250), peak(750)
    assert large < 1.3 * small


@pytest.mark.parametrize(
    ("gold", "system", "problem"),
    [
        (["ab"], ["ac"], "s:1: expected 'b' as in g:1, got 'c'; cure: let the system parse"),
        (["a", "b", "c"], ["a", "bx"], "s:2: expected 'c' as in g:3, got 'x'"),
        (["a", "b"], ["a"], "s:2: expected 'b' as in g:2, got the file's end"),
        (["a"], ["a", "b"], "s:2: expected the file's end as in g:2, got 'b'"),
        (["a"], [], "s:1: expected 'a' as in g:1, got the file's end"),
        ([], ["a"], "s:1: expected the file's end as in g:1, got 'a'"),
        (["a", "ab a b", "c"], ["aab", "d"], "s:2: expected 'c' as in g:5, got 'd'"),
        (["aB"], ["ab"], "s:1: expected 'B' as in g:1, got 'b'"),  # letter case counts
    ],
)
def test_different_characters(gold, system, problem):
    files = [[of_tokens(*tokens)] if tokens else [] for tokens in (gold, system)]
    with pytest.raises(FormatError) as raised:
        evaluate(*files, gold_name="g", system_name="s")
    assert str(raised.value).startswith(problem)


def test_different_characters_in_a_later_sentence():
    gold = [sentence(word(1, "a"), line=1), sentence(word(1, "b" * 50), line=3)]
    system = [sentence(word(1, "a"), line=2), sentence(word(1, "b" * 30 + "c" * 20), line=5)]
    with pytest.raises(
        FormatError, match=r"^s:5: expected 'bbbbbbbbbbbbbbbbbbbb' as in g:3, got 'cccccccccccc"
    ):
        evaluate(gold, system, gold_name="g", system_name="s")


def test_a_difference_is_found_before_the_files_are_read():
    read = []

    def sentences(first, others):
        yield of_tokens(first)
        for number in range(1000):
            read.append(number)
            yield of_tokens(others)

    with pytest.raises(FormatError, match="expected 'x' as in gold:1, got 'y'"):
        evaluate(sentences("x", "a"), sentences("y", "aa"))
    assert len(read) < 5


def test_sentences_without_anything_to_see():
    with pytest.raises(FormatError, match=r"^g:7: expected a sentence of words .* got none"):
        evaluate([sentence(line=7)], [], gold_name="g")
    with pytest.raises(
        FormatError, match=r"^s:1: expected a sentence of words .* got a token of spaces only"
    ):
        evaluate([of_tokens("a")], [of_tokens("a", "\u00a0")], system_name="s")
    rows = (MultiwordToken(1, 1, " ", "_", "_"), word(1, "a"))
    with pytest.raises(FormatError, match="a token of spaces only"):
        evaluate([sentence(*rows)], [])
