"""A parser that trains in milliseconds: hashed words, one layer, the interface of `realizer.neural.Parser`.

Its weights begin at the same place in every process, its loss has dropout, so that chance is part of what an
interrupted training has to repeat.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from types import SimpleNamespace
from zlib import crc32

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from realizer.neural.configuration import ParserConfig
from realizer.tables import record_from, table_from_text, text_of
from realizer.training import parser_kind

ROWS = 64
WIDTH = 8
REACH = 3  # heads are told by their distance, from -REACH to REACH; 0 is the root


@dataclass(frozen=True)
class StubExample:
    name: str
    ids: np.ndarray
    targets: np.ndarray
    follows: bool = False

    @property
    def words(self):
        return len(self.ids)

    @property
    def pieces(self):
        return len(self.ids)


class StubBatch(SimpleNamespace):
    def to(self, device):
        return StubBatch(ids=self.ids.to(device), targets=self.targets.to(device), lengths=self.lengths)


class StubPredictions:
    def __init__(self, heads):
        self.heads = heads

    def columns(self, place, sentence):
        heads = self.heads[place]
        return {"head": heads, "deprel": ["root" if head == 0 else "dep" for head in heads]}


class StubParser(nn.Module):
    def __init__(self, config, poison=None):
        super().__init__()
        self.config, self.poison = config, poison
        self.encoder = nn.Embedding(ROWS, WIDTH)
        self.middle = nn.Linear(WIDTH, WIDTH)
        self.dropout = nn.Dropout(config.context.dropout)
        self.head = nn.Linear(WIDTH, 2 * REACH + 1)
        self.unused = nn.Linear(2, 2)

    def proceed(self, share):
        assert 0 <= share <= 1

    def examples(self, sentences):
        return [_example(sentence) for sentence in sentences]

    def collate(self, examples, joined=()):
        return StubBatch(
            ids=torch.from_numpy(np.concatenate([example.ids for example in examples])),
            targets=torch.from_numpy(np.concatenate([example.targets for example in examples])),
            lengths=[example.words for example in examples],
        )

    def scores(self, batch):
        return self.head(self.dropout(torch.tanh(self.middle(self.encoder(batch.ids)))))

    def forward(self, batch):
        loss = nn.functional.cross_entropy(self.scores(batch).float(), batch.targets)
        if self.poison is not None and (batch.ids == self.poison).any():
            loss = loss * float("nan")
        return SimpleNamespace(total=loss, parts={"heads": loss.detach()}, words=len(batch.ids))

    def predict(self, batch, *, tree="tree"):
        distances = (self.scores(batch).argmax(dim=-1) - REACH).tolist()
        heads, begin = [], 0
        for length in batch.lengths:
            own = distances[begin : begin + length]
            targets = [i + d if d and 1 <= i + d <= length else 0 for i, d in enumerate(own, 1)]
            heads.append(targets)
            begin += length
        return StubPredictions(heads)

    def parameter_groups(self):
        return {
            "encoder.0": list(self.encoder.parameters()),
            "encoder.1": list(self.middle.parameters()),
            "rest": [*self.head.parameters(), *self.unused.parameters()],
        }


def word_number(form):
    return crc32(form.encode()) % ROWS


def _example(sentence):
    words = sentence.words
    distances = [0 if word.head == 0 else np.clip(word.head - word.id, -REACH, REACH) for word in words]
    return StubExample(
        sentence.metadata.get("sent_id", ""),
        np.array([word_number(word.form) for word in words]),
        np.array(distances) + REACH,
    )


def save_stub(parser, folder):
    (folder / "parser.toml").write_text(text_of(parser.config), encoding="utf-8")
    (folder / "labels.json").write_text(json.dumps({"poison": parser.poison}), encoding="utf-8")
    save_file(parser.state_dict(), folder / "model.safetensors")


def load_stub(folder):
    config = record_from(
        ParserConfig, table_from_text((folder / "parser.toml").read_text(), name="parser.toml")
    )
    parser = StubParser(config, json.loads((folder / "labels.json").read_text())["poison"])
    parser.load_state_dict(load_file(folder / "model.safetensors"))
    return parser.eval()


def stub_parsers(poison=None):
    """Stubs as a kind of parser; a batch with the poisoned word has a loss that is no number."""
    number = None if poison is None else word_number(poison)
    return replace(
        parser_kind(),
        new=lambda config, sentences: StubParser(config, number),
        load=load_stub,
        save=save_stub,
    )
