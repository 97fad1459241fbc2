"""Aggregation: how long, how much memory, how it grows, and whether `choose` chooses well.

    python benchmarks/aggregation.py [--quick] [--orders K …] [--output DIR]

One thread. Forward and backward of `log_sum_exp` in torch on normally distributed scores, the same batch for
all sides: about 16,384 points in all, one sequence from there on. Dense sides that would take too long are
extrapolated from the largest size that was run, by the square of the ratio, and marked with ~.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
from measuring import RESULTS, alternate, machine, peak_extra_memory, save

from realizer.aggregation import best, choose, log_sum_exp

ORDERS = (2, 3, 4, 8, 16)
SIZES = [1 << p for p in (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)]
LIMIT = {  # the largest size that is run, by method and number of orders
    "definition": {2: 8192, 3: 2048, 4: 2048, 8: 1024, 16: 1024},
    "blocks": {2: 1 << 14, 3: 1 << 16, 4: 1 << 16, 8: 1 << 13, 16: 1 << 12},
    "keops": {3: 1 << 15, 4: 1 << 15},
    "sweep": {2: 1 << 20},
    "divide": {2: 1 << 20, 3: 1 << 18, 4: 1 << 16, 8: 256, 16: 128},
    "compiled": {2: 1 << 20, 3: 1 << 20, 4: 1 << 20, 8: 1 << 12, 16: 256},
}
MEMORY = """
import torch
from realizer.aggregation import log_sum_exp
torch.set_num_threads(1)
def prepare():
    log_sum_exp(torch.randn(8192, {orders}, requires_grad=True), torch.randn(8192, {orders})).sum().backward()
    return [torch.randn({size}, {orders}, requires_grad=True) for _ in range(2)]
def work(scores):
    log_sum_exp(*scores).sum().backward()
