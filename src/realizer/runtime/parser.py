"""From what words wrote to sentences: where they begin, trees, labels, records."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from realizer.aggregation import best
from realizer.decoding import greedy_heads, projective_heads, tree_heads
from realizer.document import Finding, MultiwordToken, Sentence, with_annotations
from realizer.document.records import new_word
from realizer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from realizer.bundles import Bundle
    from realizer.document import Word
    from realizer.runtime.drafts import Draft
    from realizer.runtime.reader import Reader, Written

__all__ = ["SentenceMaker", "decoder"]

_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\ufeff]")  # gaps that are no blanks
_CELLS = 1 << 14  # words of one call of a decoder, padding included
_PADDED, _PADDED_MORE = (
    1.3,
    4,
)  # the longest of them has so many times the words of the shortest, and some more

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


def decoder(tree: str) -> Callable[..., Integers]:
    """Choose how heads are decoded."""
    known = {"tree": tree_heads, "greedy": greedy_heads, "projective": projective_heads}
    if tree not in known:
        raise InputError(f'expected tree as one of {", ".join(known)}, got {tree!r}; cure: tree="tree"')
    return known[tree]


class SentenceMaker:
    """Makes sentences of what words wrote.

    Args:
        bundle: Labels, and what completes the orders.
        reader: Labels arcs.
        tree: "tree" (exactly one root), "greedy" or "projective".
    """

    def __init__(self, bundle: Bundle, reader: Reader, *, tree: str) -> None:
        self.config, self.reader, self.decode = bundle.config, reader, decoder(tree)
        self.vocabularies = bundle.vocabularies
        self.root = np.array(bundle.config.orders.root, dtype=np.float32)
        self.slope = np.array(bundle.config.orders.slope, dtype=np.float32)

    def sentences(
        self, drafts: Sequence[Draft], written: Written, texts: Sequence[str]
    ) -> list[list[Sentence]]:
        """Make the sentences of some drafts, decoded together.

        Args:
            drafts: The words.
            written: What they wrote.
            texts: The whole texts that the drafts come from, for the comments; unused where sentences are
                given.

        Returns:
            The sentences of each draft.
        """
        begins, bounds = self._begins(drafts, written)
        ends = np.append(begins[1:], len(written.orders))
        heads, margins = self._heads(written, begins, ends)
        rows = heads + np.repeat(begins, ends - begins)
        rows[heads == 0] = 0
        relations, sure = self.reader.label(written.relation, rows)
        confidence = self.config.confidence
        arcs = 1 / (1 + np.exp(-(confidence.slope * margins + confidence.offset)))
        words = [word for draft in drafts for word in draft.words]
        found = _Found(self._columns(words, written, relations), heads.tolist(), arcs.tolist(), sure.tolist())
        lengths = (ends - begins).tolist()
        made, first = [], 0
        for draft, text, (begin, end) in zip(drafts, texts, pairwise(bounds), strict=True):
            own = lengths[begin:end]
            make = _filled(draft, found, first) if draft.given else _sentences(draft, found, first, own, text)
            made.append(list(make))
            first += len(draft.words)
        return made

    def arcs(self, drafts: Sequence[Draft], written: Written) -> tuple[Integers, Floats]:
        """Heads of all words in a row, and by how much each is better than the next best."""
        begins, _ = self._begins(drafts, written)
        return self._heads(written, begins, np.append(begins[1:], len(written.orders)))

    def _begins(self, drafts: Sequence[Draft], written: Written) -> tuple[Integers, list[int]]:
        """Where sentences begin, all words in a row, and how many do before each draft and after the last."""
        marks = np.zeros(len(written.orders), dtype=np.bool_)
        least = np.full(len(marks), self.config.begins.elsewhere)
        first = 0
        firsts = []
        for draft in drafts:
            cuts = [first + place for place in draft.cuts]
            marks[[first + place for place in draft.begins] if self.config.starts else cuts] = True
            least[cuts] = self.config.begins.after_stop
            if draft.open:
                firsts.append(first + draft.firsts())
            first += len(draft.words)
        if firsts:
            marks[[cut for cut in written.cuts if cut < first]] = True
            possible = np.concatenate(firsts)
            marks[possible[written.start[possible] > least[possible]]] = True
        begins = np.flatnonzero(marks)
        ends = np.cumsum([0, *(len(draft.words) for draft in drafts)])
        return begins, np.searchsorted(begins, ends).tolist()

    def _heads(self, written: Written, begins: Integers, ends: Integers) -> tuple[Integers, Floats]:
        """Heads of all words, 0 for the root, and by how much each is better than the next best."""
        heads = np.zeros(len(written.orders), dtype=np.int64)
        margins = np.zeros(len(written.orders), dtype=np.float32)
        for rows, mask in _batches(begins, ends):
            red, blue = self._placed(written.orders[rows])
            found = self.decode(red, blue, mask=mask)
            heads[rows[mask]] = found[mask]
            margins[rows[mask]] = _margins(red, blue, mask, found)[mask]
        return heads, margins

    def orders(self, written: Written) -> tuple[Floats, Floats]:
        """Red and blue scores of the words of one sentence, each red row shifted: only its head is above it.

        Training compares candidates of one word with each other, so a shift of all its red scores changes
        nothing. Half-way between the best candidate and the next, they say the same as partial order.
        """
        (red,), (blue,) = self._placed(written.orders[None])
        heads, margins = self._heads(written, np.zeros(1, np.int64), np.array([len(red)]))
        own = (red - blue[heads]).max(axis=-1)
        return red - (own + np.clip(margins / 2, -1, 1))[:, None], blue

    def _placed(self, orders: Floats) -> tuple[Floats, Floats]:
        """Add the root, and words' places in their sentences: `[batch, word, 2 K]` to red and blue."""
        count = len(self.root)
        place = np.arange(1, orders.shape[1] + 1, dtype=np.float32)[:, None] * self.slope
        root = np.broadcast_to(self.root, (len(orders), 1, count))
        return orders[..., :count] + place, np.concatenate([root, orders[..., count:] + place], axis=1)

    def _columns(self, words: Sequence[str], written: Written, relations: Integers) -> dict[str, list[str]]:
        """What stands in the columns of labels."""
        numbers = {
            column: written.labels[:, place].tolist() for place, column in enumerate(self.config.labels)
        }
        if self.config.relations:
            numbers["deprel"] = relations.tolist()
        return self.vocabularies.written(words, numbers)


