"""How good a parser is on dev: scores of gold words, in per cent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from realizer.training.parsing import parse_sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from realizer.document import Sentence
    from realizer.neural.parser import Parser
    from realizer.training.processes import Processes

__all__ = ["evaluate", "word_scores"]


def evaluate(
    parser: Parser,
    dev: Mapping[str, Sequence[Sentence]],
    *,
    processes: Processes,
    tree: str,
    precision: str,
) -> dict[str, float]:
    """Parse dev and score it; several processes share the work and all get the scores.

    Args:
        parser: The parser.
        dev: Gold sentences by the name of their file.
        processes: Who takes part.
        tree: How heads are chosen.
        precision: How matrices are multiplied.

    Returns:
        The mean over files of each score; with several files also `FILE/SCORE` for each.
    """
    scores: dict[str, float] = {}
    single: dict[str, list[float]] = {}
    for name, gold in dev.items():
        own = gold[processes.index :: processes.count]
        parsed = processes.gather(list(parse_sentences(parser, own, tree=tree, precision=precision)))
        shares = [gold[index :: processes.count] for index in range(processes.count)]
        found = word_scores([sentence for share in shares for sentence in share], parsed)  # type: ignore[arg-type]
        for score, value in found.items():
            single.setdefault(score, []).append(value)
            if len(dev) > 1:
                scores[f"{name}/{score}"] = value
    return {score: sum(values) / len(values) for score, values in single.items()} | scores


def word_scores(gold: Sequence[Sentence], system: Sequence[Sentence]) -> dict[str, float]:
    """Score parses of gold words.

    Args:
        gold: The gold sentences.
        system: The same sentences, parsed.

    Returns:
        UAS, LAS (relations without their subtypes), UPOS, XPOS, UFeats and Lemmas, in per cent of words. For
        gold words these are the F1 of the official scorer.
    """
    counts = dict.fromkeys(("UAS", "LAS", "UPOS", "XPOS", "UFeats", "Lemmas"), 0)
    words = 0
    for right, said in zip(gold, system, strict=True):
        for a, b in zip(right.words, said.words, strict=True):
            words += 1
            same = a.head == b.head
            counts["UAS"] += same
            counts["LAS"] += same and a.deprel.partition(":")[0] == b.deprel.partition(":")[0]
            counts["UPOS"] += a.upos == b.upos
            counts["XPOS"] += a.xpos == b.xpos
            counts["UFeats"] += a.feats == b.feats
            counts["Lemmas"] += a.lemma in {b.lemma, "_"}
    return {name: 100.0 * count / max(words, 1) for name, count in counts.items()}
