"""What torch users rely on: compile, autocast, one backward, one device."""

from __future__ import annotations

import inspect

import pytest
import torch

from realizer.aggregation import best, log_sum_exp, log_sum_exp_gradient, report
from realizer.aggregation.numpy_arrays import NumpyArrays
from realizer.aggregation.torch_arrays import TorchArrays


def scores(orders: int = 3, size: int = 40) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(orders)
    return [torch.randn(2, size, orders, generator=generator).requires_grad_() for _ in range(2)]


def test_backends_have_the_same_operations() -> None:
    numpy_names = {n: inspect.signature(f) for n, f in inspect.getmembers(NumpyArrays, inspect.isfunction)}
    torch_names = {n: inspect.signature(f) for n, f in inspect.getmembers(TorchArrays, inspect.isfunction)}
    assert numpy_names == torch_names
    assert len(numpy_names) > 30


@pytest.mark.filterwarnings("default:The .grad attribute")  # torch hides its own, but not from -W error
@pytest.mark.parametrize("method", ["blocks", "divide", "compiled"])
def test_inside_torch_compile(method: str) -> None:
    """The call is a graph break: what is around it is compiled, values and gradients are the same."""

    def model(red: torch.Tensor, blue: torch.Tensor) -> torch.Tensor:
        return log_sum_exp(red * 2, blue * 2, method=method).tanh().sum()

    red, blue = scores()
    model(red, blue).backward()
    wanted, red.grad = red.grad, None
    torch.compile(model, backend="eager")(red, blue).backward()
    torch.testing.assert_close(red.grad, wanted)


def test_torch_compile_says_that_it_breaks_the_graph() -> None:
    def model(red: torch.Tensor, blue: torch.Tensor) -> torch.Tensor:
        return log_sum_exp(red, blue, method="divide").sum()

    with pytest.raises(Exception, match="decides its shapes by its data"):
        torch.compile(model, backend="eager", fullgraph=True)(*scores())


@pytest.mark.parametrize("method", ["blocks", "divide", "compiled"])
def test_a_second_backward_is_refused(method: str) -> None:
    red, blue = scores()
    (gradient,) = torch.autograd.grad(
        log_sum_exp(red, blue, method=method).square().sum(), red, create_graph=True
    )
    with pytest.raises(RuntimeError, match="differentiate"):
        gradient.sum().backward()


@pytest.mark.parametrize("orders", [2, 4])
def test_every_new_tensor_is_made_on_the_device_of_the_scores(orders: int) -> None:
    """A tensor made without a device would land on the default one: here that cannot be computed with."""
    red, blue = (s.detach() for s in scores(orders))
    mask = torch.ones(2, 40, dtype=torch.bool)
    position = torch.arange(40).repeat(2, 1)
    for method in ("blocks", "divide", *(["sweep"] if orders == 2 else [])):
        options = {} if method == "sweep" else {"earlier": (position, position), "without": position}
        with torch.device("meta"):
            got = log_sum_exp_gradient(red, blue, mask.float(), blue_mask=mask, method=method, **options)
            found = best(red, blue, blue_mask=mask, method="divide", **options)
            pairs = report(red, blue, method="divide")
        assert {a.device.type for a in (got.red, got.blue, found.index, pairs.red)} == {"cpu"}


def test_gradient_stops_at_rows_without_candidates() -> None:
    red, blue = scores()
    mask = torch.zeros(2, 40, dtype=torch.bool)
    for method in ("blocks", "divide", "compiled"):
        log_sum = log_sum_exp(red, blue, blue_mask=mask, method=method)
        assert bool((log_sum == -torch.inf).all())
        (gradient,) = torch.autograd.grad(log_sum[log_sum > -torch.inf].sum(), red)
        assert bool((gradient == 0).all())
