"""Averages of weights against their definitions."""

from __future__ import annotations

import torch
from torch import nn

from realizer.training import RunConfig
from realizer.training.averages import Average


def followed(config, steps=12):
    """Let an average follow random weights; returns it, its parameter, and the weights after each step."""
    generator = torch.Generator().manual_seed(1)
    weight, frozen = nn.Parameter(torch.zeros(5)), nn.Parameter(torch.zeros(2), requires_grad=False)
    average = Average({"weight": weight, "frozen": frozen}, config)
    seen = []
    for step in range(1, steps + 1):
        weight.data.copy_(torch.randn(5, generator=generator))
        seen.append(weight.detach().clone())
        average.update(step / steps)
    return average, weight, seen


def test_ema_is_its_definition():
    average, _, seen = followed(RunConfig(average="ema", average_decay=0.5))
    expected = seen[0].double()
    for count, weights in enumerate(seen[1:], 2):
        decay = min(0.5, (1 + count) / (10 + count))
        expected = decay * expected + (1 - decay) * weights.double()
    torch.testing.assert_close(average.tensors()["weight"].double(), expected, rtol=1e-5, atol=1e-6)


def test_last_is_the_mean_of_the_last_part():
    average, _, seen = followed(RunConfig(average="last", average_from=0.6))
    expected = torch.stack(seen[7:]).mean(dim=0)  # steps 8 to 12 of 12: from the share 0.6 on
    torch.testing.assert_close(average.tensors()["weight"], expected)
    assert "frozen" not in average.tensors()


def test_none_and_not_yet_change_nothing():
    for config in (RunConfig(average="none"), RunConfig(average="last", average_from=0.99)):
        average, weight, seen = followed(config, steps=1 if config.average == "none" else 12)
        if config.average == "none":
            assert average.tensors() == {}
            with average.in_place():
                assert torch.equal(weight.detach(), seen[-1])


def test_in_place_puts_the_weights_back():
    average, weight, seen = followed(RunConfig(average="ema"))
    with average.in_place():
        assert torch.equal(weight.detach(), average.tensors()["weight"])
    assert torch.equal(weight.detach(), seen[-1])


def test_what_is_saved_is_taken_back():
    average, weight, _ = followed(RunConfig(average="ema"))
    again = Average({"weight": weight}, RunConfig(average="ema"))
    again.load({name: tensor.clone() for name, tensor in average.tensors().items()}, average.count)
    weight.data.fill_(3.0)
    average.update(1.0)
    again.update(1.0)
    assert torch.equal(again.tensors()["weight"], average.tensors()["weight"])
