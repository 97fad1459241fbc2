"""The command line `realizer`: one file per command."""

from __future__ import annotations

from realizer.cli.app import app, main

__all__ = ["app", "main"]
