"""Pretrained encoders: everything that other libraries call by their own names is in this file."""

from __future__ import annotations

import importlib.util
import json
import logging
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from transformers import AutoConfig, AutoModel, AutoTokenizer
from transformers.utils import logging as foreign_logging

from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from torch import nn

    from realizer.neural.configuration import EncoderConfig

__all__ = ["Pretrained", "from_folder", "load_pretrained"]

# Families whose position 0 stands behind the padding piece's number in the table of positions.
_SHIFTED = {
    *("camembert", "data2vec-text", "longformer", "roberta", "roberta-prelayernorm"),
    *("xlm-roberta", "xlm-roberta-xl", "xmod"),
}
# Families that are tested: each reads text in both directions, and no vector depends on padding. Those
# of convbert, mobilebert, nystromformer and yoso do: their convolutions and averages run over it.
_ENCODERS = {
    *_SHIFTED,
    *("albert", "bert", "deberta", "deberta-v2", "distilbert", "electra", "ernie", "eurobert", "flaubert"),
    *("modernbert", "mpnet", "rembert", "roformer", "xlm", "xlnet"),
}
_DEFAULT_WINDOW = 512
# Parameters for uses that are not ours: masked words and two texts (XLNet), global attention (Longformer);
# and a table of sines (RoFormer).
_UNUSED = ("mask_emb", "_global.", ".seg_embed", ".r_s_bias", "encoder.embed_positions.")


@dataclass(frozen=True, slots=True)
class Pretrained:
    """An encoder as it came.

    Attributes:
        model: The module, in float32.
        configuration: What is needed to build it again, as JSON.
        tokenizer: The text of its tokenizer.json.
        window: The most pieces that it takes, special ones included.
        width: The width of its vectors.
        layers: How many layers it has.
        pad: The number of the padding piece.
        vocabulary: How many different pieces it knows.
    """

    model: nn.Module
    configuration: str
    tokenizer: str
    window: int
    width: int
    layers: int
    pad: int
    vocabulary: int


def load_pretrained(config: EncoderConfig) -> Pretrained:
    """Load an encoder and its tokenizer.

    Args:
        config: Its name, and what is changed about it.

    Returns:
        The encoder with its pretrained weights.

    Raises:
        InputError: There is no such folder, package or name, or it holds no encoder.
    """
    place, settings = _place(config.name), {"revision": config.revision} if config.revision else {}
    try:
        foreign = AutoConfig.from_pretrained(place, **settings)
    except Exception as error:  # what the library raises is not documented, and changes
        raise InputError(
            f"expected an encoder as encoder.name, got {config.name!r}: {_first_line(error)}; "
            "cure: the name of a model on the Hugging Face Hub, or a folder with config.json, "
            "model.safetensors and tokenizer.json"
        ) from error
    _check_family(config.name, foreign)
    _set_dropout(foreign, config.dropout)
    _keep_layers(foreign, config.layers)
    try:
        with _quietly(bars=not Path(place).is_dir()):
            model, found = AutoModel.from_pretrained(
                place, config=foreign, dtype=torch.float32, output_loading_info=True, **settings
            )
            tokenizer = _tokenizer(place, settings)
    except Exception as error:  # as above
        raise InputError(
            f"expected weights and a tokenizer of {config.name!r}, got: {_first_line(error)}; "
            "cure: fetch the folder again, with model.safetensors and tokenizer.json"
        ) from error
    missing = sorted(name for name in found["missing_keys"] if not name.startswith("pooler."))
    if missing:
        raise InputError(
            f"expected all weights of {config.name!r}, got none for {len(missing)} tensors such as "
            f"{missing[0]}; cure: fetch the folder again, or name another encoder"
        )
    return _described(model, foreign, tokenizer)


def from_folder(folder: Path, *, tokenizer: str) -> Pretrained:
    """Build a saved encoder again; its weights are loaded with the parser's.

    Args:
        folder: Where its config.json is.
        tokenizer: The text of its tokenizer.json.

    Returns:
        The encoder with random weights.

    Raises:
        InputError: The folder holds no config.json of an encoder.
    """
    try:
        foreign = AutoConfig.from_pretrained(folder)
        model = AutoModel.from_config(foreign, dtype=torch.float32)  # type: ignore[no-untyped-call]
    except Exception as error:  # as above
        raise InputError(
            f"expected the config.json of an encoder in {folder}, got: {_first_line(error)}; "
            "cure: copy or train the model again"
        ) from error
    return _described(model, foreign, tokenizer)


