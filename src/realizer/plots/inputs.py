"""What the figures of this room accept, checked in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from realizer.errors import InputError, OrderError, ScoreError, ShapeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Scores",
    "Vertices",
    "as_arcs",
    "as_heads",
    "as_labels",
    "as_orders",
    "as_vertices",
    "as_word",
    "as_words",
    "distinct",
]

Scores: TypeAlias = "NDArray[np.float64]"
LONGEST = 20  # characters of a name
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, slots=True, eq=False)
class Vertices:
    """The scores or ranks of a sentence.

    Attributes:
        red: `[n, K]`, the words as dependents.
        blue: `[n + 1, K]` as heads, with the root in row 0, or `[n, K]` without a root.
    """

    red: Scores
    blue: Scores

    @property
    def rooted(self) -> bool:
        """Whether blue row 0 is the root."""
        return len(self.blue) > len(self.red)

    @property
    def related(self) -> NDArray[np.bool_]:
        """Which pairs all K orders relate, `[n, m]`: red x < blue y."""
        below: NDArray[np.bool_] = np.all(self.red[:, None] < self.blue[None], axis=-1)
        return below

    @property
    def first(self) -> int:
        """The number of the vertex in blue row 0: 0 is the root, 1 the first word."""
        return 0 if self.rooted else 1


def as_words(words: Sequence[str]) -> list[str]:
    """Read the words of a sentence: at least one."""
    if isinstance(words, str):
        raise InputError(
            f"words: expected a sequence of strings, got the string {words!r}; cure: words.split()"
        )
    listed = list(words)
    wrong = [type(word).__name__ for word in listed if not isinstance(word, str)]
    if wrong:
        raise InputError(f"words: expected strings, got {wrong[0]}; cure: [str(word) for word in words]")
    if not listed:
        raise InputError("words: expected at least one word, got none; cure: skip empty sentences")
    return [" ".join(word.split()) for word in listed]  # a line break would end a label


def distinct(words: Sequence[str]) -> list[str]:
    """Name the vertices: long words cut short, repeated ones with their number in the sentence.

    >>> distinct(["that", "that", "is"])
    ['that₁', 'that₂', 'is']
    """
    short = [word if len(word) <= LONGEST else word[: LONGEST - 1] + "…" for word in words]
    times = Counter(short)
    return [
        word + str(number).translate(SUBSCRIPTS) if times[word] > 1 else word
        for number, word in enumerate(short, start=1)
    ]


def as_labels(labels: Sequence[str] | None, words: int) -> list[str]:
    """Read one label per word; none at all is as many empty ones."""
    if labels is None:
        return [""] * words
    if isinstance(labels, str) or len(labels) != words:
        raise ShapeError(
            f"labels: expected one string per word, {words} of them, got {labels!r}; cure: labels=None, or "
            "one label for the arc of every word, the root's dependent included"
        )
    return [str(label) for label in labels]


def as_heads(heads: ArrayLike, words: int) -> list[int]:
    """Read the head of every word: 1..n, or 0 for the root."""
    array = np.asarray(heads)
    if array.shape != (words,):
        raise ShapeError(
            f"heads: expected one number per word, [{words}], got shape {list(array.shape)}; cure: give "
            "every word its head, 0 for the root"
        )
    if not np.issubdtype(array.dtype, np.integer):
        raise InputError(f"heads: expected whole numbers, got {array.dtype}; cure: heads.astype(int)")
    for number, head in enumerate(array.tolist(), start=1):
        if not 0 <= head <= words or head == number:
            raise OrderError(
                f"heads: expected another word (1 to {words}) or 0 for the root, got {head} for word "
                f"{number}; cure: number words from 1, and leave padding (-1) out"
            )
    return [int(head) for head in array]


def as_arcs(arcs: ArrayLike, words: int) -> list[tuple[int, int]]:
    """Read arcs (dependent, head) between words 1..n; a head may be 0, the root."""
    array = np.asarray(arcs)
    if array.size == 0:
        return []
    if array.ndim != 2 or array.shape[1] != 2:
        raise ShapeError(
            f"arcs: expected pairs [a, 2], got shape {list(array.shape)}; cure: one (dependent, head) per row"
        )
    if not np.issubdtype(array.dtype, np.integer):
        raise InputError(f"arcs: expected whole numbers, got {array.dtype}; cure: arcs.astype(int)")
    pairs = sorted({(int(x), int(y)) for x, y in array})
    for x, y in pairs:
        if not (1 <= x <= words and 0 <= y <= words):
            raise OrderError(
                f"arcs: expected dependents 1 to {words} and heads 0 to {words}, got ({x}, {y}); cure: "
                "number words from 1; 0 is the root, which is nobody's dependent"
            )
    return pairs


def as_vertices(red: ArrayLike, blue: ArrayLike, *, words: int, orders: int) -> Vertices:
    """Read the scores or ranks of red and blue vertices: finite, with at least so many orders."""
    red, blue = _as_numbers(red, name="red"), _as_numbers(blue, name="blue")
    if red.shape[0] != words or red.shape[1] < orders:
        raise ShapeError(
            f"red: expected shape [{words}, K], one row per word, with K of at least {orders}, got "
            f"{list(red.shape)}; cure: one sentence, without padding"
        )
    if blue.shape not in {(words, red.shape[1]), (words + 1, red.shape[1])}:
        raise ShapeError(
            f"blue: expected shape [{words + 1}, {red.shape[1]}], the root in row 0 and word i in row i, or "
            f"[{words}, {red.shape[1]}] without a root, got {list(blue.shape)}; cure: one sentence, without "
            "padding, as many orders as red"
        )
    return Vertices(red, blue)


def _as_numbers(scores: ArrayLike, *, name: str) -> Scores:
    array = np.asarray(scores)
    if array.ndim != 2:
        raise ShapeError(
            f"{name}: expected one sentence, [rows, K], got shape {list(array.shape)}; cure: {name}[0], if "
            "there is a batch axis"
        )
    if array.dtype.kind not in "fiu":
        raise InputError(f"{name}: expected numbers, got {array.dtype}; cure: {name}.astype(float)")
    real = array.astype(np.float64)
    if not bool(np.isfinite(real).all()):
        row, order = np.argwhere(~np.isfinite(real))[0].tolist()
        raise ScoreError(
            f"{name}: expected finite numbers, got {real[row, order]} in row {row}, order {order}; cure: cut "
            "off the padding, or look for an overflow in the network"
        )
    return real


def as_word(word: Any, *, name: str, words: int) -> int:  # noqa: ANN401  (whatever a user may pass)
    """Read the number of one word, from 1."""
    if isinstance(word, bool) or not isinstance(word, int | np.integer) or not 1 <= word <= words:
        raise InputError(
            f"{name}: expected the number of a word, 1 to {words}, got {word!r}; cure: words are numbered "
            "from 1"
        )
    return int(word)


def as_orders(orders: Sequence[int], total: int) -> tuple[int, int]:
    """Read the numbers of two different orders, from 0."""
    listed = list(orders)
    whole = all(isinstance(k, int | np.integer) and not isinstance(k, bool) for k in listed)
    if len(listed) != 2 or not whole or listed[0] == listed[1] or not all(0 <= k < total for k in listed):
        raise InputError(
            f"orders: expected two different numbers of orders, 0 to {total - 1}, got {orders!r}; cure: "
            "orders=(0, 1)"
        )
    return int(listed[0]), int(listed[1])
