"""Small random treebanks, the same in every process."""

from __future__ import annotations

import random

WORDS = ["birds", "sing", "the", "song", "we", "know", "old", "songs", "of", "home", "and", "then", "some"]


def treebank(sentences, seed=0, longest=9):
    """Make CoNLL-U text: every word hangs on its left neighbour, most of the time."""
    chance = random.Random(seed)
    text = []
    for number in range(1, sentences + 1):
        text.append(f"# sent_id = s{number}")
        for word in range(1, chance.randint(2, longest) + 1):
            head = word - 1 if word < 3 or chance.random() < 0.7 else word - 2
            relation = "root" if head == 0 else "dep"
            form = chance.choice(WORDS)
            text.append(f"{word}\t{form}\t{form}\tNOUN\tNN\t_\t{head}\t{relation}\t_\t_")
        text.append("")
    return "\n".join(text) + "\n"


def write_treebanks(folder, *, train=40, dev=12):
    """Write train.conllu and dev.conllu."""
    (folder / "train.conllu").write_text(treebank(train, seed=1), encoding="utf-8")
    (folder / "dev.conllu").write_text(treebank(dev, seed=2), encoding="utf-8")
