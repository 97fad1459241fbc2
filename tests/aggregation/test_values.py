"""Every method of every backend against the definition, on small problems of every kind."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings

from realizer.aggregation import best, log_sum_exp, log_sum_exp_gradient, report

from . import oracle
from .oracle import BACKENDS, Case, cases, methods_for


def close_gradients(got: tuple[object, object], wanted: tuple[np.ndarray, np.ndarray], case: Case) -> None:
    """Order by order; where differences round to ties, summed over the orders."""
    for one, other in zip(got, wanted, strict=True):
        one = np.asarray(one)
        close(one.sum(-1) if case.rounded else one, other.sum(-1) if case.rounded else other)


def close(got: object, wanted: np.ndarray) -> None:
    np.testing.assert_allclose(np.asarray(got), wanted, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("backend", BACKENDS)
@settings(max_examples=150)
@given(case=cases())
def test_log_sums_and_gradients(backend: str, case: Case) -> None:
    upstream = np.random.default_rng(0).normal(size=case.red.shape[:2])
    wanted, wanted_gradients = oracle.log_sums(case), oracle.gradients(case, upstream)
    red, blue, options = case.given(backend)
    for method in methods_for(case):
        close(log_sum_exp(red, blue, method=method, **options), wanted)
        got = log_sum_exp_gradient(red, blue, oracle.convert(upstream, backend), method=method, **options)
        close_gradients((got.red, got.blue), wanted_gradients, case)


@settings(max_examples=100)
@given(case=cases())
def test_autograd_uses_the_gradient(case: Case) -> None:
    upstream = np.random.default_rng(1).normal(size=case.red.shape[:2]).astype(case.red.dtype)
    wanted = oracle.gradients(case, upstream)
    for method in methods_for(case):
        if method == "definition":
            continue
        red, blue, options = case.given("torch")
        red, blue = red.clone().requires_grad_(), blue.clone().requires_grad_()
        log_sum = log_sum_exp(red, blue, method=method, **options)
        assert log_sum.dtype == red.dtype
        log_sum.backward(torch.as_tensor(upstream))
        close_gradients((red.grad, blue.grad), wanted, case)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("count", [1, 2, 3])
@settings(max_examples=60)
@given(case=cases())
def test_best(backend: str, count: int, case: Case) -> None:
    value, index = oracle.best(case, count)
    red, blue, options = case.given(backend)
    for method in methods_for(case, "best"):
        found = best(red, blue, count=count, method=method, **options)
        np.testing.assert_array_equal(np.asarray(found.index).reshape(index.shape), index, err_msg=method)
        np.testing.assert_allclose(np.asarray(found.value).reshape(value.shape), value, rtol=1e-6)


@pytest.mark.parametrize("backend", BACKENDS)
@settings(max_examples=100)
@given(case=cases())
def test_report(backend: str, case: Case) -> None:
    wanted = np.nonzero((oracle.pair_values(case) < 0) & oracle.counted(case))
    red, blue, options = case.given(backend)
    for method in methods_for(case, "report"):
        found = report(red, blue, method=method, **options)
        for got, right in zip((found.batch, found.red, found.blue), wanted, strict=True):
            np.testing.assert_array_equal(np.asarray(got), right, err_msg=method)


@pytest.mark.parametrize("orders", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("size", [0, 1, 2, 63, 64, 65, 200])
@pytest.mark.parametrize("backend", BACKENDS)
def test_larger_sizes(backend: str, size: int, orders: int) -> None:
    """Sizes around the leaves and halvings of the divide, with and without conditions."""
    rng = np.random.default_rng(size + orders)
    red, blue = rng.normal(size=(1, size, orders)) * 5, rng.normal(size=(1, size, orders)) * 5
    conditions = {
        "earlier": (np.arange(size)[None], np.arange(size)[None]),
        "without": rng.integers(-1, max(1, size), (1, size, 2)) if size else None,
    }
    for case in (Case(red, blue), Case(red, blue, conditions)):
        upstream = rng.normal(size=(1, size))
        wanted = oracle.gradients(case, upstream)
        _, index = oracle.best(case, 1)
        a, b, options = case.given(backend)
        for method in methods_for(case):
            close(log_sum_exp(a, b, method=method, **options), oracle.log_sums(case))
            got = log_sum_exp_gradient(a, b, oracle.convert(upstream, backend), method=method, **options)
            close(got.red, wanted[0])
            close(got.blue, wanted[1])
        for method in methods_for(case, "best"):
            np.testing.assert_array_equal(
                np.asarray(best(a, b, method=method, **options).index), index[..., 0]
            )


@pytest.mark.parametrize("method", ["definition", "blocks", "sweep", "divide", "compiled"])
def test_gradient_against_finite_differences(method: str) -> None:
    rng = np.random.default_rng(3)
    scores = [torch.tensor(rng.normal(size=(2, 7, 2)) * 2, requires_grad=True) for _ in range(2)]
    assert torch.autograd.gradcheck(
        lambda a, b: log_sum_exp(a, b, method=method), scores, eps=1e-6, atol=1e-5
    )


@pytest.mark.parametrize("method", ["blocks", "divide", "compiled"])
def test_gradient_with_conditions_against_finite_differences(method: str) -> None:
    rng = np.random.default_rng(4)
    scores = [torch.tensor(rng.normal(size=(30, 4)) * 2, requires_grad=True) for _ in range(2)]
    position = torch.arange(30)

    def some(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return log_sum_exp(a, b, earlier=(position + 3, position), without=position, method=method)

    assert torch.autograd.gradcheck(some, scores, eps=1e-6, atol=1e-5)


def test_axes_come_back() -> None:
    red, blue = np.zeros((3, 4, 5, 2), dtype=np.float32), np.zeros((3, 4, 6, 2), dtype=np.float32)
    assert log_sum_exp(red, blue).shape == (3, 4, 5)
    assert log_sum_exp(red, blue).dtype == np.float32
    assert best(red, blue).index.shape == (3, 4, 5)
    assert best(red, blue, count=2).value.shape == (3, 4, 5, 2)
    assert log_sum_exp(red[0, 0], blue[0, 0]).shape == (5,)


def test_arguments_are_not_written_to() -> None:
    rng = np.random.default_rng(5)
    red, blue = rng.normal(size=(2, 40, 3)), rng.normal(size=(2, 40, 3))
    mask = rng.random((2, 40)) < 0.5
    copies = red.copy(), blue.copy(), mask.copy()
    for method in ("blocks", "divide", "compiled"):
        log_sum_exp_gradient(red, blue, np.ones((2, 40)), blue_mask=mask, method=method)
        best(red, blue, blue_mask=mask, method=method)
    for now, before in zip((red, blue, mask), copies, strict=True):
        np.testing.assert_array_equal(now, before)


@pytest.mark.parametrize("left_out", [0, 1, 2])
@pytest.mark.parametrize("scale", [2, 9])
def test_best_of_two_orders_with_many_ties(left_out: int, scale: int) -> None:
    """Ties between a point of the prefix and one of the suffix, records of equal height, left-out records."""
    rng = np.random.default_rng(scale)
    for _ in range(200):
        n, m = rng.integers(1, 40, 2)
        red, blue = rng.integers(-scale, scale, (1, n, 2)), rng.integers(-scale, scale, (1, m, 2))
        without = {"without": rng.integers(-1, m, (1, n, left_out))} if left_out else {}
        case = Case(red.astype(float), blue.astype(float), without)
        _, index = oracle.best(case, 1)
        np.testing.assert_array_equal(
            best(case.red, case.blue, method="sweep", **without).index, index[..., 0]
        )


def test_best_of_two_orders_with_a_long_staircase() -> None:
    """Points along the text: every one is a step, and the word itself is left out."""
    rng = np.random.default_rng(0)
    size = 12_000
    place = np.arange(size)[:, None] * np.array([1.0, -1.0])
    red, blue = place + rng.normal(size=(size, 2)), place + rng.normal(size=(size, 2))
    few = slice(0, size, 400)
    for without in (None, np.arange(size)):
        found = best(red, blue, without=without, method="sweep")
        out = None if without is None else without[few]
        wanted = best(red[few], blue, without=out, method="blocks")
        np.testing.assert_array_equal(found.index[few], wanted.index)


@pytest.mark.parametrize("method", ["sweep", "divide", "compiled"])
def test_gradient_of_an_outlier_whose_range_is_all_padding(method: str) -> None:
    """The outlier's weight overflows; nothing in its prefix is real, so nothing may receive it."""
    red = np.array([[[-5000.0, 0.0], [0.0, 0.0]]])
    blue = np.array([[[-9000.0, 1.0], [1.0, 1.5], [2.0, 1.0]]])
    mask = np.array([[False, True, True]])
    case = Case(red, blue, {"blue_mask": mask})
    wanted = oracle.gradients(case, np.ones((1, 2)))
    got = log_sum_exp_gradient(red, blue, np.ones((1, 2)), blue_mask=mask, method=method)
    np.testing.assert_allclose(got.red, wanted[0], atol=1e-12)
    np.testing.assert_allclose(got.blue, wanted[1], atol=1e-12)
