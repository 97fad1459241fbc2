"""Parsed sentences as plain lists and dictionaries, for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from realizer.document import MultiwordToken, Sentence, Word

__all__ = ["json_document"]

Table = dict[str, Any]


def json_document(sentences: Iterable[Sentence], *, text: str | None = None) -> Table:
    """Turn sentences into what `json.dumps` takes.

    Columns without a value (`_`) are left out; features are a dictionary. Places in the text and confidences
    are there if a parser found them: `begin` and `end` count characters from the beginning of the text.

    Args:
        sentences: The sentences.
        text: The text they come from, to be given along.

    Returns:
        `{"text": …, "sentences": [{"tokens": …}, …]}`; sentences with multiword tokens have `"multiword"`.

    Examples:
        >>> from realizer.document import Finding, Sentence, Word
        >>> word = Word(1, "Go", "go", "VERB", "_", "Mood=Imp", 0, "root", (), "_", Finding(0, 2, 0.99, 0.9))
        >>> [sentence] = json_document([Sentence((), (word,), 1)], text="Go")["sentences"]
        >>> sentence["begin"], sentence["end"], sentence["tokens"][0]["feats"]
        (0, 2, {'Mood': 'Imp'})
        >>> {key: sentence["tokens"][0][key] for key in ("head", "begin", "end", "confidence")}
        {'head': 0, 'begin': 0, 'end': 2, 'confidence': {'arc': 0.99, 'label': 0.9}}
    """
    whole: Table = {} if text is None else {"text": text}
    return {**whole, "sentences": [_sentence(sentence) for sentence in sentences]}


def _sentence(sentence: Sentence) -> Table:
    words = sentence.words
    table: Table = {}
    if words and words[0].finding and words[-1].finding:
        table |= {"begin": words[0].finding.begin, "end": words[-1].finding.end}
    if sentence.comments:
        table["metadata"] = sentence.metadata
    table["tokens"] = [_word(word) for word in words]
    if sentence.multiword_tokens:
        table["multiword"] = [_token(token, words) for token in sentence.multiword_tokens]
    return table


def _word(word: Word) -> Table:
    columns = {
        "lemma": word.lemma,
        "upos": word.upos,
        "xpos": word.xpos,
        "deprel": word.deprel,
        "misc": word.misc,
    }
    table: Table = {"id": word.id, "form": word.form}
    table |= {name: value for name, value in columns.items() if value != "_"}
    if word.feats != "_":
        pairs = (feature.partition("=") for feature in word.feats.split("|"))
        table["feats"] = {name: value for name, _, value in pairs}
    if word.head is not None:
        table["head"] = word.head
    if word.deps:
        table["deps"] = [{"head": str(arc.head), "deprel": arc.relation} for arc in word.deps]
    if word.finding:
        begin, end, arc, label = word.finding
        confidence = {"arc": round(arc, 4), "label": round(label, 4)}
        table |= {"begin": begin, "end": end, "confidence": confidence}
    return table


def _token(token: MultiwordToken, words: tuple[Word, ...]) -> Table:
    table: Table = {"first": token.first, "last": token.last, "form": token.form}
    first, last = words[token.first - 1].finding, words[token.last - 1].finding
    return table | {"begin": first.begin, "end": last.end} if first and last else table
