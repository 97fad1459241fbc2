"""Random sentences with trees, and what parsers read of them."""

from __future__ import annotations

import random

from realizer.document import Sentence, Word

FORMS = (
    "the",
    "dog",
    "dogs",
    "The",
    "runs",
    "x",
    "xyzzy",
    "a",
    "walking",
    "…",
    "😀",
    "Zebra",
    "ad-hoc",
    "42",
)
TAGS = {form: f"T{place % 4}" for place, form in enumerate(FORMS)}


def tree(words: int, seed: int) -> list[int]:
    """Heads of a random tree with one root, 0."""
    chance = random.Random(f"{words} {seed}")
    order = list(range(1, words + 1))
    chance.shuffle(order)
    heads = [0] * words
    for place, word in enumerate(order):
        heads[word - 1] = order[chance.randrange(place)] if place else 0
    return heads


def sentence(words: int, seed: int = 0, *, heads: list[int | None] | None = None) -> Sentence:
    """A random sentence; its words and its tree depend on its length and the seed."""
    chance = random.Random(f"forms {words} {seed}")
    forms = [chance.choice(FORMS) for _ in range(words)]
    rows = [
        Word(
            place,
            form,
            form.lower().rstrip("s") or form,
            TAGS[form],
            TAGS[form].lower(),
            f"Length={len(form)}" if len(form) > 1 else "_",
            head,
            "root" if head == 0 else "_" if head is None else f"r{len(form) % 3}",
            (),
            "_",
        )
        for place, (form, head) in enumerate(zip(forms, heads or tree(words, seed), strict=True), start=1)
    ]
    return Sentence((f"# sent_id = {words}-{seed}",), tuple(rows), 1)


def treebank(*lengths: int) -> list[Sentence]:
    return [sentence(words, seed) for seed, words in enumerate(lengths)]
