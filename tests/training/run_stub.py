"""A training of the stub as a program of its own: to be killed, to fill disks, to run as several processes.

Usage: run_stub.py FOLDER OUTPUT [--resume] [KEY=VALUE ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from realizer.errors import RealizerError
from realizer.training import train
from training.stub_parser import stub_parsers
from training.trainings import configured, found


def main(folder, output, *settings):
    resume = "--resume" in settings
    config = configured(*(setting for setting in settings if setting != "--resume"))
    told = lambda event: sys.stdout.write(f"{event.kind} {event.step}\n") and sys.stdout.flush()  # noqa: E731
    try:
        train(
            config,
            treebanks=found(config, Path(folder)),
            output=Path(output),
            resume=resume,
            listen=told,
            kind=stub_parsers(),
        )
    except RealizerError as error:
        sys.exit(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
