"""Batches: every sentence once, limits kept, the same for the same seed, shared out evenly."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from realizer.pieces import packed, stretches
from realizer.training import BatchesConfig
from realizer.training.batching import epoch_batches, joined, share_of

LENGTHS = st.lists(st.integers(1, 60), max_size=60)
LIMITS = st.sampled_from([(50, 0), (0, 4), (50, 4), (1, 0), (0, 1), (10_000, 0)])


@given(LENGTHS, LIMITS, st.booleans(), st.integers(0, 9))
def test_every_sentence_is_in_one_batch_and_limits_are_kept(lengths, limits, by_length, seed):
    pieces, sentences = limits
    config = BatchesConfig(pieces=pieces, sentences=sentences, by_length=by_length)
    batches = epoch_batches(lengths, config, seed=seed, epoch=0)
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        assert batch
        assert not sentences or len(batch) <= sentences
        padded = len(batch) * max(lengths[index] for index in batch)
        assert not pieces or padded <= pieces or len(batch) == 1


@given(LENGTHS, LIMITS)
def test_batches_are_as_full_as_the_order_allows(lengths, limits):
    pieces, sentences = limits
    batches = packed(range(len(lengths)), lengths, pieces=pieces, sentences=sentences)
    for batch, after in itertools.pairwise(batches):
        one_more = [*batch, after[0]]
        padded = len(one_more) * max(lengths[index] for index in one_more)
        assert (sentences and len(one_more) > sentences) or (pieces and padded > pieces)


def test_chance_follows_from_seed_and_epoch():
    lengths = [n % 37 + 1 for n in range(300)]
    config = BatchesConfig(pieces=200)
    first = epoch_batches(lengths, config, seed=1, epoch=0)
    assert first == epoch_batches(lengths, config, seed=1, epoch=0)
    assert first != epoch_batches(lengths, config, seed=2, epoch=0)
    assert first != epoch_batches(lengths, config, seed=1, epoch=1)
    together = [
        {frozenset(batch) for batch in epoch_batches(lengths, config, seed=1, epoch=e)} for e in (0, 1)
    ]
    assert len(together[0] & together[1]) < len(together[0]) / 2, "sentences always meet the same neighbours"


def test_batches_by_length_are_padded_less():
    lengths = [n * 7919 % 61 + 1 for n in range(2_000)]

    def padding(*, by_length):
        config = BatchesConfig(pieces=0, sentences=16, by_length=by_length)
        batches = epoch_batches(lengths, config, seed=1, epoch=0)
        return sum(len(batch) * max(lengths[i] for i in batch) for batch in batches) / sum(lengths)

    assert padding(by_length=True) < 1.15
    assert padding(by_length=False) > 1.5


@given(st.lists(st.integers(1, 60), min_size=1, max_size=40), st.integers(1, 5))
def test_shares_make_up_the_batch(lengths, processes):
    batch = list(range(len(lengths)))
    shares = [share_of(batch, lengths, process=p, processes=processes) for p in range(processes)]
    assert sorted(index for share in shares for index in share) == batch
    work = [sum(lengths[index] for index in share) for share in shares]
    assert max(work) - min(work) <= max(lengths)
    assert shares[0] == batch or processes > 1


@given(st.lists(st.tuples(st.integers(1, 60), st.booleans()), max_size=60), st.integers(1, 200))
def test_stretches_are_as_long_as_they_may_be(rows, most):
    lengths, follows = [length for length, _ in rows], [follows for _, follows in rows]
    found = stretches(lengths, follows, most=itertools.repeat(most))
    assert [index for stretch in found for index in stretch] == list(range(len(rows)))
    for before, stretch in itertools.pairwise([[], *found]):
        assert sum(lengths[index] for index in stretch) <= most or len(stretch) == 1
        assert all(follows[index] for index in stretch[1:])
        longer = sum(lengths[index] for index in [*before, stretch[0]])
        assert not before or not follows[stretch[0]] or longer > most


@given(st.lists(st.tuples(st.integers(1, 60), st.booleans()), max_size=60), st.integers(1, 4))
def test_stretches_stay_whole(rows, processes):
    lengths, follows = [length for length, _ in rows], [follows for _, follows in rows]
    config = BatchesConfig(pieces=150)
    batches = epoch_batches(lengths, config, seed=1, epoch=0, follows=follows, together=90)
    assert sorted(index for batch in batches for index in batch) == list(range(len(rows)))
    for batch in batches:
        flags = joined(batch, follows)
        shares = [
            share_of(batch, lengths, process=process, processes=processes, joined=flags)
            for process in range(processes)
        ]
        assert sorted(index for share in shares for index in share) == sorted(batch)
        together = {(one, two) for one, two, flag in zip(batch, batch[1:], flags[1:], strict=False) if flag}
        kept = {pair for share in shares for pair in itertools.pairwise(share)}
        assert together <= kept


@pytest.mark.parametrize("lengths", [[], [5]])
def test_few_sentences(lengths):
    assert epoch_batches(lengths, BatchesConfig(), seed=1, epoch=0) == [[0]] * len(lengths)
