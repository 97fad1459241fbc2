"""Records as TOML tables and back; what does not fit is refused with its place and the cure."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import hypothesis.strategies as st
import pytest
from hypothesis import given

from realizer.errors import InputError
from realizer.tables import record_from, table_from_text, text_of


@dataclass(frozen=True, slots=True)
class Point:
    x: int = 0
    y: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    whole: int = 1
    real: float = 2.0
    flag: bool = False
    text: str = "a"
    choice: Literal["one", "two"] = "one"
    number: Literal[1, 2] = 1
    maybe: str | None = None
    either: int | str = 0
    several: tuple[int, ...] = ()
    pair: tuple[str, float] = ("b", 0.0)
    names: dict[str, float] = field(default_factory=dict)
    point: Point = field(default_factory=Point)
    points: tuple[Point, ...] = ()
    by_name: dict[str, Point] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.whole == 13:
            raise InputError("expected whole other than 13, got 13; cure: 14")


@dataclass(frozen=True)
class Needy:
    needed: int
    given: int = 0


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
WHOLE = st.integers(-(2**63), 2**63 - 1)
REAL = st.floats(allow_nan=False)
POINTS = st.builds(Point, x=WHOLE, y=REAL)
RECORDS = st.builds(
    Everything,
    whole=WHOLE.filter(lambda n: n != 13),
    real=REAL,
    flag=st.booleans(),
    text=TEXTS,
    choice=st.sampled_from(["one", "two"]),
    number=st.sampled_from([1, 2]),
    maybe=st.none() | TEXTS,
    either=WHOLE | TEXTS,
    several=st.lists(WHOLE, max_size=4).map(tuple),
    pair=st.tuples(TEXTS, REAL),
    names=st.dictionaries(TEXTS, REAL, max_size=3),
    point=POINTS,
    points=st.lists(POINTS, max_size=3).map(tuple),
    by_name=st.dictionaries(TEXTS, POINTS, max_size=3),
)


@given(RECORDS)
def test_a_record_comes_back(record):
    text = text_of(record)
    assert record_from(Everything, table_from_text(text, name="it")) == record
    assert text.endswith("\n")


def test_it_looks_as_a_person_would_write_it():
    record = Everything(
        text='say "hi"\n\x7f', names={"a b": 1.0}, points=(Point(1),), by_name={"😀": Point()}
    )
    assert text_of(record) == (
        'whole = 1\nreal = 2.0\nflag = false\ntext = "say \\"hi\\"\\n\\u007f"\nchoice = "one"\nnumber = 1\n'
        'either = 0\nseveral = []\npair = ["b", 0.0]\npoints = [{x = 1, y = 0.5}]\n'
        '\n[names]\n"a b" = 1.0\n\n[point]\nx = 0\ny = 0.5\n\n[by_name]\n\n[by_name."😀"]\nx = 0\ny = 0.5\n'
    )


def test_numbers_that_are_none():
    assert record_from(Point, table_from_text("y = inf", name="it")).y == math.inf
    assert math.isnan(record_from(Point, table_from_text(text_of(Point(y=math.nan)), name="it")).y)


def test_what_is_left_out_has_its_default():
    assert record_from(Everything, {}) == Everything()
    assert record_from(Everything, {"point": {"x": 3}}).point == Point(3, 0.5)


def test_a_whole_number_is_a_number():
    y = record_from(Point, {"y": 3}).y
    assert (y, type(y)) == (3.0, float)


WRONG = "cure: correct the value"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("whole = 1.0", f"expected whole as a whole number, got 1.0; {WRONG}"),
        ("whole = true", f"expected whole as a whole number, got True; {WRONG}"),
        ('whole = "1"', f"expected whole as a whole number, got '1'; {WRONG}"),
        ("real = true", f"expected real as a number, got True; {WRONG}"),
        ("flag = 0", f"expected flag as true or false, got 0; {WRONG}"),
        ("text = 1", f"expected text as a text, got 1; {WRONG}"),
        ("text = 2020-01-01", f"expected text as a text, got datetime.date(2020, 1, 1); {WRONG}"),
        ('choice = "six"', f"expected choice as one of 'one', 'two', got 'six'; {WRONG}"),
        ("choice = []", f"expected choice as one of 'one', 'two', got []; {WRONG}"),
        ("number = true", f"expected number as one of 1, 2, got True; {WRONG}"),
        ("maybe = 1", f"expected maybe as a text, got 1; {WRONG}"),
        ("either = 1.5", f"expected either as a whole number or a text, got 1.5; {WRONG}"),
        ("several = 1", f"expected several as a list, got 1; {WRONG}"),
        ('several = [1, "2"]', f"expected several[1] as a whole number, got '2'; {WRONG}"),
        ('pair = ["a"]', f"expected pair as a list of 2, got ['a']; {WRONG}"),
        ('pair = ["a", "b"]', f"expected pair[1] as a number, got 'b'; {WRONG}"),
        ("names = 1", f"expected names as a table, got 1; {WRONG}"),
        ("names.a = true", f"expected names.a as a number, got True; {WRONG}"),
        ("point = 1", f"expected point as a table, got 1; {WRONG}"),
        ("point.x = 0.5", f"expected point.x as a whole number, got 0.5; {WRONG}"),
        ("points = [{x = 0.5}]", f"expected points[0].x as a whole number, got 0.5; {WRONG}"),
        ("by_name.a.x = 0.5", f"expected by_name.a.x as a whole number, got 0.5; {WRONG}"),
        ("wole = 1", "expected a key of the file, got 'wole'; cure: did you mean 'whole'?"),
        ("point.z = 1", "expected a key of [point], got 'z'; cure: one of x, y"),
        ("whole = 13", "expected whole other than 13, got 13; cure: 14"),
        (f'whole = "{"x" * 99}"', f"expected whole as a whole number, got '{'x' * 76}…; {WRONG}"),
    ],
)
def test_what_does_not_fit_is_refused(text, message):
    with pytest.raises(InputError) as caught:
        record_from(Everything, table_from_text(text, name="it"))
    assert str(caught.value) == message


def test_the_place_of_a_table_is_told():
    with pytest.raises(InputError, match=r"^expected parser.head.x as a whole number, got 'a'; cure"):
        record_from(Point, {"x": "a"}, place="parser.head")
    with pytest.raises(InputError, match=r"^expected a key of \[parser.head\], got 'z'; cure: one of x, y$"):
        record_from(Point, {"z": "a"}, place="parser.head")


def test_a_missing_key_is_told():
    assert record_from(Needy, {"needed": 1}) == Needy(1)
    with pytest.raises(InputError) as caught:
        record_from(Needy, {"given": 1}, place="data")
    assert str(caught.value) == "expected data.needed, got nothing; cure: add the key"


def test_what_is_no_toml_is_refused():
    with pytest.raises(InputError) as caught:
        table_from_text("a = 1\nb = \n", name="config.toml")
    assert str(caught.value).startswith("config.toml: expected TOML, got: Invalid value (at line 2")
    assert str(caught.value).endswith("; cure: correct that line")
