"""What readers left out, if they were told to go on after a broken sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from realizer.errors import FormatError

__all__ = ["Skipped"]


@dataclass(slots=True)
class Skipped:
    r"""The broken sentences that a reader skipped: counted all, listed up to a limit.

    Give the same one to the readers of several files to have them all on one list.

    Args:
        limit: How many problems are listed at most, so that memory stays bounded.

    Examples:
        >>> import io
        >>> from realizer.formats import read_conllu
        >>> skipped = Skipped()
        >>> text = b"1\tGo\n\n1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
        >>> [sentence.line for sentence in read_conllu(io.BytesIO(text), skip_bad=skipped)]
        [3]
        >>> skipped.count, skipped.problems
        (1, ["<stream>:1: expected 10 tab-separated columns, got 2; cure: see the format's page"])
    """

    limit: int = 100
    count: int = field(default=0, init=False)
    problems: list[str] = field(default_factory=list, init=False)

    def add(self, error: FormatError) -> None:
        """Count one broken sentence.

        Args:
            error: What is wrong with it.
        """
        self.count += 1
        if len(self.problems) < self.limit:
            self.problems.append(str(error))  # not the error itself: it would hold on to the reader's frames
