"""Training: from treebanks or documents and a configuration to a model on disk (extra `train`).

TrainingConfig    what a training is made of
read_config       … from a TOML file, with values from the command line
find_treebanks    its files
train             the training itself, begun or continued
trained_parser    its result, loaded
parse_sentences   sentences through a trained parser, as a stream
trained_resolver, resolve_documents   the same for a coreference resolver
export            a trained parser as a bundle, which runs without torch
try_on            a bundle on treebanks: its scores, its confidences fitted
card              what it is and how good, as Markdown
"""

from __future__ import annotations

from realizer.training.cards import card
from realizer.training.configuration import (
    BatchesConfig,
    DataConfig,
    OptimiserConfig,
    RunConfig,
    ScheduleConfig,
    TrainingConfig,
)
from realizer.training.configuration_files import read_config, write_config
from realizer.training.events import Event
from realizer.training.export import export
from realizer.training.model_kinds import ModelKind, parser_kind, resolver_kind
from realizer.training.parsing import parse_sentences
from realizer.training.resolving import resolve_documents
from realizer.training.start import TrainingResult, train
from realizer.training.trained import trained_parser, trained_resolver
from realizer.training.treebanks import Treebanks, find_treebanks
from realizer.training.trials import try_on

__all__ = [
    "BatchesConfig",
    "DataConfig",
    "Event",
    "ModelKind",
    "OptimiserConfig",
    "RunConfig",
    "ScheduleConfig",
    "TrainingConfig",
    "TrainingResult",
    "Treebanks",
    "card",
    "export",
    "find_treebanks",
    "parse_sentences",
    "parser_kind",
    "read_config",
    "resolve_documents",
    "resolver_kind",
    "train",
    "trained_parser",
    "trained_resolver",
    "try_on",
    "write_config",
]
