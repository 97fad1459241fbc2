"""Frozen dataclasses from tables, with every name and every type checked, and back.

A wrong name is answered with the nearest right one, a wrong type with what was expected. Defaults stand in
the dataclass, so a file says only what differs from them.
"""

from __future__ import annotations

import difflib
import types
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["nearest", "record_from", "table_of"]

Record = TypeVar("Record")
_NAMES: dict[object, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
    dict: "a table",
}


def record_from(record: type[Record], table: Mapping[str, Any], *, where: str, path: str = "") -> Record:
    """Make a record from a table.

    Args:
        record: A dataclass; fields that are dataclasses take tables.
        table: Values by field name; what is not there keeps its default.
        where: The file, for messages.
        path: The table's own name in it, for messages.

    Returns:
        The record.

    Raises:
        InputError: A name is unknown, a value has the wrong type, or the record refuses a value.

    Examples:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Head:
        ...     orders: int = 16
        >>> record_from(Head, {"orders": 4}, where="config.toml")
        Head(orders=4)
        >>> record_from(Head, {"order": 4}, where="config.toml")
        Traceback (most recent call last):
        realizer.errors.InputError: config.toml: expected a known name, got order; cure: orders
    """
    hints = get_type_hints(record)
    known = [field.name for field in fields(record)]  # type: ignore[arg-type]  # the caller gives a dataclass
    values = {}
    for name, value in table.items():
        full = f"{path}.{name}" if path else name
        if name not in known:
            raise InputError(
                f"{where}: expected a known name, got {full}; cure: {nearest(name, known, path)}"
            )
        values[name] = _checked(value, hints[name], where=where, path=full)
    try:
        return record(**values)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def nearest(name: str, known: Iterable[str], path: str = "") -> str:
    """Name the likeliest of the known names, or all of them if none is like it."""
    candidates = sorted(known)
    close = difflib.get_close_matches(name, candidates, n=1)
    prefix = f"{path}." if path else ""
    return f"{prefix}{close[0]}" if close else f"one of {', '.join(candidates)}"


def table_of(record: object) -> dict[str, Any]:
    """Make the table of a record; tuples become lists.

    Examples:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Rates:
        ...     betas: tuple[float, float] = (0.9, 0.999)
        >>> table_of(Rates())
        {'betas': [0.9, 0.999]}
    """
    values = {field.name: getattr(record, field.name) for field in fields(record)}  # type: ignore[arg-type]
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:  # noqa: ANN401
    if is_dataclass(value):
        return table_of(value)
    return list(value) if isinstance(value, tuple) else value


def _checked(value: Any, hint: Any, *, where: str, path: str) -> Any:  # noqa: ANN401
    """Return the value in the form of its type, or refuse it."""
    if is_dataclass(hint) and isinstance(value, dict):
        return record_from(hint, value, where=where, path=path)  # type: ignore[arg-type]  # a class, not a record
    if hint is float and type(value) is int:
        return float(value)
    if not _fits(value, hint):
        raise InputError(f"{where}: expected {path} as {_described(hint)}, got {value!r} ({_kind(value)})")
    return tuple(value) if isinstance(value, list) else value


def _fits(value: object, hint: Any) -> bool:  # noqa: ANN401
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(_fits(value, option) for option in inner)
    if origin is Literal:
        return value in inner and type(value) in {type(option) for option in inner}
    if origin is tuple:
        return isinstance(value, (list, tuple)) and _items_fit(value, inner)
    if origin is dict:
        return isinstance(value, dict) and all(_fits(item, inner[1]) for item in value.values())
    if hint is float:
        return type(value) in (int, float)
    return type(value) is hint


def _items_fit(values: list[object] | tuple[object, ...], inner: tuple[Any, ...]) -> bool:
    if len(inner) == 2 and inner[1] is Ellipsis:
        return all(_fits(value, inner[0]) for value in values)
    return len(values) == len(inner) and all(map(_fits, values, inner))


def _described(hint: Any) -> str:  # noqa: ANN401
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(_described(option) for option in inner)
    if origin is Literal:
        return f"one of {', '.join(repr(option) for option in inner)}"
    if origin is tuple:
        count = "" if Ellipsis in inner else f" {len(inner)}"
        return f"a list of{count} {_NAMES[inner[0]].removeprefix('a ')}s"
    if origin is dict:
        return f"a table of {_NAMES[inner[1]].removeprefix('a ')}s"
    return "a table" if is_dataclass(hint) else _NAMES[hint]


def _kind(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "a list"
    return _NAMES.get(type(value), type(value).__name__)
