"""Functions of single rows over very many rows: part by part, so that hidden layers are never held for all.

What a part's hidden layers were is computed again when its gradient is due, as are the dropout's choices. For
a third more time in such a function it needs memory for a part and for what goes in and comes out.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["in_parts"]


def in_parts(
    function: Callable[..., Tensor],
    rows: Tensor,
    constants: Sequence[Tensor],
    parameters: Sequence[Tensor],
    *,
    size: int,
) -> Tensor:
    """Compute `function(rows, *constants)` in parts of `size` rows.

    Args:
        function: Takes some rows of everything and gives as many; each row's answer depends on that row only.
        rows: What has a gradient, `[row, …]`.
        constants: What has none, `[row, …]` each.
        parameters: What else the function learns.
        size: Rows per part.

    Returns:
        The function's answers, `[row, …]`.
    """
    seed = int(torch.randint(1 << 62, ()))
    found: Tensor = _InParts.apply(  # type: ignore[no-untyped-call]
        function, size, seed, tuple(constants), rows, *parameters
    )
    return found


class _InParts(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401  # torch's own
        function: Callable[..., Tensor],
        size: int,
        seed: int,
        constants: tuple[Tensor, ...],
        rows: Tensor,
        *parameters: Tensor,
    ) -> Tensor:
        ctx.function, ctx.size, ctx.seed, ctx.constants = function, size, seed, constants
        ctx.save_for_backward(rows, *parameters)
        parts = []
        for begin in range(0, len(rows), size):
            own = slice(begin, begin + size)
            with _seeded(seed + begin, rows):
                parts.append(function(rows[own], *(constant[own] for constant in constants)))
        return torch.cat(parts)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, upstream: Tensor) -> tuple[Tensor | None, ...]:  # noqa: ANN401
        rows, *parameters = ctx.saved_tensors
        gradient = torch.empty_like(rows)
        learned = [parameter for parameter in parameters if parameter.requires_grad]
        totals = [torch.zeros_like(parameter) for parameter in learned]
        for begin in range(0, len(rows), ctx.size):
            own = slice(begin, begin + ctx.size)
            part = rows[own].detach().requires_grad_()
            with torch.enable_grad(), _seeded(ctx.seed + begin, rows):
                answer = ctx.function(part, *(constant[own] for constant in ctx.constants))
            change, *changes = torch.autograd.grad(answer, [part, *learned], upstream[own])
            gradient[own] = change
            for total, change in zip(totals, changes, strict=True):
                total += change
        given = iter(totals)
        return (
            *(None,) * 4,
            gradient,
            *(next(given) if parameter.requires_grad else None for parameter in parameters),
        )


@contextmanager
def _seeded(seed: int, like: Tensor) -> Iterator[None]:
    """Let random numbers be those of a seed, and go on afterwards as if nothing had been."""
    devices = [like.device] if like.device.type == "cuda" else []
    with torch.random.fork_rng(devices=devices):
        torch.manual_seed(seed)
        yield
