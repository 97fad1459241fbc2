"""`python -m realizer.cli` is the same as `realizer`."""

from __future__ import annotations

from realizer.cli.app import main

if __name__ == "__main__":
    main()
