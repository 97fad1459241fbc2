"""The page on files says what is true: its examples run as they stand there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import realizer.formats
from realizer.formats.treebanks import _SUFFIXES

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_examples():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0


def test_every_public_function_is_on_the_page():
    functions = [name for name in realizer.formats.__all__ if name.islower()]
    missing = {name for name in functions if name not in TEXT} - {"misc_value", "source_name"}
    assert missing == set()


def test_every_suffix_is_on_the_page():
    assert {suffix for suffix in _SUFFIXES if f"`{suffix}`" not in TEXT} == set()
    named = set(re.findall(r"`(\.conll\w*)`", TEXT))
    assert named == set(_SUFFIXES)
