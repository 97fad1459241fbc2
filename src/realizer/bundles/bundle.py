"""A bundle: a folder with everything that parsing needs, and nothing that only training does.

bundle.toml       settings (`BundleConfig`)
labels.json       the labels that numbers stand for
tokenizer.json    the encoder's pieces
words.onnx        pieces to what every word writes: orders, labels, whether a sentence begins
relations.onnx    what two words wrote to the relation between them
README.md         the card: data, licence, scores
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from realizer.errors import InputError
from realizer.labels import COLUMNS, Vocabularies
from realizer.tables import record_from, table_from_text, text_of

__all__ = [
    "BeginsConfig",
    "Bundle",
    "BundleConfig",
    "ConfidenceConfig",
    "OrdersConfig",
    "ReadingConfig",
    "find_bundle",
    "installed_bundles",
    "read_bundle",
    "write_settings",
]

SHIPPED = Path(__file__).parent / "shipped"
CONFIG, LABELS, TOKENIZER = "bundle.toml", "labels.json", "tokenizer.json"
WORDS, RELATIONS, CARD = "words.onnx", "relations.onnx", "README.md"


@dataclass(frozen=True, slots=True)
class ReadingConfig:
    """How the encoder reads.

    Args:
        window: The most pieces that it sees at once, special ones included.
        overlap: Pieces that neighbouring windows of a longer text share.
        together: Sentences that follow each other are read in one window, up to this many pieces; 0: each by
            itself.
        most: The most pieces of a word.
        pad: The piece that fills windows up.
    """

    window: int
    overlap: int
    together: int
    most: int
    pad: int


@dataclass(frozen=True, slots=True)
class OrdersConfig:
    """What completes the orders that words write.

    Args:
        root: The root's scores as a head, one per order.
        slope: What a word's place in its sentence adds to its scores, one per order; zeros without a prior.
    """

    root: tuple[float, ...]
    slope: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ConfidenceConfig:
    """How the margin of an arc becomes a probability: 1 / (1 + exp(-(slope * margin + offset))).

    Args:
        slope: Fitted on dev.
        offset: Fitted on dev.
        said: How well it fits: mean confidences of ten parts of dev's arcs, from the least sure.
        right: The share of right arcs in each part.
    """

    slope: float = 1.0
    offset: float = 0.0
    said: tuple[float, ...] = ()
    right: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class BeginsConfig:
    """How probable it must be that a sentence begins at a word.

    The defaults were chosen on the dev parts of English Web Treebank and GUM; see docs/runtime.md.

    Args:
        after_stop: Where the text looks like it: after a full stop, before a capital.
        elsewhere: Anywhere else.
    """

    after_stop: float = 0.3
    elsewhere: float = 0.8


@dataclass(frozen=True, slots=True)
class BundleConfig:
    """The settings of a bundle.

    Args:
        name: What it is called.
        language: The language, as a code of two or three letters.
        licence: Under which the weights may be used.
        reading: How the encoder reads.
        orders: What completes the orders.
        labels: Columns that are labelled, in the order of the graph's numbers.
        starts: Whether it says where sentences begin.
        relations: Whether it labels arcs.
        confidence: How sure it is.
        begins: Where sentences begin in raw text.
        scores: F1 by metric, for each treebank that it was tried on, and whether from raw text or gold words.
    """

    name: str
    language: str
    licence: str
    reading: ReadingConfig
    orders: OrdersConfig
    labels: tuple[str, ...]
    starts: bool
    relations: bool
    confidence: ConfidenceConfig = field(default=ConfidenceConfig())
    begins: BeginsConfig = field(default=BeginsConfig())
    scores: dict[str, dict[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.orders.root) != len(self.orders.slope) or not self.orders.root:
            raise InputError(
                f"expected as many orders.root as orders.slope, got {len(self.orders.root)} and "
                f"{len(self.orders.slope)}; cure: export the model again"
            )
        unknown = [label for label in self.labels if label not in COLUMNS]
        if unknown:
            known = ", ".join(COLUMNS)
            raise InputError(
                f"expected labels among {known}, got {unknown[0]!r}; cure: export the model again"
            )


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle that was read.

    Attributes:
        folder: Where it lies.
        config: Its settings.
        vocabularies: Its labels.
        tokenizer: The text of its `tokenizer.json`.
    """

    folder: Path
    config: BundleConfig
    vocabularies: Vocabularies
    tokenizer: str

    @property
    def size(self) -> int:
        """How many bytes it takes on disk."""
        return sum(path.stat().st_size for path in self.folder.iterdir() if path.is_file())

    @property
    def words(self) -> Path:
        """The graph that reads pieces."""
        return self.folder / WORDS

    @property
    def relations(self) -> Path:
        """The graph that labels arcs."""
        return self.folder / RELATIONS


def read_bundle(folder: Path | str) -> Bundle:
    """Read a bundle.

    Args:
        folder: Its folder.

    Returns:
        The bundle; its graphs are not loaded yet.

    Raises:
        InputError: The folder is not a whole bundle.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"expected a folder with a model, got {folder}; cure: make one by `realizer export`")
    try:
        text = (folder / CONFIG).read_text("utf-8")
        config = record_from(BundleConfig, table_from_text(text, name=CONFIG))
        lists = json.loads((folder / LABELS).read_text("utf-8"))
        vocabularies = Vocabularies.from_dict({"words": [], "letters": [], **lists})
        tokenizer = (folder / TOKENIZER).read_text("utf-8")
    except InputError as error:
        raise InputError(f"{folder}: {error}") from error
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"{folder}: expected a whole model, got: {error}; cure: export it again") from error
    for graph in (WORDS, RELATIONS) if config.relations else (WORDS,):
        if not (folder / graph).is_file():
            raise InputError(f"{folder}: expected {graph}, got none; cure: export the model again")
    return Bundle(folder, config, vocabularies, tokenizer)


def write_settings(config: BundleConfig, folder: Path) -> None:
    """Write the settings of a bundle into its folder."""
    (folder / CONFIG).write_text(text_of(config), encoding="utf-8")


def installed_bundles() -> list[Bundle]:
    """Read the models that come with the package, by name."""
    return [read_bundle(path.parent) for path in sorted(SHIPPED.glob(f"*/{CONFIG}"))]


def find_bundle(name: Path | str) -> Bundle:
    """Read a model that comes with the package, or a folder; of equal names the package's.

    Args:
        name: "en", or the folder of a bundle (as `./en`, if there is such a folder, too).

    Returns:
        The bundle.

    Raises:
        InputError: There is none, or it is not whole.
    """
    if isinstance(name, str) and name.isidentifier() and (SHIPPED / name / CONFIG).is_file():
        return read_bundle(SHIPPED / name)
    if not Path(name).is_dir():
        known = ", ".join(path.parent.name for path in sorted(SHIPPED.glob(f"*/{CONFIG}"))) or "none"
        raise InputError(
            f"expected a model, got {name}; cure: the name of an installed one ({known}), or a folder that "
            "`realizer export` wrote"
        )
    return read_bundle(name)
