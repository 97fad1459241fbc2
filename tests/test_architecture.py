"""Imports go one way, down the table of docs/architecture.md; torch stays in its files; files stay short."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "realizer"
LONGEST_FILE = 400

# A room may import from rooms with a smaller row, from itself, and `errors`. `__init__` is the public face of
# the package: it may show everything, and everyone may ask it for the version only.
ROWS = {
    "errors": 0,
    "document": 0,
    "orders": 1,
    "formats": 1,
    "labels": 1,
    "metrics": 1,
    "pieces": 1,
    "segmentation": 1,
    "tables": 1,
    "aggregation": 2,
    "decoding": 3,
    "bundles": 4,
    "runtime": 5,
    "neural": 6,
    "training": 7,
    "plots": 8,
    "integrations": 8,
    "serving": 8,
    "cli": 9,
    "__init__": 10,
}
LIBRARIES = {
    "orders": {"numpy"},
    "formats": {"numpy"},
    "metrics": {"numpy", "scipy"},
    "pieces": {"numpy", "tokenizers"},
    "segmentation": {"tokenizers"},
    "tables": {"tomli"},
    "aggregation": {"numpy"},
    "decoding": {"numpy"},
    "bundles": set(),
    "runtime": {"numpy", "onnxruntime"},
    "neural": {"numpy", "safetensors", "torch", "transformers"},
    "training": {"accelerate", "numpy", "onnx", "onnxruntime", "safetensors", "torch"},
    "plots": {"matplotlib", "numpy"},
    "integrations": {"numpy", "ray", "spacy"},
    "serving": {"fastapi", "numpy", "pydantic", "uvicorn"},
    "cli": {"numpy", "rich", "typer"},
}
# What single files may import beyond their room, also inside functions.
EXCEPTIONS = {
    "aggregation/compiled.py": {"numba"},
    "aggregation/torch_arrays.py": {"torch"},
}


def room_of(path: str) -> str:
    return path.removesuffix(".py").split("/")[0]


def imported(text: str, path: str) -> list[tuple[int, str]]:
    """List line and dotted name of every import, those inside functions and by name included."""
    package = ["realizer", *path.split("/")[:-1]]
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            first = node.args[0] if node.args else None
            found.append((node.lineno, first.value if isinstance(first, ast.Constant) else "a computed name"))
    return found


def problem(name: str, path: str) -> str | None:
    """Say why a file may not import a name; None if it may."""
    room = room_of(path)
    top, *rest = name.split(".")
    if top != "realizer":
        allowed = LIBRARIES.get(room, set()) | EXCEPTIONS.get(path, set()) | sys.stdlib_module_names
        return None if top in allowed else f"{room} may not import {top}"
    target = rest[0] if rest else "__init__"
    if room == "__init__" or target == room or (target == "__version__" and len(rest) == 1):
        return None
    if target == "errors" != room:
        return None
    if target not in ROWS:
        return f"{name} is not in a room of the table"
    return None if ROWS[target] < ROWS[room] else f"{room} may not import {target}: imports go down only"


def violations(files: dict[str, str]) -> list[str]:
    found = []
    for path, text in sorted(files.items()):
        if room_of(path) not in ROWS:
            found.append(f"{path}: no such room in the table")
            continue
        for line, name in imported(text, path):
            if (reason := problem(name, path)) is not None:
                found.append(f"{path}:{line}: {reason}")
    return found


def source_files() -> dict[str, str]:
    files = SOURCE.rglob("*.py")
    return {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_imports_go_down_only():
    files = source_files()
    assert len(files) > 40
    assert violations(files) == []


def test_exceptions_are_needed():
    files = source_files()
    for path, libraries in EXCEPTIONS.items():
        assert path in files, f"{path} is gone: take it off the list"
        used = {name.split(".")[0] for _, name in imported(files[path], path)}
        assert libraries <= used, f"{path} no longer needs {libraries - used}"


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("orders/bad.py", "from realizer.decoding import x", "orders may not import decoding"),
        ("orders/bad.py", "import realizer.formats", "orders may not import formats"),
        ("orders/bad.py", "from realizer import cli", "orders may not import cli"),
        ("orders/bad.py", "from ..decoding import x", "orders may not import decoding"),
        ("orders/bad.py", "from .. import decoding", "orders may not import decoding"),
        ("orders/bad.py", "from realizer import load", "realizer.load is not in a room"),
        ("orders/bad.py", "def f():\n    import torch", "orders may not import torch"),
        ("orders/bad.py", "import torch.nn as nn", "orders may not import torch"),
        ("orders/bad.py", "if TYPE_CHECKING:\n    from scipy.sparse import x", "orders may not import scipy"),
        ("aggregation/sweep.py", "import torch", "aggregation may not import torch"),
        ("aggregation/bad.py", "importlib.import_module('numba')", "aggregation may not import numba"),
        ("aggregation/bad.py", "import_module(name)", "aggregation may not import a computed name"),
        ("decoding/bad.py", "__import__('torch')", "decoding may not import torch"),
        ("cli/deep/bad.py", "import torch", "cli may not import torch"),
        ("document/bad.py", "from realizer.orders import x", "document may not import orders"),
        ("errors.py", "from realizer.document import x", "errors may not import document"),
        ("utils.py", "", "no such room"),
    ],
)
def test_a_bad_module_is_seen(path, text, reason):
    [found] = violations({path: text})
    assert reason in found


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("orders/good.py", "import numpy as np, heapq\nfrom realizer.errors import OrderError"),
        ("orders/good.py", "from realizer.orders import x\nfrom . import y\nfrom .relations import z"),
        ("aggregation/torch_arrays.py", "import torch"),
        ("cli/good.py", "from realizer import __version__\nfrom realizer.decoding import x"),
        ("document/good.py", "from realizer.errors import InputError"),
        ("__init__.py", "from realizer.runtime import load"),
    ],
)
def test_a_good_module_passes(path, text):
    assert violations({path: text}) == []


def test_files_are_short():
    lengths = {path: text.count("\n") for path, text in source_files().items()}
    assert {path: n for path, n in lengths.items() if n > LONGEST_FILE} == {}
