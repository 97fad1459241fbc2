"""Settings: frozen records as TOML files and back, strict about names and types.

read_toml         a TOML file as a table, with the line of what is wrong
with_overrides    the table with `parser.head.orders=4` and the like put in
record_from       a frozen dataclass from a table: unknown names and wrong types are refused
table_of          the table of a record
toml_text         a table as TOML
"""

from __future__ import annotations

from realizer.settings.overrides import with_overrides
from realizer.settings.records import record_from, table_of
from realizer.settings.toml_files import read_toml, toml_text

__all__ = ["read_toml", "record_from", "table_of", "toml_text", "with_overrides"]
