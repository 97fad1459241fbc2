from __future__ import annotations

import gzip
import io
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from formats.treebank_text import WHOLE
from realizer.formats import read_conllu, write_conllu

TEXT = (WHOLE + "\n").encode()


def names(folder):
    return [path.name for path in folder.iterdir()]


def sentences():
    return read_conllu(io.BytesIO(TEXT))


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path(tmp_path, kind):
    assert write_conllu(sentences(), kind(tmp_path / "a.conllu")) == 2
    assert (tmp_path / "a.conllu").read_bytes() == TEXT
    assert names(tmp_path) == ["a.conllu"]


def test_gzip_by_suffix(tmp_path):
    path = tmp_path / "a.conllu.gz"
    write_conllu(sentences(), path)
    first = path.read_bytes()
    assert gzip.decompress(first) == TEXT
    assert list(read_conllu(path)) == list(sentences())
    other = tmp_path / "b.conllu.gz"
    write_conllu(sentences(), other)
    assert other.read_bytes() == first


def test_standard_output(capfdbinary):
    write_conllu(sentences(), "-")
    assert capfdbinary.readouterr().out == TEXT


def test_a_stream_of_the_caller_stays_open():
    target = io.BytesIO()
    write_conllu(sentences(), target)
    assert not target.closed


def test_a_file_may_be_written_over_itself(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(TEXT * 1000)
    write_conllu(read_conllu(path), path)
    assert path.read_bytes() == TEXT * 1000


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
@pytest.mark.parametrize("name", ["a.conllu", "a.conllu.gz"])
def test_an_error_in_the_middle_leaves_the_old_file(tmp_path, error, name):
    def failing():
        yield from sentences()
        raise error

    path = tmp_path / name
    with pytest.raises(error):
        write_conllu(failing(), path)
    assert names(tmp_path) == []
    path.write_bytes(b"old")
    with pytest.raises(error):
        write_conllu(failing(), path)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == [name]


FULL_DISK = """
import itertools, resource, sys
from realizer.formats import read_conllu, write_conllu
sentences = list(read_conllu(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    write_conllu(itertools.islice(itertools.cycle(sentences), 10_000), sys.argv[1])
except OSError as error:
    print(type(error).__name__, end="")
"""


def test_a_full_disk_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(TEXT)
    run = subprocess.run([sys.executable, "-c", FULL_DISK, path], capture_output=True, check=True, text=True)
    assert run.stdout == "OSError"
    assert path.read_bytes() == TEXT
    assert names(tmp_path) == ["a.conllu"]


def test_links_and_rights_stay(tmp_path):
    path, link = tmp_path / "a.conllu", tmp_path / "link.conllu"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_conllu(sentences(), link)
    assert link.is_symlink()
    assert path.read_bytes() == TEXT
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_conllu(sentences(), pipe)
    reader.join(timeout=10)
    assert got == [TEXT]
    assert pipe.is_fifo()


def test_no_such_folder(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_conllu(sentences(), tmp_path / "none" / "a.conllu")
