"""The network: encoders, the order head and its baseline, labels, objectives (extra `train`).

ParserConfig   what a parser is made of
new_parser     a parser ready to be trained
load_parser    … from a folder
save_parser    … into a folder
"""

from __future__ import annotations

from realizer.neural.batches import Batch
from realizer.neural.biaffine_head import BiaffineHead
from realizer.neural.configuration import (
    ContextConfig,
    EncoderConfig,
    HeadConfig,
    LabelsConfig,
    ParserConfig,
    ScratchConfig,
)
from realizer.neural.examples import Example
from realizer.neural.objectives import dense_loss, order_loss
from realizer.neural.order_head import OrderHead
from realizer.neural.parser import Losses, Parser, Predictions
from realizer.neural.saved import load_parser, new_parser, save_parser

__all__ = [
    "Batch",
    "BiaffineHead",
    "ContextConfig",
    "EncoderConfig",
    "Example",
    "HeadConfig",
    "LabelsConfig",
    "Losses",
    "OrderHead",
    "Parser",
    "ParserConfig",
    "Predictions",
    "ScratchConfig",
    "dense_loss",
    "load_parser",
    "new_parser",
    "order_loss",
    "save_parser",
]
