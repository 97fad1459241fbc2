"""Words to sub-word pieces.

A word is never glued to its neighbours: it is cut alone, as after a blank, and has at least one piece. A word
that falls into very many pieces (a URL, a word of 100,000 letters) keeps its first and its last ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PieceCutter", "Pieces"]

Integers = NDArray[np.int32]

_LETTERS = 512


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one sentence.

    Attributes:
        ids: Their numbers, `[pieces]`.
        starts: Where each word begins and the last one ends, `[words + 1]`; every word has a piece.
    """

    ids: Integers
    starts: Integers

    @property
    def words(self) -> int:
        """How many words there are."""
        return len(self.starts) - 1


class PieceCutter:
    """Cuts words into the pieces of one encoder.

    Args:
        definition: The text of a `tokenizer.json`.
        most: Pieces that a word may have; of longer ones the first and last halves are kept.
    """

    def __init__(self, definition: str, *, most: int = 32) -> None:
        if most < 2:
            raise InputError(f"expected most as 2 pieces per word or more, got {most}; cure: most=32")
        try:
            self._tokenizer = Tokenizer.from_str(json.dumps(_with_blank_before_words(json.loads(definition))))
        except Exception as error:  # the library raises plain Exception
            raise _no_tokenizer(str(error)) from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.most = most
        self.prefix, self.suffix = self._frame()
        self.unknown = self._unknown()
        self.hidden = self._known("[MASK]", "<mask>", default=self.unknown)

    @classmethod
    def from_file(cls, path: Path, *, most: int = 32) -> PieceCutter:
        """Read a `tokenizer.json`."""
        try:
            return cls(path.read_text(encoding="utf-8"), most=most)
        except (OSError, UnicodeDecodeError) as error:
            raise _no_tokenizer(str(error)) from error
        except InputError as error:
            raise InputError(f"{path}: {error}") from error

    @property
    def vocabulary(self) -> int:
        """How many different pieces there are."""
        size: int = self._tokenizer.get_vocab_size()
        return size

    def definition(self) -> str:
        """Give the text to be saved as `tokenizer.json`."""
        text: str = self._tokenizer.to_str()
        return text

    def __call__(self, sentences: Sequence[Sequence[str]]) -> list[Pieces]:
        """Cut the words of some sentences."""
        cut = [[_shortened(word) for word in words] for words in sentences]
        encodings = self._tokenizer.encode_batch(cut, is_pretokenized=True, add_special_tokens=False)
        return [
            self._pieces(encoding.ids, encoding.word_ids, len(words))
            for encoding, words in zip(encodings, cut, strict=True)
        ]

    def _pieces(self, ids: list[int], word_ids: list[int | None], words: int) -> Pieces:
        word = np.array([-1 if w is None else w for w in word_ids], dtype=np.int32)
        kept = np.array(ids, dtype=np.int32)[word >= 0]
        word = word[word >= 0]
        count = np.bincount(word, minlength=words)
        if (count == 0).any() or (count > self.most).any():
            kept, count = self._mended(kept, count)
        starts = np.zeros(words + 1, dtype=np.int32)
        np.cumsum(count, out=starts[1:])
        return Pieces(kept, starts)

    def _mended(self, ids: Integers, count: NDArray[np.intp]) -> tuple[Integers, NDArray[np.intp]]:
        """Give a word without pieces the unknown one, and take the middle out of very long words."""
        half = self.most // 2
        parts, begin = [], 0
        for number in count:
            own = ids[begin : begin + number]
            begin += number
            if number == 0:
                own = np.array([self.unknown], dtype=np.int32)
            elif number > self.most:
                own = np.concatenate([own[: self.most - half], own[-half:]])
            parts.append(own)
        return np.concatenate(parts).astype(np.int32), np.array([len(part) for part in parts])

    def _frame(self) -> tuple[list[int], list[int]]:
        """Which special pieces the encoder wants before and after a text."""
        framed = self._tokenizer.encode(["a"], is_pretokenized=True)
        inner = [place for place, special in enumerate(framed.special_tokens_mask) if not special]
        if not inner:
            raise InputError(
                "expected a tokenizer with a piece for 'a', got none; cure: another tokenizer.json"
            )
        return framed.ids[: inner[0]], framed.ids[inner[-1] + 1 :]

    def _known(self, *names: str, default: int) -> int:
        """The number of the first of these pieces that there is."""
        numbers = (self._tokenizer.token_to_id(name) for name in names)
        return next((int(number) for number in numbers if number is not None), default)

    def _unknown(self) -> int:
        model = json.loads(self._tokenizer.to_str())["model"]
        if isinstance(model.get("unk_id"), int):
            return int(model["unk_id"])
        for name in (model.get("unk_token"), "[UNK]", "<unk>", "<|endoftext|>"):
            number = self._tokenizer.token_to_id(name) if name else None
            if number is not None:
                return int(number)
        return int(self._tokenizer.encode(["a"], is_pretokenized=True, add_special_tokens=False).ids[0])


def _no_tokenizer(problem: str) -> InputError:
    return InputError(
        f"expected the text of a tokenizer.json, got: {problem}; cure: take the file from the "
        "encoder's own folder"
    )


def _shortened(word: str) -> str:
    """Take the middle out of a word that no encoder could see whole, before time is spent on it."""
    return word if len(word) <= _LETTERS else word[: _LETTERS // 2] + word[-_LETTERS // 2 :]


def _with_blank_before_words(definition: Any) -> Any:  # noqa: ANN401  # JSON
    """Let tokenizers that write blanks see every word as after one, as within a text."""
    if not isinstance(definition, dict):
        return definition
    changed = dict(definition)
    if changed.get("type") in {"ByteLevel", "Metaspace"} and "add_prefix_space" in changed:
        changed["add_prefix_space"] = True
    if changed.get("type") == "Metaspace" and "prepend_scheme" in changed:
        changed["prepend_scheme"] = "always"
    if isinstance(changed.get("pretokenizers"), list):
        changed["pretokenizers"] = [_with_blank_before_words(part) for part in changed["pretokenizers"]]
    if "pre_tokenizer" in changed:
        changed["pre_tokenizer"] = _with_blank_before_words(changed["pre_tokenizer"])
    return changed
