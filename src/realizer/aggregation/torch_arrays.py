"""The torch backend of `arrays.Arrays`, and the gradient: the one file of this room that imports torch.

Nothing here leaves the device of its arguments, so what runs on the CPU runs on CUDA; only long arrays that
are in the CPU's memory anyway are sorted by NumPy, which is several times faster at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import torch

from realizer.aggregation.sorting import LONG, ranks_among, stable_order

__all__ = ["TorchArrays", "differentiable", "eagerly"]

Array: TypeAlias = Any
Forward: TypeAlias = Callable[[Array, Array], tuple[Array, Any]]
Context: TypeAlias = Any
Gradient: TypeAlias = Callable[[Array, Array, Any, Array], tuple[Array, Array]]


class TorchArrays:
    """Array operations on torch tensors; stateless."""

    name = "torch"

    def is_array(self, a: Array) -> bool:
        return isinstance(a, torch.Tensor)

    def is_floating(self, a: Array) -> bool:
        return bool(a.dtype.is_floating_point)

    def is_boolean(self, a: Array) -> bool:
        return bool(a.dtype == torch.bool)

    def is_integer(self, a: Array) -> bool:
        return a.dtype in {torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64}

    def float64(self, a: Array) -> Array:
        return a.to(torch.float64)

    def int64(self, a: Array) -> Array:
        return a.to(torch.int64)

    def scores(self, a: Array) -> Array:
        return a.float() if a.dtype.itemsize < 4 else a

    def as_type(self, a: Array, like: Array) -> Array:
        return a.to(like.dtype)

    def full(self, shape: tuple[int, ...], value: float | bool, like: Array) -> Array:
        return torch.full(shape, value, dtype=_dtype(value), device=like.device)

    def arange(self, n: int, like: Array) -> Array:
        return torch.arange(n, device=like.device)

    def concatenate(self, parts: list[Array], axis: int = -1) -> Array:
        return torch.cat(parts, dim=axis)

    def stack(self, parts: list[Array], axis: int) -> Array:
        return torch.stack(parts, dim=axis)

    def where(self, condition: Array, a: Array, b: Array | float) -> Array:
        return torch.where(condition, a, b)

    def flip(self, a: Array) -> Array:
        return a.flip(-1)

    def repeat(self, a: Array, counts: Array) -> Array:
        return torch.repeat_interleave(a, counts)

    def nonzero(self, a: Array) -> tuple[Array, ...]:
        return torch.nonzero(a, as_tuple=True)

    def argsort(self, a: Array) -> Array:
        if _long_on_cpu(a):
            return torch.from_numpy(stable_order(a.detach().numpy()))
        return torch.argsort(a, dim=-1, stable=True)

    def sort(self, a: Array) -> Array:
        return torch.sort(a, dim=-1).values

    def searchsorted(self, ordered: Array, values: Array) -> Array:
        if _long_on_cpu(values):
            return torch.from_numpy(ranks_among(ordered.detach().numpy(), values.detach().numpy()))
        return torch.searchsorted(ordered.contiguous(), values.contiguous(), right=True)

    def exp(self, a: Array) -> Array:
        return torch.exp(a)

    def log(self, a: Array) -> Array:
        return torch.log(a)

    def maximum(self, a: Array, b: Array) -> Array:
        return torch.maximum(a, b)

    def minimum(self, a: Array, b: Array) -> Array:
        return torch.minimum(a, b)

    def logaddexp(self, a: Array, b: Array) -> Array:
        return torch.logaddexp(a, b)

    def sum(self, a: Array, axis: int) -> Array:
        return a.sum(axis)

    def amax(self, a: Array, axis: int) -> Array:
        return a.amax(axis)

    def amin(self, a: Array, axis: int) -> Array:
        return a.amin(axis)

    def argmin(self, a: Array, axis: int) -> Array:
        return torch.argmin(a, dim=axis)

    def logsumexp(self, a: Array, axis: int) -> Array:
        return torch.logsumexp(a, axis)

    def cumsum(self, a: Array) -> Array:
        return a.cumsum(-1)

    def cummax(self, a: Array) -> Array:
        return a.cummax(-1).values

    def logcumsumexp(self, a: Array) -> Array:
        return torch.logcumsumexp(a, -1)

    def add_at(self, size: int, index: Array, values: Array) -> Array:
        return torch.zeros(size, dtype=values.dtype, device=values.device).scatter_add_(0, index, values)

    def maximum_at(self, size: int, index: Array, values: Array) -> Array:
        out = torch.full((size,), -float("inf"), dtype=values.dtype, device=values.device)
        return out.scatter_reduce_(0, index, values, "amax")

    def isfinite(self, a: Array) -> Array:
        return torch.isfinite(a)

    def in_memory(self, a: Array) -> bool:
        return bool(a.device.type == "cpu")

    def to_numpy(self, a: Array) -> Array:
        return a.detach().numpy()

    def from_numpy(self, a: Array, like: Array) -> Array:
        del like
        return torch.from_numpy(a)


def _long_on_cpu(a: Array) -> bool:
    """Whether NumPy sorts these numbers faster, on shared memory, than torch does."""
    return bool(a.device.type == "cpu" and a.dtype == torch.float64 and a.shape[-1] >= LONG)


def _dtype(value: float | bool) -> torch.dtype:
    if isinstance(value, bool):
        return torch.bool
    return torch.int64 if isinstance(value, int) else torch.float64


class _Differentiable(torch.autograd.Function):
    """A log-sum whose gradient is another aggregation of the same cost."""

    @staticmethod
    def forward(ctx: Context, red: Array, blue: Array, compute: Forward, gradient: Gradient) -> Array:
        log_sum, state = compute(red, blue)
        ctx.save_for_backward(red, blue)
        ctx.state, ctx.gradient = state, gradient
        return log_sum.to(red.dtype, copy=True)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Context, upstream: Array) -> tuple[Array, Array, None, None]:
        red, blue = ctx.saved_tensors
        red_gradient, blue_gradient = ctx.gradient(red, blue, ctx.state, upstream)
        return red_gradient.to(red.dtype), blue_gradient.to(blue.dtype), None, None


def differentiable(red: Array, blue: Array, compute: Forward, gradient: Gradient) -> Array:
    """Run `compute` so that autograd uses `gradient`; float32 or wider even inside autocast."""
    with torch.autocast(red.device.type, enabled=False):
        return _Differentiable.apply(red, blue, compute, gradient)  # type: ignore[no-untyped-call]


@torch.compiler.disable(  # type: ignore[untyped-decorator, no-untyped-call]
    reason="realizer's aggregation decides its shapes by its data: it runs outside of graphs"
)
def eagerly(function: Callable[..., Any], *args: Array, **options: Array) -> Array:
    """Call a function outside of `torch.compile`."""
    return function(*args, **options)
