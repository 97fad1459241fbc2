"""Scores of many kinds, the slow truth about them, and what a tree is, in plain Python."""

from __future__ import annotations

import itertools

import numpy as np

KINDS = ("gauss", "whole", "line", "doubles", "clumps", "first", "ladder", "far_root")


def scores(kind: str, n: int, orders: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Red `[n, orders]` and blue `[n + 1, orders]`."""
    random = np.random.default_rng([seed, n, orders, KINDS.index(kind)])
    red, blue = random.standard_normal((n, orders)), random.standard_normal((n + 1, orders))
    if kind == "whole":  # ties everywhere
        red, blue = np.round(red * 2), np.round(blue * 2)
    elif kind == "line":  # every word points at a random one on a line
        blue[:, 0] = np.arange(n + 1) + random.uniform(-0.3, 0.3, n + 1)
        blue[:, 1:2] = -blue[:, :1]
        red = blue[random.integers(0, n + 1, n)] + random.standard_normal((n, orders)) * 0.3
    elif kind == "doubles":
        red, blue = red[random.integers(0, n // 3 + 1, n)], blue[random.integers(0, n // 3 + 1, n + 1)]
    elif kind == "clumps":  # near ones nearer than far ones by orders of magnitude
        centre = np.round(random.standard_normal((n + 1, orders))) * 100
        blue, red = blue + centre, red * 0.1 + centre[1:]
    elif kind == "first":  # the first order alone decides: n - 1 cycles, each inside the next
        red[:, 1:], blue[:, 1:] = -50, 0
        blue[0] = -9
    elif kind == "ladder":  # distances double: each cycle reaches for the next word, and the root is last
        red, blue = ladder(n, orders, 2.0 if n <= 40 else 1.05)
    elif kind == "far_root":  # everybody's worst candidate
        blue[0] = -30
    return red, blue


def ladder(n: int, orders: int, ratio: float) -> tuple[np.ndarray, np.ndarray]:
    """Words on a line at distances that grow, each pointing at itself; the root behind the last."""
    place = np.cumsum(ratio ** np.arange(n + 1))
    signs = (-1.0) ** np.arange(orders)
    words = place[:n, None] * signs
    return words, np.concatenate([place[n:, None] * signs, words])


def costs(red: np.ndarray, blue: np.ndarray) -> np.ndarray:
    """F of all pairs, `[n, n + 1]`, by its definition."""
    return (red[:, None, :].astype(np.float64) - blue[None, :, :]).max(axis=-1)


def total(cost: np.ndarray, heads: np.ndarray) -> float:
    return float(cost[np.arange(len(heads)), heads].sum())


def is_tree(heads: np.ndarray, roots: str) -> bool:
    """From every word up to the root; one child of the root if that is asked for."""
    for word in range(1, len(heads) + 1):
        x = word
        for _ in range(len(heads)):
            x = x and int(heads[x - 1])
        if x:
            return False
    return len(heads) == 0 or roots == "many" or list(heads).count(0) == 1


def crosses(heads: np.ndarray) -> bool:
    """Whether two arcs between words cross, or one passes over a child of the root."""
    arcs = [tuple(sorted((x, int(y)))) for x, y in enumerate(heads, start=1)]
    return any(a < c < b < d for (a, b), (c, d) in itertools.permutations(arcs, 2))


def all_trees(n: int, roots: str) -> list[np.ndarray]:
    """Every tree over n words."""
    every = (np.array(heads, dtype=np.int64) for heads in itertools.product(range(n + 1), repeat=n))
    return [heads for heads in every if is_tree(heads, roots)]


def batch(kind: str, lengths: list[int], orders: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sentences with padding (full of NaN), and their mask."""
    n = max(lengths, default=0)
    red = np.full((len(lengths), n, orders), np.nan)
    blue = np.full((len(lengths), n + 1, orders), np.nan)
    for row, length in enumerate(lengths):
        red[row, :length], blue[row, : length + 1] = scores(kind, length, orders, seed * 1000 + row)
    return red, blue, np.arange(n) < np.array(lengths)[:, None]
