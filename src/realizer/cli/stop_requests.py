"""Ctrl-C and SIGTERM as a request to come to an end, for commands that have something to save first."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

__all__ = ["stop_requests"]

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_requests() -> Iterator[Callable[[], bool]]:
    """Take the first signal as a request; the second one ends the process as ever.

    Yields:
        Whether a request has come.
    """
    asked = False
    before: dict[signal.Signals, Any] = {}

    def request(number: int, frame: FrameType | None) -> None:
        del number, frame
        nonlocal asked
        asked = True
        restore()

    def restore() -> None:
        while before:
            number, handler = before.popitem()
            signal.signal(number, handler)

    for number in SIGNALS:
        before[number] = signal.signal(number, request)
    try:
        yield lambda: asked
    finally:
        restore()
