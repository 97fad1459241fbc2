"""Decoding: exact trees beside greedy heads, and beside a dense matrix with a textbook algorithm.

    python benchmarks/decoding.py [--quick] [--output DIR]

One thread, sides in turn, medians. What is decoded:

* sentences: 25 words, float32. "trees": gold trees as orders (each pair of orders is a line on which the
  words lie in random order and every word points at its head) plus noise that breaks some sentences.
  "noise": normally distributed scores, where greedy heads are hardly ever a tree.
* vertices: one long input of normally distributed scores. The other side builds the dense matrix and runs
  `ufal.chu_liu_edmonds`; both its parts are measured at a smaller size and extrapolated by the square of the
  ratio, which favours that side (its time grows faster, see the table).
* text: sentences of 8 to 40 words under one root, laid out on a line (K = 4: on two) in the order of the
  text, plus noise; with a root per sentence, and with one root for the whole text.
* hard: words on a line, each pointing at a random one near by: no tree at all, thousands of cycles; and
  ladders, where each of n cycles lies inside the next.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from measuring import RESULTS, alternate, machine, save
from ufal.chu_liu_edmonds import chu_liu_edmonds

from realizer.decoding import greedy_heads, projective_heads, tree_heads
from realizer.decoding.trees import are_trees

NOISE = {2: 0.4, 4: 0.8, 8: 2.1}  # breaks 5 to 10 % of the sentences


def gold_heads(lengths: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Heads within each sentence, end to end: towards the root, mostly a near word; 0 is the root."""
    begin = np.repeat(np.cumsum(lengths) - lengths, lengths)
    place = np.arange(lengths.sum()) - begin
    root = np.repeat((random.random(len(lengths)) * lengths).astype(np.int64), lengths)
    far = np.abs(root - place)
    step = np.minimum(random.geometric(0.5, len(place)), far) * np.sign(root - place)
    return np.where(far == 0, 0, place + step + 1)


