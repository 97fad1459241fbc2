"""Encoders that are none: missing, of another family, broken, or without all their weights."""

from __future__ import annotations

import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoConfig, AutoModel
from transformers.utils import logging as foreign_logging

from neural.encoders import make, save_encoder, small
from neural.sentences import treebank
from realizer.errors import InputError
from realizer.neural import new_parser
from tiny_tokenizers import byte_level

OTHERS = {
    "t5": {"d_model": 16, "d_kv": 8, "d_ff": 16, "num_layers": 1, "num_heads": 2},
    "gpt2": {"n_embd": 16, "n_layer": 1, "n_head": 2},
    "bart": {
        "d_model": 16,
        "encoder_layers": 1,
        "decoder_layers": 1,
        "encoder_ffn_dim": 16,
        "decoder_ffn_dim": 16,
        "encoder_attention_heads": 2,
        "decoder_attention_heads": 2,
    },
    "convbert": {
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 16,
    },
}


@pytest.fixture
def folder(encoder, tmp_path):
    return shutil.copytree(encoder("bert"), tmp_path / "encoder")


def refused(name, **changes) -> str:
    with pytest.raises(InputError) as caught:
        make(name, treebank(4), **changes)
    message = str(caught.value)
    assert message.startswith("expected ")
    assert message.count("; cure: ") == 1
    return message


@pytest.mark.parametrize("name", ["/no/such/folder", "./none", "~/none", "a/b/c"])
def test_a_missing_folder(name):
    assert refused(name) == (
        f"expected a folder as encoder.name, got {name!r}, which is none; cure: check the path"
    )


def test_a_name_that_is_not_there():
    message = refused("no-such-encoder-of-realizer")
    assert message.startswith("expected an encoder as encoder.name, got 'no-such-encoder-of-realizer': ")


def test_an_empty_folder(tmp_path):
    assert refused(tmp_path).startswith(f"expected an encoder as encoder.name, got '{tmp_path}': ")


@pytest.mark.parametrize("family", OTHERS)
def test_another_family(family, tmp_path):
    config = AutoConfig.for_model(family, vocab_size=300, **OTHERS[family])
    config.save_pretrained(tmp_path)
    assert refused(tmp_path) == (
        f"expected an encoder that reads text in both directions, whatever its padding, got '{tmp_path}' of "
        f"the family '{family}'; cure: one of a family such as bert, roberta, deberta-v2 or xlnet"
    )


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"model_type": "no such"}'])
def test_a_broken_configuration(folder, text):
    (folder / "config.json").write_text(text)
    assert refused(folder).startswith(f"expected an encoder as encoder.name, got '{folder}': ")


def test_a_configuration_with_nonsense(folder):
    settings = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**settings, "hidden_size": "wide"}))
    refused(folder)


@pytest.mark.parametrize("content", [None, b"", b"x", b"\x00" * 100])
def test_missing_or_broken_weights(folder, content):
    weights = folder / "model.safetensors"
    weights.unlink() if content is None else weights.write_bytes(content)
    assert refused(folder).startswith(f"expected weights and a tokenizer of '{folder}', got: ")


def test_weights_that_are_cut_off(folder):
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    assert refused(folder).startswith(f"expected weights and a tokenizer of '{folder}', got: ")


def test_weights_of_another_size(folder):
    settings = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**settings, "hidden_size": 8}))
    assert refused(folder).startswith(f"expected weights and a tokenizer of '{folder}', got: ")


def test_weights_that_are_missing_are_not_made_up(folder):
    path = folder / "model.safetensors"
    tensors = load_file(path)
    names = sorted(name for name in tensors if "layer.1" in name)
    save_file({k: v for k, v in tensors.items() if k not in names}, path, metadata={"format": "pt"})
    message = refused(folder)
    assert message.startswith(
        f"expected all weights of '{folder}', got none for {len(names)} tensors such as "
    )
    assert names[0] in message


