"""`realizer demo --idea`: a tree from two sorted lists, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from realizer.aggregation import Pairs
    from realizer.orders import DependencyRealizer

__all__ = ["show_idea"]

WORDS = ("John", "bought", "a", "car", "yesterday", "which", "is", "red")
HEADS = (2, 0, 4, 2, 2, 8, 8, 4)
WIDTH = 80
NEXT = """Next:
  realizer plot "Birds of a feather sing." -o orders.svg    what a model sorts
  realizer orders study FILE.conllu    is your treebank 2-dimensional, too?
  python -c "import realizer.decoding; help(realizer.decoding)"
"""


def show_idea() -> None:
    """Show how two sorted lists make a dependency tree.

    The sentence is an example of the paper's: "John bought a car yesterday which is red". Its tree is not
    projective, that is, its arcs cross.
    """
    from rich.console import Console

    from realizer.aggregation import report
    from realizer.cli.tree_drawing import draw_tree
    from realizer.orders import dependency_realizer

    orders = dependency_realizer(HEADS)
    pairs = report(orders.red.astype(float), orders.blue.astype(float))
    show = Console(width=WIDTH, highlight=False).print
    show("A dependency tree from two sorted lists\n", style="bold")
    show("Each word is two things: [red]John→[/] looks for its head, [blue]→John[/] is a head to be found.")
    show("Give each of them two numbers. Sort by the first, and sort by the second:\n")
    for k, name in enumerate(("1st", "2nd")):
        for line in _wrapped(f"  {name}  ", _sorted(orders, k)):
            show(line)
    show("\nWhere x→ stands before →y in both lists, y is the head of x. These pairs do:\n")
    for line in _wrapped("  ", _arcs(pairs), gap="   "):
        show(line)
    show("\nAnd that is the tree, though its lines cross (it is not projective):\n")
    heads = [int(head) for head in pairs.blue]
    for text in draw_tree(WORDS, heads):
        show("  " + text, markup=False)
    show("\n" + NEXT, markup=False, end="")


def _sorted(orders: DependencyRealizer, k: int) -> list[Text]:
    """List the red and the blue vertices by their k-th number."""
    red = [(int(rank), _red(i + 1)) for i, rank in enumerate(orders.red[:, k])]
    blue = [(int(rank), _blue(i)) for i, rank in enumerate(orders.blue[:, k])]
    return [vertex for _, vertex in sorted([*red, *blue], key=lambda pair: pair[0])]


def _arcs(pairs: Pairs) -> list[Text]:
    arcs = zip(pairs.red.tolist(), pairs.blue.tolist(), strict=True)
    return [_red(red + 1) + " " + _blue(blue) for red, blue in arcs]


def _red(word: int) -> Text:
    from rich.text import Text

    return Text(f"{WORDS[word - 1]}→", style="red")


def _blue(word: int) -> Text:
    from rich.text import Text

    return Text(f"→{WORDS[word - 1] if word else 'root'}", style="blue")


def _wrapped(indent: str, items: list[Text], gap: str = "  ") -> list[Text]:
    """Fill lines with items, the first line after `indent` and the others below it."""
    from rich.text import Text

    lines = [Text(indent)]
    for item in items:
        if len(lines[-1]) + len(item) > WIDTH:
            lines[-1].rstrip()
            lines.append(Text(" " * len(indent)))
        lines[-1] = lines[-1] + item + gap
    lines[-1].rstrip()
    return lines
