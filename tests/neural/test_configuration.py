"""What a parser is made of: values are checked, and TOML gives them back."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from realizer.errors import InputError
from realizer.neural import (
    ContextConfig,
    EncoderConfig,
    HeadConfig,
    LabelsConfig,
    ParserConfig,
    ScratchConfig,
)
from realizer.tables import record_from, table_from_text, text_of

TABLES = {
    "encoder": EncoderConfig,
    "scratch": ScratchConfig,
    "context": ContextConfig,
    "head": HeadConfig,
    "labels": LabelsConfig,
}
PAGE = Path(__file__).parents[2] / "docs" / "parser.md"


def test_toml_gives_it_back():
    config = ParserConfig(
        encoder=EncoderConfig(name='a "b"', words="mean", dropout=0.0), head=HeadConfig(orders=3, prior=False)
    )
    assert record_from(ParserConfig, table_from_text(text_of(config), name="it")) == config
    assert record_from(ParserConfig, {}) == ParserConfig()


WORDS = (
    "expected encoder.words as one of 'last', 'first', 'first_last', 'mean', got 'all'; "
    "cure: correct the value"
)


@pytest.mark.parametrize(
    ("table", "options", "message"),
    [
        ("encoder", {"words": "all"}, WORDS),
        (
            "encoder",
            {"name": ""},
            'expected encoder.name, got nothing; cure: a folder, a Hub name or "bilstm"',
        ),
        (
            "encoder",
            {"window": 7},
            "expected encoder.window as 0 or at least 8, got 7; cure: 0, as many pieces as the encoder takes",
        ),
        ("encoder", {"overlap": -1}, "expected encoder.overlap of at least 0, got -1; cure: a larger number"),
        (
            "encoder",
            {"dropout": 1.0},
            "expected encoder.dropout from 0 to below 1, got 1.0; cure: a share such as 0.1",
        ),
        ("scratch", {"layers": 0}, "expected scratch.layers of at least 1, got 0; cure: a larger number"),
        (
            "scratch",
            {"spelling_width": 2},
            "expected scratch.spelling_width of at least 3, got 2; cure: a larger number",
        ),
        (
            "context",
            {"tags": "feats"},
            "expected context.tags as one of 'none', 'upos', 'xpos', got 'feats'; cure: correct the value",
        ),
        (
            "context",
            {"layers": 4},
            "expected context.layers from 0 to 3, got 4; cure: a number in that range",
        ),
        (
            "head",
            {"kind": "x"},
            "expected head.kind as one of 'order', 'biaffine', got 'x'; cure: correct the value",
        ),
        ("head", {"orders": 0}, "expected head.orders of at least 1, got 0; cure: a larger number"),
        ("head", {"gain": 0.0}, "expected head.gain above 0, got 0.0; cure: head.gain = 8.0"),
        ("head", {"gain": float("inf")}, "expected head.gain above 0, got inf; cure: head.gain = 8.0"),
        ("head", {"gain": float("nan")}, "expected head.gain above 0, got nan; cure: head.gain = 8.0"),
        (
            "head",
            {"sharpness": 0.5},
            "expected head.sharpness from 1, got 0.5; cure: head.sharpness = 8.0",
        ),
        (
            "head",
            {"objective": "order", "maximum": "soft"},
            (
                "expected objective 'order' with kind 'order' and the hard maximum, got kind 'order' and "
                "maximum 'soft'; cure: head.objective = \"head\""
            ),
        ),
        (
            "labels",
            {"weight": -0.1},
            "expected labels.weight of at least 0, got -0.1; cure: labels.weight = 0.2",
        ),
        (
            "labels",
            {"dropout": float("nan")},
            "expected labels.dropout from 0 to below 1, got nan; cure: a share such as 0.1",
        ),
    ],
)
def test_values_are_checked(table, options, message):
    with pytest.raises(InputError) as caught:
        TABLES[table](**options)
    assert str(caught.value) == message
    with pytest.raises(InputError) as caught:
        record_from(ParserConfig, {table: options})
    assert str(caught.value) == message


def rows_of(page: str) -> dict[str, dict[str, str]]:
    """The options of the page's tables, by table: name and default."""
    found = {}
    for section in re.split(r"^## ", page, flags=re.MULTILINE):
        title = re.match(r"`\[(\w+)\]`", section)
        if title:
            found[title[1]] = dict(re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", section, flags=re.MULTILINE))
    return found


def shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_the_page_tells_every_option_and_its_default():
    page = rows_of(PAGE.read_text(encoding="utf-8"))
    assert {field.name for field in fields(ParserConfig)} == set(TABLES) == set(page)
    for name, kind in TABLES.items():
        assert page[name] == {field.name: shown(field.default) for field in fields(kind)}


def test_the_page_tells_every_choice():
    page = PAGE.read_text(encoding="utf-8")
    for choice in (
        "last",
        "first",
        "first_last",
        "mean",
        "none",
        "upos",
        "xpos",
        "hard",
        "soft",
        "threshold",
    ):
        assert f'`"{choice}"`' in page