def test_weights_without_the_pooler_are_whole(folder):
    path = folder / "model.safetensors"
    tensors = {name: tensor for name, tensor in load_file(path).items() if not name.startswith("pooler.")}
    save_file(tensors, path, metadata={"format": "pt"})
    make(folder, treebank(4))


def test_weights_of_a_model_with_a_task_are_taken(folder, encoder):
    path = folder / "model.safetensors"
    tensors = {f"bert.{name}": tensor for name, tensor in load_file(path).items()}
    save_file({**tensors, "cls.bias": torch.zeros(3)}, path, metadata={"format": "pt"})
    one, two = (make(name, treebank(4)).state_dict() for name in (folder, encoder("bert")))
    assert all(torch.equal(one[name], two[name]) for name in one)


@pytest.mark.parametrize("text", ["", "{", "{}"])
def test_a_broken_tokenizer(folder, text):
    (folder / "tokenizer.json").write_text(text)
    assert refused(folder).startswith("expected the text of a tokenizer.json, got: ")


def test_no_tokenizer_at_all(folder):
    (folder / "tokenizer.json").unlink()
    assert "tokenizer" in refused(folder), "transformers 5 makes an empty one up, which would learn nothing"


def test_a_tokenizer_with_more_pieces_than_the_encoder_has(folder):
    byte_level().save(str(folder / "tokenizer.json"))
    message = refused(folder)
    assert message == (
        f"expected a tokenizer of 29 to 59 pieces for '{folder}', got one of 266; "
        "cure: take tokenizer.json and model.safetensors from the same folder"
    )


def test_a_bad_file_leaves_transformers_as_it_was(folder):
    before = foreign_logging.get_verbosity(), foreign_logging.is_progress_bar_enabled()
    (folder / "model.safetensors").write_bytes(b"x")
    refused(folder)
    assert (foreign_logging.get_verbosity(), foreign_logging.is_progress_bar_enabled()) == before


def test_the_users_home_is_found(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder.parent))
    make("~/encoder", treebank(4))


def test_a_package_that_holds_a_model(encoder, tmp_path, monkeypatch):
    package = tmp_path / "some_encoder_package"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('not to be imported')")
    (package / "config.json").write_text('{"something": "else"}')
    shutil.copytree(encoder("bert"), package / "deep" / "model")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert make("package:some_encoder_package", treebank(4)).window == 66


@pytest.mark.parametrize("name", ["package:", "package:no_such_thing", "package:../x", "package:a.b"])
def test_a_package_that_is_not_there(name):
    cure = f"pip install {name.removeprefix('package:').replace('_', '-')}"
    assert refused(name) == f"expected an installed package as encoder.name, got {name!r}; cure: {cure}"


def test_dropout_is_replaced_everywhere(folder):
    settings = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**settings, "hidden_dropout_prob": 0}))
    for rate, expected in ((0.3, {0.3}), (0.0, {0.0}), (-1.0, {0.0, 0.1})):
        parser = make(folder, treebank(4), encoder={"dropout": rate})
        assert {m.p for m in parser.encoder.modules() if isinstance(m, torch.nn.Dropout)} == expected


def test_it_is_float32_whatever_it_was_saved_as(folder):
    path = folder / "model.safetensors"
    save_file({k: v.bfloat16() for k, v in load_file(path).items()}, path, metadata={"format": "pt"})
    settings = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(
        json.dumps({**settings, "dtype": "bfloat16", "torch_dtype": "bfloat16"})
    )
    assert {p.dtype for p in make(folder, treebank(4)).parameters()} == {torch.float32}


def test_a_window_without_room(tmp_path):
    folder = save_encoder("bert", tmp_path / "bert")
    settings = json.loads((folder / "config.json").read_text())
    config = AutoConfig.for_model(**{**settings, "max_position_embeddings": 3})
    AutoModel.from_config(config).save_pretrained(folder)
    with pytest.raises(InputError) as caught:
        new_parser(small(folder), treebank(4))
    assert str(caught.value) == (
        "expected a window of at least 4 pieces, 2 of them special, got 3; cure: another encoder, or a "
        "larger encoder.window"
    )
