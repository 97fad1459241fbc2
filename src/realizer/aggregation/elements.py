"""From points with K coordinates to elements in total orders: what `divide.descend` works on.

Of one batch row the red points are elements 0 to n - 1, the blue ones n to n + m - 1, padding follows; a
row's offset is its number times the padded size.
"""

from __future__ import annotations

from dataclasses import dataclass

from realizer.aggregation.arrays import Array, Arrays
from realizer.aggregation.divide import padded_size
from realizer.aggregation.problem import Problem

__all__ = ["Elements", "elements_of", "gap_orders", "score_orders"]


@dataclass(frozen=True, slots=True)
class Elements:
    """The elements of a problem.

    Attributes:
        problem: Where they come from.
        size: Elements per batch row, padding included.
        points: Real blue elements, by number `[batch * size]`.
        queries: Real red elements, the same.
        without: Elements that each element leaves out `[batch * size, e]`, -1 for none; or None.
    """

    problem: Problem
    size: int
    points: Array
    queries: Array
    without: Array | None

    def per_blue(self, values: Array, fill: float) -> Array:
        """Lay values `[batch, m]` out by element number, `fill` elsewhere."""
        return self._laid_out(values, self.problem.sizes[1], fill)

    def per_red(self, values: Array, fill: float) -> Array:
        """Lay values `[batch, n]` out by element number, `fill` elsewhere."""
        return self._laid_out(values, 0, fill)

    def _laid_out(self, values: Array, start: int, fill: float) -> Array:
        arrays, (batch, width) = self.problem.arrays, values.shape
        before = arrays.as_type(arrays.full((batch, start), value=fill, like=values), values)
        after = arrays.full((batch, self.size - start - width), value=fill, like=values)
        return arrays.concatenate([before, values, arrays.as_type(after, values)]).reshape(-1)

    def of_red(self, numbers: Array) -> Array:
        """Pick what belongs to red points: `[batch, n, …]`."""
        batch, n, _, _ = self.problem.sizes
        return numbers.reshape(batch, self.size, *numbers.shape[1:])[:, :n]

    def of_blue(self, numbers: Array) -> Array:
        """Pick what belongs to blue points: `[batch, m, …]`."""
        batch, n, m, _ = self.problem.sizes
        return numbers.reshape(batch, self.size, *numbers.shape[1:])[:, n : n + m]


def elements_of(problem: Problem, dimensions: int) -> Elements:
    """Number the points of a problem for so many orders."""
    arrays = problem.arrays
    batch, n, m, _ = problem.sizes
    size = padded_size(n + m, dimensions)
    queries = (
        arrays.full((batch, n), value=True, like=problem.red)
        if problem.red_mask is None
        else problem.red_mask
    )
    points = (
        arrays.full((batch, m), value=True, like=problem.red)
        if problem.blue_mask is None
        else problem.blue_mask
    )
    bare = Elements(problem, size, points, queries, None)
    without = problem.without
    if without is not None:
        offset = (arrays.arange(batch, like=problem.red) * size + n)[:, None, None]
        moved = arrays.where(without >= 0, without + offset, -1)
        columns = [bare.per_red(moved[..., e], -1) for e in range(moved.shape[-1])]
        without = arrays.stack(columns, -1) if columns else None
    return Elements(
        problem, size, bare.per_blue(points, fill=False), bare.per_red(queries, fill=False), without
    )


def gap_orders(elements: Elements) -> list[list[Array]]:
    """For each k the orders in which y stands before x if and only if order k attains F(x, y) first.

    Order k attains the maximum if x_k - y_k >= x_j - y_j for all j: if the gap y_k - y_j is at most
    x_k - x_j. Among several the smallest k is meant, so against a smaller j the gap must be strictly below.
    One sort per pair (j, k) serves both: read forwards for k, backwards for j. The comparison is exact, so
    that for every x each y belongs to exactly one k even where floats round.
    """
    arrays, count = elements.problem.arrays, elements.problem.sizes[3]
    orders: list[list[Array]] = [[] for _ in range(count)]
    for k in range(count):
        for j in range(k):
            forwards = _gap_order(elements, j, k)
            orders[k].append(forwards)
            orders[j].append(arrays.flip(forwards))
    limits = _limits(elements)
    return [own + limits or [_blue_first(elements)] for own in orders]


def score_orders(elements: Elements) -> list[Array]:
    """The orders in which y stands before x if and only if x_k < y_k."""
    arrays, red, blue = elements.problem.arrays, elements.problem.red, elements.problem.blue
    orders = []
    for k in range(red.shape[-1]):
        merged = arrays.concatenate([-arrays.float64(red[..., k]), -arrays.float64(blue[..., k])])
        orders.append(_numbered(elements, arrays.argsort(merged)))
    return orders + _limits(elements)


def _limits(elements: Elements) -> list[Array]:
    """The extra order of "only earlier": y stands before x if its position is below that of x."""
    problem = elements.problem
    if problem.earlier is None:
        return []
    return [_numbered(elements, problem.arrays.argsort(problem.arrays.concatenate(list(problem.earlier))))]


def _gap_order(elements: Elements, j: int, k: int) -> Array:
    """Sort by the exact difference of coordinates k and j; of equals the red ones come first."""
    arrays = elements.problem.arrays
    sides = [
        _exact_difference(arrays.float64(s[..., k]), arrays.float64(s[..., j]))
        for s in (elements.problem.red, elements.problem.blue)
    ]
    rounded = arrays.concatenate([side[0] for side in sides])
    error = arrays.concatenate([side[1] for side in sides])
    if not bool((error != 0).any()):
        return _numbered(elements, arrays.argsort(rounded))
    rows = (arrays.arange(rounded.shape[0], like=rounded) * rounded.shape[1])[:, None]
    by_error = arrays.argsort(error)
    by_both = arrays.argsort(rounded.reshape(-1)[by_error + rows])
    return _numbered(elements, by_error.reshape(-1)[by_both + rows])


def _exact_difference(a: Array, b: Array) -> tuple[Array, Array]:
    """Give a - b as a rounded number and the rounding error: Knuth's TwoSum.

    Comparing the pairs one after the other compares the differences exactly, for rounding is monotone.
    Reference: Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B.
    """
    rounded = a - b
    virtual = rounded - a
    return rounded, (a - (rounded - virtual)) - (b + virtual)


def _numbered(elements: Elements, order: Array) -> Array:
    """Turn an order of red and blue points `[batch, n + m]` into one of elements `[batch, size]`."""
    arrays: Arrays = elements.problem.arrays
    batch, real = order.shape
    padding = arrays.arange(elements.size, like=order)[real:][None, :] + order[:, :1] * 0
    offset = (arrays.arange(batch, like=order) * elements.size)[:, None]
    return arrays.concatenate([order, padding]) + offset


def _blue_first(elements: Elements) -> Array:
    """For one order without limits: every blue point stands before every red one."""
    arrays = elements.problem.arrays
    batch, n, m, _ = elements.problem.sizes
    number = arrays.arange(n + m, like=elements.points)
    order = arrays.concatenate([number[n:], number[:n]])
    return _numbered(elements, order[None, :] + arrays.arange(batch, like=order)[:, None] * 0)
