"""Bundles run without torch, and say what the parser said that they were made of."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from itertools import pairwise

import hypothesis.strategies as st
import pytest
import torch
from hypothesis import HealthCheck, given, settings

from neural.encoders import make, save_encoder
from neural.sentences import treebank
from realizer.bundles import read_bundle
from realizer.document import tree_problem
from realizer.errors import InputError
from realizer.formats import read_conllu
from realizer.neural import ContextConfig, HeadConfig, LabelsConfig
from realizer.runtime import load
from realizer.runtime.reader import Reading
from realizer.training import export, parse_sentences

LENGTHS = (3, 1, 9, 25, 14, 2, 40, 0, 7, 5, 5)
TEXT = "The dog runs. It doesn't walk!\n\nDr. Xyzzy (a zebra) was here… The 42 dogs' runs?"
PARSERS = {
    "together": (
        "bert",
        {"encoder": {"together": 20, "overlap": 8}, "labels": LabelsConfig(start=True, hidden=8)},
    ),
    "alone": (
        "roberta",
        {
            "encoder": {"words": "first_last"},
            "head": HeadConfig(orders=3, hidden=0, prior=False),
            "labels": LabelsConfig(with_head=False, xpos=False, hidden=8),
        },
    ),
    "bare": (
        "bert",
        {"labels": LabelsConfig(deprel=False, upos=False, xpos=False, feats=False, lemma=False)},
    ),
}
SENTENCES = treebank(*LENGTHS)


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A parser and its bundle, by name."""
    known = {}

    def parser_and_folder(name):
        if name not in known:
            family, changes = PARSERS[name]
            place = tmp_path_factory.mktemp(name)
            parser = make(save_encoder(family, place / "encoder"), SENTENCES, **changes)
            folder = place / "bundle"
            folder.mkdir()
            export(parser, folder, name=name, language="en", licence="CC0", quantise=False)
            known[name] = parser, folder
        return known[name]

    return parser_and_folder


@pytest.fixture(scope="module")
def folder(made):
    return made("together")[1]


@pytest.fixture(scope="module")
def nlp(folder):
    return load(folder, threads=1)


@pytest.mark.parametrize("tree", ["tree", "greedy", "projective"])
@pytest.mark.parametrize("name", PARSERS)
def test_it_says_what_the_parser_says(made, name, tree):
    parser, folder = made(name)
    expected = list(parse_sentences(parser, SENTENCES, tree=tree))
    assert list(load(folder, tree=tree, threads=1).parse_sentences(SENTENCES)) == expected


def test_small_batches_change_nothing(folder):
    expected = list(load(folder, threads=1).parse_sentences(SENTENCES))
    assert list(load(folder, threads=1, pieces=1).parse_sentences(SENTENCES)) == expected


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_nothing(folder, nlp, threads):
    several = load(folder, threads=threads, pieces=30)
    assert list(several.parse_sentences(SENTENCES)) == list(nlp.parse_sentences(SENTENCES))
    texts = [TEXT * count for count in (1, 0, 40, 3)]
    assert list(several.pipe(texts)) == list(nlp.pipe(texts))


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_in_any_thread_is_an_error(folder, monkeypatch, threads):
    broken = load(folder, threads=threads, pieces=1)
    read, done = Reading._read, []

    def some(reading, chosen):
        done.append(chosen)
        if len(done) == 4:
            raise MemoryError
        read(reading, chosen)

    monkeypatch.setattr(Reading, "_read", some)
    with pytest.raises(MemoryError):
        list(broken.parse_sentences(SENTENCES))
    monkeypatch.undo()
    assert len(list(broken.parse_sentences(SENTENCES))) == len(SENTENCES)


def test_words_are_where_they_are_said_to_be(nlp):
    document = nlp(TEXT)
    assert [word.form for word in document.words][:8] == [
        "The",
        "dog",
        "runs",
        ".",
        "It",
        "does",
        "n't",
        "walk",
    ]
    for word in document.words:
        assert TEXT[word.finding.begin : word.finding.end] == word.form
        assert 0 <= word.finding.arc <= 1
        assert 0 <= word.finding.label <= 1
    assert any(token.form == "doesn't" for each in document.sentences for token in each.multiword_tokens)
    assert document.sentences[-1].words[-1].finding.end == len(TEXT)


def test_control_characters_are_gaps_and_reach_no_terminal(nlp):
    document = nlp("The\x00dog\x1b[31m \u200bruns\x85x")
    assert re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", document.to_conllu()) is None
    assert [word.form for word in document.words][:2] == ["The", "dog"]
    shown = " ".join(each.metadata["text"] for each in document.sentences)
    assert shown.replace(" ", "") == "".join(word.form for word in document.words)


