"""Small trainings of the stub."""

from __future__ import annotations

from pathlib import Path

from realizer.tables import record_from
from realizer.training import TrainingConfig, find_treebanks, train
from realizer.training.configuration_files import with_overrides
from training.stub_parser import stub_parsers

SMALL = {
    "data": {"train": ["train.conllu"], "dev": ["dev.conllu"]},
    "parser": {"context": {"dropout": 0.3}},
    "optimiser": {"rate": 0.05, "encoder_rate": 0.01},
    "schedule": {"epochs": 3},
    "batches": {"pieces": 40},
    "run": {"threads": 1, "log_steps": 2},
}


def configured(*settings):
    return record_from(TrainingConfig, with_overrides(SMALL, settings))


def found(config, folder):
    return find_treebanks(config.data, folder=folder, cure="--data")


def trained(folder, output, *settings, poison=None, **options):
    """Train a stub on the folder's treebanks; returns the result."""
    config = configured(*settings)
    place = Path(folder) / output
    kind = stub_parsers(poison)
    return train(config, treebanks=found(config, folder), output=place, kind=kind, **options)


def files(folder):
    """All tensors of an output folder, as bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.safetensors")}
