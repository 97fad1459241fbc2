"""A long output that survives an interruption: written beside its place, with a record of how far it is.

    FILE.part        what was written so far
    FILE.part.json   how many parts of the input that is, how many bytes, and with which options

When the output is whole it takes its name, and both go.
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Record", "resumable"]


@dataclass(slots=True)
class Record:
    """How far an output is.

    Attributes:
        path: The output.
        options: What it depends on, as JSON has it.
        parts: Parts of the input that are done.
        written: Bytes of the output.
    """

    path: Path
    options: dict[str, Any]
    parts: int = 0
    written: int = 0

    @property
    def part(self) -> Path:
        """Where the output is written."""
        return self.path.with_name(self.path.name + ".part")

    @property
    def file(self) -> Path:
        """Where the record is."""
        return self.path.with_name(self.path.name + ".part.json")

    def add(self, stream: BinaryIO, data: bytes) -> None:
        """Write a part of the output, and note that it is done."""
        try:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())  # the record must not be ahead of what it records
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.part)) from error
        self.parts += 1
        self.written += len(data)
        new = self.file.with_name(self.file.name + ".new")
        new.write_text(json.dumps({"options": self.options, "parts": self.parts, "bytes": self.written}))
        new.replace(self.file)

    def read(self) -> None:
        """Take over what an earlier run noted.

        Raises:
            InputError: It had other options or another input.
        """
        try:
            found = json.loads(self.file.read_text())
            options, parts, written = found["options"], int(found["parts"]), int(found["bytes"])
            there = self.part.stat().st_size
        except (OSError, ValueError, KeyError, TypeError):
            return  # none, or cut off in its first moments: begin
        if options != self.options:
            names = {
                name for name in {*options, *self.options} if options.get(name) != self.options.get(name)
            }
            raise InputError(
                f"expected the options of the interrupted run, got another {', '.join(sorted(names))}; cure: "
                f"the same command with --resume, or without --resume from the beginning"
            )
        if written <= there:
            self.parts, self.written = parts, written


@contextmanager
def resumable(record: Record, *, resume: bool) -> Iterator[BinaryIO]:
    """Open an output that may be continued.

    Args:
        record: How far it is: at its beginning, or, with `resume`, read from disk.
        resume: Whether to continue.

    Yields:
        A stream for `record.add`. If an error or an interrupt ends the block, what was written stays for the
        next run, unless nothing was.
    """
    if resume:
        record.read()
    try:
        with record.part.open("r+b" if record.written else "wb") as stream:
            stream.truncate(record.written)
            stream.seek(record.written)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if record.path.exists():
            shutil.copymode(record.path, record.part)
        record.part.replace(record.path)
        record.file.unlink(missing_ok=True)
    except BaseException:
        if not record.parts:
            record.part.unlink(missing_ok=True)
            record.file.unlink(missing_ok=True)
        raise
