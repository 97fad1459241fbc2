"""What a training is made of, as frozen records; written as one TOML file with tables of the same names.

    [data]        treebanks
    [parser.*]    the parser, see `realizer.neural.configuration`
    [resolver.*]  or the coreference resolver, see `realizer.neural.coref_configuration`
    [optimiser]   AdamW and its rates
    [schedule]    how long, and how the rates rise and fall
    [batches]     how many sentences per step
    [run]         seed, precision, evaluation, averaging

Every field has the value that we would choose; only [data] must be said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, cast

from realizer.errors import InputError
from realizer.neural.configuration import ParserConfig, at_least, one_of
from realizer.neural.coref_configuration import CorefConfig

TreebankFormat = Literal["auto", "conllu", "conllx", "conll2009"]
CoreferenceFormat = Literal["auto", "corefud", "conll2012"]
_OF_TREEBANKS = ("auto", "conllu", "conllx", "conll2009")
_OF_COREFERENCE = ("auto", "corefud", "conll2012")

__all__ = [
    "BatchesConfig",
    "DataConfig",
    "OptimiserConfig",
    "RunConfig",
    "ScheduleConfig",
    "TrainingConfig",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DataConfig:
    """The treebanks.

    Attributes:
        train: Files to learn from, one after another; a folder stands for all its files. Relative paths are
            looked for in the data folder: option `--data`, else the variable `REALIZER_DATA`, else the folder
            of the configuration file.
        dev: Files that select the best model, as a list, or as a table of names for the logs; none: the last
            model is taken.
        documents: Names of documents (`# newdoc id`) to learn from, `*` for any letters; none: from all. For
            licences and genres.
        format: For parsers "conllu", or the columns of older treebanks, "conllx" or "conll2009"; for
            resolvers "corefud" or "conll2012"; "auto" goes by the files' names.
    """

    train: tuple[str, ...] = ()
    dev: tuple[str, ...] | dict[str, str] = ()
    documents: tuple[str, ...] = ()
    format: Literal["auto", "conllu", "conllx", "conll2009", "corefud", "conll2012"] = "auto"

    def __post_init__(self) -> None:
        one_of("data.format", self.format, (*_OF_TREEBANKS, *_OF_COREFERENCE[1:]))
        if not self.train:
            raise InputError(
                'expected at least one file in data.train, got none; cure: train = ["train.conllu"]'
            )

    @property
    def treebank_format(self) -> TreebankFormat:
        """The format, of files that parsers learn from."""
        one_of("data.format", self.format, _OF_TREEBANKS)
        return cast("TreebankFormat", self.format)

    @property
    def coreference_format(self) -> CoreferenceFormat:
        """The format, of files that resolvers learn from."""
        one_of("data.format", self.format, _OF_COREFERENCE)
        return cast("CoreferenceFormat", self.format)


@dataclass(frozen=True, slots=True, kw_only=True)
class OptimiserConfig:
    """AdamW.

    Attributes:
        encoder_rate: The highest learning rate of a pretrained encoder; 0 leaves it as it is.
        frozen_layers: How many of a pretrained encoder's lowest layers stay as they are, its embeddings being
            the first; saves time and memory.
        rate: The highest learning rate of everything else.
        layer_decay: What the rate is multiplied by from an encoder's layer to the one below it.
        weight_decay: Pulls matrices towards zero; vectors (biases, norms, gains) are left alone.
        betas: How slowly the means of gradients and of their squares change.
        epsilon: Keeps the step finite where gradients vanish.
        clip: The longest gradient over all parameters; longer ones are shortened. 0: no limit.
    """

    encoder_rate: float = 5e-5
    frozen_layers: int = 0
    rate: float = 1e-3
    layer_decay: float = 1.0
    weight_decay: float = 0.01
    betas: tuple[float, float] = (0.9, 0.999)
    epsilon: float = 1e-8
    clip: float = 1.0

    def __post_init__(self) -> None:
        for name in ("encoder_rate", "weight_decay", "clip"):
            number_at_least(f"optimiser.{name}", getattr(self, name), 0)
        at_least("optimiser.frozen_layers", self.frozen_layers, 0)
        for name in ("rate", "epsilon"):
            above(f"optimiser.{name}", getattr(self, name), 0)
        if not 0 < self.layer_decay <= 1:
            raise InputError(f"expected optimiser.layer_decay above 0 and at most 1, got {self.layer_decay}")
        if not all(0 <= beta < 1 for beta in self.betas):
            raise InputError(f"expected optimiser.betas from 0 to below 1, got {list(self.betas)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleConfig:
    """How long the training takes and how the rates rise and fall over it.

    Whatever of epochs, steps and minutes is reached first ends the training; the rates are planned for the
    one that is going to be first.

    Attributes:
        epochs: Passes over the data; 0: no limit.
        steps: Updates; 0: no limit.
        minutes: Wall clock, evaluation on dev included; 0: no limit. With a limit the result depends on the
            machine's speed.
        warm_up: The share of the training over which the rates rise from zero.
        warm_up_steps: The same in updates; above 0 it replaces the share.
        decay: How the rates fall after that: "linear" or "cosine", to zero, or "constant".
    """

    epochs: float = 10.0
    steps: int = 0
    minutes: float = 0.0
    warm_up: float = 0.06
    warm_up_steps: int = 0
    decay: Literal["linear", "cosine", "constant"] = "linear"

    def __post_init__(self) -> None:
        for name in ("epochs", "steps", "minutes", "warm_up_steps"):
            number_at_least(f"schedule.{name}", getattr(self, name), 0)
        one_of("schedule.decay", self.decay, ("linear", "cosine", "constant"))
        if not 0 <= self.warm_up < 1:
            raise InputError(f"expected schedule.warm_up from 0 to below 1, got {self.warm_up}")
        if not (self.epochs or self.steps or self.minutes):
            raise InputError("expected an end of the training, got none; cure: schedule.epochs = 10")


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchesConfig:
    """Which sentences make one step.

    Attributes:
        pieces: The most pieces per batch, padding included; a longer sentence is a batch of its own. 0: no
            limit.
        sentences: The most sentences per batch; 0: no limit.
        accumulation: Batches per step; their gradients are added up as if they were one batch.
        by_length: Put sentences of about one length together; else only chance decides.
    """

    pieces: int = 1000
    sentences: int = 0
    accumulation: int = 1
    by_length: bool = True

    def __post_init__(self) -> None:
        at_least("batches.pieces", self.pieces, 0)
        at_least("batches.sentences", self.sentences, 0)
        at_least("batches.accumulation", self.accumulation, 1)
        if not (self.pieces or self.sentences):
            raise InputError("expected a limit of the batches, got none; cure: batches.pieces = 1000")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """Everything else.

    Attributes:
        seed: Where all chance comes from.
        precision: "float32", or what matrices are multiplied in: "bfloat16", "float16" (graphics cards only).
        threads: Threads of the processor per process; 0: as torch chooses.
        workers: Threads that put the next batches together meanwhile.
        metric: The score on dev that selects the best model. Of a parser LAS, UAS, CLAS, …, or without
            punctuation "LAS-ud", "LAS-ptb", "LAS-ctb"; of a resolver conll, muc, lea, …; all names are those
            of `realizer evaluate`. Empty: LAS, or conll.
        patience: Evaluations without a better score after which the training stops; 0: it never does.
        average: What is evaluated and kept: the weights ("none"), their exponential moving average ("ema"),
            or their mean over the last part of the training ("last").
        average_decay: How slowly the "ema" follows.
        average_from: Where the "last" part begins, as a share of the training.
        evaluate_epochs: Epochs from one evaluation on dev to the next.
        evaluate_steps: The same in updates; above 0 it replaces the epochs.
        evaluate_from: No evaluation before this share of the training: saves time.
        tree: How dev is parsed: "tree", "greedy" or "projective".
        log_steps: Updates from one line of the log to the next.
        save_minutes: Minutes from one saved state to the next; a state is also saved with every evaluation.
        tensorboard: Write events for TensorBoard, too.
    """

    seed: int = 1
    precision: Literal["float32", "bfloat16", "float16"] = "float32"
    threads: int = 0
    workers: int = 1
    metric: str = ""
    patience: int = 0
    average: Literal["none", "ema", "last"] = "none"
    average_decay: float = 0.999
    average_from: float = 0.8
    evaluate_epochs: float = 1.0
    evaluate_steps: int = 0
    evaluate_from: float = 0.0
    tree: Literal["tree", "greedy", "projective"] = "tree"
    log_steps: int = 50
    save_minutes: float = 5.0
    tensorboard: bool = False

    def __post_init__(self) -> None:
        for name in ("seed", "threads", "workers", "patience", "evaluate_steps"):
            at_least(f"run.{name}", getattr(self, name), 0)
        one_of("run.precision", self.precision, ("float32", "bfloat16", "float16"))
        one_of("run.average", self.average, ("none", "ema", "last"))
        one_of("run.tree", self.tree, ("tree", "greedy", "projective"))
        for name in ("average_decay", "average_from", "evaluate_from"):
            if not 0 <= getattr(self, name) < 1:
                raise InputError(f"expected run.{name} from 0 to below 1, got {getattr(self, name)}")
        above("run.evaluate_epochs", self.evaluate_epochs, 0)
        at_least("run.log_steps", self.log_steps, 1)
        number_at_least("run.save_minutes", self.save_minutes, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """A whole training, of a parser unless there are tables of a resolver."""

    data: DataConfig
    parser: ParserConfig | None = None
    resolver: CorefConfig | None = None
    optimiser: OptimiserConfig = field(default_factory=OptimiserConfig)
    schedule: ScheduleConfig = field(default_factory=ScheduleConfig)
    batches: BatchesConfig = field(default_factory=BatchesConfig)
    run: RunConfig = field(default_factory=RunConfig)

    def __post_init__(self) -> None:
        if self.parser is not None and self.resolver is not None:
            raise InputError(
                "expected tables of a parser or of a resolver, got both; cure: train one after the other"
            )
        if self.resolver is not None:
            _ = self.data.coreference_format
        else:
            _ = self.data.treebank_format
            object.__setattr__(self, "parser", self.parser or ParserConfig())

    @property
    def model(self) -> ParserConfig | CorefConfig:
        """What is trained."""
        return self.resolver or self.parser or ParserConfig()


def number_at_least(name: str, value: float, least: float) -> None:
    """Refuse a number that is too small, or none at all (NaN)."""
    if not least <= value < float("inf"):
        raise InputError(f"expected {name} as a number of at least {least}, got {value}")


def above(name: str, value: float, limit: float) -> None:
    """Refuse a number that is not above a limit."""
    if not limit < value < float("inf"):
        raise InputError(f"expected {name} as a number above {limit}, got {value}")
