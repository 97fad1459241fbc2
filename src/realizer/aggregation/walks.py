"""The walk through the orders: the general one of `divide`, or the compiled one where it can be used."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any

from realizer.aggregation.arrays import Array
from realizer.aggregation.divide import descend
from realizer.aggregation.elements import Elements
from realizer.aggregation.prefix_sums import Gather, Spread
from realizer.aggregation.sums import Sums
from realizer.aggregation.tournaments import Tournament
from realizer.errors import MissingExtraError

__all__ = ["compiler_installed", "gathered", "spread", "winners"]


@cache
def compiler_installed() -> bool:
    """Whether the extra `fast` (numba) is there; it is not imported."""
    return importlib.util.find_spec("numba") is not None


def gathered(elements: Elements, sums: Sums, orders: list[Array], held: Array, *, compiled: bool) -> Array:
    """What every query gathers from the points before it, by element number."""
    if compiled:
        sums_before = _compiled("sums_before")
        return _in_numpy(sums_before, elements, orders, elements.points, elements.queries, held)
    visitor = Gather(elements.problem.arrays, sums, held, elements.without)
    descend(elements.problem.arrays, orders, elements.points, elements.queries, visitor)
    return visitor.totals


def spread(elements: Elements, sums: Sums, orders: list[Array], held: Array, *, compiled: bool) -> Array:
    """What every point receives from the queries after it, by element number."""
    arrays = elements.problem.arrays
    if compiled:
        backwards = [arrays.flip(order) for order in orders]
        return _in_numpy(
            _compiled("sums_before"), elements, backwards, elements.queries, elements.points, held
        )
    visitor = Spread(arrays, sums, held, elements.without)
    descend(arrays, orders, elements.points, elements.queries, visitor)
    return visitor.totals


def winners(
    elements: Elements, orders: list[Array], ranks: Array, count: int, *, compiled: bool
) -> list[Array]:
    """The `count` largest ranks before every query, one array by element number per place."""
    arrays = elements.problem.arrays
    if compiled:
        kept = _in_numpy(
            _compiled("best_ranks_before"), elements, orders, elements.points, elements.queries, ranks, count
        )
        return [kept[:, place] for place in range(count)]
    visitor = Tournament(arrays, ranks, count)
    descend(arrays, orders, elements.points, elements.queries, visitor)
    return visitor.winners


def _compiled(name: str) -> Callable[..., Any]:
    if not compiler_installed():
        raise MissingExtraError("numba", "fast", "method 'compiled'")
    from realizer.aggregation import compiled

    function: Callable[..., Any] = getattr(compiled, name)
    return function


def _in_numpy(
    function: Callable[..., Any],
    elements: Elements,
    orders: list[Array],
    points: Array,
    queries: Array,
    *rest: Any,  # noqa: ANN401
) -> Array:
    """Call a compiled function on the memory that the arrays share with NumPy."""
    arrays = elements.problem.arrays
    numbers, *options = rest
    out = function(
        [arrays.to_numpy(order) for order in orders],
        arrays.to_numpy(points),
        arrays.to_numpy(queries),
        arrays.to_numpy(numbers),
        *options,
    )
    return arrays.from_numpy(out, numbers)
