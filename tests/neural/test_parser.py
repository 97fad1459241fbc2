"""A whole parser: batches, modes, given tags, labels, learning, and what it does with odd sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from neural.encoders import make
from neural.sentences import sentence, treebank
from realizer.document import Sentence, Word
from realizer.errors import InputError
from realizer.neural import ContextConfig, HeadConfig, LabelsConfig, new_parser
from realizer.neural.batches import SpellingBatch

LENGTHS = (3, 1, 9, 25, 14, 2, 40, 0, 7)
HEADS = {
    "order": HeadConfig(orders=4, hidden=8),
    "soft": HeadConfig(orders=3, hidden=0, maximum="soft"),
    "sixteen": HeadConfig(orders=16, hidden=8),
    "biaffine": HeadConfig(kind="biaffine", width=8),
}
CONTEXTS = {
    "none": ContextConfig(),
    "lstm": ContextConfig(layers=2, width=6),
    "tags": ContextConfig(tags="upos", tag_width=4),
    "both": ContextConfig(tags="xpos", tag_width=4, layers=1, width=6),
}


def batch_of(parser, sentences):
    return parser.collate(parser.examples(sentences))


@pytest.fixture(params=["bilstm", "bert"])
def name(request, encoder):
    return "bilstm" if request.param == "bilstm" else encoder(request.param)


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("tree", ["tree", "greedy"])
def test_heads_and_labels_do_not_depend_on_the_batch(name, head, context, tree):
    sentences = [sentence(words, seed) for seed, words in enumerate(LENGTHS * 4)]
    parser = make(name, sentences, head=HEADS[head], context=CONTEXTS[context])
    together = parser.predict(batch_of(parser, sentences), tree=tree)
    for place, one in enumerate(sentences):
        alone = parser.predict(batch_of(parser, [one]), tree=tree)
        assert alone.columns(0, one) == together.columns(place, one)


def test_trees_are_trees(name):
    sentences = treebank(*LENGTHS)
    parser = make(name, sentences)
    for tree in ("tree", "projective"):
        predictions = parser.predict(batch_of(parser, sentences), tree=tree)
        for one, heads in zip(sentences, predictions.heads, strict=True):
            assert len(heads) == len(one.words)
            assert (heads == 0).sum() == (len(heads) > 0)
            place = np.arange(len(heads) + 1)
            for _ in range(len(heads)):
                place = np.concatenate([[0], heads])[place]
            assert not place.any(), "every word leads to the root"


def test_columns(name):
    sentences = treebank(9, 4)
    parser = make(name, sentences, labels=LabelsConfig(xpos=False, feats=False))
    columns = parser.predict(batch_of(parser, sentences)).columns(1, sentences[1])
    assert set(columns) == {"head", "deprel", "upos", "lemma"}
    assert {len(values) for values in columns.values()} == {4}
    assert [label == "root" for label in columns["deprel"]] == [head == 0 for head in columns["head"]]
    assert all(lemma for lemma in columns["lemma"])


def test_each_label_can_be_off(name):
    sentences = treebank(9, 4)
    for column in ("deprel", "upos", "xpos", "feats", "lemma"):
        parser = make(name, sentences, labels=LabelsConfig(**{column: False}))
        batch = batch_of(parser, sentences)
        losses = parser(batch)
        assert column not in losses.parts
        assert column not in parser.predict(batch).columns(0, sentences[0])
        losses.total.backward()
        assert [n for n, p in parser.named_parameters() if p.requires_grad and p.grad is None] == []
    off = dict.fromkeys(("deprel", "upos", "xpos", "feats", "lemma"), False)
    parser = make(name, sentences, labels=LabelsConfig(**off))
    assert set(parser(batch_of(parser, sentences)).parts) == {"heads"}


def test_a_relation_from_the_word_alone(name):
    sentences = treebank(9, 4)
    parser = make(name, sentences, labels=LabelsConfig(with_head=False))
    parser(batch_of(parser, sentences)).total.backward()
    assert [n for n, p in parser.named_parameters() if p.requires_grad and p.grad is None] == []


@torch.no_grad()
def test_given_tags_are_used_in_prediction_too(name):
    sentences = treebank(9, 4)
    parser = make(name, sentences, context=CONTEXTS["tags"])
    _, vectors = parser.read(batch_of(parser, sentences))
    changed = [
        replace(one, rows=tuple(with_column(word, "upos", "T1") for word in one.rows)) for one in sentences
    ]
    text, others = parser.read(batch_of(parser, changed))
    assert not torch.equal(vectors, others)
    assert torch.equal(text, parser.read(batch_of(parser, sentences))[0]), "labels do not see given tags"
    number = parser.vocabularies.columns["upos"].number("T1") + 1
    assert torch.equal(others[0, 0, -4:], parser.context.tags.weight[number])
    unseen = [replace(one, rows=tuple(with_column(w, "upos", "new") for w in one.rows)) for one in sentences]
    assert torch.equal(parser.read(batch_of(parser, unseen))[1][0, 0, -4:], parser.context.tags.weight[0])


def with_column(word, column, value):
    values = {name: getattr(word, name) for name in Word.__slots__}
    return Word(**{**values, column: value})


def test_the_loss_is_the_mean_over_words_with_weights(name):
    sentences = treebank(9, 4)
    parser = make(name, sentences, labels=LabelsConfig(weight=0.5))
    losses = parser(batch_of(parser, sentences))
    parts = losses.parts
    expected = (
        parts["heads"]
        + parts["deprel"]
        + 0.5 * (parts["upos"] + parts["xpos"] + parts["feats"] + parts["lemma"])
    )
    torch.testing.assert_close(losses.total.detach(), expected)
    assert losses.words == 13


def test_a_batch_costs_what_its_sentences_cost(name):
    sentences = treebank(9, 4, 1)
    parser = make(name, sentences)
    together = parser(batch_of(parser, sentences))
    alone = [parser(batch_of(parser, [one])) for one in sentences]
    total = sum(losses.total * losses.words for losses in alone)
    torch.testing.assert_close(together.total * together.words, total, rtol=1e-4, atol=1e-4)


def test_training_has_dropout_and_evaluation_none(name):
    sentences = treebank(9, 4)
    parser = make(name, sentences, context=CONTEXTS["lstm"])
    batch = batch_of(parser, sentences)
    assert parser(batch).total == parser(batch).total
    parser.train()
    assert parser(batch).total != parser(batch).total
    assert parser.predict(batch).heads[0].shape == (9,)
    parser.eval()
    assert parser(batch).total == parser(batch).total


@pytest.mark.parametrize("head", HEADS)
def test_it_learns(name, head):
    sentences = treebank(4, 6, 5)
    parser = make(
        name,
        sentences,
        head=replace(HEADS[head], dropout=0.0, hidden=16, width=16),
        labels=LabelsConfig(dropout=0.0),
        context=ContextConfig(dropout=0.0),
    )
    batch = batch_of(parser, sentences)
    optimizer = torch.optim.Adam(parser.parameters(), lr=0.003)  # larger ones break the small encoder
    first = float(parser(batch).parts["heads"])
    for _ in range(200):
        optimizer.zero_grad()
        parser(batch).total.backward()
        optimizer.step()
    parts = parser(batch).parts
    assert float(parts["heads"]) < 0.4 * first
    predictions = parser.predict(batch)
    columns = [predictions.columns(place, one) for place, one in enumerate(sentences)]
    right = dict.fromkeys(columns[0], 0)
    for one, found in zip(sentences, columns, strict=True):
        for column, values in found.items():
            right[column] += sum(
                value == getattr(word, column) for value, word in zip(values, one.words, strict=True)
            )
    assert min(right.values()) >= 12, right


def test_one_word_of_no_known_letters_and_nothing_else():
    strange = Sentence((), (Word(1, "\u4e2d", "\u4e2d", "NEW", "NEW", "NEW", 0, "new", (), "_"),), 7)
    parser = make("bilstm", treebank(9, 4))
    [example] = parser.examples([strange])
    assert example.name == "line 7"
    numbers = {column: rows.tolist() for column, rows in example.labels.items()}
    known = parser.vocabularies.columns["lemma"].number("l")
    unknown = {"deprel": [-1], "upos": [-1], "xpos": [-1], "feats": [-1]}
    assert numbers == unknown | {"lemma": [known], "start": [1]}
    batch = batch_of(parser, [strange])
    assert batch.text.letters.tolist() == [[[1]]]
    losses = parser(batch)
    assert losses.total.isfinite()
    assert parser.predict(batch).heads[0].tolist() == [0]


@pytest.mark.parametrize("form", ["", "x" * 100_000, "😀", "\x00", " "])
def test_odd_words(name, form):
    parser = make(name, treebank(9, 4))
    rows = tuple(with_column(word, "form", form if word.id == 2 else word.form) for word in sentence(3).rows)
    batch = batch_of(parser, [Sentence((), rows, 1), sentence(5)])
    losses = parser(batch)
    losses.total.backward()
    assert losses.total.isfinite()
    assert [len(heads) for heads in parser.predict(batch).heads] == [3, 5]


def test_a_sentence_without_words(name):
    parser = make(name, treebank(9, 4), context=CONTEXTS["lstm"])
    batch = batch_of(parser, [Sentence((), (), 1)])
    losses = parser(batch)
    losses.total.backward()
    assert (float(losses.total.detach()), losses.words) == (0.0, 1)
    assert parser.predict(batch).heads[0].tolist() == []


def test_sentences_without_gold_heads_teach_labels_only(name):
    blank = sentence(4, heads=[None] * 4)
    parser = make(name, treebank(9, 4))
    losses = parser(batch_of(parser, [blank]))
    assert losses.parts["heads"] == 0
    assert losses.parts["deprel"] == 0
    assert losses.parts["upos"] > 0


@pytest.mark.parametrize("heads", [[2, 1, 2], [0, 0, 1], [0, 0, 0]])
@pytest.mark.parametrize("head", HEADS)
def test_gold_that_is_no_tree_is_learned_from_word_by_word(heads, head):
    parser = make("bilstm", treebank(9, 4), head=HEADS[head])
    losses = parser(batch_of(parser, [sentence(3, heads=heads)]))
    losses.total.backward()
    assert losses.total.isfinite()
    assert losses.parts["heads"] > 0


def test_a_treebank_of_one_word_sentences():
    sentences = [sentence(1, seed) for seed in range(3)]
    parser = make("bilstm", sentences)
    batch = batch_of(parser, [*sentences, sentence(3)])
    parser(batch).total.backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in parser.parameters())
    parser.predict(batch)


def test_letters_beyond_a_word_say_nothing():
    parser = make("bilstm", treebank(20))
    short = batch_of(parser, [sentence(6)]).text
    wide = torch.nn.functional.pad(short.letters, (0, 20))
    vectors = parser.encoder._spelled(short.letters)
    torch.testing.assert_close(parser.encoder._spelled(wide), vectors)
    assert isinstance(short, SpellingBatch)


def test_a_new_parser_is_random_by_torchs_seed_only():
    sentences = treebank(9, 4)
    one, two, other = (make("bilstm", sentences, seed=seed).state_dict() for seed in (1, 1, 2))
    assert all(torch.equal(one[key], two[key]) for key in one)
    assert not all(torch.equal(one[key], other[key]) for key in one)


def test_no_sentences(encoder):
    from neural.encoders import small

    with pytest.raises(InputError, match=r"^expected sentences to count labels in, got none"):
        new_parser(small("bilstm"), [])


def test_an_unknown_way_to_trees():
    for head, known in (("order", "one of tree, greedy, projective"), ("biaffine", "tree or greedy")):
        parser = make("bilstm", treebank(4), head=HEADS[head])
        with pytest.raises(
            InputError, match=f"^expected tree as {known}.*, got 'best'; cure: tree=\"tree\"$"
        ):
            parser.predict(batch_of(parser, treebank(4)), tree="best")


def test_a_batch_moves_as_a_whole():
    parser = make("bilstm", treebank(4))
    batch = batch_of(parser, treebank(4)).to("meta")
    tensors = [
        batch.mask,
        batch.heads,
        batch.tags,
        *batch.labels.values(),
        batch.text.words,
        batch.text.letters,
    ]
    assert {tensor.device.type for tensor in tensors} == {"meta"}
