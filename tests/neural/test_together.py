"""Sentences that are read in one window: what they see of each other, and what they do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from neural.encoders import make, small
from neural.sentences import sentence, treebank
from realizer.document import Sentence
from realizer.errors import InputError
from realizer.neural import LabelsConfig
from realizer.training import parse_sentences

LENGTHS = (3, 9, 1, 0, 14, 25)


def joint_sentence(sentences):
    """One sentence of all words, as an encoder that knows no sentences would read them."""
    words = [word for one in sentences for word in one.words]
    return Sentence((), tuple(replace(word, id=place) for place, word in enumerate(words, 1)), 1)


@torch.no_grad()
@pytest.mark.parametrize("window", [0, 24])
def test_vectors_are_those_of_the_whole_stretch(window, encoder):
    sentences = treebank(*LENGTHS)
    parser = make(encoder("bert"), sentences, encoder={"window": window, "overlap": 8})
    alone = parser.collate(parser.examples([joint_sentence(sentences)]))
    stretch = parser.collate(parser.examples(sentences), [False, *[True] * (len(LENGTHS) - 1)])
    torch.testing.assert_close(stretch.text.ids, alone.text.ids)
    vectors, _ = parser.read(stretch)
    rows = [vectors[place, :words] for place, words in enumerate(LENGTHS)]
    torch.testing.assert_close(torch.cat(rows), parser.read(alone)[0][0])


@torch.no_grad()
def test_stretches_do_not_see_each_other(encoder):
    sentences = treebank(*LENGTHS)
    parser = make(encoder("bert"), sentences)
    examples = parser.examples(sentences)
    both = parser.read(parser.collate(examples[:4], [False, True, False, True]))[0]
    for first in (0, 2):
        pair = parser.read(parser.collate(examples[first : first + 2], [False, True]))[0]
        for place in (0, 1):
            words = examples[first + place].words
            torch.testing.assert_close(
                both[first + place, :words], pair[place, :words], atol=1e-5, rtol=0, msg=str(first)
            )


def test_heads_stay_inside_their_sentences(encoder):
    sentences = [sentence(words, seed) for seed, words in enumerate(LENGTHS * 3)]
    parser = make(encoder("bert"), sentences, encoder={"together": 40})
    parsed = list(parse_sentences(parser, sentences))
    assert [len(one.words) for one in parsed] == [len(one.words) for one in sentences]
    for one in parsed:
        assert sum(word.head == 0 for word in one.words) == bool(one.words)
        assert all(0 <= word.head <= len(one.words) for word in one.words)


def test_documents_are_not_mixed(encoder):
    plain = treebank(4, 5, 6)
    parser = make(encoder("bert"), plain, encoder={"together": 400})
    begun = [replace(plain[0]), replace(plain[1], comments=("# newdoc id = b",)), plain[2]]
    parted = [*parse_sentences(parser, begun[:1]), *parse_sentences(parser, begun[1:])]
    assert [one.words for one in parse_sentences(parser, begun)] == [one.words for one in parted]
    follows = [example.follows for example in parser.examples(begun)]
    assert follows == [False, False, True]


def test_starts_are_learned(encoder):
    sentences = treebank(3, 5, 4, 6)
    torch.manual_seed(0)
    parser = make(encoder("bert"), sentences, labels=LabelsConfig(hidden=8, start=True))
    batch = parser.collate(parser.examples(sentences), [False, True, True, True])
    optimiser = torch.optim.Adam(parser.parameters(), 0.005)
    for _ in range(150):  # without dropout
        optimiser.zero_grad()
        losses = parser(batch)
        losses.total.backward()
        optimiser.step()
    assert losses.parts["start"] < 0.05
    starts = parser.predict(batch).labels["start"]
    assert [row[: len(one.words)].tolist() for row, one in zip(starts, sentences, strict=True)] == [
        [1] + [0] * (len(one.words) - 1) for one in sentences
    ]


def test_not_without_pieces():
    with pytest.raises(
        InputError, match=r"^expected a pretrained encoder for encoder.together, got 100 with"
    ):
        small("bilstm", encoder={"together": 100})
