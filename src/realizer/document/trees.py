"""Whether heads are a tree, and if not, why."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["tree_problem"]

_SHOWN = 8  # so many words of a cycle, or roots, are named


def tree_problem(heads: Sequence[int | None]) -> str | None:
    """Say why heads are no dependency tree: one word below the root, all others below that one.

    Time and memory: O(n). Readers keep what a file holds, trees or not: ask here where a tree is needed.

    Args:
        heads: The head of word i at index i - 1; 0 is the root.

    Returns:
        The first problem found, None for a tree (and for no words at all).

    Examples:
        >>> tree_problem([2, 0, 2]) is None
        True
        >>> tree_problem([2, 0, 0])
        'two roots 2 and 3'
        >>> tree_problem([0, 3, 2])
        'cycle 2 -> 3 -> 2'
    """
    words = len(heads)
    for number, head in enumerate(heads, 1):
        if head is None:
            return f"word {number} has no head"
        if not 0 <= head <= words:
            return f"head {head} of word {number} is not among the {words} words"
    roots = [number for number, head in enumerate(heads, 1) if head == 0]
    if not roots:
        return "no root" if words else None
    if len(roots) == 2:
        return f"two roots {roots[0]} and {roots[1]}"
    if len(roots) > 1:
        return f"{len(roots)} roots {_list(roots, ', ')}"
    cycle = _cycle(heads)
    return f"cycle {_list(cycle, ' -> ')} -> {cycle[0]}" if cycle else None


def _list(words: list[int], separator: str) -> str:
    shown = [str(word) for word in words[:_SHOWN]]
    return separator.join(shown if len(words) <= _SHOWN else [*shown, "…"])


def _cycle(heads: Sequence[int | None]) -> list[int]:
    """Return the cycle of the smallest word on any, from that word on; empty if there is none."""
    walks = [0] * (len(heads) + 1)  # the walk that has been at a word, by its first word
    for first in range(1, len(heads) + 1):
        word: int | None = first
        while word and not walks[word]:
            walks[word] = first
            word = heads[word - 1]
        if word and walks[word] == first:
            cycle = [word]
            while (head := heads[cycle[-1] - 1]) != word:
                cycle.append(head or 0)
            least = cycle.index(min(cycle))
            return cycle[least:] + cycle[:least]
    return []
