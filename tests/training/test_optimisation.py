"""Every layer has its rate, and those that stay as they are have none."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch

from realizer.training.configuration import OptimiserConfig
from realizer.training.optimisation import new_optimiser, set_rates


def parser_of(*groups):
    """A stand-in for a parser: a matrix and a vector in every group."""
    parameters = {
        name: [torch.nn.Parameter(torch.ones(2, 2)), torch.nn.Parameter(torch.ones(2))] for name in groups
    }
    return SimpleNamespace(parameter_groups=lambda: parameters), parameters


def rates(optimiser, parameters):
    return {
        name: group["lr"]
        for name, (matrix, _) in parameters.items()
        for group in optimiser.param_groups
        if any(matrix is own for own in group["params"])
    }


def test_rates_fall_from_layer_to_layer():
    parser, parameters = parser_of("encoder.0", "encoder.1", "encoder.2", "rest")
    config = OptimiserConfig(encoder_rate=0.8, layer_decay=0.5, rate=3.0)
    optimiser = new_optimiser(parser, config)
    assert rates(optimiser, parameters) == {"encoder.0": 0.2, "encoder.1": 0.4, "encoder.2": 0.8, "rest": 3.0}
    set_rates(optimiser, 0.5)
    assert rates(optimiser, parameters) == {"encoder.0": 0.1, "encoder.1": 0.2, "encoder.2": 0.4, "rest": 1.5}


@pytest.mark.parametrize("frozen", [0, 1, 2, 3, 9])
def test_frozen_layers_are_the_lowest(frozen):
    parser, parameters = parser_of("rest", "encoder.0", "encoder.1", "encoder.2")
    optimiser = new_optimiser(parser, OptimiserConfig(frozen_layers=frozen))
    trained = {name for name, own in parameters.items() if all(one.requires_grad for one in own)}
    assert trained == {"rest", *(f"encoder.{depth}" for depth in range(3) if depth >= frozen)}
    assert set(rates(optimiser, parameters)) == trained


def test_only_matrices_decay():
    parser, parameters = parser_of("rest")
    optimiser = new_optimiser(parser, OptimiserConfig(weight_decay=0.3))
    matrix, vector = parameters["rest"]
    found = {id(own): group["weight_decay"] for group in optimiser.param_groups for own in group["params"]}
    assert found == {id(matrix): 0.3, id(vector): 0.0}
