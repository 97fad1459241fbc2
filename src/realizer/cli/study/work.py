"""The run of a study over files: one pass over each, several files at once if asked.

Memory does not grow with the corpus: a file is read and counted structure by structure.
"""

from __future__ import annotations

import errno
import hashlib
import multiprocessing
import os
import stat
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from realizer.cli.children import end_with_parent, without_interrupts
from realizer.cli.study.counts import Counts, count
from realizer.cli.study.structures import KINDS, read_structures
from realizer.formats import source_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from realizer.cli.study.structures import Kind

__all__ = ["FileCounts", "study_files", "sum_counts"]

REPORT_EVERY = 256  # structures between two reports of progress


@dataclass(frozen=True, slots=True)
class FileCounts:
    """What was counted in one file.

    Args:
        path: The file, as the user gave it.
        sha256: Its hash, None for standard input and pipes.
        counts: For every kind, the counts.
    """

    path: str
    sha256: str | None
    counts: Mapping[Kind, Counts]


def study_files(
    paths: Sequence[str], *, jobs: int = 1, progress: Callable[[int, int], object] = lambda *_: None
) -> list[FileCounts]:
    """Count the structures of files.

    Args:
        paths: The files; see `read_structures`.
        jobs: How many processes count, a file each at a time; 1 stays in this one.
        progress: Called now and then with the number of files done and of structures since the last call.

    Returns:
        One record per file, in order. It does not depend on `jobs`.

    Raises:
        FormatError: A file is broken; of several, the first.
        OSError: A file cannot be read.
    """
    for path in paths:
        _check_exists(path)  # before the work, not after an hour of it
    results = []
    for done, result in enumerate(_results(paths, jobs, progress), start=1):
        results.append(result)
        progress(done, 0 if jobs == 1 else sum(counts.structures for counts in result.counts.values()))
    return results


def sum_counts(files: Sequence[FileCounts]) -> dict[Kind, Counts]:
    """Add up the counts of files.

    Args:
        files: They.

    Returns:
        For every kind, the sum.
    """
    return {kind: sum((each.counts[kind] for each in files), start=Counts()) for kind in KINDS}


def _results(paths: Sequence[str], jobs: int, progress: Callable[[int, int], object]) -> Iterator[FileCounts]:
    if jobs == 1:
        for done, path in enumerate(paths):
            yield _study_file(path, partial(progress, done))
        return
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=end_with_parent) as pool:
        try:
            with without_interrupts():
                running = [None if path == "-" else pool.submit(_study_file, path) for path in paths]
            for path, future in zip(paths, running, strict=True):  # only this process has the standard input
                yield _study_file(path) if future is None else future.result()
        except BaseException:
            for child in multiprocessing.active_children():
                child.terminate()
            pool.shutdown(cancel_futures=True)  # waits for the pool's own thread, which sees them gone
            raise


def _study_file(path: str, progress: Callable[[int], object] = lambda _: None) -> FileCounts:
    totals = dict.fromkeys(KINDS, Counts())
    waiting = 0
    for waiting, structure in enumerate(read_structures(path), start=1):
        totals[structure.kind] += count(structure, source_name(path))
        if waiting % REPORT_EVERY == 0:
            progress(REPORT_EVERY)
    progress(waiting % REPORT_EVERY)
    return FileCounts(source_name(path), _hash(path), totals)


def _check_exists(path: str) -> None:
    """Refuse a missing file without opening it: a named pipe can be opened once only."""
    if path != "-" and stat.S_ISDIR(Path(path).stat().st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)


def _hash(path: str) -> str | None:
    if not Path(path).is_file():
        return None
    digest = hashlib.sha256()
    with Path(path).open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
