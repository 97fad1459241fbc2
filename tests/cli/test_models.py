"""`realizer models`, `realizer plot` and the model that comes with the package."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

import realizer as package
from realizer.bundles import find_bundle, installed_bundles


def test_the_list(realizer):
    code, out, err = realizer("models")
    assert (code, err) == (0, "")
    assert out.startswith("en  (en, ")
    assert "raw text" in out
    assert "LAS" in out


def test_the_list_for_programs(realizer):
    [model] = json.loads(realizer("models", "--format", "json")[1])
    assert model["name"] == "en"
    assert model["bytes"] < 40e6
    assert all("LAS" in scores for scores in model["scores"].values())


def test_the_public_face():
    document = package.load()("Birds sing.")
    assert isinstance(document, package.Document)
    assert [word.lemma for word in document.words] == ["bird", "sing", "."]
    with pytest.raises(AttributeError, match="has no attribute 'lod'"):
        package.lod  # noqa: B018


def test_a_folder_of_the_same_name_is_asked_for_by_its_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "en").mkdir()
    assert find_bundle("en").folder == installed_bundles()[0].folder
    with pytest.raises(package.errors.InputError, match="expected a whole model"):
        find_bundle("./en")


def test_a_plot(realizer, folder):
    code, out, err = realizer("plot", "This time, the firms were ready. Were they?", "-o", "plane.svg")
    assert (code, out) == (0, "")
    assert err.startswith("the first of 2 sentences is drawn\nplane.svg: orders ")
    for name in ("plane.svg", "plane-tree.svg"):
        text = (folder / name).read_text(encoding="utf-8")
        ET.fromstring(text)
        assert "firms" in text


def test_a_plot_of_two_orders_as_a_picture(realizer, folder):
    assert realizer("plot", "Birds sing.", "-o", "p.png", "--orders", "2", "1")[2].startswith(
        "p.png: orders 2 and 1 of "
    )
    assert (folder / "p-tree.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["Birds sing.", "-o", "p.jpg"], "ends in .svg, .png or .pdf, got p.jpg"),
        (["Birds sing.", "-o", "p.svg", "--orders", "1", "1"], "expected two different orders from 1 to"),
        (["Birds sing.", "-o", "p.svg", "--orders", "1", "1000"], "expected two different orders from 1 to"),
        ([" ", "-o", "p.svg"], "expected a sentence, got a text without words"),
    ],
)
def test_what_cannot_be_plotted(realizer, folder, arguments, problem):
    code, _, error = realizer("plot", *arguments)
    assert code == 2
    assert problem in error
    assert list(folder.glob("p*")) == []


def test_heads_are_above_in_every_order():
    nlp = package.load("en", tree="greedy", threads=1)
    [sentence] = nlp("This time, the firms were ready.").sentences
    [sentence] = nlp.parse_sentences([sentence])
    red, blue = nlp.orders(sentence)
    above = (red[:, None] < blue[None]).all(axis=-1)
    for number, word in enumerate(sentence.words, 1):
        assert set(above[number - 1].nonzero()[0].tolist()) - {number} == {word.head}
