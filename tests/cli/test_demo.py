"""The demo: a parsed paragraph; and the idea, letter by letter."""

from __future__ import annotations

SCREEN = """\
A dependency tree from two sorted lists

Each word is two things: John→ looks for its head, →John is a head to be found.
Give each of them two numbers. Sort by the first, and sort by the second:

  1st  bought→  →root  →John  John→  car→  yesterday→  →bought  →a  a→  red→
       →car  →yesterday  →which  →is  which→  is→  →red
  2nd  is→  which→  →red  →is  →which  →yesterday  red→  a→  →car  →a
       yesterday→  car→  John→  →bought  →John  bought→  →root

Where x→ stands before →y in both lists, y is the head of x. These pairs do:

  John→ →bought   bought→ →root   a→ →car   car→ →bought   yesterday→ →bought
  which→ →red   is→ →red   red→ →car

And that is the tree, though its lines cross (it is not projective):

    ┌── John
  ──┤ bought
    │  ┌── a
    ├──┤ car
    └──┼── yesterday
       │  ┌── which
       │  ├── is
       └──┘ red

Next:
  realizer plot "Birds of a feather sing." -o orders.svg    what a model sorts
  realizer orders study FILE.conllu    is your treebank 2-dimensional, too?
  python -c "import realizer.decoding; help(realizer.decoding)"
"""


def test_the_idea(realizer):
    assert realizer("demo", "--idea") == (0, SCREEN, "")


def test_it_fits_one_screen():
    assert SCREEN.count("\n") <= 34
    assert max(map(len, SCREEN.splitlines())) <= 80


def test_a_paragraph_is_parsed(realizer):
    code, out, err = realizer("demo")
    assert (code, err) == (0, "")
    assert "──┤ wait  verb root" in out
    assert "n't  part advmod" in out
    assert "sing: lemma sing, " in out
    assert out.count("\n") <= 40
    assert max(map(len, out.splitlines())) <= 110
