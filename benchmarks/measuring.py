"""What every benchmark of this folder needs: alternating sides, medians, a record of the machine."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

SLOW = 8.0
RESULTS = Path(__file__).parent / "results"


def alternate(
    sides: dict[str, Callable[[], object]], *, rounds: int, budget: float = 20.0
) -> dict[str, float]:
    """Run every side once to warm up, then all in turn; give each one's median in seconds.

    What takes long is repeated less: `budget` seconds in all. A side whose first run takes longer than
    `SLOW` seconds is not run again: warming up is no matter there.
    """
    times = {name: [_seconds(run)] for name, run in sides.items()}
    quick = {name: run for name, run in sides.items() if times[name][0] < SLOW}
    for name in quick:
        times[name].clear()
    done = 0.0
    for _ in range(rounds):
        for name, run in quick.items():
            times[name].append(_seconds(run))
            done += times[name][-1]
        if done > budget:
            break
    return {name: float(np.median(measured)) for name, measured in times.items()}


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def machine(threads: int = 1) -> dict[str, object]:
    """Say on what, with what and when."""
    versions = {name: _version(name) for name in ("numpy", "torch", "numba", "pykeops")}
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "threads": threads,
        "python": platform.python_version(),
        "commit": _commit(),
        **versions,
    }


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _commit() -> str | None:
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return run.stdout.strip() or None


def peak_extra_memory(code: str) -> int:
    """Run `code` in a fresh interpreter; give the bytes by which `work()` raised its peak memory.

    `code` defines `prepare()`, which makes the arguments, and `work(arguments)`. The peak is Linux's VmHWM,
    set back before the work: `ru_maxrss` would begin with that of the process which started the interpreter.
    """
    probe = (
        f"{code}\nimport re\narguments = prepare()\n"
        "status = lambda: open('/proc/self/status').read()\n"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', status())[1])\n"
        "open('/proc/self/clear_refs', 'w').write('5')\n"
        "before = peak()\nwork(arguments)\nprint((peak() - before) * 1024)"
    )
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    run = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, env=environment
    )
    return int(run.stdout.split()[-1])


def save(name: str, record: dict[str, object], folder: Path) -> None:
    """Write a record as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n")
