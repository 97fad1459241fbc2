from __future__ import annotations

import io
from dataclasses import replace

import pytest

from formats.treebank_text import WHOLE, row, stream
from realizer.document import Dependency, NodeId
from realizer.errors import InputError
from realizer.formats import conllu_text, read_conllu, write_conllu
from realizer.formats.lines import BYTE_ORDER_MARK


def written(content, **options):
    target = io.BytesIO()
    write_conllu(read_conllu(io.BytesIO(content)), target, **options)
    return target.getvalue()


STANDARD = (WHOLE + "\n").encode()
WINDOWS = BYTE_ORDER_MARK + STANDARD.replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    "content",
    [
        STANDARD,
        STANDARD[:-1],
        STANDARD[:-2],
        BYTE_ORDER_MARK + STANDARD,
        WINDOWS,
        WINDOWS[:-2],
        WINDOWS[:-4],
        b"",
    ],
)
def test_what_was_read_is_written_back_byte_for_byte(content):
    assert written(content) == content


@pytest.mark.parametrize(
    "content", [STANDARD, STANDARD[:-1], STANDARD[:-2], WINDOWS, WINDOWS[:-2], WINDOWS[:-4]]
)
def test_the_standard_layout(content):
    assert written(content, standard=True) == STANDARD


def test_every_layout_gives_the_same_sentences():
    assert list(read_conllu(io.BytesIO(WINDOWS))) == list(read_conllu(io.BytesIO(STANDARD)))


@pytest.mark.parametrize("first", [STANDARD, STANDARD[:-2], WINDOWS[:-4]])
def test_files_written_after_one_another_are_a_file(first):
    """A missing end is given back at the end only; a byte order mark only at the begin."""
    sentences = [*read_conllu(io.BytesIO(first)), *read_conllu(io.BytesIO(BYTE_ORDER_MARK + STANDARD))]
    target = io.BytesIO()
    assert write_conllu(sentences, target, standard=True) == 4
    assert target.getvalue() == STANDARD * 2
    target = io.BytesIO()
    write_conllu(sentences, target)
    assert target.getvalue().replace(b"\r", b"").removeprefix(BYTE_ORDER_MARK) == STANDARD * 2


def test_the_byte_order_mark_is_the_files():
    """It is written also where the first sentence is left out."""
    _, second = read_conllu(io.BytesIO(WINDOWS))
    target = io.BytesIO()
    write_conllu([second], target)
    assert target.getvalue().startswith(BYTE_ORDER_MARK + b"# sent_id = s2")


def test_text_of_a_sentence():
    first, second = read_conllu(io.BytesIO(WINDOWS))
    assert conllu_text(first) + conllu_text(second) == STANDARD.decode()


def broken(**changes):
    [sentence] = read_conllu(stream("# c", row(1), row(2, head=1)))
    return replace(sentence, rows=(sentence.rows[0], replace(sentence.rows[1], **changes)))


@pytest.mark.parametrize(
    "changes",
    [
        {"form": "a\tb"},
        {"form": "a\nb"},
        {"form": ""},
        {"misc": ""},
        {"misc": "a\r"},
        {"deprel": "a\n3\t_"},
        {"deps": (Dependency(NodeId(1), "a\tb"),)},
    ],
)
def test_what_could_not_be_read_is_not_written(changes):
    sentence = broken(**changes)
    for each in (sentence, replace(sentence, rows=sentence.rows[::-1])):
        with pytest.raises(
            InputError, match=r"expected ten columns .*, got '2\\t.*; cure: write _ for no value"
        ):
            conllu_text(each)


@pytest.mark.parametrize("comment", ["no sign", "# a\nb", "# a\r", ""])
def test_comments_that_are_none(comment):
    with pytest.raises(InputError, match=r"expected a comment of one line that starts with #, got .*; cure:"):
        conllu_text(replace(broken(), comments=(comment,)))


def test_a_sentence_without_rows():
    with pytest.raises(
        InputError, match="expected a sentence with at least one row, got none; cure: leave it"
    ):
        conllu_text(replace(broken(), rows=()))


def test_every_real_file_is_written_back_byte_for_byte(data):
    """All of them; their sentences were counted with grep."""
    counts = {}
    for path in sorted(data.rglob("*.conllu")):
        folder = path.relative_to(data).parts[0]
        target = io.BytesIO()
        counts[folder] = counts.get(folder, 0) + write_conllu(read_conllu(path), target)
        assert target.getvalue() == path.read_bytes(), path
    assert counts == {"en_ewt": 14545, "en_gum": 11799, "fr_sequoia": 2643, "ontogum": 11799}
