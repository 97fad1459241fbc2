"""`realizer export` and `realizer parse`: from a trained parser to trees, whatever the words come as."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.treebanks import TREEBANK
from neural.encoders import save_encoder
from realizer.cli import main, parse_work
from realizer.document import tree_problem
from realizer.formats import read_conllu
from training.treebanks import write_treebanks

CONFIG = """
[data]
train = ["train.conllu"]
[parser.encoder]
name = "{encoder}"
[parser.labels]
start = true
[schedule]
steps = 3
"""
TEXT = "The dog runs. It doesn't walk!\n\nThe zebra was here."


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("training")
    write_treebanks(folder)
    encoder = save_encoder("bert", folder / "encoder")
    (folder / "c.toml").write_text(CONFIG.format(encoder=encoder))
    options = ["--data", str(folder), "--output", str(folder / "out"), "--quiet"]
    with pytest.raises(SystemExit) as stopped:
        main(["train", str(folder / "c.toml"), *options])
    assert not stopped.value.code
    return folder / "out"


@pytest.fixture(scope="module")
def model(trained, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bundles") / "small"
    with pytest.raises(SystemExit) as stopped:
        main(["export", str(trained), "-o", str(folder), "--licence", "CC0"])
    assert not stopped.value.code
    return str(folder)


def read(text):
    return list(read_conllu(io.BytesIO(text.encode())))


def forms(sentences):
    return [[word.form for word in sentence.words] for sentence in sentences]


def test_a_bundle_says_where_it_came_from(model, trained, realizer):
    text = (Path(model) / "bundle.toml").read_text()
    assert 'name = "small"' in text
    assert 'licence = "CC0"' in text
    code, _, error = realizer("export", str(trained), "-o", model)
    assert code == 2
    assert error.startswith("realizer: error: expected a new folder, got ")
    assert "cure: another -o" in error


def test_a_text_is_drawn(realizer, model):
    code, out, error = realizer("parse", "The dog doesn't run", "--model", model)
    assert (code, error) == (0, "")
    found = re.findall(r"(?:┤|┐|┘|──|│) (\S+)  \w+ \w+$", out, flags=re.MULTILINE)
    assert found == ["The", "dog", "does", "n't", "run"]


def test_a_file_of_text(realizer, folder, model):
    (folder / "in.txt").write_text(TEXT, encoding="utf-8")
    code, out, _ = realizer("parse", "in.txt", "--model", model)
    assert code == 0
    sentences = read(out)
    assert [form for sentence in forms(sentences) for form in sentence][4:8] == ["It", "does", "n't", "walk"]
    assert all(tree_problem([word.head for word in sentence.words]) is None for sentence in sentences)
    assert realizer("parse", "in.txt", "--model", model, "-o", "out.conllu.gz") == (0, "", "")
    assert gzip.decompress((folder / "out.conllu.gz").read_bytes()).decode() == out
    (folder / "in.txt.gz").write_bytes(gzip.compress(TEXT.encode()))
    assert realizer("parse", "in.txt.gz", "--model", model)[1] == out


def test_json_has_places_in_the_file(realizer, folder, model):
    text = "\n\n".join(["The dogs run. Zebras!"] * 30_000)  # several blocks
    (folder / "in.txt").write_text(text, encoding="utf-8")
    code, out, _ = realizer("parse", "in.txt", "--model", model, "--output", "json", "--tree", "greedy")
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    for line in (*lines[:3], *lines[-3:]):
        for token in line["tokens"]:
            assert text[token["begin"] : token["end"]] == token["form"]
    assert sum(len(line["tokens"]) for line in lines) == 6 * 30_000


def test_words_and_sentences_that_are_given_stay(realizer, folder, model):
    (folder / "in").write_text("The dog. The zebra\nruns\n\n", encoding="utf-8")
    lines = realizer("parse", "in", "--model", model, "--input", "lines")[1]
    assert forms(read(lines)) == [["The", "dog", ".", "The", "zebra"], ["runs"]]
    tokens = realizer("parse", "in", "--model", model, "--input", "tokens")[1]
    assert forms(read(tokens)) == [["The", "dog.", "The", "zebra"], ["runs"]]
    conllu = realizer("parse", "t.conllu", "--model", model)[1]
    assert forms(read(conllu)) == forms(read(TREEBANK))


def test_standard_input(realizer, folder, model, monkeypatch):
    class Given:
        buffer = io.BytesIO(TEXT.encode())

    monkeypatch.setattr("sys.stdin", Given)
    code, out, _ = realizer("parse", "-", "--model", model)
    assert code == 0
    assert sum(map(len, forms(read(out)))) == 14


@pytest.mark.parametrize(
    ("content", "options", "problem"),
    [
        (
            b"a\xffb",
            [],
            "in.txt: expected text in utf-8, got the byte 0xff at byte 1 of the file; cure: --enc",
        ),
        (b"a" * 70_000 + b"\xe9t\xe9", [], "got the byte 0xe9 at byte 70000 of the file"),
        (b"a" * 65_535 + b"\xc3", [], "got the byte 0xc3 at byte 65535 of the file"),
        (b"abc", ["--encoding", "klingon"], "expected a known encoding, got 'klingon'; cure: "),
    ],
)
def test_bytes_that_are_no_text(realizer, folder, model, content, options, problem):
    (folder / "in.txt").write_bytes(content)
    code, out, error = realizer("parse", "in.txt", "--model", model, "-o", "out.conllu", *options)
    assert (code, out) == (2, "")
    assert problem in error
    assert not (folder / "out.conllu").exists()


def test_other_encodings(realizer, folder, model):
    (folder / "in.txt").write_bytes("\ufeffdéjà vu".encode("utf-16-le"))
    out = realizer("parse", "in.txt", "--model", model, "--encoding", "utf-16")[1]
    assert [form for sentence in forms(read(out)) for form in sentence] == ["déjà", "vu"]


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_nothing_to_parse(realizer, folder, model, content):
    (folder / "in.txt").write_text(content)
    assert realizer("parse", "in.txt", "--model", model) == (0, "", "")
    assert realizer("parse", content, "--model", model) == (0, "", "")


def test_what_is_not_there(realizer, folder, model):
    code, _, error = realizer("parse", "no-such.txt", "--model", model)
    assert (code, error) == (
        2,
        "realizer: error: expected a file, got no-such.txt, which does not exist; cure: check its name\n",
    )
    (folder / "in").mkdir()
    code, _, error = realizer("parse", "in", "--model", model)
    assert code == 2
    assert error.startswith("realizer: error: expected a file or a text, got in, a folder; cure: ")
    assert realizer("parse", "/dev/null", "--model", model) == (0, "", "")
    code, _, error = realizer("parse", "The dog", "--model", "nowhere")
    assert code == 2
    assert error.startswith("realizer: error: expected a model, got nowhere; cure: ")


LONG = "".join(f"The dog number {i} runs. It doesn't walk!\n\n" for i in range(6000))


@pytest.mark.parametrize("output", ["conllu", "json"])
def test_several_processes_say_the_same(realizer, folder, model, output):
    (folder / "in.txt").write_text(LONG[:150_000])
    options = ("parse", "in.txt", "--model", model, "--output", output)
    alone = realizer(*options, "-o", "one")
    assert alone == (0, "", "")
    assert realizer(*options, "-o", "two", "--jobs", "2") == alone
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes()


def test_several_processes_and_given_words(realizer, folder, model):
    (folder / "in.conllu").write_text(TREEBANK * 30)
    alone = realizer("parse", "in.conllu", "--model", model)
    assert alone[0] == 0
    assert realizer("parse", "in.conllu", "--model", model, "--jobs", "2") == alone


def test_the_text_of_a_treebank_alone(realizer, folder, model):
    (folder / "in.conllu").write_text(TREEBANK)
    out = realizer("parse", "in.conllu", "--input", "conllu-text", "--model", model)[1]
    given = "".join(form for sentence in forms(read(TREEBANK)) for form in sentence)
    assert "".join(form for sentence in forms(read(out)) for form in sentence) == given


def interrupted(monkeypatch, after):
    """Let Ctrl-C come after some parts."""
    whole = parse_work._parse
    done = []

    def some(part):
        if len(done) == after:
            raise KeyboardInterrupt
        done.append(part)
        return whole(part)

    monkeypatch.setattr(parse_work, "_parse", some)


def test_an_interrupted_run_continues(realizer, folder, model, monkeypatch):
    (folder / "in.txt").write_text(LONG)
    command = ("parse", "in.txt", "--model", model, "-o")
    assert realizer(*command, "whole.conllu") == (0, "", "")
    (folder / "out.conllu").write_text("an older one")
    with monkeypatch.context() as patch:
        interrupted(patch, after=2)
        code, _, error = realizer(*command, "out.conllu")
    assert code == 130
    assert "out.conllu.part: the parse so far; --resume continues" in error
    assert (folder / "out.conllu").read_text() == "an older one"
    code, _, error = realizer(*command, "out.conllu", "--resume", "--output", "json")
    assert code == 2
    assert "expected the options of the interrupted run, got another output; cure: " in error
    with (folder / "out.conllu.part").open("ab") as part:
        part.write(b"half a sent")  # the process died while it wrote
    with monkeypatch.context() as patch:
        interrupted(patch, after=1)
        assert realizer(*command, "out.conllu", "--resume")[0] == 130
    assert realizer(*command, "out.conllu", "--resume") == (0, "", "")
    assert (folder / "out.conllu").read_bytes() == (folder / "whole.conllu").read_bytes()
    assert sorted(path.name for path in folder.glob("out*")) == ["out.conllu"]


def test_a_killed_run_continues(realizer, folder, model):
    (folder / "in.txt").write_text(LONG * 4)
    command = ["parse", "in.txt", "--model", model, "-o", "out.conllu"]
    running = subprocess.Popen([sys.executable, "-m", "realizer.cli", *command], cwd=folder)
    while not (folder / "out.conllu.part.json").exists():
        assert running.poll() is None, "it was too fast to be killed"
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not (folder / "out.conllu").exists()
    assert realizer(*command, "--resume") == (0, "", "")
    assert realizer(*command[:-1], "whole.conllu") == (0, "", "")
    assert (folder / "out.conllu").read_bytes() == (folder / "whole.conllu").read_bytes()


def test_a_full_disk_loses_nothing(realizer, folder, model, monkeypatch):
    (folder / "in.txt").write_text(LONG)
    sync, synced = os.fsync, []

    def full(descriptor):
        synced.append(descriptor)
        if len(synced) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(descriptor)

    command = ("parse", "in.txt", "--model", model, "-o")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        code, out, error = realizer(*command, "out.conllu")
    assert (code, out) == (2, "")
    assert "out.conllu.part: the parse so far; --resume continues\n" in error
    assert error.endswith("out.conllu.part: No space left on device; cure: free some space\n")
    assert realizer(*command, "out.conllu", "--resume") == (0, "", "")
    assert realizer(*command, "whole.conllu") == (0, "", "")
    assert (folder / "out.conllu").read_bytes() == (folder / "whole.conllu").read_bytes()


def test_another_encoding_is_another_run(realizer, folder, model, monkeypatch):
    (folder / "in.txt").write_text(LONG)
    command = ("parse", "in.txt", "--model", model, "-o", "out.conllu")
    with monkeypatch.context() as patch:
        interrupted(patch, after=1)
        assert realizer(*command)[0] == 130
    code, _, error = realizer(*command, "--resume", "--encoding", "latin-1")
    assert code == 2
    assert "got another encoding; cure: " in error


@pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc: runs on Linux (CI)")
def test_processes_end_with_the_one_that_is_killed(folder, model):
    (folder / "in.txt").write_text(LONG * 4)
    command = ["parse", "in.txt", "--model", model, "-o", "out.conllu", "--jobs", "2"]
    running = subprocess.Popen([sys.executable, "-m", "realizer.cli", *command], cwd=folder)
    while not (folder / "out.conllu.part.json").exists():
        assert running.poll() is None, "it was too fast to be killed"
        time.sleep(0.01)
    task = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    children = [int(child) for child in task.read_text().split()]
    assert len(children) >= 2
    running.kill()
    running.wait()
    end = time.monotonic() + 30
    while any(alive(child) for child in children):
        assert time.monotonic() < end, "a process waits for work that will not come"
        time.sleep(0.05)


def alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_what_cannot_be_continued(realizer, folder, model):
    (folder / "in.txt").write_text(TEXT)
    for arguments in (["in.txt"], ["in.txt", "-o", "out.conllu.gz"], [TEXT, "-o", "out.conllu"]):
        code, _, error = realizer("parse", *arguments, "--model", model, "--resume")
        assert code == 2
        assert "for --resume, neither packed (.gz) nor a pipe, got" in error
    assert realizer("parse", "in.txt", "--model", model, "-o", "out.conllu", "--resume") == (0, "", "")
    assert (folder / "out.conllu").exists()


def test_nothing_done_leaves_nothing(realizer, folder, model, monkeypatch):
    (folder / "in.txt").write_text(TEXT)
    interrupted(monkeypatch, after=0)
    assert realizer("parse", "in.txt", "--model", model, "-o", "out.conllu")[0] == 130
    assert sorted(path.name for path in folder.glob("out*")) == []
