from __future__ import annotations

import io
from itertools import islice

from formats.treebank_text import row, stream
from realizer.formats import group_documents, group_paragraphs, read_conllu

BEGINS = [
    (),
    ("# newdoc id = d",),
    (),
    ("# newpar id = p",),
    ("# newdoc",),
    ("# newdoc id = e", "# newpar id = q"),
    (),
]


def sentences():
    lines = [line for number, each in enumerate(BEGINS) for line in (*each, row(1, f"w{number}"), "")]
    return read_conllu(stream(*lines[:-1]))


def forms(groups):
    return [(group.name, [s.words[0].form for s in group.sentences]) for group in groups]


def test_documents():
    assert forms(group_documents(sentences())) == [
        ("", ["w0"]),
        ("d", ["w1", "w2", "w3"]),
        ("", ["w4"]),
        ("e", ["w5", "w6"]),
    ]


def test_paragraphs_end_with_the_document():
    assert forms(group_paragraphs(sentences())) == [
        ("", ["w0"]),
        ("", ["w1", "w2"]),
        ("p", ["w3"]),
        ("", ["w4"]),
        ("q", ["w5", "w6"]),
    ]


def test_paragraphs_of_a_document():
    document = list(group_documents(sentences()))[1]
    assert forms(group_paragraphs(document.sentences)) == [("", ["w1", "w2"]), ("p", ["w3"])]


def test_no_sentences_no_documents():
    assert list(group_documents(read_conllu(io.BytesIO(b"")))) == []


def test_documents_come_one_at_a_time():
    def endless():
        while True:
            yield from sentences()

    assert len(list(islice(group_documents(endless()), 100))) == 100


def test_real_documents(data):
    """Counted with grep; each document begins a paragraph, named or not."""
    path = data / "en_gum" / "dev.conllu"
    assert sum(1 for _ in group_documents(read_conllu(path))) == 30
    groups = list(group_paragraphs(read_conllu(path)))
    assert (len(groups), sum(len(group.sentences) for group in groups)) == (584, 1575)
    assert [len(group.sentences) for group in groups][:4] == [1, 8, 1, 6]
