"""AdamW over a network's groups of parameters: each with a rate of its own, matrices with weight decay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch.optim import AdamW

from realizer.errors import CheckpointError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from torch import Tensor, nn

    from realizer.neural import Parser, Resolver
    from realizer.training.configuration import OptimiserConfig

__all__ = ["load_moments", "moments", "new_optimiser", "set_rates"]

_ENCODER = "encoder."


def new_optimiser(model: Parser | Resolver, config: OptimiserConfig) -> AdamW:
    """Make the optimiser of a network.

    The rate of an encoder's layer is `encoder_rate * layer_decay ** (layers above it)`. Frozen
    layers, and with `encoder_rate` 0 all of them, take no part: their gradients are not even computed.

    Args:
        model: Its `parameter_groups` say which parameters belong to which layer.
        config: Rates, decay, betas.

    Returns:
        The optimiser; the key "highest" of a group holds the rate that the schedule multiplies.
    """
    groups = []
    names = model.parameter_groups()
    top = max((_depth(name) for name in names if name.startswith(_ENCODER)), default=0)
    for name, parameters in names.items():
        rate = config.rate
        if name.startswith(_ENCODER):
            depth = _depth(name)
            rate = config.encoder_rate * config.layer_decay ** (top - depth) * (depth >= config.frozen_layers)
        if rate == 0:
            for parameter in parameters:
                parameter.requires_grad_(False)  # noqa: FBT003  # torch's own name for it
            continue
        for decay, chosen in _by_decay(parameters, config.weight_decay):
            groups.append({"params": chosen, "weight_decay": decay, "lr": rate, "highest": rate})
    return AdamW(groups, betas=config.betas, eps=config.epsilon, fused=True)


def _depth(name: str) -> int:
    return int(name.removeprefix(_ENCODER))


def _by_decay(parameters: Iterable[nn.Parameter], decay: float) -> list[tuple[float, list[nn.Parameter]]]:
    """Split parameters into matrices, which decay, and vectors and numbers, which do not."""
    split: dict[float, list[nn.Parameter]] = {}
    for parameter in parameters:
        split.setdefault(decay if parameter.ndim > 1 else 0.0, []).append(parameter)
    return list(split.items())


def set_rates(optimiser: AdamW, factor: float) -> None:
    """Set every group's rate to its highest one times a factor."""
    for group in optimiser.param_groups:
        group["lr"] = group["highest"] * factor


def moments(optimiser: AdamW, names: dict[Tensor, str]) -> dict[str, Tensor]:
    """List what the optimiser remembers, by `KIND/PARAMETER`."""
    return {
        f"{kind}/{names[parameter]}": value
        for parameter, state in optimiser.state.items()
        for kind, value in state.items()
    }


def load_moments(optimiser: AdamW, names: dict[Tensor, str], saved: dict[str, Tensor]) -> None:
    """Take back what `moments` listed.

    Raises:
        CheckpointError: A parameter is unknown, or of another shape.
    """
    parameters = {name: parameter for parameter, name in names.items()}
    for key, value in saved.items():
        kind, _, name = key.partition("/")
        parameter = parameters.get(name)
        if parameter is None or value.shape not in {parameter.shape, torch.Size(())}:
            raise CheckpointError(
                f"expected an optimiser state of this model, got {key} {list(value.shape)}; "
                "cure: --output with another folder starts anew"
            )
        state = optimiser.state[parameter]
        # torch keeps the count of steps on the CPU unless it is fused with the update
        state[kind] = value.to(parameter.device)