def test_conllu_gives_the_same_words(nlp, tmp_path):
    document = nlp(TEXT)
    (tmp_path / "out.conllu").write_text(document.to_conllu())
    again = list(read_conllu(tmp_path / "out.conllu"))
    assert [each.rows for each in again] == [each.rows for each in document.sentences]
    assert again[0].metadata["text"] == TEXT[: document.sentences[0].words[-1].finding.end]


def test_paragraphs_and_lines_bound_sentences(nlp):
    begins = [each.words[0].finding.begin for each in nlp(TEXT).sentences]
    assert TEXT.index("Dr.") in begins
    lines = "The dog. The zebra\nruns\n\n the dogs run. "
    assert [each.metadata["text"] for each in nlp(lines, lines=True).sentences] == [
        "The dog. The zebra",
        "runs",
        "the dogs run.",
    ]


@pytest.mark.parametrize("text", ["", " \n\t\n", "\u200b"])
def test_nothing_to_parse(nlp, text):
    document = nlp(text)
    assert document.sentences == ()
    assert document.to_conllu() == ""
    assert document.text == text


def test_many_texts_are_parsed_as_one_by_one(nlp):
    texts = [TEXT, "", "dogs", TEXT * 3, "x " * 30, "\n"] * 3
    assert [document.to_json() for document in nlp.pipe(texts)] == [nlp(text).to_json() for text in texts]


def test_long_texts_are_parsed_part_by_part(nlp, monkeypatch):
    text = " ".join(["The dog runs."] * 40 + ["walking"] * 200 + ["\n\n"] + ["The dogs!"] * 40)
    expected = [word.form for word in nlp(text).words]
    monkeypatch.setattr("realizer.runtime.pipeline._ROUND", 16)
    assert [word.form for word in nlp(text).words] == expected
    assert len(expected) == 40 * 4 + 200 + 40 * 3


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text() | st.text("aA. \n'!?\"(\u2019\u0301\ud800", max_size=60))
def test_no_text_breaks_it(nlp, text):
    document = nlp(text)
    document.to_conllu().encode()
    document.to_json().encode()
    end = 0
    for each in document.sentences:
        assert tree_problem([word.head for word in each.words]) is None
        for word in each.words:
            assert end <= word.finding.begin < word.finding.end
            assert not re.search(r"\w", text[end : word.finding.begin])
            end = word.finding.end
    assert not re.search(r"\w", text[end:])
    assert all(left < right for left, right in pairwise([-1, *(w.finding.begin for w in document.words)]))


def test_it_runs_without_torch(folder):
    code = (
        f"from realizer.runtime import load\nimport sys\nprint(len(load({str(folder)!r})({TEXT!r}).words))\n"
        "print([name for name in ('torch', 'transformers', 'scipy', 'numba', 'onnx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[1] == "[]"


def test_eight_bits_are_smaller_and_run(made, tmp_path):
    parser, whole = made("together")
    export(parser, tmp_path, name="small", language="en", licence="CC0")
    assert (tmp_path / "words.onnx").stat().st_size < (whole / "words.onnx").stat().st_size
    for each in load(tmp_path, threads=1)(TEXT).sentences:
        assert tree_problem([word.head for word in each.words]) is None


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"head": HeadConfig(kind="biaffine", width=8)}, "expected a parser with the order head to export"),
        ({"context": ContextConfig(layers=1, width=6)}, "expected a parser with no context layers"),
    ],
)
def test_what_a_bundle_cannot_hold(tmp_path, options, problem):
    parser = make(save_encoder("bert", tmp_path / "encoder"), SENTENCES, **options)
    with pytest.raises(InputError, match=problem):
        export(parser, tmp_path, name="x", language="en", licence="CC0")
    with pytest.raises(InputError, match="expected a parser with an encoder of pieces"):
        export(make("bilstm", SENTENCES), tmp_path, name="x", language="en", licence="CC0")


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("bundle.toml", "x", "expected TOML"),
        ("bundle.toml", "name = 'x'", "language"),
        ("labels.json", "[]", "expected a whole model"),
        ("labels.json", '{"upos": []}', "expected labels for"),
        ("labels.json", None, "expected a whole model"),
        ("tokenizer.json", None, "expected a whole model"),
        ("tokenizer.json", "{}", "expected the text of a tokenizer.json"),
        ("words.onnx", None, "expected words.onnx, got none"),
        ("words.onnx", "x", "expected a whole graph"),
        ("relations.onnx", None, "expected relations.onnx, got none"),
    ],
)
def test_broken_bundles(folder, tmp_path, name, content, problem):
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    (broken / name).unlink()
    if content is not None:
        (broken / name).write_text(content)
    with pytest.raises(InputError, match=problem):
        load(broken)


def test_no_bundle_at_all(tmp_path):
    with pytest.raises(InputError, match=r"^expected a folder with a model, got .*none; cure: "):
        read_bundle(tmp_path / "none")


def test_an_unknown_way_to_trees(folder):
    with pytest.raises(InputError, match="expected tree as one of tree, greedy, projective, got 'x'"):
        load(folder, tree="x")
