"""A dependency tree drawn with box characters: one word per line, in text order, crossing arcs included.

Every head has a vertical trunk that spans its dependents. A trunk stands to the right of its own head's
trunk, in the first column where it meets no other one; lines that merely cross make a `┼`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from realizer.document import Sentence

__all__ = ["draw_tree", "drawn_sentence"]

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
BOXES = " ╵╷│─┘┐┤─└┌├─┴┬┼"  # by the sum of the sides a line leaves from
COLUMN = 3  # characters between two trunks


def draw_tree(words: Sequence[str], heads: Sequence[int]) -> list[str]:
    r"""Draw a dependency tree.

    Args:
        words: The words.
        heads: For every word, the number of its head from 1, or 0 for the root; a tree.

    Returns:
        One line per word.

    Examples:
        >>> words = ["John", "bought", "cars", "yesterday", "with", "wings"]
        >>> print("\n".join(draw_tree(words, [2, 0, 2, 2, 6, 3])))
          ┌── John
        ──┤ bought
          ├──┐ cars
          └──┼── yesterday
             │  ┌── with
             └──┘ wings
    """
    trunks = _trunks(heads)
    grid = [[0] * (COLUMN * (len(heads) + 2)) for _ in words]
    for head, (column, top, bottom) in trunks.items():
        if head:
            for row in range(top, bottom):
                grid[row][_place(column)] |= DOWN
                grid[row + 1][_place(column)] |= UP
    return [
        _line(word, number, heads, trunks, grid[number - 1]) for number, word in enumerate(words, start=1)
    ]


def drawn_sentence(sentence: Sentence) -> list[str]:
    """Draw a parsed sentence: its tree, and behind each word its tag and relation."""
    words = [f"{word.form}  {word.upos.lower()} {word.deprel}" for word in sentence.words]
    return draw_tree(words, [word.head or 0 for word in sentence.words])


def _trunks(heads: Sequence[int]) -> dict[int, tuple[int, int, int]]:
    """Give every head, from the root down, its trunk's column and its first and last line."""
    dependents: dict[int, list[int]] = {}
    for number, head in enumerate(heads, start=1):
        dependents.setdefault(head, []).append(number)
    trunks: dict[int, tuple[int, int, int]] = {0: (0, 0, len(heads) - 1)}
    queue = [number for number in dependents.get(0, []) if number in dependents]
    for head in queue:
        lines = [head - 1, *(number - 1 for number in dependents[head])]
        top, bottom = min(lines), max(lines)
        taken = {column for column, first, last in trunks.values() if first <= bottom and top <= last}
        column = trunks[heads[head - 1]][0] + 1
        while column in taken:
            column += 1
        trunks[head] = (column, top, bottom)
        queue += [number for number in dependents[head] if number in dependents]
    return trunks


def _line(
    word: str, number: int, heads: Sequence[int], trunks: dict[int, tuple[int, int, int]], sides: list[int]
) -> str:
    """Draw the arc to one word's head over the trunks that pass, and write the word after the last."""
    start = _place(trunks[heads[number - 1]][0])
    last = max(column for column, top, bottom in trunks.values() if top < number <= bottom + 1)
    ends_in_trunk = number in trunks and trunks[number][0] == last
    end = _place(last) if ends_in_trunk else max(_place(last), start) + COLUMN - 1
    for place in range(start, end):
        sides[place] |= RIGHT
        sides[place + 1] |= LEFT
    if not ends_in_trunk:
        sides[end] |= RIGHT
    return "".join(BOXES[side] for side in sides[: end + 1]) + f" {word}"


def _place(column: int) -> int:
    """Return the character at which a trunk stands; the root's lines begin at the margin."""
    return max(0, COLUMN * column - 1)
