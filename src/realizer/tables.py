"""Frozen dataclasses as TOML tables, both ways: configurations are read and written here.

A record's fields are a table's keys; a field that is a record is a table inside. Unknown keys, wrong types
and wrong values are refused with their place, such as `parser.head.orders`.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import sys
import types
import typing
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from realizer.errors import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["record_from", "table_from_text", "text_of"]

Record = TypeVar("Record")


def table_from_text(text: str, *, name: str) -> dict[str, Any]:
    """Parse TOML.

    Args:
        text: The text.
        name: What errors call it.

    Returns:
        The table.

    Raises:
        InputError: It is not TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name}: expected TOML, got: {error}; cure: correct that line") from error


def record_from(kind: type[Record], table: Mapping[str, Any], *, place: str = "") -> Record:
    """Make a record of a table.

    Args:
        kind: The dataclass.
        table: Its fields; those left out have their defaults.
        place: Where the table stands, for errors.

    Returns:
        The record, its own checks passed.

    Raises:
        InputError: A key is unknown, or a value has the wrong type or is refused by the record.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Head:
    ...     orders: int = 2
    >>> record_from(Head, {"orders": 4})
    Head(orders=4)
    >>> record_from(Head, {"order": 4}, place="head")
    Traceback (most recent call last):
    realizer.errors.InputError: expected a key of [head], got 'order'; cure: did you mean 'orders'?
    """
    types_of = typing.get_type_hints(kind)
    names = [field.name for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    for key in table:
        if key not in names:
            near = difflib.get_close_matches(key, names, n=1, cutoff=0.5)
            cure = f"did you mean {near[0]!r}?" if near else f"one of {', '.join(names)}"
            raise InputError(
                f"expected a key of {f'[{place}]' if place else 'the file'}, got {key!r}; cure: {cure}"
            )
    values = {key: _value(types_of[key], value, _inside(place, key)) for key, value in table.items()}
    try:
        return kind(**values)
    except TypeError as error:
        missing = [
            field.name
            for field in dataclasses.fields(kind)  # type: ignore[arg-type]
            if field.default is field.default_factory is dataclasses.MISSING and field.name not in values
        ]
        if not missing:
            raise
        raise InputError(f"expected {_inside(place, missing[0])}, got nothing; cure: add the key") from error


def _inside(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _value(kind: Any, value: Any, place: str) -> Any:  # noqa: ANN401, C901
    """Check a value against a type: records, tuples, dictionaries, literals, unions and plain types."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, dict):
            raise _wrong(place, "a table", value)
        return record_from(kind, value, place=place)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        if value not in arguments or type(value) not in {type(argument) for argument in arguments}:
            raise _wrong(place, "one of " + ", ".join(map(repr, arguments)), value)
        return value
    if origin in {typing.Union, types.UnionType}:
        return _any_of(arguments, value, place)
    if origin is tuple:
        if not isinstance(value, list):
            raise _wrong(place, "a list", value)
        kinds = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
        if len(kinds) != len(value):
            raise _wrong(place, f"a list of {len(kinds)}", value)
        return tuple(
            _value(one, item, f"{place}[{i}]") for i, (one, item) in enumerate(zip(kinds, value, strict=True))
        )
    if origin is dict:
        if not isinstance(value, dict):
            raise _wrong(place, "a table", value)
        return {key: _value(arguments[1], item, _inside(place, key)) for key, item in value.items()}
    return _plain(kind, value, place)


def _any_of(kinds: tuple[Any, ...], value: Any, place: str) -> Any:  # noqa: ANN401
    kinds = tuple(kind for kind in kinds if kind is not type(None))
    for kind in kinds:
        try:
            return _value(kind, value, place)
        except InputError:  # noqa: PERF203  # a handful of alternatives
            if len(kinds) == 1:
                raise
    raise _wrong(place, " or ".join(_NAMES.get(kind, str(kind)) for kind in kinds), value)


_NAMES: dict[Any, str] = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def _plain(kind: type, value: Any, place: str) -> Any:  # noqa: ANN401
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise _wrong(place, _NAMES.get(kind, str(kind)), value)
    return value


def _wrong(place: str, expected: str, value: Any) -> InputError:  # noqa: ANN401
    shown = repr(value)
    return InputError(
        f"expected {place} as {expected}, got {shown if len(shown) < 80 else shown[:77] + '…'}; "
        "cure: correct the value"
    )


def text_of(record: Any) -> str:  # noqa: ANN401
    """Write a record as TOML; `record_from(type(record), table_from_text(text))` gives an equal one.

    TOML has no word for None: such a field is left out, so None should be its default.

    Args:
        record: A dataclass instance of plain values, None, tuples, dictionaries of these, and records.

    Returns:
        The text.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Head:
    ...     orders: int = 2
    ...     kind: str = "order"
    >>> print(text_of(Head()), end="")
    orders = 2
    kind = "order"
    """
    lines: list[str] = []
    _write(_fields(record), "", lines)
    return "\n".join(lines).lstrip("\n") + "\n"


def _fields(record: Any) -> dict[str, Any]:  # noqa: ANN401
    return {item.name: getattr(record, item.name) for item in dataclasses.fields(record)}


def _write(table: dict[str, Any], place: str, lines: list[str]) -> None:
    inner = {}
    for key, value in table.items():
        if dataclasses.is_dataclass(value):
            inner[key] = _fields(value)
        elif isinstance(value, dict):
            inner[key] = value
        elif value is not None:
            lines.append(f"{_key(key)} = {_text(value)}")
    for key, value in inner.items():
        name = _inside(place, _key(key))
        lines.append(f"\n[{name}]")
        _write(value, name, lines)


def _key(key: str) -> str:
    plain = key.replace("_", "").replace("-", "").isalnum() and key.isascii()
    return key if plain else _text(key)


def _text(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_text(item) for item in value) + "]"
    if dataclasses.is_dataclass(value):
        value = _fields(value)
    if isinstance(value, dict):
        inner = (f"{_key(key)} = {_text(item)}" for key, item in value.items() if item is not None)
        return "{" + ", ".join(inner) + "}"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)
