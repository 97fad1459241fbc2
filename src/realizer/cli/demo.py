"""`realizer demo`: a paragraph parsed, on one screen."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["demo"]

TEXT = "The birds that sing at dawn don't wait for the sun. Why should they?"
NEXT = """Next:
  realizer parse "Your own text."               or a file: realizer parse book.txt -o book.conllu
  python -c "import realizer; print(realizer.load('en')('Your own text.').to_conllu())"
  realizer demo --idea                          how two sorted lists make such a tree
  realizer --help                               everything else
"""


def demo(
    *,
    idea: Annotated[
        bool, typer.Option("--idea", help="Show how two sorted lists make a dependency tree.")
    ] = False,
) -> None:
    """Parse a paragraph with the English model that comes with realizer, and say what to try next.

    A line leads from each word to its head; behind it stand its tag and its relation to that head.
    """
    from realizer.cli.idea import show_idea

    if idea:
        show_idea()
        return
    import time

    from realizer.cli.tree_drawing import drawn_sentence
    from realizer.document import Finding
    from realizer.runtime import load

    start = time.perf_counter()
    pipeline = load("en", threads=1)
    loaded = time.perf_counter()
    document = pipeline(TEXT)
    done = time.perf_counter()
    typer.echo(f"{TEXT}\n")
    for sentence in document.sentences:
        typer.echo("\n".join(drawn_sentence(sentence)) + "\n")
    word = document.words[3]
    begin, end, arc, _ = word.finding or Finding(0, 0)
    loading, parsing = 1e3 * (loaded - start), 1e3 * (done - loaded)
    typer.echo(
        f"{len(document.words)} words in {parsing:.0f} ms, after {loading:.0f} ms of loading; no torch. "
        "What else is known, e.g.:\n"
        f"  {word.form}: lemma {word.lemma}, {word.feats}, characters {begin} to {end}, "
        f"arc {100 * arc:.0f} % sure\n"
    )
    typer.echo(NEXT, nl=False)
