"""How sums of exponentials are added up: in linear space while that is exact, in log space otherwise.

A sum of exp(v) over a range is needed to a relative error of 1e-4 over a million terms. While all v of a
call lie within `LINEAR_RANGE` of their maximum, exp(v - max) neither overflows nor vanishes in float64, and
plain sums of positive numbers lose nothing: that is many times faster than log-sum-exp scans. Wider ranges
(strong text-order priors on long documents) are added up in log space. Nothing is ever subtracted: a
difference of two such sums would lose every digit as soon as one term dominates.
"""

from __future__ import annotations

from dataclasses import dataclass

from realizer.aggregation.arrays import Array, Arrays

__all__ = ["LINEAR_RANGE", "Sums", "sums_for"]

LINEAR_RANGE = 600.0
"""exp(-600) is 1e-261; a million such terms and their products with others of the kind stay in float64."""


@dataclass(frozen=True, slots=True)
class Sums:
    """The arithmetic of one call: numbers stand for exp(v) (linear) or for v itself (logarithmic)."""

    arrays: Arrays
    logarithmic: bool

    @property
    def zero(self) -> float:
        """The sum of nothing."""
        return -float("inf") if self.logarithmic else 0.0

    def encode(self, logarithms: Array) -> Array:
        """Turn v into the number that stands for exp(v)."""
        return logarithms if self.logarithmic else self.arrays.exp(logarithms)

    def decode(self, numbers: Array) -> Array:
        """Turn such a number back into v."""
        return numbers if self.logarithmic else self.arrays.log(numbers)

    def add(self, a: Array, b: Array) -> Array:
        """Add element by element."""
        return self.arrays.logaddexp(a, b) if self.logarithmic else a + b

    def product(self, a: Array, b: Array) -> Array:
        """Multiply and leave the arithmetic: a plain real number comes back."""
        return self.arrays.exp(a + b) if self.logarithmic else a * b

    def prefix(self, numbers: Array) -> Array:
        """Inclusive prefix sums along the last axis."""
        return self.arrays.logcumsumexp(numbers) if self.logarithmic else self.arrays.cumsum(numbers)

    def suffix(self, numbers: Array) -> Array:
        """Inclusive suffix sums along the last axis."""
        return self.arrays.flip(self.prefix(self.arrays.flip(numbers)))

    def total(self, numbers: Array, axis: int) -> Array:
        """Sum along an axis."""
        return self.arrays.logsumexp(numbers, axis) if self.logarithmic else self.arrays.sum(numbers, axis)

    def add_at(self, size: int, index: Array, numbers: Array) -> Array:
        """Sum the numbers that fall on each index: `[size]`."""
        if not self.logarithmic:
            return self.arrays.add_at(size, index, numbers)
        top = self.arrays.maximum_at(size, index, numbers)
        finite = self.arrays.where(top > self.zero, top, 0.0)
        return (
            self.arrays.log(self.arrays.add_at(size, index, self.arrays.exp(numbers - finite[index])))
            + finite
        )


def sums_for(arrays: Arrays, values: Array) -> Sums:
    """Choose the arithmetic for values `[batch, m]` that have their row maxima taken off.

    Minus infinity stands for a masked value and does not count.
    """
    real = arrays.where(values > -float("inf"), values, 0.0)
    return Sums(arrays, logarithmic=bool((real < -LINEAR_RANGE).any()))
