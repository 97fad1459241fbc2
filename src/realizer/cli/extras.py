"""What a command needs beyond the base install: missing packages are named with their cure, at once."""

from __future__ import annotations

from importlib.util import find_spec

from realizer.errors import MissingExtraError

__all__ = ["need"]


def need(extra: str, purpose: str, packages: tuple[str, ...]) -> None:
    """Refuse to go on if a package is not installed; nothing is imported.

    Args:
        extra: The extra of realizer that brings it.
        purpose: What needs it, for the message.
        packages: Import names.

    Raises:
        MissingExtraError: One is missing.
    """
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtraError(package, extra, purpose)
