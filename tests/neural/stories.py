"""Small documents with mentions: told clusters, and stories in which equal names are one entity."""

from __future__ import annotations

import random

from realizer.document import Mention, MentionDocument, Part


def document(words, *clusters, **more):
    """A document of words, or of so many; clusters are lists of (first, last)."""
    forms = ("the", "dog", "runs", "x", "y")
    nodes = [forms[place % 5] for place in range(words)] if isinstance(words, int) else words
    mentions = [
        Mention(f"c{number}", (Part(first, last),))
        for number, spans in enumerate(clusters)
        for first, last in spans
    ]
    mentions.sort(key=lambda mention: (mention.start, mention.end, mention.entity))
    counted = len(nodes) - len(more.get("empty", ()))
    return MentionDocument("d", 1, tuple(nodes), counted, tuple(mentions), **more)


def story(seed, *, words=40, singletons=False):
    """Names of one word, "the" before some; those that are equal are one entity. Mentions nest."""
    chance = random.Random(seed)
    nodes, named = [], {}
    while len(nodes) < words:
        if chance.random() < 0.3:
            name = chance.choice("abcd")
            named.setdefault(name, []).append((len(nodes), len(nodes)))
            nodes.append(name)
        elif chance.random() < 0.2:
            named.setdefault("dog", []).append((len(nodes), len(nodes) + 1))
            nodes += ["the", "dog"]
        else:
            nodes.append(chance.choice("uvwxyz"))
    return document(nodes, *(spans for spans in named.values() if singletons or len(spans) > 1))
