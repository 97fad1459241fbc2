"""Which labels there are: relations, tags, features and lemma scripts, numbered by how often they occur."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from realizer.errors import InputError
from realizer.labels.lemma_scripts import apply_lemma_script, lemma_script

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from realizer.document import Sentence, Word

__all__ = ["COLUMNS", "START", "Vocabularies", "Vocabulary", "label_of", "value_of"]

COLUMNS = ("deprel", "upos", "xpos", "feats", "lemma")  # counted in treebanks
START = "start"  # known beforehand: is the word the first of its sentence?
_STARTS = ("inside", "first")
_SETTLED = 0.9  # the share of one lemma; of 0.5, 0.9 and 0.99 the best on English Web Treebank, by little


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Labels and their numbers.

    Attributes:
        labels: The labels; the number is the place.
        numbers: The place of each label.
    """

    labels: tuple[str, ...]
    numbers: dict[str, int]

    @classmethod
    def of(cls, counts: Counter[str], *, least: int = 1) -> Vocabulary:
        """Number what occurs `least` times, the most frequent first, of equals in alphabetical order.

        >>> Vocabulary.of(Counter("banana"), least=2).labels
        ('a', 'n')
        """
        kept = sorted(
            (label for label, count in counts.items() if count >= least),
            key=lambda label: (-counts[label], label),
        )
        return cls.from_labels(kept)

    @classmethod
    def from_labels(cls, labels: Iterable[str]) -> Vocabulary:
        """Take labels in their order."""
        listed = tuple(labels)
        numbers = {label: number for number, label in enumerate(listed)}
        if len(numbers) != len(listed):
            twice = next(label for label, count in Counter(listed).items() if count > 1)
            raise InputError(f"expected different labels, got {twice!r} twice; cure: save the model again")
        return cls(listed, numbers)

    def __len__(self) -> int:
        """How many labels there are."""
        return len(self.labels)

    def number(self, label: str) -> int:
        """The label's number, -1 for one that was not seen in training: it is not learned from."""
        return self.numbers.get(label, -1)


