"""The configurations in experiments/ load, say what the paper says, and train on miniature data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast, XLNetConfig, XLNetModel

from realizer.training import find_treebanks, read_config, train
from training.test_resume import Stop, stopped_at
from training.trainings import files
from training.treebanks import WORDS, treebank

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
LANGUAGES = ("bg", "ca", "cs", "de", "en", "es", "fr", "it", "nl", "no", "ro", "ru")
PAPER = ("ptb-xlnet-large", "ctb-bert-base-chinese", *(f"ud22-{language}-mbert" for language in LANGUAGES))
COREFERENCE = ("ontogum", "ontogum-biaffine", "litbank", "ontonotes-longformer-large")
OURS = ("english", "en_ewt", "en_ewt-biaffine", "en_ewt+en_gum", "en_ewt-scratch", "fr_sequoia-scratch")
TINY = [
    "schedule.epochs=9",
    "schedule.steps=3",
    "run.precision=float32",
    "batches.pieces=0",
    "batches.sentences=4",
]
ENCODERS = {
    "ptb-xlnet-large": "xlnet-large-cased",
    "ctb-bert-base-chinese": "bert-base-chinese",
    **{f"ud22-{language}-mbert": "bert-base-multilingual-cased" for language in LANGUAGES},
}


def tiny_encoder(folder, family):
    """A small, randomly initialised encoder of a family, with a tokenizer that knows letters."""
    special = ["[UNK]", "[PAD]", "[CLS]", "[SEP]", "[MASK]"]
    letters = sorted({letter for word in WORDS for letter in word})
    pieces = [*special, *letters, *(f"##{letter}" for letter in letters)]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    named = {f"{piece[1:4].lower()}_token": piece for piece in special[:4]} | {"mask_token": special[4]}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **named).save_pretrained(folder)
    size = {"vocab_size": len(pieces), "pad_token_id": 1}
    if family == "xlnet":
        model = XLNetModel(XLNetConfig(d_model=16, n_layer=2, n_head=2, d_inner=32, **size))
    else:
        small = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
        model = BertModel(BertConfig(max_position_embeddings=64, **small, **size))
    model.save_pretrained(folder)
    return folder


def miniature(config, folder):
    """Write small treebanks where the configuration looks for its own."""
    dev = config.data.dev.values() if isinstance(config.data.dev, dict) else config.data.dev
    for seed, name in enumerate((*config.data.train, *dev)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        begun = "".join(f"# newdoc id = {name.replace('*', '1')}\n" for name in config.data.documents[:1])
        path.write_text(begun + treebank(16, seed=seed), encoding="utf-8")


def trained_small(name, tmp_path, *settings):
    path = EXPERIMENTS / f"{name}.toml"
    config = read_config(path, [*TINY, *settings])
    miniature(config, tmp_path)
    treebanks = find_treebanks(config.data, folder=tmp_path, cure="")
    return config, train(config, treebanks=treebanks, output=tmp_path / "out")


def test_every_file_is_known():
    assert {path.stem for path in EXPERIMENTS.glob("*.toml")} == {*PAPER, *OURS, *COREFERENCE}


@pytest.mark.parametrize("name", PAPER)
def test_the_papers_values(name):
    config = read_config(EXPERIMENTS / f"{name}.toml")
    parser = config.parser
    assert parser.encoder.name == ENCODERS[name]
    assert parser.encoder.words == "last"
    assert parser.context.tags == ("upos" if name.startswith("ud22") else "xpos")
    assert (parser.context.tag_width, parser.context.layers, parser.context.dropout) == (256, 3, 0.33)
    assert parser.context.width == (1024 if "large" in name else 768)
    assert (parser.head.orders, parser.head.hidden, parser.head.objective) == (4, 0, "order")
    assert (config.optimiser.encoder_rate, config.optimiser.rate, config.optimiser.clip) == (2e-5, 1e-4, 1.0)
    assert (config.batches.sentences, config.batches.pieces, config.schedule.epochs) == (32, 0, 50)
    assert config.run.metric == f"LAS-{name[:3] if name[:3] != 'ud2' else 'ud'}"
    two = read_config(EXPERIMENTS / f"{name}.toml", ["parser.head.orders=2"])
    assert two.parser.head.orders == 2


@pytest.mark.parametrize("orders", [2, 4])
@pytest.mark.parametrize("name", ["ptb-xlnet-large", "ctb-bert-base-chinese", "ud22-en-mbert"])
def test_the_papers_recipes_train(name, orders, tmp_path):
    family = "xlnet" if "xlnet" in name else "bert"
    encoder = tiny_encoder(tmp_path / "encoder", family)
    small = ["parser.context.width=8", "parser.context.tag_width=8", f"parser.head.orders={orders}"]
    config, result = trained_small(name, tmp_path, f"parser.encoder.name={encoder}", *small)
    assert result.steps == 3
    assert config.run.metric in result.scores
    saved = json.loads((result.model / "encoder" / "config.json").read_text())
    assert saved["model_type"] == family


@pytest.mark.parametrize("name", OURS)
def test_our_recipes_train(name, tmp_path):
    small = [
        "parser.head.hidden=8",
        "parser.labels.hidden=8",
        "parser.head.width=8",
        "parser.scratch.width=8",
    ]
    if "scratch" not in name:
        small.append(f"parser.encoder.name={tiny_encoder(tmp_path / 'encoder', 'bert')}")
        small.append("parser.encoder.layers=0")
    else:
        small.append("parser.scratch.affix_rows=64")
    _, result = trained_small(name, tmp_path, *small)
    assert result.steps == 3
    assert ("ewt/LAS" in result.scores) == (name in {"english", "en_ewt+en_gum"})


@pytest.mark.parametrize("name", ["en_ewt", "en_ewt-scratch"])
def test_a_real_parser_continues_to_the_same_bits(name, tmp_path):
    small = ["parser.head.hidden=8", "parser.labels.hidden=8", "parser.scratch.width=8", "run.average=ema"]
    small += [
        "parser.scratch.affix_rows=64",
        "run.save_minutes=1e-9",
        "schedule.steps=7",
        "schedule.epochs=3",
    ]
    if "scratch" not in name:
        small.append(f"parser.encoder.name={tiny_encoder(tmp_path / 'encoder', 'bert')}")
        small.append("parser.encoder.layers=0")
    config = read_config(EXPERIMENTS / f"{name}.toml", [*TINY, *small])
    miniature(config, tmp_path)
    treebanks = find_treebanks(config.data, folder=tmp_path, cure="")
    train(config, treebanks=treebanks, output=tmp_path / "through")
    for step in (2, 5):
        listen = stopped_at(step)
        with pytest.raises(Stop):
            train(config, treebanks=treebanks, output=tmp_path / "parts", resume=True, listen=listen)
    train(config, treebanks=treebanks, output=tmp_path / "parts", resume=True)
    assert files(tmp_path / "through") == files(tmp_path / "parts")
