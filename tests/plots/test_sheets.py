from __future__ import annotations

import io
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from realizer.errors import InputError, MissingExtraError
from realizer.plots import gap_split, order_lines, order_plane, split_arcs, to_svg, tree_arcs

ONE = ([[0, 0]], [[1, 1], [2, 3]])
DRAW = {
    "gap_split": lambda: gap_split(*ONE, words=["$a_b$ <&>"], word=1),
    "order_lines": lambda: order_lines(*ONE, words=["$a_b$ <&>"]),
    "order_plane": lambda: order_plane(*ONE, words=["$a_b$ <&>"]),
    "split_arcs": lambda: split_arcs(["$a_b$ <&>"], [(1, 0)]),
    "tree_arcs": lambda: tree_arcs(["$a_b$ <&>"], [0]),
}


@pytest.mark.parametrize("name", DRAW)
def test_svg_is_the_same_every_time_and_words_stay_text(name):
    svg = to_svg(DRAW[name]())
    assert svg == to_svg(DRAW[name]())
    words = ["".join(t.itertext()) for t in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert any("$a_b$ <&>" in word for word in words)
    assert "date" not in svg


@pytest.mark.parametrize("name", DRAW)
def test_png_works_too(name):
    buffer = io.BytesIO()
    DRAW[name]().savefig(buffer, format="png")
    assert buffer.getvalue().startswith(b"\x89PNG")


def test_line_breaks_in_words_are_spaces():
    assert tree_arcs(["a\nb"], [0]).axes[0].texts[0].get_text() == "a b"


@pytest.mark.parametrize("name", DRAW)
def test_without_matplotlib_the_error_names_the_extra(name, monkeypatch):
    for module in ("matplotlib.figure", "matplotlib.font_manager", "matplotlib.textpath"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'realizer\[plot\]'") as caught:
        DRAW[name]()
    assert (caught.value.package, caught.value.extra) == ("matplotlib", "plot")


def test_only_figures_become_svg():
    with pytest.raises(InputError, match=r"got list; cure"):
        to_svg([])


def loaded(statement):
    code = f"{statement}\nimport sys\n"
    code += "print([name for name in ('matplotlib', 'matplotlib.pyplot') if name in sys.modules])"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_matplotlib_is_loaded_late_and_pyplot_never():
    assert loaded("import realizer.plots") == "[]"
    drawing = "from realizer.plots import *\nto_svg(tree_arcs(['a', 'b'], [2, 0]))\n"
    drawing += "order_plane([[0, 0]], [[1, 1]], words=['a']).savefig(__import__('io').BytesIO())"
    assert loaded(drawing) == "['matplotlib']"
    assert loaded("import matplotlib.pyplot") == "['matplotlib', 'matplotlib.pyplot']"
