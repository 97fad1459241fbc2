"""A parsed text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from realizer.formats import conllu_text, displacy_trees, json_document

if TYPE_CHECKING:
    from realizer.document import Sentence, Word

__all__ = ["Document"]


@dataclass(frozen=True, slots=True)
class Document:
    """A text and what was found in it.

    Attributes:
        text: The text, unchanged.
        sentences: Its sentences; `sentence.words` have `form`, `lemma`, `upos`, `head`, `deprel` and the
            other columns, and `finding`: `begin` and `end` in the text, confidences `arc` and `label`.
    """

    text: str
    sentences: tuple[Sentence, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of all sentences."""
        return tuple(word for sentence in self.sentences for word in sentence.words)

    def to_conllu(self) -> str:
        """Give the document in CoNLL-U."""
        return "".join(map(conllu_text, self.sentences))

    def to_json(self) -> str:
        """Give the document as one line of JSON; see `realizer.formats.json_document`."""
        return json.dumps(json_document(self.sentences, text=self.text), ensure_ascii=False)

    def to_displacy(self) -> list[dict[str, Any]]:
        """Give the trees as `spacy.displacy.render(…, style="dep", manual=True)` takes them."""
        return displacy_trees(self.sentences)
