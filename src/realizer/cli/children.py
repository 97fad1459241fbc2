"""Processes that a command starts."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["without_interrupts"]


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
