"""TOML files: reading by the standard library, writing by the few lines that tables of plain values need."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from realizer.errors import FormatError, InputError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover  # the same module under the name that it had before
    import tomli as tomllib

__all__ = ["read_toml", "toml_text", "toml_value"]

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a TOML file.

    Args:
        path: The file.

    Returns:
        Its tables and values.

    Raises:
        FormatError: It is not TOML; the message starts with `path:line:`.
        OSError: It cannot be read.
    """
    data = Path(path).read_bytes()
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"expected UTF-8, got byte 0x{data[error.start]:02X}; cure: save the file as UTF-8"
        raise FormatError(str(path), line, problem) from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        line = int(place[1]) if place else data.count(b"\n") + 1
        problem = (
            f'expected TOML, got: {error}; cure: lines such as name = 3 or name = "text" below a [table]'
        )
        raise FormatError(str(path), line, problem) from None


def toml_value(text: str) -> Any:  # noqa: ANN401  # whatever TOML can say
    """Read one TOML value; a word that is no TOML value is a text, so that a shell needs no quotes.

    Examples:
        >>> toml_value("4"), toml_value("true"), toml_value("[1, 2]"), toml_value("bilstm")
        (4, True, [1, 2], 'bilstm')
    """
    try:
        found = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return found["value"] if len(found) == 1 else text


def toml_text(table: Mapping[str, Any]) -> str:
    """Write a table as TOML: first its plain values, then its tables.

    Args:
        table: Names with texts, numbers, booleans, lists of them, or tables of the same kind.

    Returns:
        The text, from which `read_toml` gets the same table.

    Raises:
        InputError: A value is of another kind.

    Examples:
        >>> print(toml_text({"seed": 1, "head": {"kind": "order", "rates": [0.5, 1e-05]}}))
        seed = 1
        <BLANKLINE>
        [head]
        kind = "order"
        rates = [0.5, 1e-05]
        <BLANKLINE>
    """
    return "\n".join(_lines(table, "")).lstrip("\n") + "\n"


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    plain = {name: value for name, value in table.items() if not isinstance(value, dict)}
    if path and (plain or not table):
        yield ""
        yield f"[{path}]"
    for name, value in plain.items():
        yield f"{_key(name)} = {_value(value, name)}"
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _lines(value, f"{path}.{_key(name)}" if path else _key(name))


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object, name: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(item, name) for item in value)}]"
    raise InputError(f"expected {name} as text, number, boolean, list or table, got {type(value).__name__}")
