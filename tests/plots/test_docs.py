"""The pages on the idea and on the architecture say what is true: code, figures, tables, links."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
from pathlib import Path

import pytest

from test_architecture import EXCEPTIONS, LIBRARIES, LONGEST_FILE, ROWS

CHECKOUT = Path(__file__).parents[2]
DOCS = CHECKOUT / "docs"
IDEA = (DOCS / "how-orders-become-trees.md").read_text(encoding="utf-8")
RUNTIME = (DOCS / "runtime.md").read_text(encoding="utf-8")
ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
NUMBER = re.compile(r"(?<![\w#.])-?\d+(?:\.\d+)?(?:e-?\d+)?")


def drawn() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("draw", DOCS / "figures" / "draw.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.drawings()


def prose(page: Path) -> str:
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def wrong_outputs(text: str) -> list[tuple[str, str]]:
    """Run a page's code from top to bottom; list (expected, printed) where they differ."""
    names, wrong = {}, []
    for code, expected in BLOCK.findall(text):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "page", "exec"), names)
        if printed.getvalue() != expected:
            wrong.append((expected, printed.getvalue()))
    return wrong


def test_code_prints_what_the_page_says():
    assert len(BLOCK.findall(IDEA)) == IDEA.count("```python") == 9
    assert wrong_outputs(IDEA) == []


@pytest.mark.parametrize(
    "page", ["```python\nprint(1)\n```\n\n```text\n2\n```", "```python\nprint(1)\n```\n"]
)
def test_wrong_output_is_seen(page):
    assert len(wrong_outputs(page)) == 1


def differences(old: str, new: str) -> list[str]:
    """Compare two drawings: the same marks and words, at the same places up to a point of another release."""
    ids = re.compile(r'(id="|#)[a-zA-Z]+[0-9a-f]{8,}')
    old, new = ids.sub(r"\1", old), ids.sub(r"\1", new)
    if NUMBER.sub("0", old) != NUMBER.sub("0", new):
        return ["other marks or words"]
    pairs = zip(NUMBER.findall(old), NUMBER.findall(new), strict=True)
    return [f"{a} became {b}" for a, b in pairs if abs(float(a) - float(b)) > 1]


def test_figures_are_as_drawn():
    figures = drawn()
    files = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "figures").glob("*.svg")}
    assert set(files) == set(figures)
    for name, svg in figures.items():
        assert differences(files[name], svg) == [], f"{name}; cure: python docs/figures/draw.py"
        assert len(svg) < 20_000
        assert "<dc:date>" not in svg
        assert any(f"](figures/{name})" in page for page in (IDEA, RUNTIME)), f"{name} is on no page"


def test_figures_do_not_change_from_run_to_run():
    assert drawn() == drawn()


def test_other_figures_are_seen():
    svg = next(iter(drawn().values()))
    assert differences(svg, svg) == []
    assert differences(svg, svg.replace(">She<", ">He<")) == ["other marks or words"]
    assert differences(svg, svg.replace('height="', 'height="9', 1)) != []


def heading_names(page: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(page: Path) -> list[str]:
    broken = []
    for target, anchor in LINK.findall(prose(page)):
        if "://" in target:
            continue
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (anchor and anchor not in heading_names(file)):
            broken.append(f"{target}#{anchor}")
    return broken


@pytest.mark.parametrize("page", sorted(path.name for path in DOCS.glob("*.md")))
def test_links_lead_somewhere(page):
    assert broken_links(DOCS / page) == []


def test_broken_links_are_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A title\n[a](gone.md) [b](page.md#a-title) [c](#no-title) [d](https://example.org)")
    assert broken_links(page) == ["gone.md#", "#no-title"]


def test_every_page_is_reachable():
    reached, queue = set(), [DOCS / "README.md"]
    while queue:
        page = queue.pop()
        if page not in reached:
            reached.add(page)
            targets = [(page.parent / target).resolve() for target, _ in LINK.findall(prose(page)) if target]
            queue += [t for t in targets if t.suffix == ".md" and DOCS in t.parents and t.exists()]
    assert reached == set(DOCS.glob("**/*.md"))


def test_the_table_of_rooms_is_the_enforced_one():
    rows = re.findall(r"^\| (\d) \| `(\w+)` \| .* \| ([a-z, ]*)\|$", ARCHITECTURE, re.MULTILINE)
    rooms = {room: (int(row), set(re.findall(r"\w+", libraries))) for row, room, libraries in rows}
    source = CHECKOUT / "src" / "realizer"
    existing = {path.stem for path in source.iterdir() if path.is_dir() or path.suffix == ".py"}
    existing -= {"__init__", "__pycache__"}
    assert set(rooms) == existing
    assert rooms == {room: (ROWS[room], LIBRARIES.get(room, set())) for room in existing}


def test_planned_rooms_are_named():
    [planned] = re.findall(r"^Planned, .*?\n\n", ARCHITECTURE, re.MULTILINE | re.DOTALL)
    rows, waiting = {}, []
    for room, row in re.findall(r"`(\w+)`|\((\d)", planned):
        waiting += [room] if room else []
        if row:
            rows.update(dict.fromkeys(waiting, int(row)))
            waiting = []
    built = set(re.findall(r"^\| \d \| `(\w+)`", ARCHITECTURE, re.MULTILINE))
    assert rows == {room: row for room, row in ROWS.items() if room not in built | {"__init__"}}


def test_exceptions_and_limits_are_told():
    for path, libraries in EXCEPTIONS.items():
        assert f"`{path}` {', '.join(sorted(libraries))}" in ARCHITECTURE
    assert f"longer than {LONGEST_FILE} lines" in ARCHITECTURE


def test_tests_that_the_page_names_exist():
    named = re.findall(r"`((?:tests|docs)/[\w./]+|pyproject.toml|constraints.txt)`", ARCHITECTURE)
    assert len(named) >= 6
    assert [path for path in named if not (CHECKOUT / path).is_file()] == []
