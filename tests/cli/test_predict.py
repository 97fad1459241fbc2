"""`realizer predict`: what is kept, what is replaced, streams, bad sentences, and memory."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys

import pytest

from cli.test_train import COMMAND, CONFIG
from cli.treebanks import TREEBANK
from realizer.cli import main
from realizer.document import tree_problem
from realizer.errors import InputError
from realizer.formats import read_conllu
from realizer.training import read_config, trained_parser
from training.treebanks import treebank, write_treebanks


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The output folder of a small training."""
    folder = tmp_path_factory.mktemp("training")
    write_treebanks(folder)
    (folder / "c.toml").write_text(CONFIG)
    with pytest.raises(SystemExit):
        main(
            [
                "train",
                str(folder / "c.toml"),
                "--data",
                str(folder),
                "--output",
                str(folder / "out"),
                "--quiet",
            ]
        )
    assert read_config(folder / "out" / "config.toml").parser.encoder.name == "bilstm"
    return folder / "out"


def sentences(text):
    return list(read_conllu(io.BytesIO(text.encode())))


def test_heads_are_replaced_and_the_rest_is_kept(realizer, folder, model):
    assert realizer("predict", str(model), "t.conllu", "-o", "out.conllu") == (0, "", "")
    before, after = sentences(TREEBANK), sentences((folder / "out.conllu").read_text())
    for old, new in zip(before, after, strict=True):
        assert new.comments == old.comments
        assert [(word.form, word.misc) for word in new.words] == [
            (word.form, word.misc) for word in old.words
        ]
        assert new.empty_nodes == old.empty_nodes
        assert tree_problem([word.head for word in new.words]) is None
        assert all(word.deps == () for word in new.words)
    again = realizer("predict", str(model / "model"), "t.conllu")
    assert again == (0, (folder / "out.conllu").read_text(), "")


def test_multiword_tokens_are_kept(realizer, folder, model):
    text = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\t_\t_\t_\t_\t_\t_\t_\t_\n2\tle\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    (folder / "in.conllu").write_text(text)
    code, out, _ = realizer("predict", str(model), "in.conllu")
    assert code == 0
    assert out.startswith("1-2\tdu\t_\t_")
    assert [word.form for word in sentences(out)[0].words] == ["de", "le"]


def test_standard_input_gzip_and_columns(realizer, folder, model, monkeypatch):
    expected = realizer("predict", str(model), "t.conllu")[1]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TREEBANK.encode())))
    assert realizer("predict", str(model), "-")[1] == expected
    (folder / "t.conllu.gz").write_bytes(gzip.compress(TREEBANK.encode()))
    assert realizer("predict", str(model), "t.conllu.gz", "-o", "o.conllu.gz")[0] == 0
    assert gzip.decompress((folder / "o.conllu.gz").read_bytes()).decode() == expected
    (folder / "x.conllx").write_text("1\tGo\t_\tVB\tVB\t_\t_\t_\n\n")
    code, out, _ = realizer("predict", str(model), "x.conllx")
    assert (code, sentences(out)[0].words[0].head) == (0, 0)
    (folder / "x.txt").write_text("1\tGo\t_\tVB\tVB\t_\t_\t_\n\n")
    assert realizer("predict", str(model), "x.txt", "--format", "conllx") == (0, out, "")


def test_batches_do_not_matter(realizer, folder, model):
    (folder / "in.conllu").write_text(treebank(60, seed=5))
    expected = realizer("predict", str(model), "in.conllu")[1]
    for size in ("1", "37", "100000"):
        assert realizer("predict", str(model), "in.conllu", "--batch", size)[1] == expected


def test_how_heads_are_chosen(realizer, folder, model):
    (folder / "in.conllu").write_text(treebank(60, seed=5))
    outputs = {
        tree: realizer("predict", str(model), "in.conllu", "--tree", tree)[1] for tree in ("tree", "greedy")
    }
    outputs["projective"] = realizer("predict", str(model), "in.conllu", "--tree", "projective")[1]
    roots = {
        tree: [sum(word.head == 0 for word in sentence.words) for sentence in sentences(out)]
        for tree, out in outputs.items()
    }
    assert set(roots["tree"]) == set(roots["projective"]) == {1}
    assert len(set(outputs.values())) > 1
    assert realizer("predict", str(model), "in.conllu", "--tree", "oak")[0] == 2


def test_a_broken_sentence(realizer, folder, model):
    (folder / "bad.conllu").write_text(TREEBANK + "1\ta\n\n" + TREEBANK)
    (folder / "out.conllu").write_text("as it was")
    code, out, err = realizer("predict", str(model), "bad.conllu", "-o", "out.conllu")
    line = TREEBANK.count("\n") + 1
    problem = f"bad.conllu:{line}: expected 10 tab-separated columns, got 2; cure: see the format's page"
    assert (code, out, err) == (2, "", f"realizer: error: {problem}\n")
    assert (folder / "out.conllu").read_text() == "as it was"
    assert not list(folder.glob("*.part"))
    code, out, err = realizer("predict", str(model), "bad.conllu", "-o", "out.conllu", "--skip-bad")
    assert (code, out, err) == (0, "", f"skipped 1 broken sentences:\n  {problem}\n")
    assert len(sentences((folder / "out.conllu").read_text())) == 4


def test_empty_input(realizer, folder, model):
    (folder / "empty.conllu").touch()
    assert realizer("predict", str(model), "empty.conllu") == (0, "", "")


def test_no_model(realizer, folder):
    assert realizer("predict", "none", "t.conllu") == (
        2,
        "",
        "realizer: error: expected a model in none, found no such folder; cure: realizer train makes one\n",
    )
    (folder / "empty").mkdir()
    code, _, err = realizer("predict", "empty", "t.conllu")
    assert code == 2
    assert "empty: expected a model with parser.toml, got none" in err


def test_a_model_whose_replacement_was_interrupted(model, tmp_path):
    import shutil

    shutil.copytree(model / "model", tmp_path / "out" / "model.new")
    assert trained_parser(tmp_path / "out", threads=1).config == trained_parser(model).config
    with pytest.raises(InputError):
        trained_parser(tmp_path)


def peak(model, path):
    """The most memory that a run needs, in bytes."""
    command = [*COMMAND, "predict", str(model), str(path), "-o", "/dev/null", "--tree", "greedy"]
    code = f"import subprocess, resource; subprocess.run({command!r}, check=True); "
    code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return 1024 * int(done.stdout)


def test_memory_does_not_grow_with_the_file(model, tmp_path):
    text = treebank(1_100, seed=3)
    (tmp_path / "small.conllu").write_text(text)
    (tmp_path / "large.conllu").write_text(text * 4)
    small, large = peak(model, tmp_path / "small.conllu"), peak(model, tmp_path / "large.conllu")
    assert large - small < 12_000_000, f"{large - small} bytes for {3 * len(text)} bytes more of text"
