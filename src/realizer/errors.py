"""Every error that realizer raises on purpose, in one tree.

    RealizerError
    ├── InputError (ValueError)      an argument is not what the function can work with
    │   ├── ShapeError               … its axes do not fit
    │   ├── ScoreError               … it holds NaN or infinite numbers
    │   └── OrderError               … it is not the order (or tree, or structure) it should be
    ├── FormatError (ValueError)     a file is broken; the message starts with `path:line:`
    ├── TrainingError (RuntimeError) a training cannot go on
    │   ├── CheckpointError          … what was saved is missing, broken or cannot be written
    │   └── DivergenceError          … its loss or its gradient is no number any more
    └── MissingExtraError (ImportError)  an optional dependency is not installed

A message says what was expected, what came, and the cure. Catch `RealizerError` to catch them all; the
second base class is there for code that already catches the built-in one.
"""

from __future__ import annotations

__all__ = [
    "CheckpointError",
    "DivergenceError",
    "FormatError",
    "InputError",
    "MissingExtraError",
    "OrderError",
    "RealizerError",
    "ScoreError",
    "ShapeError",
    "TrainingError",
]


class RealizerError(Exception):
    """The root of the tree."""


class InputError(RealizerError, ValueError):
    """An argument is not what the function can work with."""


class ShapeError(InputError):
    """The axes of the arguments do not fit together."""


class ScoreError(InputError):
    """Scores hold NaN or infinite numbers."""


class OrderError(InputError):
    """A relation is not the order, tree or structure that it should be."""


class FormatError(RealizerError, ValueError):
    """A file is broken: the message starts with its place.

    Args:
        path: The file's name, as the user gave it.
        line: Its line, counted from 1.
        problem: What was expected, what came, and the cure.
    """

    def __init__(self, path: str, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")
        self.path = path
        self.line = line
        self.problem = problem

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, int, str]]:
        """Survive the way between processes, which calls the class with its arguments."""
        return type(self), (self.path, self.line, self.problem)


class TrainingError(RealizerError, RuntimeError):
    """A training cannot go on."""


class CheckpointError(TrainingError):
    """What was saved is missing, broken or cannot be written."""


class DivergenceError(TrainingError):
    """The loss or its gradient is no number any more."""


class MissingExtraError(RealizerError, ImportError):
    """An optional dependency is not installed.

    Args:
        package: The import name of what is missing.
        extra: The extra of realizer that brings it.
        purpose: What needs it, for the message.
    """

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs {package}, which is not installed; cure: pip install 'realizer[{extra}]'"
        )
        self.package = package
        self.extra = extra
        self.purpose = purpose

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str, str]]:
        """Survive the way between processes, which calls the class with its arguments."""
        return type(self), (self.package, self.extra, self.purpose)