@dataclass(frozen=True, slots=True)
class Vocabularies:
    """The labels of a treebank's columns.

    Attributes:
        columns: A vocabulary for each of `COLUMNS`, and for `START`.
        words: Lower-cased words that occur often enough to be known by themselves.
        letters: The letters.
        lemmas: Lemmas of forms with their universal tags that nearly always had one and the same.
    """

    columns: dict[str, Vocabulary]
    words: Vocabulary
    letters: Vocabulary
    lemmas: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, sentences: Iterable[Sentence], *, least_word: int = 2, least_lemma: int = 2) -> Vocabularies:
        """Count what occurs in a treebank; reads the sentences once.

        Args:
            sentences: The training sentences.
            least_word: How often a word must occur to be known.
            least_lemma: How often a lemma script must occur to be a label; where none does, all are.

        Returns:
            The vocabularies.
        """
        counts: dict[str, Counter[str]] = {column: Counter() for column in COLUMNS}
        words: Counter[str] = Counter()
        letters: Counter[str] = Counter()
        lemmas: dict[tuple[str, str], Counter[str]] = {}
        for sentence in sentences:
            for word in sentence.words:
                words[word.form.lower()] += 1
                letters.update(word.form[:64])
                lemmas.setdefault((word.form, word.upos), Counter())[word.lemma] += 1
                for column in COLUMNS:
                    counts[column][label_of(word, column)] += 1
        if not words:
            raise InputError("expected sentences to count labels in, got none; cure: check [data] train")
        return cls(
            {
                column: Vocabulary.of(
                    counts[column],
                    least=min(least_lemma, max(counts[column].values())) if column == "lemma" else 1,
                )
                for column in COLUMNS
            }
            | {START: Vocabulary.from_labels(_STARTS)},
            Vocabulary.of(words, least=least_word),
            Vocabulary.of(letters, least=2),
            dict(_settled(lemmas)),
        )

    def written(
        self, forms: Sequence[str], numbers: dict[str, Sequence[int]], tags: Sequence[str] = ()
    ) -> dict[str, list[str]]:
        """Give what stands in the columns of words for the numbers of their labels.

        A lemma is the known one of the form with its tag; of another form it is what the script makes.

        Args:
            forms: The words.
            numbers: A label's number per word, for each column that is predicted.
            tags: Universal tags, where they are given and not predicted.

        Returns:
            A value per word, for the same columns.
        """
        columns = {
            column: list(map(self.columns[column].labels.__getitem__, rows))
            for column, rows in numbers.items()
        }
        if "lemma" in columns:
            known = map(self.lemmas.get, zip(forms, columns.get("upos", tags), strict=False))
            scripts = columns["lemma"]
            columns["lemma"] = [
                lemma or value_of(form, "lemma", script) or "_"  # a script may leave nothing
                for form, script, lemma in zip(
                    forms, scripts, chain(known, repeat(None)) if self.lemmas else repeat(None), strict=False
                )
            ]
        return columns

    def to_dict(self) -> dict[str, list[str]]:
        """Give plain lists, to be written as JSON."""
        columns = {column: list(self.columns[column].labels) for column in COLUMNS}
        return {
            **columns,
            "words": list(self.words.labels),
            "letters": list(self.letters.labels),
            **self.lemma_lists(),
        }

    def lemma_lists(self) -> dict[str, list[str]]:
        """Give the known lemmas as lists side by side."""
        return {
            "lemma_forms": [form for form, _ in self.lemmas],
            "lemma_tags": [tag for _, tag in self.lemmas],
            "lemmas": list(self.lemmas.values()),
        }

    @classmethod
    def from_dict(cls, lists: Any) -> Vocabularies:  # noqa: ANN401  # JSON
        """Take what `to_dict` gave.

        Raises:
            InputError: It is no dictionary of lists of texts, or a column is missing.
        """
        if not isinstance(lists, dict):
            raise InputError(
                f"expected labels as lists by column, got {type(lists).__name__}; cure: save the model again"
            )
        for column, labels in lists.items():
            if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
                raise InputError(
                    f"expected labels of {column} as a list of texts, got something else; "
                    "cure: save the model again"
                )
        missing = {*COLUMNS, "words", "letters"} - lists.keys()
        if missing:
            raise InputError(
                f"expected labels for {', '.join(sorted(missing))}, got none; cure: save the model again"
            )
        columns = {column: Vocabulary.from_labels(lists[column]) for column in COLUMNS}
        columns[START] = Vocabulary.from_labels(_STARTS)
        forms, tags, lemmas = (lists.get(name, []) for name in ("lemma_forms", "lemma_tags", "lemmas"))
        if not len(forms) == len(tags) == len(lemmas):
            raise InputError(
                f"expected as many lemma_forms as lemma_tags and lemmas, got {len(forms)}, {len(tags)} and "
                f"{len(lemmas)}; cure: save the model again"
            )
        return cls(
            columns,
            Vocabulary.from_labels(lists["words"]),
            Vocabulary.from_labels(lists["letters"]),
            dict(zip(zip(forms, tags, strict=True), lemmas, strict=True)),
        )


def _settled(counts: dict[tuple[str, str], Counter[str]]) -> Iterator[tuple[tuple[str, str], str]]:
    """Forms and tags that nearly always had one lemma."""
    for key, lemmas in counts.items():
        [(lemma, count)] = lemmas.most_common(1)
        if lemma != "_" and count > _SETTLED * lemmas.total():
            yield key, lemma


def label_of(word: Word, column: str) -> str:
    """The label of a word in a column; lemmas as scripts, `_` for no lemma.

    >>> from realizer.document import Word
    >>> word = Word(1, "Cities", "city", "NOUN", "NNS", "Number=Plur", 0, "root", (), "_")
    >>> label_of(word, "upos"), label_of(word, "lemma")
    ('NOUN', 'l-3+y')
    """
    if column == START:
        return _STARTS[word.id == 1]
    if column != "lemma":
        label: str = getattr(word, column)
        return label
    return "_" if word.lemma == "_" and word.form != "_" else lemma_script(word.form, word.lemma)


def value_of(form: str, column: str, label: str) -> str:
    """What stands in the column for a label.

    >>> value_of("Parties", "lemma", "l-3+y"), value_of("Parties", "upos", "NOUN")
    ('party', 'NOUN')
    """
    return apply_lemma_script(form, label) if column == "lemma" and label != "_" else label
