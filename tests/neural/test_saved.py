"""Parsers on disk: what is broken or missing is told with its cure."""

from __future__ import annotations

import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from neural.encoders import make
from neural.sentences import treebank
from realizer.errors import InputError
from realizer.neural import ContextConfig, HeadConfig, load_parser, save_parser


@pytest.fixture(scope="module")
def whole(tmp_path_factory, encoder):
    """Two saved parsers: one with an encoder's pieces, one from scratch."""
    folders = {}
    for name in ("bert", "bilstm"):
        folders[name] = tmp_path_factory.mktemp(name)
        context = ContextConfig(tags="xpos", layers=1, width=4, tag_width=3)
        parser = make("bilstm" if name == "bilstm" else encoder(name), treebank(5, 9), context=context)
        save_parser(parser, folders[name])
    return folders


@pytest.fixture(params=["bert", "bilstm"])
def folder(request, whole, tmp_path):
    return shutil.copytree(whole[request.param], tmp_path / "model")


@pytest.fixture
def pieces(whole, tmp_path):
    return shutil.copytree(whole["bert"], tmp_path / "model")


def refused(folder) -> str:
    with pytest.raises(InputError) as caught:
        load_parser(folder)
    message = str(caught.value)
    assert message.startswith(f"{folder}: ")
    assert message.count("cure: ") == 1
    return message.removeprefix(f"{folder}: ")


@pytest.mark.parametrize(
    "head", [HeadConfig(orders=2), HeadConfig(kind="biaffine"), HeadConfig(maximum="soft")]
)
def test_a_parser_comes_back(head, tmp_path):
    sentences = treebank(5, 9)
    parser = make("bilstm", sentences, head=head)
    save_parser(parser, tmp_path)
    again = load_parser(str(tmp_path))
    assert again.config == parser.config
    assert again.vocabularies == parser.vocabularies
    batch = parser.collate(parser.examples(sentences))
    one, two = parser.predict(batch), again.predict(again.collate(again.examples(sentences)))
    assert [a.tolist() for a in one.heads] == [b.tolist() for b in two.heads]
    assert torch.equal(parser(batch).total, again(batch).total)


def test_what_is_in_a_folder(whole):
    def files(folder):
        return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())

    names = ["labels.json", "model.safetensors", "parser.toml"]
    assert files(whole["bilstm"]) == names
    assert files(whole["bert"]) == sorted([*names, "encoder/config.json", "tokenizer.json"])


def test_saved_twice_is_saved_alike(folder, tmp_path):
    again = tmp_path / "again"
    again.mkdir()
    save_parser(load_parser(folder), again)
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        assert path.read_bytes() == (again / path.relative_to(folder)).read_bytes(), path.name


@pytest.mark.parametrize("name", ["parser.toml", "labels.json", "model.safetensors"])
def test_a_missing_file(folder, name):
    (folder / name).unlink()
    assert refused(folder) == (
        f"expected a model with {name}, got none; cure: give the folder that realizer train wrote"
    )


def test_a_missing_folder(tmp_path):
    assert refused(tmp_path / "none").startswith("expected a model with parser.toml, got none")


@pytest.mark.parametrize("name", ["tokenizer.json", "encoder/config.json"])
def test_a_missing_file_of_the_encoder(pieces, name):
    (pieces / name).unlink()
    message = refused(pieces)
    assert name.split("/")[-1] in message
    assert message.endswith(("; cure: copy or train the model again", "copy or train it again"))


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("parser.toml", "x = ", "expected TOML, got: Invalid value"),
        (
            "parser.toml",
            "[head]\nordres = 3",
            "expected a key of [head], got 'ordres'; cure: did you mean 'orders'?",
        ),
        (
            "parser.toml",
            "[head]\norders = 0",
            "expected head.orders of at least 1, got 0; cure: a larger number",
        ),
        ("labels.json", "{", "expected a whole model, got: Expecting property name"),
        ("labels.json", "[]", "expected labels as lists by column, got list; cure: save the model again"),
        (
            "labels.json",
            "{}",
            "expected labels for deprel, feats, lemma, letters, upos, words, xpos, got none",
        ),
        ("model.safetensors", "x", "expected a whole model, got: "),
        ("model.safetensors", "", "expected a whole model, got: "),
    ],
)
def test_broken_files(folder, name, content, expected):
    (folder / name).write_text(content)
    assert refused(folder).removeprefix("parser.toml: ").startswith(expected)


@pytest.mark.parametrize(
    ("name", "content"),
    [("tokenizer.json", "{}"), ("encoder/config.json", "{"), ("encoder/config.json", "{}")],
)
def test_broken_files_of_the_encoder(pieces, name, content):
    (pieces / name).write_text(content)
    message = refused(pieces)
    assert message.startswith(
        "expected the text of a tokenizer.json, got: "
        if "tok" in name
        else "expected the config.json of an encoder in "
    )


def test_a_label_that_is_missing(folder):
    labels = json.loads((folder / "labels.json").read_text())
    del labels["deprel"]
    (folder / "labels.json").write_text(json.dumps(labels))
    assert refused(folder) == "expected labels for deprel, got none; cure: save the model again"


def test_labels_of_another_model(folder):
    labels = json.loads((folder / "labels.json").read_text())
    labels["upos"].append("NEW")
    (folder / "labels.json").write_text(json.dumps(labels))
    assert "size mismatch for labels.linear.upos.weight" in refused(folder) or "context.tags" in refused(
        folder
    )


def test_weights_that_are_missing(folder):
    tensors = load_file(folder / "model.safetensors")
    del tensors["head.root"]
    save_file(tensors, folder / "model.safetensors")
    assert refused(folder).startswith(
        'expected a whole model, got: Missing key(s) in state_dict: "head.root"'
    )


def test_weights_that_are_cut_off(folder):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-10])
    assert refused(folder).startswith("expected a whole model, got: ")


def test_no_folder_to_save_into(tmp_path):
    with pytest.raises(InputError) as caught:
        save_parser(make("bilstm", treebank(5)), tmp_path / "none")
    assert str(caught.value) == f"expected an existing folder, got {tmp_path / 'none'}; cure: make it before"