def _batches(begins: Integers, ends: Integers) -> Iterator[tuple[Integers, NDArray[np.bool_]]]:
    """Put sentences of about one length side by side: their words' rows, and which are there."""
    begin, length = begins, ends - begins
    order = np.argsort(length, kind="stable")
    order = order[length[order] > 0]
    first = 0
    while first < len(order):
        longest = min(_PADDED * length[order[first]] + _PADDED_MORE, _CELLS)
        last = max(first + 1, int(np.searchsorted(length[order], longest, side="right")))
        last = min(last, first + max(1, _CELLS // int(length[order[last - 1]])))
        chosen = order[first:last]
        place = np.arange(length[chosen[-1]])
        mask = place < length[chosen][:, None]
        yield np.where(mask, begin[chosen][:, None] + place, begin[chosen][:, None]), mask
        first = last


def _margins(red: Floats, blue: Floats, mask: NDArray[np.bool_], heads: Integers) -> Floats:
    """By how much the heads are better than the best other candidates."""
    chosen = np.maximum(heads, 0)
    own = (red - np.take_along_axis(blue, chosen[..., None], axis=1)).max(axis=-1)
    itself = np.broadcast_to(np.arange(1, mask.shape[1] + 1), mask.shape)
    candidates = np.concatenate([np.ones((len(mask), 1), dtype=np.bool_), mask], axis=1)
    others = best(red, blue, red_mask=mask, blue_mask=candidates, without=np.stack([itself, chosen], axis=-1))
    margins: Floats = np.minimum(others.value - own, np.float32(1e4))
    return margins


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found of all words in a row: columns of labels, heads, and how sure of arc and label."""

    columns: dict[str, list[str]]
    heads: list[int]
    arcs: list[float]
    sure: list[float]


def _filled(draft: Draft, found: _Found, first: int) -> Iterator[Sentence]:
    """Put what was found into sentences that are given; enhanced arcs go, as they belong to other heads."""
    begin = first
    for sentence in draft.given:
        own = slice(begin, begin + len(sentence.words))
        begin = own.stop
        columns = {name: values[own] for name, values in found.columns.items()}
        yield with_annotations(
            sentence,
            heads=found.heads[own],
            deprels=columns.get("deprel"),
            upos=columns.get("upos"),
            xpos=columns.get("xpos"),
            feats=columns.get("feats"),
            lemmas=columns.get("lemma"),
            deps=[()] * (own.stop - own.start),
        )


def _sentences(
    draft: Draft, found: _Found, first: int, lengths: Sequence[int], text: str
) -> Iterator[Sentence]:
    """Make the records of sentences that come from a text."""
    own = slice(first, first + len(draft.words))
    nothing = ["_"] * len(draft.words)
    columns = [
        found.columns[name][own] if name in found.columns else nothing
        for name in ("lemma", "upos", "xpos", "feats", "deprel")
    ]
    rows_of_words = zip(
        draft.words, *columns, found.heads[own], found.arcs[own], found.sure[own], strict=True
    )
    tokens = iter(draft.tokens)
    base, size = draft.base, len(text)
    for length in lengths:
        rows: list[Word | MultiwordToken] = []
        number, left, right = 1, -1, 0
        while number <= length:
            cuts = next(tokens).cuts
            right = cuts[-1]
            left = cuts[0] if left < 0 else left
            misc = "_" if right >= size or text[right].isspace() else "SpaceAfter=No"
            held = len(cuts) - 1
            if held > 1:
                form = text[cuts[0] : right]
                rows.append(MultiwordToken(number, number + held - 1, form, "_", misc))
                misc = "_"
            for start, stop in pairwise(cuts):
                form, lemma, upos, xpos, feats, deprel, head, arc, sure = next(rows_of_words)
                finding = Finding(base + start, base + stop, arc, sure)
                rows.append(new_word(number, form, lemma, upos, xpos, feats, head, deprel, (), misc, finding))
                number += 1
        shown = " ".join(_UNSEEN.sub("", text[left:right]).split())
        yield Sentence((f"# text = {shown}",), tuple(rows), 0)
