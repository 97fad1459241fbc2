"""Small documents with mentions: written as in the scorers' test notes, or drawn at random."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from realizer.document import Mention, MentionDocument, Part


def document(clusters, *, size=80, name="d", line=1):
    """A document from clusters of mentions; a mention is `2-9,10*,11-13`, the star marks its head."""
    mentions = [mention(f"e{place}", text) for place, each in enumerate(clusters) for text in each]
    nodes = tuple(f"w{node}" for node in range(size))
    return MentionDocument(name, line, nodes, size, tuple(mentions))


def mention(entity, text):
    parts, head = [], None
    for first, last, star in re.findall(r"(\d+)(?:-(\d+))?(\*?)", text):
        parts.append(Part(int(first), int(last or first)))
        head = int(first) if star else head
    return Mention(entity, tuple(parts), head)


def letters(text):
    """A document from clusters of letters, `{a} {bc}`; every letter is a mention of one word."""
    return document([[str(ord(letter) - 48) for letter in each] for each in re.findall(r"{(\w*)}", text)])


@st.composite
def clusterings(draw, *, size=7, duplicates=True):
    """Draw clusters of spans with heads; now and then a span occurs twice, in one cluster or in two."""
    spans = st.tuples(st.integers(0, size - 1), st.integers(0, 4)).map(
        lambda x: (x[0], min(sum(x), size - 1))
    )
    chosen = draw(st.lists(spans, max_size=9, unique=not duplicates))
    clusters = {}
    for start, end in chosen:
        head = draw(st.integers(start, end))
        parts = (Part(start, head), Part(head + 1, end)) if head < end and draw(st.booleans()) else None
        each = Mention(f"e{draw(st.integers(0, 3))}", parts or (Part(start, end),), head)
        clusters.setdefault(each.entity, []).append(each)
    mentions = sorted(
        (m for each in clusters.values() for m in each), key=lambda m: (m.start, m.end, m.entity)
    )
    return MentionDocument("d", 1, tuple("abcdefghij"[:size]), size, tuple(mentions))
