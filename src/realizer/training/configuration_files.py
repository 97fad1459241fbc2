"""A training's TOML file, with values from the command line put in, as a record; and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from realizer.errors import FormatError, InputError
from realizer.tables import record_from, table_from_text, text_of
from realizer.training.configuration import TrainingConfig

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

__all__ = ["differences", "read_config", "with_overrides", "write_config"]

# A saved state fits only a parser and batches of this kind; what is not here may change when a training
# continues, e.g. a rate after a divergence.
_FIXED = ("parser", "resolver", "batches", "data.format", "run.seed", "run.average")


def read_config(path: str | os.PathLike[str], overrides: Iterable[str] = ()) -> TrainingConfig:
    """Read a training's configuration.

    Args:
        path: A TOML file.
        overrides: Texts `table.name=value` that replace what the file says; values are TOML, and a word that
            is no TOML value is a text.

    Returns:
        The configuration, checked.

    Raises:
        FormatError: The file is not text in UTF-8.
        InputError: It is not TOML, a key is unknown, or a value is of the wrong type or not allowed.
        OSError: It cannot be read.
    """
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"expected UTF-8, got byte 0x{data[error.start]:02X}; cure: save the file as UTF-8"
        raise FormatError(str(path), line, problem) from None
    table = with_overrides(table_from_text(text, name=str(path)), overrides)
    try:
        return record_from(TrainingConfig, table)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def with_overrides(table: Mapping[str, Any], overrides: Iterable[str]) -> dict[str, Any]:
    """Return a table with values put in or replaced; the table itself is left alone.

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
                f"expected --set table.key=value, got {override!r}; cure: e.g. --set parser.head.orders=4"
            )
        _put(result, names, _value(text.strip()), override)
    return result


def _copied(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _copied(value) if isinstance(value, dict) else value for name, value in table.items()}


def _value(text: str) -> object:
    try:
        found = table_from_text(f"value = {text}", name="--set")
    except InputError:
        return text
    return found["value"] if len(found) == 1 else text


def _put(table: dict[str, Any], names: list[str], value: object, override: str) -> None:
    for name in names[:-1]:
        inner = table.setdefault(name, {})
        if not isinstance(inner, dict):
            raise InputError(
                f"expected a table {name}, got the value {inner!r}; cure: correct --set {override}"
            )
        table = inner
    table[names[-1]] = value


def write_config(config: TrainingConfig, path: Path) -> None:
    """Write a configuration so that `read_config` gets the same one."""
    path.write_text(text_of(config), encoding="utf-8")


def differences(old: TrainingConfig, new: TrainingConfig) -> list[str]:
    """List what a continued training must not change, as `key: old -> new`."""
    before, after = (_flat(table_from_text(text_of(config), name="")) for config in (old, new))
    return [
        f"{key}: {before.get(key)!r} -> {after.get(key)!r}"
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key) and key.startswith(_FIXED)
    ]


def _flat(table: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in table.items():
        full = f"{path}{name}"
        flat |= _flat(value, f"{full}.") if isinstance(value, dict) else {full: value}
    return flat
