from __future__ import annotations

import pytest

from training.treebanks import write_treebanks


@pytest.fixture
def folder(tmp_path):
    """A folder with two small treebanks."""
    write_treebanks(tmp_path)
    return tmp_path