def sentences(batch: int, orders: int, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Scores of 25-word sentences."""
    random = np.random.default_rng([batch, orders])
    red, blue = random.standard_normal((batch, 25, orders)), random.standard_normal((batch, 26, orders))
    if kind == "trees":
        red, blue = red * NOISE[orders], blue * NOISE[orders]
        line = np.empty_like(blue)
        line[..., 0::2] = random.permuted(
            np.tile(2.0 * np.arange(26), (batch, orders // 2, 1)), axis=2
        ).transpose(0, 2, 1)
        line[..., 1::2] = -line[..., 0::2]
        heads = gold_heads(np.full(batch, 25), random).reshape(batch, 25, 1)
        red, blue = red + np.take_along_axis(line, heads, axis=1) - 1, blue + line
    return red.astype(np.float32), blue.astype(np.float32)


def text(n: int, orders: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores of sentences end to end under one root."""
    random = np.random.default_rng([n, orders])
    lengths = random.integers(8, 41, n // 8)
    lengths = lengths[: np.searchsorted(np.cumsum(lengths), n)]
    lengths = np.append(lengths, n - lengths.sum())
    heads = gold_heads(lengths, random)
    heads = np.where(heads == 0, 0, heads + np.repeat(np.cumsum(lengths) - lengths, lengths))
    line = np.empty((n + 1, orders))
    for order in range(0, orders, 2):
        line[:, order] = 2.0 * (np.arange(n + 1) if order == 0 else random.permutation(n + 1))
    line[:, 1::2] = -line[:, 0::2]
    noise = 0.35
    red = line[heads] - 1 + random.standard_normal((n, orders)) * noise
    return red, line + random.standard_normal((n + 1, orders)) * noise


def hard(kind: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores for which greedy heads are far from a tree, K = 2."""
    random = np.random.default_rng(n)
    signs = np.array([1.0, -1.0])
    if kind == "line":
        place = np.cumsum(random.uniform(0.5, 1.5, n + 1))[:, None] * signs
        near = np.clip(np.arange(1, n + 1) + random.integers(-5, 6, n), 0, n)
        return place[near] - 2 + random.standard_normal((n, 2)) * 0.3, place
    place = np.cumsum(1.001 ** np.arange(n + 1))[:, None] * signs
    return place[:n], np.concatenate([place[n:], place[:n]])


def dense_matrix(red: np.ndarray, blue: np.ndarray) -> np.ndarray:
    """The matrix that `ufal.chu_liu_edmonds` wants: -F, rows are dependents."""
    n = len(red)
    matrix = np.full((n + 1, n + 1), np.nan)
    cost = red[:, None, 0] - blue[None, :, 0]
    for order in range(1, red.shape[1]):
        np.maximum(cost, red[:, None, order] - blue[None, :, order], out=cost)
    matrix[1:] = -cost
    np.fill_diagonal(matrix, np.nan)
    return matrix


def of_sentences(batches: list[int], rounds: int) -> list[dict[str, object]]:
    """Trees against greedy on batches."""
    rows = []
    for kind in ("trees", "noise"):
        for orders in (2, 4, 8):
            for batch in batches:
                red, blue = sentences(batch, orders, kind)
                broken = 1 - are_trees(greedy_heads(red, blue), one_root=True).mean()
                sides = {
                    "greedy": lambda r=red, b=blue: greedy_heads(r, b),
                    "tree": lambda r=red, b=blue: tree_heads(r, b),
                    "many roots": lambda r=red, b=blue: tree_heads(r, b, roots="many"),
                }
                ms = {side: 1e3 * seconds for side, seconds in alternate(sides, rounds=rounds).items()}
                ratio = ms["tree"] / ms["greedy"]
                rows.append(
                    {"kind": kind, "K": orders, "batch": batch, "broken": broken, "ms": ms, "ratio": ratio}
                )
                print(
                    f"sentences {kind:5} K={orders} batch {batch:5}: {broken:5.1%} broken, ms: "
                    f"greedy {ms['greedy']:7.2f}, tree {ms['tree']:7.2f} ({ratio:.2f}x), "
                    f"many roots {ms['many roots']:7.2f}"
                )
    return rows


def of_vertices(sizes: list[int], dense: list[int], rounds: int) -> list[dict[str, object]]:
    """Long inputs against the dense way."""
    rows = []
    for orders in (2, 4):
        random = np.random.default_rng(orders)
        matrix_s, solve_s = 0.0, 0.0
        for size in dense:
            red, blue = random.standard_normal((size, orders)), random.standard_normal((size + 1, orders))
            matrix = dense_matrix(red, blue)
            matrix_s = alternate({"matrix": lambda r=red, b=blue: dense_matrix(r, b)}, rounds=3)["matrix"]
            solve_s = once(lambda m=matrix: chu_liu_edmonds(m))
            rows.append({"what": "dense", "K": orders, "n": size, "matrix_s": matrix_s, "solve_s": solve_s})
            print(f"dense     K={orders} n {size:8}: matrix {matrix_s:8.2f} s, ufal {solve_s:8.2f} s")
        for size in sizes:
            red, blue = random.standard_normal((size, orders)), random.standard_normal((size + 1, orders))
            sides = {
                roots: (lambda r=red, b=blue, k=roots: tree_heads(r, b, roots=k)) for roots in ("one", "many")
            }
            seconds = alternate(sides, rounds=rounds if size < 1 << 20 else 1)
            scale = (size / dense[-1]) ** 2
            faster = (matrix_s + solve_s) * scale / seconds["one"]
            build = matrix_s * scale / seconds["one"]
            rows.append(
                {"what": "vertices", "K": orders, "n": size, "s": seconds, "faster": faster, "build": build}
            )
            print(
                f"vertices  K={orders} n {size:8}: one root {seconds['one']:8.3f} s, many "
                f"{seconds['many']:8.3f} s; ~{faster:.0f} times faster than dense, "
                f"~{build:.0f} times than building the matrix alone"
            )
    return rows


def once(run) -> float:
    """Seconds of one run, for what takes long."""
    import time

    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def of_texts(sizes: list[int], rounds: int) -> list[dict[str, object]]:
    """Long texts and hard inputs."""
    cases = [("text", orders, n, text(n, orders)) for n in sizes for orders in (2, 4)]
    cases += [
        (kind, 2, n, hard(kind, n))
        for n in (1024, 4096, 16384)[: 1 + len(sizes)]
        for kind in ("line", "ladder")
    ]
    rows = []
    for kind, orders, n, (red, blue) in cases:
        sides = {
            roots: (lambda r=red, b=blue, k=roots: tree_heads(r, b, roots=k)) for roots in ("one", "many")
        }
        seconds = alternate(sides, rounds=rounds if n < 1 << 20 else 1)
        rows.append({"what": kind, "K": orders, "n": n, "s": seconds})
        print(f"{kind:9} K={orders} n {n:8}: one root {seconds['one']:8.3f} s, many {seconds['many']:8.3f} s")
    return rows


def of_projective(rounds: int) -> list[dict[str, object]]:
    """Eisner's algorithm."""
    rows = []
    for batch, n in ((256, 25), (16, 100), (1, 300)):
        random = np.random.default_rng(n)
        red, blue = random.standard_normal((batch, n, 4)), random.standard_normal((batch, n + 1, 4))
        seconds = alternate({"s": lambda r=red, b=blue: projective_heads(r, b)}, rounds=rounds)["s"]
        rows.append({"what": "projective", "batch": batch, "n": n, "s": seconds})
        print(f"projective batch {batch:4} of {n:4} words: {1e3 * seconds:8.1f} ms")
    return rows


def verdicts(batches: list[dict[str, object]], long: list[dict[str, object]]) -> list[str]:
    """The bars of the project, met or not."""
    lines = []
    for row in batches:
        if row["kind"] == "trees":
            met = "met" if row["ratio"] <= 1.2 else "MISSED"
            lines.append(f"bar greedy + 20 %: K={row['K']} batch {row['batch']}: {row['ratio']:.2f}x, {met}")
    for row in long:
        if row.get("n") == 16384 and row["what"] == "vertices":
            met = "met" if row["faster"] >= 20 else "MISSED"
            lines.append(f"bar 20 times dense: K={row['K']} n 16384: ~{row['faster']:.0f} times, {met}")
    return lines


def main() -> None:
    """Run everything, print it, write it down."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--quick", action="store_true", help="a few small sizes: a check that everything runs"
    )
    parser.add_argument("--output", type=Path, default=RESULTS, help="folder for decoding.json")
    arguments = parser.parse_args()
    quick = arguments.quick
    rounds = 3 if quick else 9
    batches = of_sentences([256] if quick else [256, 1024, 4096], 5 if quick else 25)
    long = of_vertices(
        [16384] if quick else [16384, 65536, 1 << 20], [512] if quick else [1024, 2048, 4096], rounds
    )
    long += of_texts([4096] if quick else [16384, 65536, 1 << 20], rounds)
    long += of_projective(rounds)
    lines = verdicts(batches, long)
    print("\n".join(lines))
    record = {"machine": machine(), "sentences": batches, "long": long, "verdicts": lines}
    save("decoding", record, arguments.output)


if __name__ == "__main__":
    main()