"""


def scores(orders: int, size: int, *, spread: float = 3.0) -> list[torch.Tensor]:
    """Make red and blue scores `[batch, size, orders]`."""
    generator = torch.Generator().manual_seed(size * 31 + orders)
    batch = max(1, 16384 // size)
    return [
        (torch.randn(batch, size, orders, generator=generator) * spread).requires_grad_() for _ in range(2)
    ]


def training_step(method: str, red: torch.Tensor, blue: torch.Tensor) -> Callable[[], None]:
    """Forward and backward by one method."""

    def step() -> None:
        red.grad = blue.grad = None
        log_sum = keops_log_sum(red, blue) if method == "keops" else log_sum_exp(red, blue, method=method)
        log_sum.sum().backward()

    return step


def keops_log_sum(red: torch.Tensor, blue: torch.Tensor) -> torch.Tensor:
    """The same sum by PyKeOps: compiled, tiled, all pairs."""
    from pykeops.torch import Genred

    orders = red.shape[-1]
    formula = Genred(
        "Min(y - x)", [f"x = Vi({orders})", f"y = Vj({orders})"], reduction_op="LogSumExp", axis=1
    )
    return torch.cat(
        [formula(x.contiguous(), y.contiguous(), backend="CPU") for x, y in zip(red, blue, strict=True)], -1
    )


def measure(orders: int, sizes: list[int], *, rounds: int, keops: bool) -> list[dict[str, object]]:
    """Time all methods at all sizes, milliseconds per sequence."""
    rows = []
    if keops and orders in LIMIT["keops"]:
        training_step("keops", *scores(orders, 1 << 10))()  # compiles its kernels
    for size in sizes:
        red, blue = scores(orders, size)
        names = [m for m in LIMIT if size <= LIMIT[m].get(orders, 0) and (keops or m != "keops")]
        if "keops" in names and size < 1 << 13:
            names.remove("keops")
        times = alternate({m: training_step(m, red, blue) for m in names}, rounds=rounds)
        per_sequence = {m: 1e3 * t / red.shape[0] for m, t in times.items()}
        chosen = choose(size, size, orders, batch=red.shape[0], backend="torch")
        rows.append(
            {"K": orders, "N": size, "batch": red.shape[0], "ms": per_sequence, "chosen": chosen.method}
        )
        show(rows[-1])
    extrapolate(rows)
    return rows


def extrapolate(rows: list[dict[str, object]]) -> None:
    """Continue the dense sides by the square of N."""
    for method in ("definition", "blocks", "keops"):
        known = [row for row in rows if method in row["ms"]]
        for row in rows:
            if known and method not in row["ms"] and row["N"] > known[-1]["N"]:
                ratio = row["N"] / known[-1]["N"]
                row.setdefault("extrapolated_ms", {})[method] = known[-1]["ms"][method] * ratio**2


def show(row: dict[str, object]) -> None:
    """Print one row."""
    times = "  ".join(f"{m} {t:.3f}" for m, t in row["ms"].items())
    print(f"K={row['K']} N={row['N']:>8} batch={row['batch']:>4}  {times}  -> {row['chosen']}", flush=True)


def decoding_in_numpy(size: int, rounds: int) -> dict[str, object]:
    """Best heads for two orders against sorting as many floats."""
    generator = np.random.default_rng(0)
    red, blue = (generator.normal(size=(size, 2)).astype(np.float32) for _ in range(2))
    floats = generator.normal(size=size)
    itself = np.arange(size)
    position = np.linspace(0, size, size, dtype=np.float32)[:, None] * np.array(
        [[1.0, -1.0]], dtype=np.float32
    )
    times = alternate(
        {
            "numpy.sort float64": lambda: np.sort(floats),
            "numpy.sort float32": lambda: np.sort(floats.astype(np.float32)),
            "best": lambda: best(red, blue),
            "best without itself": lambda: best(red, blue, without=itself),
            "best without itself, text order": lambda: best(red + position, blue + position, without=itself),
        },
        rounds=rounds,
    )
    return {"N": size, "ms": {name: 1e3 * t for name, t in times.items()}}


def verdicts(rows: list[dict[str, object]], sort_ms: float, heads: dict[str, object]) -> list[str]:
    """The bars of this benchmark, each with what was measured."""
    by = {(r["K"], r["N"]): {**r.get("extrapolated_ms", {}), **r["ms"]} for r in rows}
    chosen = {(r["K"], r["N"]): r["ms"].get(r["chosen"], math.nan) for r in rows}
    lines = []
    for size, bar in ((64, 1), (512, 50), (8192, 1000)):
        if (2, size) in by:
            ratio = by[2, size]["definition"] / chosen[2, size]
            lines.append(f"K=2 N={size}: {ratio:.1f} times faster than the dense definition (bar {bar})")
    if (2, 1 << 20) in by:
        sorts = chosen[2, 1 << 20] / sort_ms
        lines.append(f"K=2 N=1048576: {sorts:.2f} torch.sorts of {sort_ms:.0f} ms (bar 8)")
    for orders, size, bar in ((3, 1 << 16, 5), (4, 1 << 16, 2), (4, 1 << 18, 8)):
        if (orders, size) in by:
            dense = {m: by[orders, size].get(m, math.inf) for m in ("blocks", "keops")}
            name = min(dense, key=dense.__getitem__)
            mark = "" if name in by_measured(rows, orders, size) else "~"
            ratio = dense[name] / chosen[orders, size]
            side = f"the better dense, {name}"
            lines.append(f"K={orders} N={size}: {mark}{ratio:.1f} times faster than {side} (bar {bar})")
    lines += judged_choice(rows) + growth(chosen)
    ms = heads["ms"]
    for name in list(ms)[2:]:
        wide, narrow = (ms[name] / ms[f"numpy.sort float{bits}"] for bits in (64, 32))
        lines.append(f"NumPy {name}: {wide:.1f} numpy.sorts of float64 (bar 6), {narrow:.1f} of float32")
    return lines


def by_measured(rows: list[dict[str, object]], orders: int, size: int) -> dict[str, float]:
    """What was run, not extrapolated, at one size."""
    return next(row["ms"] for row in rows if (row["K"], row["N"]) == (orders, size))


def judged_choice(rows: list[dict[str, object]]) -> list[str]:
    """How far the choice is from the best of what was run."""
    lost = [
        (row["ms"][row["chosen"]] / min(t for m, t in row["ms"].items() if m != "keops"), row["K"], row["N"])
        for row in rows
        if row["chosen"] in row["ms"]
    ]
    ratio, orders, size = max(lost)
    beyond = sum(one > 1.3 for one, _, _ in lost)
    worst = f"choose: at worst {ratio:.2f} times the best method (bar 1.3), at K={orders} N={size}"
    return [f"{worst}; {beyond} of {len(lost)} beyond the bar"]


def growth(chosen: dict[tuple[int, int], float]) -> list[str]:
    """The largest time(2N) / time(N)."""
    lines = []
    for orders, bar in ((2, 2.4), (4, 2.8)):
        chain = [chosen[orders, s] for s in SIZES if s >= 1 << 15 and (orders, s) in chosen]
        ratios = [b / a for a, b in itertools.pairwise(chain)]
        if ratios:
            steps = ", ".join(f"{ratio:.2f}" for ratio in ratios)
            lines.append(f"K={orders}: time(2N)/time(N) from N=32768 on: {steps} (bar {bar})")
    return lines


def kept_rows(folder: Path, orders: Sequence[int]) -> list[dict[str, object]]:
    """What an earlier run measured for other orders; nothing if all are measured now."""
    if set(orders) >= set(ORDERS):
        return []
    rows = json.loads((folder / "aggregation.json").read_text())["rows"]
    return [row for row in rows if row["K"] not in orders]


def plot(rows: list[dict[str, object]], folder: Path) -> None:
    """Draw time against N, log-log, one panel per K."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    orders = sorted({row["K"] for row in rows})
    figure, axes = plt.subplots(
        1, len(orders), figsize=(3.4 * len(orders), 3.4), sharey=True, constrained_layout=True
    )
    for axis, count in zip(np.atleast_1d(axes), orders, strict=True):
        for colour, method in enumerate(LIMIT):
            points = [(r["N"], r["ms"][method]) for r in rows if r["K"] == count and method in r["ms"]]
            if points:
                axis.loglog(
                    *zip(*points, strict=True), marker="o", markersize=3, color=f"C{colour}", label=method
                )
        axis.set_title(f"K = {count}")
        axis.set_xlabel("N")
        axis.grid(visible=True, alpha=0.3)
    np.atleast_1d(axes)[0].set_ylabel("ms per sequence, forward + backward")
    lines = {line.get_label(): line for axis in np.atleast_1d(axes) for line in axis.get_lines()}
    figure.legend(lines.values(), lines.keys(), loc="outside right center", fontsize=8)
    figure.savefig(folder / "aggregation.png", dpi=110)


