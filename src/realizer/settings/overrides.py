"""Values from the command line, such as `parser.head.orders=4`, put into a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from realizer.errors import InputError
from realizer.settings.toml_files import toml_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["with_overrides"]


def with_overrides(table: Mapping[str, Any], overrides: Iterable[str]) -> dict[str, Any]:
    """Return the table with values put in or replaced; the table itself is left alone.

    Args:
        table: Tables and values, as `read_toml` gives them.
        overrides: Texts `table.name=value`; the value is TOML, and a word that is no TOML value is a text.

    Returns:
        The new table. Names are not checked here but by `record_from`.

    Raises:
        InputError: A text is of another form.

    Examples:
        >>> with_overrides({"head": {"kind": "order"}}, ["head.orders=4", "run.precision=bfloat16"])
        {'head': {'kind': 'order', 'orders': 4}, 'run': {'precision': 'bfloat16'}}
    """
    result = _copied(table)
    for override in overrides:
        path, equals, text = override.partition("=")
        names = path.strip().split(".")
        if not (equals and all(names)):
            raise InputError(
                f"expected --set table.name=value, got {override!r}; cure: --set parser.head.orders=4"
            )
        _put(result, names, toml_value(text.strip()), override)
    return result


def _copied(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _copied(value) if isinstance(value, dict) else value for name, value in table.items()}


def _put(table: dict[str, Any], names: list[str], value: object, override: str) -> None:
    for name in names[:-1]:
        inner = table.setdefault(name, {})
        if not isinstance(inner, dict):
            raise InputError(
                f"expected a table {name}, got the value {inner!r}; cure: correct --set {override}"
            )
        table = inner
    table[names[-1]] = value
