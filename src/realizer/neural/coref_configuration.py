"""What a coreference resolver is made of, as frozen records; written as TOML tables of the same names.

Every field has the value that we would choose, so that `CorefConfig()` is a good resolver.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from realizer.errors import InputError
from realizer.neural.configuration import EncoderConfig, at_least, one_of, rate

__all__ = ["AntecedentConfig", "CorefConfig", "MentionConfig", "TextConfig"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextConfig:
    """What a resolver is told beside the words.

    Attributes:
        speakers: Whether a speaker's name is read before what he says, in training and prediction.
        genres: Whether the kind of text is known.
        dropout: Rate in the words' vectors.
    """

    speakers: bool = False
    genres: bool = False
    dropout: float = 0.1

    def __post_init__(self) -> None:
        rate("text.dropout", self.dropout)


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionConfig:
    """How mentions are found: spans of words with a score above 0.

    Attributes:
        kind: "order": numbers per word, sorted; "biaffine": every span on its own (the baseline).
        orders: K, how many total orders.
        hidden: Width of the hidden layer before the scores, for first and last words each; 0: none.
        gain: The factor on the scores at the beginning.
        learn_gain: Whether the factor is trained.
        prior: Whether two of the orders begin as the text's own order and its reverse, so that short spans
            are above long ones.
        longest: The most words of a mention; 0: any number. With a limit all spans within it are compared, in
            time linear in the text for any number of orders; without one they are sorted.
        maximum: F is the "hard" maximum over orders, or the "soft" one, which needs a limit `longest`.
        sharpness: Where the soft maximum ends, see `HeadConfig`.
        singletons: Whether mentions without any other of their entity are learned and predicted.
        kept: How many spans per word antecedents are learned among, beside the gold mentions: those with the
            highest scores. In prediction it is all mentions, none else.
        weight: What the loss is multiplied by.
        width: Width of the biaffine scorer's vectors.
        dropout: Rate in the hidden layers.
    """

    kind: Literal["order", "biaffine"] = "order"
    orders: int = 16
    hidden: int = 1024
    gain: float = 4.0
    learn_gain: bool = True
    prior: bool = True
    longest: int = 64
    maximum: Literal["hard", "soft"] = "soft"
    sharpness: float = 8.0
    singletons: bool = False
    kept: float = 0.4
    weight: float = 1.0
    width: int = 512
    dropout: float = 0.3

    def __post_init__(self) -> None:
        at_least("mention.longest", self.longest, 0)
        at_least("mention.width", self.width, 1)
        if self.kept < 0 or not 0 <= self.weight < float("inf"):
            raise InputError(
                f"expected mention.kept and mention.weight of at least 0, got {self.kept} and {self.weight}; "
                "cure: mention.kept = 0.4 and mention.weight = 1.0"
            )
        _check_orders("mention", self)
        if self.kind == "order" and self.maximum == "soft" and not self.longest:
            raise InputError(
                "expected a limit mention.longest with the soft maximum, got 0; "
                'cure: mention.longest = 64, or mention.maximum = "hard"'
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class AntecedentConfig:
    """How each mention's antecedent is found: an earlier mention, or none with score 0.

    Attributes:
        kind: "order": numbers per mention, sorted; "biaffine": every pair on its own (the baseline).
        orders: K, how many total orders.
        hidden: Width of the hidden layer before the scores, for mentions and antecedents each; 0: none.
        gain: The factor on the scores at the beginning.
        learn_gain: Whether the factor is trained.
        maximum: F is the "hard" maximum over orders, or the "soft" one.
        sharpness: Where the soft maximum ends, see `HeadConfig`.
        reach: With the soft maximum, how many mentions back antecedents are learned; none are out of reach in
            prediction, nor with the hard maximum.
        width: Width of the biaffine scorer's vectors.
        dropout: Rate in the hidden layers.
    """

    kind: Literal["order", "biaffine"] = "order"
    orders: int = 16
    hidden: int = 1024
    gain: float = 4.0
    learn_gain: bool = True
    maximum: Literal["hard", "soft"] = "soft"
    sharpness: float = 8.0
    reach: int = 512
    width: int = 512
    dropout: float = 0.3

    def __post_init__(self) -> None:
        at_least("antecedent.reach", self.reach, 1)
        at_least("antecedent.width", self.width, 1)
        _check_orders("antecedent", self)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorefConfig:
    """A whole resolver."""

    encoder: EncoderConfig = field(default_factory=EncoderConfig)
    text: TextConfig = field(default_factory=TextConfig)
    mention: MentionConfig = field(default_factory=MentionConfig)
    antecedent: AntecedentConfig = field(default_factory=AntecedentConfig)

    def __post_init__(self) -> None:
        if self.encoder.name == "bilstm":
            raise InputError(
                "expected a pretrained encoder for a resolver, got 'bilstm'; cure: another encoder.name"
            )
        if self.encoder.together:
            raise InputError(
                f"expected encoder.together = 0, got {self.encoder.together}: a resolver reads whole "
                "documents; cure: leave it out"
            )


def _check_orders(table: str, config: MentionConfig | AntecedentConfig) -> None:
    one_of(f"{table}.kind", config.kind, ("order", "biaffine"))
    one_of(f"{table}.maximum", config.maximum, ("hard", "soft"))
    at_least(f"{table}.orders", config.orders, 1)
    at_least(f"{table}.hidden", config.hidden, 0)
    if not 0 < config.gain < float("inf"):
        raise InputError(f"expected {table}.gain above 0, got {config.gain}; cure: {table}.gain = 4.0")
    if not 1 <= config.sharpness < float("inf"):
        raise InputError(
            f"expected {table}.sharpness from 1, got {config.sharpness}; cure: {table}.sharpness = 8.0"
        )
    rate(f"{table}.dropout", config.dropout)
