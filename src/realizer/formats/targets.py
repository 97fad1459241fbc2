"""Where files are written to: a path, gzipped by its suffix, standard output, or the caller's stream.

A file is replaced only when the new one is whole: what is written goes to `name.part` beside it, which then
takes its name. A full disk, an error in the middle or a kill leave the old file as it was.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    Target = str | os.PathLike[str] | BinaryIO

__all__ = ["opened_for_writing"]


@contextmanager
def opened_for_writing(target: Target) -> Iterator[BinaryIO]:
    """Open a target for bytes; as a context manager, whose end makes the file appear.

    Args:
        target: A path (gzipped if it ends in `.gz`), `-` for standard output, or an open binary stream.

    Yields:
        A stream to write to.

    Raises:
        OSError: The file cannot be written; an old one of that name is untouched.
    """
    if not isinstance(target, (str, os.PathLike)):
        yield target
    elif os.fspath(target) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        path = Path(os.path.realpath(target))  # a link stays a link
        packed = os.fspath(target).endswith(".gz")
        device = path.exists() and not path.is_file()  # /dev/null, a pipe: nothing that could be replaced
        opened: AbstractContextManager[BinaryIO] = path.open("wb") if device else _replaced(path)
        with opened as stream, _packed(stream, packed=packed) as inner:
            yield inner


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def _packed(stream: BinaryIO, *, packed: bool) -> Iterator[BinaryIO]:
    if not packed:
        yield stream
        return
    # Without name and time in it, the same text gives the same bytes.
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=stream, mtime=0) as inner:
        yield cast("BinaryIO", inner)