def _described(model: nn.Module, foreign: Any, tokenizer: str) -> Pretrained:  # noqa: ANN401
    if getattr(model, "pooler", None) is not None:
        model.pooler = None  # type: ignore[assignment]  # a vector of the whole text, which nobody reads
    for name, parameter in model.named_parameters():
        if any(unused in name for unused in _UNUSED):
            parameter.requires_grad = False
    logging.getLogger(type(model).__module__).setLevel(logging.ERROR)  # "input ids are automatically padded"
    return Pretrained(
        model,
        foreign.to_json_string(),
        tokenizer,
        _window(foreign),
        int(foreign.hidden_size),
        int(foreign.num_hidden_layers),
        int(foreign.pad_token_id or 0),
        int(model.get_input_embeddings().weight.shape[0]),  # type: ignore[operator]
    )


def _place(name: str) -> str:
    """Resolve `package:NAME`, and refuse a folder that is missing before the Hub is asked for it."""
    if not name.startswith("package:"):
        folder = Path(name).expanduser()
        if folder.is_dir():
            return str(folder)
        if name.count("/") > 1 or name.startswith((".", "/", "~")):
            raise InputError(
                f"expected a folder as encoder.name, got {name!r}, which is none; cure: check the path"
            )
        return name
    package = name.removeprefix("package:")
    found = importlib.util.find_spec(package) if package.isidentifier() else None
    if found is None or found.origin is None:
        raise InputError(
            f"expected an installed package as encoder.name, got {name!r}; "
            f"cure: pip install {package.replace('_', '-')}"
        )
    for place in sorted(Path(found.origin).parent.rglob("config.json"), key=lambda path: len(path.parts)):
        if "model_type" in json.loads(place.read_text(encoding="utf-8")):
            return str(place.parent)
    raise InputError(f"expected a model folder inside the package {package}, got none; cure: another package")


def _check_family(name: str, foreign: Any) -> None:  # noqa: ANN401
    family = foreign.model_type
    if family not in _ENCODERS:
        raise InputError(
            f"expected an encoder that reads text in both directions, whatever its padding, got {name!r} of "
            f"the family {family!r}; cure: one of a family such as bert, roberta, deberta-v2 or xlnet"
        )


def _set_dropout(foreign: Any, value: float) -> None:  # noqa: ANN401
    if value >= 0:
        for name, rate in list(vars(foreign).items()):
            if "dropout" in name and isinstance(rate, (int, float)) and not isinstance(rate, bool):
                setattr(foreign, name, value)


def _keep_layers(foreign: Any, count: int) -> None:  # noqa: ANN401
    """Leave out the upper layers, and what is said of each of them in lists."""
    there = foreign.num_hidden_layers
    if count > there:
        raise InputError(
            f"expected encoder.layers of at most {there}, as many as this encoder has, got {count}; "
            "cure: encoder.layers = 0, all of them"
        )
    if not count:
        return
    for name, values in list(vars(foreign).items()):
        if isinstance(values, list) and len(values) == there:
            setattr(foreign, name, values[:count])
    foreign.num_hidden_layers = count


def _tokenizer(place: str, settings: dict[str, str]) -> str:
    """Take tokenizer.json as it is; convert what has none."""
    file = Path(place) / "tokenizer.json"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    text: str = AutoTokenizer.from_pretrained(place, **settings).backend_tokenizer.to_str()
    return text


def _window(foreign: Any) -> int:  # noqa: ANN401
    most = getattr(foreign, "max_position_embeddings", 0) or 0
    if foreign.model_type in _SHIFTED:
        most -= int(foreign.pad_token_id) + 1
    elif foreign.model_type == "mpnet":
        most -= 2  # shifted too, by what its padding piece usually is
    return int(most) if most > 0 else _DEFAULT_WINDOW


@contextmanager
def _quietly(*, bars: bool) -> Iterator[None]:
    """Keep transformers' reports off the terminal, and its progress bars unless something is downloaded."""
    verbosity, shown = foreign_logging.get_verbosity(), foreign_logging.is_progress_bar_enabled()
    foreign_logging.set_verbosity(logging.ERROR)
    if not bars:
        foreign_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        foreign_logging.set_verbosity(verbosity)
        if shown:
            foreign_logging.enable_progress_bar()  # type: ignore[no-untyped-call]


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0].rstrip(".")
