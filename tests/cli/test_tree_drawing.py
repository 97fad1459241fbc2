"""Drawn trees: exactly, and read back."""

from __future__ import annotations

from hypothesis import given

from cli.test_study_counts import trees
from realizer.cli.study.counts import has_crossing_arcs
from realizer.cli.tree_drawing import draw_tree

CROSSING = """\
──┐ a
  │  ┌──┐ b
  ├──┼──┼── c
  │  │  │  ┌── d
  └──┴──┼──┼── e
        └──┘ f"""
SIDE_BY_SIDE = """\
  ┌──┐ a
  ├──┼──┐ b
  │  └──┼── c
  │     └── d
──┘ e"""
UPWARDS, DOWNWARDS = set("│┘┤└├┴┼"), set("│┐┤┌├┬┼")


def read_head(lines, row):
    """Follow the line that arrives at a word to its head; for drawings without crossing lines."""
    text = lines[row]
    place = len(text.rstrip("abcdefghij")) - 2
    if text[place] != "─":  # the word's own trunk
        place -= 1
    while place >= 0 and text[place] == "─":
        place -= 1
    if place < 0:
        return 0
    for step, onwards in ((-1, UPWARDS), (1, DOWNWARDS)):
        at = row
        while 0 <= at < len(lines) and (at == row or place < len(lines[at])):
            if at != row and lines[at][place + 1] == " " and lines[at][place + 2 :].isalpha():
                return at + 1
            if lines[at][place] not in onwards:
                break
            at += step
    raise AssertionError((lines, row))


def test_a_single_word():
    assert draw_tree(["a"], [0]) == ["─── a"]


def test_crossing_lines():
    assert "\n".join(draw_tree("abcdef", [0, 5, 1, 6, 1, 2])) == CROSSING
    assert "\n".join(draw_tree("abcde", [5, 5, 1, 2, 0])) == SIDE_BY_SIDE


@given(trees(largest=10))
def test_a_projective_drawing_can_be_read_back(heads):
    if has_crossing_arcs(list(enumerate(heads, start=1))):
        return
    lines = draw_tree("abcdefghij"[: len(heads)], heads)
    assert [read_head(lines, row) for row in range(len(heads))] == heads


@given(trees(largest=10))
def test_every_word_stands_last_on_its_line(heads):
    words = "abcdefghij"[: len(heads)]
    lines = draw_tree(words, heads)
    assert [line.split(" ")[-1] for line in lines] == list(words)
