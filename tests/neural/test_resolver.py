"""The resolver as a whole: what it reads, learns and predicts, alone and in batches."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from neural.stories import document, story
from realizer.errors import InputError
from realizer.metrics import evaluate_coreference
from realizer.neural import (
    AntecedentConfig,
    CorefConfig,
    EncoderConfig,
    MentionConfig,
    TextConfig,
    load_resolver,
    new_resolver,
    save_resolver,
)
from realizer.neural import resolver as resolver_file

KINDS = {
    "order": ({"maximum": "hard", "longest": 0, "orders": 4}, {"maximum": "hard", "orders": 4}),
    "soft": ({"longest": 6, "orders": 4}, {"reach": 20, "orders": 4}),
    "biaffine": ({"kind": "biaffine", "longest": 6}, {"kind": "biaffine"}),
}


def config(folder, kind="order", *, text=(), mention=(), antecedent=(), **encoder):
    of_mention, of_antecedent = KINDS[kind]
    small = {"hidden": 16, "width": 16, "dropout": 0.0}
    return CorefConfig(
        encoder=EncoderConfig(name=str(folder), **{"window": 24, "overlap": 8, "dropout": 0.0, **encoder}),
        text=TextConfig(**{"dropout": 0.0, **dict(text)}),
        mention=MentionConfig(**{**small, **of_mention, **dict(mention)}),
        antecedent=AntecedentConfig(**{**small, **of_antecedent, **dict(antecedent)}),
    )


def make(folder, kind="order", documents=(), seed=0, **changes):
    torch.manual_seed(seed)
    return new_resolver(config(folder, kind, **changes), documents).eval()


def batch(resolver, *documents):
    return resolver.collate(resolver.examples(documents))


ODD = {
    "nothing": document(0),
    "one word": document(1),
    "no mention": document(50),
    "one mention of everything": document(30, [(0, 29)], [(0, 0), (29, 29)]),
    "nested": document(12, [(0, 9), (4, 6)], [(2, 8), (3, 7)]),
    "crossing": document(12, [(0, 6), (8, 9)], [(3, 11), (5, 7)]),
    "one span in two clusters": document(12, [(0, 1), (4, 5)], [(4, 5), (8, 9)]),
    "one cluster": document(60, [(i, i) for i in range(60)]),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("kind", KINDS)
def test_odd_documents_are_learned_from_and_resolved(kind, name, encoder):
    resolver = make(encoder("bert"), kind)
    losses = resolver(batch(resolver, ODD[name]))
    assert losses.total.isfinite()
    assert losses.words == max(1, ODD[name].words)
    if ODD[name].words:
        losses.total.backward()
        gradients = [p.grad for p in resolver.mentions.parameters() if p.grad is not None]
        assert gradients
        assert all(gradient.isfinite().all() for gradient in gradients)
    [found] = resolver.predict(batch(resolver, ODD[name]))
    assert len(found.first) <= ODD[name].words
    assert (found.first <= found.last).all()
    assert found.on(ODD[name]).nodes == ODD[name].nodes


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_is_its_documents_one_at_a_time(kind, encoder):
    resolver = make(encoder("bert"), kind, mention={"kept": 0.5})
    documents = [story(1), ODD["nothing"], story(2, words=90), ODD["one word"], story(3, words=5)]
    together = resolver(batch(resolver, *documents))
    alone = [resolver(batch(resolver, each)) for each in documents]
    total = sum(each.total * each.words for each in alone if each.words > 1 or each.total)
    torch.testing.assert_close(together.total * together.words, total, rtol=1e-4, atol=1e-3)
    for found, each in zip(resolver.predict(batch(resolver, *documents)), documents, strict=True):
        [single] = resolver.predict(batch(resolver, each))
        for one, other in zip(vars_of(found), vars_of(single), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def vars_of(found):
    return found.first, found.last, found.antecedent, found.cluster


def test_words_are_read_where_they_stand_in_windows(encoder, monkeypatch):
    """Reading in runs of windows, as in prediction, gives the vectors of one run over all."""
    resolver = make(encoder("bert"))
    documents = [story(4, words=200), ODD["nothing"], story(5, words=70)]
    whole = resolver.read(batch(resolver, *documents))
    monkeypatch.setattr(resolver_file, "WINDOWS_AT_ONCE", 2)
    with torch.no_grad():
        parts = resolver.read(batch(resolver, *documents))
    assert [len(vectors) for vectors in parts] == [each.words for each in documents]
    for one, other in zip(whole, parts, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("kind", "width", "steps"), [("order", 32, 200), ("soft", 64, 300), ("biaffine", 64, 400)]
)
def test_stories_are_learned(kind, width, steps, encoder):
    """Equal names are one entity, far apart and in other windows, too."""
    torch.manual_seed(1)
    size = {"hidden": width, "width": width}
    resolver = make(encoder("bert"), kind, mention=size, antecedent=size).train()
    optimiser = torch.optim.AdamW(resolver.parameters(), lr=5e-3)
    for step in range(steps):
        resolver.proceed(step / steps)
        optimiser.param_groups[0]["lr"] = 5e-3 * (1 - step / steps)
        optimiser.zero_grad()
        resolver(batch(resolver, *(story(10 * step + i) for i in range(4)))).total.backward()
        torch.nn.utils.clip_grad_norm_(resolver.parameters(), 1.0)
        optimiser.step()
    resolver.eval()
    told = [story(-1 - seed, words=60) for seed in range(20)]
    found = [each.on(text) for each, text in zip(resolver.predict(batch(resolver, *told)), told, strict=True)]
    assert evaluate_coreference(told, found).scores["conll"].f1 > (0.9 if kind == "biaffine" else 0.97)


def test_singletons_are_an_option(encoder):
    told = document(20, [(0, 1), (4, 4)], [(7, 7)])
    without = make(encoder("bert")).examples([told])[0]
    both = make(encoder("bert"), mention={"singletons": True}).examples([told])[0]
    assert without.entity.tolist() == [0, 0]
    assert both.entity.tolist() == [0, 0, 1]
    resolver = make(encoder("bert"), mention={"singletons": True})
    [found] = resolver.predict(batch(resolver, told))
    assert (found.cluster >= 0).all()


def test_mentions_on_empty_nodes(encoder):
    told = document(["a", "_", "b", "_", "c", "d"], [(0, 2), (4, 4)], [(1, 1), (3, 4), (5, 5)], empty=(1, 3))
    [example] = make(encoder("bert")).examples([told])
    assert example.words == 4
    spans = list(zip(example.first.tolist(), example.last.tolist(), example.entity.tolist(), strict=True))
    assert spans == [(2, 2, 0), (3, 3, 0)]  # of (3, 4) and (4, 4), now one span, the first one counts
    [found] = make(encoder("bert")).predict(batch(make(encoder("bert")), told))
    assert {node for mention in found.on(told).mentions for node in (mention.start, mention.end)} <= {
        0,
        2,
        4,
        5,
    }


def test_speakers_are_read_before_what_they_say(encoder):
    told = document(6, [(0, 0), (3, 3)], sentences=(0, 2, 4, 5), speakers=("Ann_B", "Ann_B", "", "Cy"))
    resolver = make(encoder("bert"), text={"speakers": True})
    [example] = resolver.examples([told])
    assert example.place.tolist() == [3, 4, 5, 6, 7, 10]
    assert example.text.words == 11
    [silent] = make(encoder("bert")).examples([told])
    assert silent.place.tolist() == list(range(6))
    assert [len(vectors) for vectors in resolver.read(resolver.collate([example, silent]))] == [6, 6]


def test_genres_are_known(encoder):
    documents = [document(3, genre=genre) for genre in ("news", "", "bio", "news")]
    resolver = make(encoder("bert"), documents=documents, text={"genres": True})
    assert resolver.genres == ("bio", "news")
    assert [example.genre for example in resolver.examples(documents)] == [2, 0, 1, 2]
    torch.nn.init.normal_(resolver.genre.weight)
    news, none, *_ = resolver.read(batch(resolver, *documents))
    assert not torch.allclose(news, none)


def test_half_precision_changes_little(encoder):
    resolver = make(encoder("bert"))
    told = story(3)
    whole = resolver(batch(resolver, told)).total
    with torch.autocast("cpu", dtype=torch.bfloat16):
        half = resolver(batch(resolver, told)).total
    assert half.dtype == torch.float32
    torch.testing.assert_close(whole, half, rtol=0.05, atol=0.05)


def test_parameter_groups(encoder):
    groups = make(encoder("bert")).parameter_groups()
    assert {"encoder.0", "encoder.1", "encoder.2", "rest"} == set(groups)


@pytest.mark.parametrize("kind", KINDS)
def test_saved_is_loaded(kind, encoder, tmp_path):
    documents = [document(3, genre="news"), story(1)]
    resolver = make(encoder("bert"), kind, documents=documents, text={"genres": True})
    save_resolver(resolver, tmp_path)
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert names == {
        "resolver.toml",
        "labels.json",
        "model.safetensors",
        "encoder/config.json",
        "tokenizer.json",
    }
    loaded = load_resolver(tmp_path)
    assert loaded.config == resolver.config
    assert loaded.genres == ("news",)
    assert not loaded.training
    [one], [other] = (each.predict(batch(each, story(1))) for each in (resolver, loaded))
    for ours, theirs in zip(vars_of(one), vars_of(other), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    np.testing.assert_array_equal(one.score, other.score)


def test_a_broken_folder(encoder, tmp_path):
    with pytest.raises(InputError, match=r"expected a model with resolver\.toml"):
        load_resolver(tmp_path)
    save_resolver(make(encoder("bert")), tmp_path)
    (tmp_path / "labels.json").write_text("[]")
    with pytest.raises(InputError, match="expected a list of genres"):
        load_resolver(tmp_path)
    with pytest.raises(InputError, match="expected an existing folder"):
        save_resolver(make(encoder("bert")), tmp_path / "none")