def main() -> None:
    """Run everything, print it, write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a few small sizes: a check that everything runs"
    )
    parser.add_argument(
        "--orders",
        type=int,
        nargs="+",
        choices=ORDERS,
        default=ORDERS,
        help="measure these only; what OUTPUT/aggregation.json holds of the others is kept",
    )
    parser.add_argument("--output", type=Path, default=RESULTS, help="folder for aggregation.json and .png")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    sizes = [32, 256, 2048] if arguments.quick else SIZES
    rounds = 2 if arguments.quick else 7
    top = 1 << 14 if arguments.quick else 1 << 20
    rows = kept_rows(arguments.output, arguments.orders)
    for orders in arguments.orders:
        fitting = [s for s in sizes if any(s <= limit.get(orders, 0) for limit in LIMIT.values())]
        rows += measure(orders, fitting, rounds=rounds, keops=not arguments.quick)
    rows.sort(key=lambda row: (row["K"], row["N"]))
    floats = torch.randn(top)
    sort_ms = 1e3 * alternate({"sort": lambda: torch.sort(floats)}, rounds=5)["sort"]
    heads = decoding_in_numpy(top, 5)
    memory = {}
    for orders in (2, 3, 4):
        size = top if orders == 2 or not arguments.quick else 1 << 12
        memory[f"K={orders} N={size}"] = peak_extra_memory(MEMORY.format(orders=orders, size=size))
    lines = verdicts(rows, sort_ms, heads)
    for key, size in memory.items():
        vertices = 2 * int(key.split("=")[2])
        lines.append(
            f"peak extra memory {key}: {size / 2**20:.0f} MiB, {size / vertices:.0f} bytes per vertex (of 2N)"
        )
    print("\n".join(lines))
    record = {
        "machine": machine(),
        "torch_sort_ms": sort_ms,
        "rows": rows,
        "heads": heads,
        "memory": memory,
        "verdicts": lines,
    }
    save("aggregation", record, arguments.output)
    plot(rows, arguments.output)


if __name__ == "__main__":
    main()
