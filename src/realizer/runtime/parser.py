"""From what words wrote to sentences: where they begin, trees, labels, records."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from realizer.aggregation import best
from realizer.decoding import greedy_heads, projective_heads, tree_heads
from realizer.document import Finding, MultiwordToken, Sentence, with_annotations
from realizer.document.records import new_word
from realizer.errors import InputError
from realizer.labels import value_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from realizer.bundles import Bundle
    from realizer.document import Word
    from realizer.runtime.drafts import Draft
    from realizer.runtime.reader import Reader, Written

__all__ = ["SentenceMaker", "decoder"]

_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\ufeff]")  # gaps that are no blanks
_CELLS = 1 << 14  # words of one call of a decoder, padding included

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
        self.columns = {name: bundle.vocabularies.columns[name].labels for name in bundle.config.labels}
        self.relations = bundle.vocabularies.columns["deprel"].labels
        self.root = np.array(bundle.config.orders.root, dtype=np.float32)
        self.slope = np.array(bundle.config.orders.slope, dtype=np.float32)

    def sentences(self, draft: Draft, written: Written, text: str) -> Iterator[Sentence]:
        """Yield the sentences of a draft.

        Args:
            draft: The words.
            written: What they wrote.
            text: The whole text, for the comments; unused if sentences are given.
        """
        begins = self._begins(draft, written)
        ends = [*begins[1:], len(draft.words)]
        heads, margins = self._heads(written, begins, ends)
        rows = heads + np.repeat(begins, np.subtract(ends, begins))
        rows[heads == 0] = 0
        relations, sure = self.reader.label(written.relation, rows)
        confidence = self.config.confidence
        arcs = 1 / (1 + np.exp(-(confidence.slope * margins + confidence.offset)))
        columns = self._columns(draft.words, written, relations)
        if draft.given:
            yield from _filled(draft.given, columns, heads.tolist(), begins)
            return
        bounds = list(zip(begins, ends, strict=True))
        yield from _sentences(
            draft, columns, heads.tolist(), arcs.tolist(), sure.tolist(), bounds=bounds, text=text
        )

    def _begins(self, draft: Draft, written: Written) -> list[int]:
        """Where sentences begin."""
        if not draft.open:
            return draft.begins
        begins = {*draft.begins, *(written.cuts if self.config.starts else draft.cuts)}
        firsts = np.cumsum([0, *(len(token.cuts) - 1 for token in draft.tokens)])[:-1]
        begins.update(firsts[written.start[firsts] > 0.5].tolist())
        return sorted(begins)

    def _heads(self, written: Written, begins: Sequence[int], ends: Sequence[int]) -> tuple[Integers, Floats]:
        """Heads of all words, 0 for the root, and by how much each is better than the next best."""
        count = len(self.root)
        heads = np.zeros(len(written.orders), dtype=np.int64)
        margins = np.zeros(len(written.orders), dtype=np.float32)
        for rows, mask in _batches(begins, ends):
            place = np.arange(1, rows.shape[1] + 1, dtype=np.float32)[:, None] * self.slope
            red = written.orders[rows, :count] + place
            blue = np.concatenate(
                [
                    np.broadcast_to(self.root, (len(rows), 1, count)),
                    written.orders[rows, count:] + place,
                ],
                axis=1,
            )
            found = self.decode(red, blue, mask=mask)
            heads[rows[mask]] = found[mask]
            margins[rows[mask]] = _margins(red, blue, mask, found)[mask]
        return heads, margins

    def _columns(self, words: Sequence[str], written: Written, relations: Integers) -> dict[str, list[str]]:
        """What stands in the columns of labels."""
        columns = {}
        for place, (column, labels) in enumerate(self.columns.items()):
            numbers = written.labels[:, place].tolist()
            if column == "lemma":
                columns[column] = [
                    value_of(form, column, labels[number]) or "_"
                    for form, number in zip(words, numbers, strict=True)
                ]
            else:
                columns[column] = [labels[number] for number in numbers]
        if self.config.relations:
            columns["deprel"] = [self.relations[number] for number in relations.tolist()]
        return columns


def _batches(begins: Sequence[int], ends: Sequence[int]) -> Iterator[tuple[Integers, NDArray[np.bool_]]]:
    """Put sentences of about one length side by side: their words' rows, and which are there."""
    begin, length = np.array(begins, dtype=np.int64), np.subtract(ends, begins)
    order = np.argsort(length, kind="stable")
    order = order[length[order] > 0]
    first = 0
    while first < len(order):
        last = first + 1
        while last < len(order) and (last + 1 - first) * length[order[last]] <= _CELLS:
            last += 1
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


def _filled(
    sentences: Sequence[Sentence], columns: dict[str, list[str]], heads: list[int], begins: Sequence[int]
) -> Iterator[Sentence]:
    """Put columns into sentences that are given; enhanced arcs are emptied, as they belong to other heads."""

    def own(name: str, begin: int, end: int) -> list[str] | None:
        return columns[name][begin:end] if name in columns else None

    for sentence, begin in zip(sentences, begins, strict=True):
        end = begin + len(sentence.words)
        yield with_annotations(
            sentence,
            heads=heads[begin:end],
            deprels=own("deprel", begin, end),
            upos=own("upos", begin, end),
            xpos=own("xpos", begin, end),
            feats=own("feats", begin, end),
            lemmas=own("lemma", begin, end),
            deps=[()] * (end - begin),
        )


def _sentences(
    draft: Draft,
    columns: dict[str, list[str]],
    heads: list[int],
    arcs: list[float],
    sure: list[float],
    *,
    bounds: Sequence[tuple[int, int]],
    text: str,
) -> Iterator[Sentence]:
    """Make the records of sentences that come from a text."""
    tokens = iter(draft.tokens)
    nothing = ["_"] * len(draft.words)
    lemma, upos, xpos, feats, deprel = (
        columns.get(name, nothing) for name in ("lemma", "upos", "xpos", "feats", "deprel")
    )
    for begin, end in bounds:
        rows: list[Word | MultiwordToken] = []
        place, left, right = begin, 0, 0
        while place < end:
            token = next(tokens)
            left = left if rows else token.begin
            right = token.end
            first = place - begin + 1
            held = len(token.cuts) - 1
            misc = "_" if text[right : right + 1].isspace() or right >= len(text) else "SpaceAfter=No"
            if held > 1:
                form = text[token.begin : token.end]
                rows.append(MultiwordToken(first, first + held - 1, form, "_", misc))
            for number, (start, stop) in enumerate(pairwise(token.cuts), first):
                rows.append(
                    new_word(
                        number,
                        draft.words[place],
                        lemma[place],
                        upos[place],
                        xpos[place],
                        feats[place],
                        heads[place],
                        deprel[place],
                        (),
                        misc if held == 1 else "_",
                        Finding(draft.base + start, draft.base + stop, arcs[place], sure[place]),
                    )
                )
                place += 1
        shown = " ".join(_UNSEEN.sub("", text[left:right]).split())
        yield Sentence((f"# text = {shown}",), tuple(rows), 0)
