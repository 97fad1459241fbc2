from __future__ import annotations

import pytest

from cli.treebanks import CONLL2012, TREEBANK
from realizer.cli import main


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch):
    """No colours and 80 columns, whatever the terminal of this run."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "LINES", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with a small treebank in each format."""
    (tmp_path / "t.conllu").write_text(TREEBANK, encoding="utf-8")
    (tmp_path / "t.conll").write_text(CONLL2012, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def realizer(capsys):
    """Run the command line in this process; gives exit code, standard output and standard error."""

    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        output = capsys.readouterr()
        return stopped.value.code or 0, output.out, output.err

    return run
