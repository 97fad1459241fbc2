"""What is asked: two sets of points, which pairs count, and the checks that everything fits.

All public functions of this room take the same arguments; `pose` checks them once, widens half precision,
gives every array one batch axis and returns a `Problem`. Algorithms see only that.
"""

from __future__ import annotations

from dataclasses import dataclass

from realizer.aggregation.arrays import Array, Arrays, arrays_of
from realizer.errors import InputError, ScoreError, ShapeError

__all__ = ["Problem", "pose"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One batch of red and blue points.

    Attributes:
        arrays: The backend that the arrays belong to.
        red: Scores `[batch, n, order]`, finite, float32 or float64.
        blue: Scores `[batch, m, order]`, the same.
        red_mask: Real rows `[batch, n]`, or None: all of them.
        blue_mask: Real candidates `[batch, m]`, or None.
        earlier: Positions `([batch, n], [batch, m])` in float64: only candidates before the row count.
        without: Candidates `[batch, n, e]` left out for each row, -1 for none; or None.
        lead: The leading axes of the arguments, to be given back.
    """

    arrays: Arrays
    red: Array
    blue: Array
    red_mask: Array | None
    blue_mask: Array | None
    earlier: tuple[Array, Array] | None
    without: Array | None
    lead: tuple[int, ...]

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """Batch, n, m and the number of orders K."""
        return self.red.shape[0], self.red.shape[1], self.blue.shape[1], self.red.shape[2]

    @property
    def plain(self) -> bool:
        """Whether only masks limit the pairs: no extra order, nothing left out."""
        return self.earlier is None and self.without is None


def pose(
    red: Array,
    blue: Array,
    *,
    red_mask: Array | None = None,
    blue_mask: Array | None = None,
    earlier: tuple[Array, Array] | None = None,
    without: Array | None = None,
) -> Problem:
    """Check the arguments of an aggregation and give them one batch axis."""
    arrays = arrays_of(red)
    _check_scores(arrays, "red", red)
    _check_scores(arrays, "blue", blue)
    if red.shape[-1] != blue.shape[-1] or tuple(red.shape[:-2]) != tuple(blue.shape[:-2]):
        raise ShapeError(
            f"expected red [..., n, K] and blue [..., m, K] with the same leading axes and the same K, got "
            f"{list(red.shape)} and {list(blue.shape)}; cure: project both to the same number of orders"
        )
    lead = tuple(red.shape[:-2])
    rows, columns = (*lead, red.shape[-2]), (*lead, blue.shape[-2])
    red_mask = _checked_mask(arrays, "red_mask", red_mask, rows)
    blue_mask = _checked_mask(arrays, "blue_mask", blue_mask, columns)
    return Problem(
        arrays=arrays,
        red=_finite(arrays, "red", red, red_mask),
        blue=_finite(arrays, "blue", blue, blue_mask),
        red_mask=_flat(red_mask, lead),
        blue_mask=_flat(blue_mask, lead),
        earlier=_checked_positions(arrays, earlier, rows, columns),
        without=_checked_without(arrays, without, rows, blue.shape[-2]),
        lead=lead,
    )


def _check_scores(arrays: Arrays, name: str, scores: Array) -> None:
    if not arrays.is_array(scores):
        raise InputError(
            f"expected {name} as a {arrays.name} array like its partner, got {type(scores).__name__}; cure: "
            f"numpy.asarray or torch.as_tensor, the same for red and blue"
        )
    if not arrays.is_floating(scores):
        raise InputError(
            f"expected {name} in floating point, got {scores.dtype}; cure: convert it to float32"
        )
    if scores.ndim < 2 or scores.shape[-1] < 1:
        raise ShapeError(
            f"expected {name} as [..., points, orders] with at least one order, got shape "
            f"{list(scores.shape)}; cure: give one row of K numbers per point"
        )


def _batches(lead: tuple[int, ...]) -> int:
    batches = 1
    for axis in lead:
        batches *= axis
    return batches


def _flat(a: Array | None, lead: tuple[int, ...]) -> Array | None:
    return None if a is None else a.reshape(_batches(lead), *a.shape[len(lead) :])


def _checked_mask(arrays: Arrays, name: str, mask: Array | None, shape: tuple[int, ...]) -> Array | None:
    if mask is None:
        return None
    if not arrays.is_array(mask) or not arrays.is_boolean(mask):
        got = getattr(mask, "dtype", type(mask).__name__)
        raise InputError(
            f"expected {name} as a boolean {arrays.name} array, got {got}; cure: {name} = {name} > 0"
        )
    if tuple(mask.shape) != shape:
        raise ShapeError(
            f"expected {name} of shape {list(shape)}, got {list(mask.shape)}; cure: one flag per point"
        )
    return mask


def _finite(arrays: Arrays, name: str, scores: Array, mask: Array | None) -> Array:
    """Widen half precision, clear what is masked, refuse NaN and infinity elsewhere."""
    scores = arrays.scores(scores)
    if mask is not None:
        scores = arrays.where(mask[..., None], scores, 0.0)
    finite = arrays.isfinite(scores)
    if not bool(finite.all()):
        place = [int(axis[0]) for axis in arrays.nonzero(~finite)]
        raise ScoreError(
            f"expected finite scores, got {float(scores[tuple(place)])} at {name}{place}; cure: look for a "
            f"division by zero or an overflow in the network, or mask the point"
        )
    return scores.reshape(_batches(tuple(scores.shape[:-2])), *scores.shape[-2:])


def _checked_positions(
    arrays: Arrays, earlier: tuple[Array, Array] | None, rows: tuple[int, ...], columns: tuple[int, ...]
) -> tuple[Array, Array] | None:
    if earlier is None:
        return None
    if not isinstance(earlier, tuple) or len(earlier) != 2:
        raise InputError("expected earlier as a pair (red positions, blue positions); cure: earlier=(a, b)")
    flat = []
    for name, positions, shape in (("red", earlier[0], rows), ("blue", earlier[1], columns)):
        if not arrays.is_array(positions) or tuple(positions.shape) != shape:
            got = list(getattr(positions, "shape", [])) or type(positions).__name__
            raise ShapeError(f"expected {name} positions as a {arrays.name} array {list(shape)}, got {got}")
        wide = arrays.float64(positions)
        if not bool(arrays.isfinite(wide).all()):
            raise ScoreError(
                f"expected finite {name} positions, got NaN or infinity; cure: number the points"
            )
        flat.append(wide.reshape(_batches(shape[:-1]), shape[-1]))
    return flat[0], flat[1]


def _checked_without(
    arrays: Arrays, without: Array | None, rows: tuple[int, ...], candidates: int
) -> Array | None:
    if without is None:
        return None
    if not arrays.is_array(without) or not arrays.is_integer(without):
        got = getattr(without, "dtype", type(without).__name__)
        raise InputError(
            f"expected without as integer indices of blue points, got {got}; cure: convert to int64"
        )
    if tuple(without.shape) == rows:
        without = without[..., None]
    if tuple(without.shape[:-1]) != rows:
        raise ShapeError(
            f"expected without of shape {list(rows)} or {[*rows, 'e']}, got {list(without.shape)}; cure: one "
            f"row of left-out candidates per red point, padded with -1"
        )
    without = arrays.int64(without).reshape(_batches(rows[:-1]), rows[-1], without.shape[-1])
    if bool(((without < -1) | (without >= candidates)).any()):
        raise InputError(
            f"expected without between -1 (none) and {candidates - 1}, got values from "
            f"{int(without.min())} to {int(without.max())}; cure: count candidates from 0"
        )
    return without
