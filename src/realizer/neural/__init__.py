"""The networks: encoders, order heads and their baselines, labels, objectives (extra `train`).

ParserConfig   what a parser is made of
new_parser     a parser ready to be trained
load_parser    … from a folder
save_parser    … into a folder
CorefConfig    what a coreference resolver is made of
new_resolver   a resolver ready to be trained; load_resolver and save_resolver as for parsers
"""

from __future__ import annotations

from realizer.neural.antecedent_head import AntecedentHead
from realizer.neural.batches import Batch
from realizer.neural.biaffine_coref import BiaffineAntecedentHead, BiaffineMentionHead
from realizer.neural.biaffine_head import BiaffineHead
from realizer.neural.configuration import (
    ContextConfig,
    EncoderConfig,
    HeadConfig,
    LabelsConfig,
    ParserConfig,
    ScratchConfig,
)
from realizer.neural.coref_configuration import AntecedentConfig, CorefConfig, MentionConfig, TextConfig
from realizer.neural.coref_examples import CorefBatch, CorefExample
from realizer.neural.examples import Example
from realizer.neural.mention_head import MentionHead
from realizer.neural.objectives import dense_loss, order_loss
from realizer.neural.order_head import OrderHead
from realizer.neural.parser import Losses, Parser, Predictions
from realizer.neural.resolver import Coreference, Resolver
from realizer.neural.saved import (
    load_parser,
    load_resolver,
    new_parser,
    new_resolver,
    save_parser,
    save_resolver,
)
from realizer.neural.spans import Spans

__all__ = [
    "AntecedentConfig",
    "AntecedentHead",
    "Batch",
    "BiaffineAntecedentHead",
    "BiaffineHead",
    "BiaffineMentionHead",
    "ContextConfig",
    "CorefBatch",
    "CorefConfig",
    "CorefExample",
    "Coreference",
    "EncoderConfig",
    "Example",
    "HeadConfig",
    "LabelsConfig",
    "Losses",
    "MentionConfig",
    "MentionHead",
    "OrderHead",
    "Parser",
    "ParserConfig",
    "Predictions",
    "Resolver",
    "ScratchConfig",
    "Spans",
    "TextConfig",
    "dense_loss",
    "load_parser",
    "load_resolver",
    "new_parser",
    "new_resolver",
    "order_loss",
    "save_parser",
    "save_resolver",
]
