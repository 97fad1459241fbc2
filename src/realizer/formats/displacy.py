"""Trees as displaCy, spaCy's drawer, takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from realizer.document import Sentence

__all__ = ["displacy_trees"]


def displacy_trees(sentences: Iterable[Sentence]) -> list[dict[str, Any]]:
    """Turn sentences into what `spacy.displacy.render(…, style="dep", manual=True)` draws.

    Args:
        sentences: Sentences with heads; words without one, and the root, have no arc.

    Returns:
        A drawing per sentence: its words with their tags, and its arcs by places from 0.

    Examples:
        >>> from realizer.document import Sentence, Word
        >>> go = Word(1, "Go", "go", "VERB", "_", "_", 0, "root", (), "_")
        >>> now = Word(2, "now", "now", "ADV", "_", "_", 1, "advmod", (), "_")
        >>> displacy_trees([Sentence((), (go, now), 1)])[0]["arcs"]
        [{'start': 0, 'end': 1, 'label': 'advmod', 'dir': 'right'}]
    """
    return [
        {
            "words": [{"text": word.form, "tag": word.upos} for word in sentence.words],
            "arcs": [
                {
                    "start": min(word.id, word.head) - 1,
                    "end": max(word.id, word.head) - 1,
                    "label": word.deprel,
                    "dir": "left" if word.id < word.head else "right",
                }
                for word in sentence.words
                if word.head
            ],
        }
        for sentence in sentences
    ]
