"""A skip is a failure in CI, and missing treebanks are loud there: seen on a small suite of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
SUITE = {
    "test_whole.py": "import pytest\npytest.skip('no such machine', allow_module_level=True)\n",
    "test_parts.py": """
import pytest

def test_passes():
    pass

def test_skips():
    pytest.skip('no such thing')

@pytest.mark.skip(reason='never')
def test_marked():
    pass

@pytest.mark.xfail(reason='known')
def test_expected_failure():
    raise ValueError

def test_data(data):
    pass
""",
}


def run(folder, *options, ci):
    shutil.copy(CONFTEST, folder)
    for name, text in SUITE.items():
        (folder / name).write_text(text)
    environment = {name: value for name, value in os.environ.items() if name not in {"CI", "REALIZER_DATA"}}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        ".",
        *options,
        "-o",
        "markers=data: needs the treebanks",
    ]
    done = subprocess.run(
        command, cwd=folder, env=environment | ({"CI": ci} if ci else {}), capture_output=True, text=True
    )
    return done.stdout


@pytest.mark.parametrize(
    ("options", "ci", "closing"),
    [
        ((), "", "1 passed, 4 skipped, 1 xfailed"),
        (("--data", "."), "", "2 passed, 3 skipped, 1 xfailed"),
        (("--continue-on-collection-errors",), "true", "1 failed, 1 passed, 1 xfailed, 3 errors"),
        (
            ("--continue-on-collection-errors", "--data", "."),
            "true",
            "1 failed, 2 passed, 1 xfailed, 2 errors",
        ),
    ],
)
def test_skips_fail_in_ci_only(tmp_path, options, ci, closing):
    output = run(tmp_path, *options, ci=ci)
    assert closing in output.splitlines()[-1], output
    if ci:
        assert "skipped, which is a failure where CI=true" in output
        assert ("expected the treebanks in" in output) == ("--data" not in options)
