"""Sentences for JSON and for displaCy: nothing is lost that has a value, nothing is made up."""

from __future__ import annotations

import io
import json
from dataclasses import replace

from realizer.document import Finding, Sentence, Word
from realizer.formats import displacy_trees, json_document, read_conllu

TEXT = """# sent_id = 1
# text = I don't.
1\tI\tI\tPRON\tPRP\tCase=Nom|Number=Sing\t2\tnsubj\t2:nsubj|0:root\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\tdo\tdo\tAUX\t_\t_\t0\troot\t_\t_
3\tn't\tnot\tPART\tRB\tPolarity=Neg\t2\tadvmod\t_\t_
4\t.\t.\tPUNCT\t.\t_\t_\t_\t_\tA=b

"""


def sentences():
    return list(read_conllu(io.BytesIO(TEXT.encode())))


def test_json_has_every_column_with_a_value():
    [sentence] = json.loads(json.dumps(json_document(sentences())))["sentences"]
    assert sentence["metadata"] == {"sent_id": "1", "text": "I don't."}
    assert sentence["tokens"] == [
        {
            "id": 1,
            "form": "I",
            "lemma": "I",
            "upos": "PRON",
            "xpos": "PRP",
            "deprel": "nsubj",
            "feats": {"Case": "Nom", "Number": "Sing"},
            "head": 2,
            "deps": [{"head": "2", "deprel": "nsubj"}, {"head": "0", "deprel": "root"}],
        },
        {"id": 2, "form": "do", "lemma": "do", "upos": "AUX", "deprel": "root", "head": 0},
        {
            "id": 3,
            "form": "n't",
            "lemma": "not",
            "upos": "PART",
            "xpos": "RB",
            "deprel": "advmod",
            "feats": {"Polarity": "Neg"},
            "head": 2,
        },
        {"id": 4, "form": ".", "lemma": ".", "upos": "PUNCT", "xpos": ".", "misc": "A=b"},
    ]
    assert sentence["multiword"] == [{"first": 2, "last": 3, "form": "don't"}]


def test_json_has_what_a_parser_found():
    places = (Finding(0, 1, 0.5, 0.25), Finding(2, 4), Finding(4, 7), Finding(7, 8))
    [sentence] = sentences()
    found = iter(places)
    rows = tuple(replace(row, finding=next(found)) if isinstance(row, Word) else row for row in sentence.rows)
    filled = replace(sentence, rows=rows)
    table = json_document([filled], text="I don't.")
    assert table["text"] == "I don't."
    [out] = table["sentences"]
    assert (out["begin"], out["end"]) == (0, 8)
    assert out["tokens"][0]["confidence"] == {"arc": 0.5, "label": 0.25}
    assert out["multiword"] == [{"first": 2, "last": 3, "form": "don't", "begin": 2, "end": 7}]
    assert filled == sentence  # places and confidences are no part of equality


def test_nothing_to_tell():
    assert json_document([]) == {"sentences": []}
    assert json_document([Sentence((), (), 1)]) == {"sentences": [{"tokens": []}]}
    assert displacy_trees([Sentence((), (), 1)]) == [{"words": [], "arcs": []}]


def test_displacy():
    [tree] = displacy_trees(sentences())
    assert tree["words"][2] == {"text": "n't", "tag": "PART"}
    assert tree["arcs"] == [
        {"start": 0, "end": 1, "label": "nsubj", "dir": "left"},
        {"start": 1, "end": 2, "label": "advmod", "dir": "right"},
    ]
