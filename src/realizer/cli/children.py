"""Processes that a command starts."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["end_with_parent", "without_interrupts"]


def end_with_parent() -> None:
    """Let this process, which another one started, end when that one does.

    One that is killed tells nobody, and a pool's processes would wait for work for ever.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Let processes started here never see Ctrl-C, which a terminal sends to all: this one ends them.

    An interrupt meanwhile is not lost, it comes afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
