"""The traps of floating point: each with the naive formula that falls in, and ours that does not."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from realizer.aggregation import best, log_sum_exp, report
from realizer.aggregation.numpy_arrays import NumpyArrays
from realizer.aggregation.sums import LINEAR_RANGE, Sums

from . import oracle
from .oracle import BACKENDS, Case

ALL = ("blocks", "divide", "compiled")


def learnt(size: int, orders: int) -> Case:
    """Scores as after training: F is -12 for the gold candidate, left out, and 18 or more for others."""
    rng = np.random.default_rng(size + orders)
    place = np.arange(size)[:, None] * np.where(np.arange(orders) % 2, -30.0, 30.0)
    red = (place + rng.normal(size=(size, orders)) / 8).astype(np.float32)
    gold = rng.permutation(size)
    blue = np.empty_like(red)
    blue[gold] = red + 12
    return Case(red[None], blue[None], {"without": gold[None, :, None]})


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("orders", [2, 3, 4])
@pytest.mark.parametrize("size", [15, 150])
def test_leaving_the_gold_out_does_not_cancel(size: int, orders: int, backend: str) -> None:
    """As soon as training works the gold candidate outweighs all others; a subtraction loses them."""
    case = learnt(size, orders)
    wanted = oracle.log_sums(case)
    a, b, options = case.given(backend)
    for method in ALL:
        np.testing.assert_allclose(np.asarray(log_sum_exp(a, b, method=method, **options)), wanted, rtol=1e-4)
    everything = np.asarray(log_sum_exp(a, b))
    gold = -np.take_along_axis(oracle.pair_values(case), case.options["without"], -1)[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        naive = np.log(np.exp(everything) - np.exp(gold.astype(np.float32)))
    assert not np.allclose(naive, wanted, rtol=0.1)


@pytest.mark.parametrize("orders", [2, 3, 4])
@pytest.mark.parametrize("size", [15, 150])
def test_gradient_without_a_dominating_gold(size: int, orders: int) -> None:
    case = learnt(size, orders)
    wanted = oracle.gradients(case, np.ones((1, size)))
    for method in ALL:
        a, b, options = case.given("torch")
        a.requires_grad_(), b.requires_grad_()
        log_sum_exp(a, b, method=method, **options).sum().backward()
        np.testing.assert_allclose(a.grad, wanted[0], rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(b.grad, wanted[1], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_prefix_over_a_million_terms(backend: str) -> None:
    size = 1 << 20
    values = np.random.default_rng(0).normal(size=size).astype(np.float32) * 3
    exact = np.log(np.cumsum(np.exp(values.astype(np.longdouble)))).astype(np.float64)
    red = np.stack([np.zeros(size), -np.arange(size, dtype=np.float64) * 1e-3 - 1e3], -1).astype(np.float64)
    blue = np.stack([values, values + 1e3 - np.arange(size) * 1e-3 + 1e3 + 2e3], -1).astype(np.float64)
    # the gap of y number i is about i/1000 - 4000, below that of every x; order 1 attains F: one long prefix
    got = log_sum_exp(*(oracle.convert(s, backend) for s in (red[-1:], blue)), method="sweep")
    np.testing.assert_allclose(np.asarray(got), exact[-1:], rtol=1e-4)
    for logarithmic in (False, True):
        sums = Sums(NumpyArrays(), logarithmic)
        top = values.max()
        shifted = (values - top).astype(np.float64)
        got = sums.decode(sums.prefix(sums.encode(shifted))) + top
        np.testing.assert_allclose(got, exact, rtol=1e-4)
    naive = np.logaddexp.accumulate(values)  # every step rounds to float32, and small terms vanish
    assert not np.allclose(naive, exact, rtol=1e-4)


@pytest.mark.parametrize("orders", [2, 4])
def test_integer_ranks_up_to_a_million_are_exact(orders: int) -> None:
    """A decoded relation in float32 equals the float64 one; in half precision orders stop being injective."""
    size, asked = 1 << 20, 64
    rng = np.random.default_rng(orders)
    ranks = np.stack([rng.permutation(2 * size) for _ in range(orders)], -1)
    red, blue = ranks[:asked].astype(np.float32), ranks[size:].astype(np.float32)
    found = best(red, blue, method="sweep" if orders == 2 else "compiled")
    wanted = best(red.astype(np.float64), blue.astype(np.float64), method="blocks")
    np.testing.assert_array_equal(found.index, wanted.index)
    few = slice(0, 8)
    pairs, exact = (
        report(red[few], blue, method="divide" if orders == 2 else "blocks"),
        report(red[few].astype(float), blue.astype(float), method="blocks"),
    )
    np.testing.assert_array_equal(pairs.red, exact.red)
    np.testing.assert_array_equal(pairs.blue, exact.blue)
    half = torch.tensor(ranks[: 1 << 16, 0] % (1 << 17)).bfloat16()
    assert half.unique().numel() < 1 << 16


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_scores_are_widened_before_they_are_compared(dtype: torch.dtype) -> None:
    rng = torch.Generator().manual_seed(0)
    red, blue = (torch.randn(64, 4, generator=rng).to(dtype).requires_grad_() for _ in range(2))
    got = log_sum_exp(red, blue)
    assert got.dtype == torch.float32
    wanted = log_sum_exp(red.detach().double(), blue.detach().double(), method="definition")
    torch.testing.assert_close(got.double(), wanted, rtol=1e-5, atol=1e-5)
    got.sum().backward()
    assert red.grad is not None
    assert red.grad.dtype == dtype
    with torch.autocast("cpu", dtype=torch.bfloat16):
        for method in ("blocks", "divide"):
            inside = log_sum_exp(red.detach().float().requires_grad_(), blue.detach().float(), method=method)
            assert inside.dtype == torch.float32
            torch.testing.assert_close(inside.double(), wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("backend", BACKENDS)
def test_rounding_does_not_lose_or_double_a_pair(backend: str) -> None:
    """Gaps of tenths round so that 'k beats j' goes in a circle; the parts must still partition."""
    rng = np.random.default_rng(7)
    for _ in range(30):
        red = rng.integers(-9, 10, (1, 40, 3)) * 0.1
        blue = red[:, ::-1] + rng.integers(-2, 3, (1, 40, 1)) * 0.1
        case = Case(red, blue)
        for method in ("divide", "compiled"):
            a, b, _ = case.given(backend)
            got = np.asarray(log_sum_exp(a, b, method=method))
            np.testing.assert_allclose(got, oracle.log_sums(case), rtol=1e-9, atol=1e-9)


def test_rounded_gaps_alone_would_go_in_a_circle() -> None:
    """The naive comparison that `gap_orders` avoids: a pair that no order claims."""
    rng = np.random.default_rng(0)
    circles = 0
    for _ in range(200_000):
        x, y = rng.integers(-9, 10, (2, 3)) * 0.1
        beats = [
            [
                k == j or (y[k] - y[j] < x[k] - x[j] or (k < j and y[k] - y[j] == x[k] - x[j]))
                for j in range(3)
            ]
            for k in range(3)
        ]
        circles += not any(all(row) for row in beats)
        if circles:
            break
    assert circles


@pytest.mark.parametrize("orders", [2, 3, 4])
@pytest.mark.parametrize("backend", BACKENDS)
def test_ranges_beyond_the_linear_one(backend: str, orders: int) -> None:
    """A strong text-order prior on a long document: exp of the range overflows float64."""
    rng = np.random.default_rng(orders)
    position = np.arange(300)[:, None] * np.where(np.arange(orders) % 2, -40.0, 40.0)
    red, blue = (rng.normal(size=(1, 300, orders)) + position for _ in range(2))
    case = Case(red, blue)
    assert np.ptp(blue) > 10 * LINEAR_RANGE
    wanted = oracle.gradients(case, np.ones((1, 300)))
    for method in ("sweep", *ALL) if orders == 2 else ALL:
        a, b, _ = case.given(backend)
        np.testing.assert_allclose(
            np.asarray(log_sum_exp(a, b, method=method)), oracle.log_sums(case), rtol=1e-9
        )
        a, b, _ = case.given("torch")
        a.requires_grad_(), b.requires_grad_()
        log_sum_exp(a, b, method=method).sum().backward()
        np.testing.assert_allclose(a.grad, wanted[0], rtol=1e-7, atol=1e-9)
        np.testing.assert_allclose(b.grad, wanted[1], rtol=1e-7, atol=1e-9)
    with np.errstate(over="ignore"):
        assert np.isinf(np.exp(blue).sum())


@pytest.mark.parametrize("method", ["definition", "blocks", "sweep", "divide", "compiled"])
@pytest.mark.parametrize("backend", BACKENDS)
def test_padding_is_never_a_candidate(backend: str, method: str) -> None:
    """A result must not depend on its batch: masked points may hold anything, even NaN."""
    rng = np.random.default_rng(2)
    red, blue = rng.normal(size=(1, 9, 2)), rng.normal(size=(1, 9, 2))
    padded_red, padded_blue = (np.concatenate([s, np.full((1, 5, 2), np.nan)], 1) for s in (red, blue))
    padded_blue[:, 9:11] = 1e6
    mask = np.arange(14)[None] < 9
    a, b, real = (oracle.convert(s, backend) for s in (padded_red, padded_blue, mask))
    got = np.asarray(log_sum_exp(a, b, red_mask=real, blue_mask=real, method=method))
    np.testing.assert_allclose(got[:, :9], np.asarray(log_sum_exp(red, blue)), rtol=1e-12)
    assert (got[:, 9:] == -np.inf).all()
    found = best(a, b, red_mask=real, blue_mask=real, method=method)
    np.testing.assert_array_equal(np.asarray(found.index)[:, :9], best(red, blue).index)
    assert (np.asarray(found.index)[:, 9:] == -1).all()
