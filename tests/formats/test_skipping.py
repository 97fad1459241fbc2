"""Broken sentences are left out, counted and listed; whole ones around them are not touched."""

from __future__ import annotations

import tracemalloc

import pytest

from formats.treebank_text import row, stream
from realizer.errors import FormatError
from realizer.formats import Skipped, read_conll2009, read_conllu, read_conllx, read_treebank

LINES = [
    "# sent_id = 1",
    row(1, "a"),
    "",
    "# sent_id = 2",
    row(1, "b"),
    row(3, "b"),
    row(4, "b"),
    "",
    "# sent_id = 3",
    row(1, "c"),
    "",
    row(1, "d", head=7),
    "",
    row(1, "e"),
]


def test_up_to_the_next_empty_line():
    skipped = Skipped()
    sentences = list(read_conllu(stream(*LINES), skip_bad=skipped))
    assert [(sentence.words[0].form, sentence.line) for sentence in sentences] == [
        ("a", 2),
        ("c", 10),
        ("e", 14),
    ]
    assert skipped.count == 2
    assert skipped.problems[0].startswith("<stream>:6: expected word 2, got word 3; cure: ")
    assert skipped.problems[1].startswith("<stream>:12: expected a head from 0 (the root) to 1 ")


def test_without_it_the_first_is_an_error():
    with pytest.raises(FormatError, match="<stream>:6: "):
        list(read_conllu(stream(*LINES)))


def test_whole_files_skip_nothing():
    skipped = Skipped()
    assert len(list(read_conllu(stream(row(), "", row()), skip_bad=skipped))) == 2
    assert (skipped.count, skipped.problems) == (0, [])


def test_broken_bytes_are_skipped(tmp_path):
    """A byte that is not UTF-8, and a line end that is not the file's."""
    lines = [row(1, form).encode() for form in "abcd"]
    lines[1] = lines[1].replace(b"b", b"\xe9")
    content = b"\n\n".join(lines[:3]) + b"\r\n\n" + lines[3] + b"\n\n"
    path = tmp_path / "a.conllu"
    path.write_bytes(content)
    skipped = Skipped()
    assert [s.words[0].form for s in read_conllu(path, skip_bad=skipped)] == ["a", "d"]
    first, second = skipped.problems
    assert (
        first
        == f"{path}:3: expected UTF-8, got byte 0xE9 at byte 3 of the line; cure: save the file as UTF-8"
    )
    assert second.startswith(f"{path}:5: expected a line end LF as in line 1, got CR LF; cure: save the file")


def test_comments_alone_and_empty_lines_are_skipped():
    skipped = Skipped()
    lines = ["# only", "", "", row(1, "a"), "", "", row(1, "b"), "", "# only"]
    assert [s.words[0].form for s in read_conllu(stream(*lines), skip_bad=skipped)] == ["a", "b"]
    assert [problem.split(":")[1] for problem in skipped.problems] == ["2", "3", "6", "10"]


def test_a_broken_gzip_stream_is_an_error_all_the_same(tmp_path):
    path = tmp_path / "a.conllu.gz"
    path.write_bytes(b"no gzip")
    with pytest.raises(FormatError, match="expected a whole gzip file"):
        list(read_conllu(path, skip_bad=Skipped()))


def test_the_list_is_bounded_and_the_count_is_not():
    skipped = Skipped(limit=3)
    lines = [f"x{'y' * 100_000}\n" for _ in range(50)]
    tracemalloc.start()
    assert list(read_conllu(stream(*lines), skip_bad=skipped)) == []
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert (skipped.count, len(skipped.problems)) == (50, 3)
    assert held < 100_000  # neither lines nor tracebacks are held on to
    assert all(len(problem) < 200 for problem in skipped.problems)


@pytest.mark.parametrize("reader", [read_conllx, read_conll2009, read_treebank])
def test_every_reader_skips(reader):
    skipped = Skipped()
    lines = ["broken", "", "\t".join(["1", "a", *"______", "0", *"____", "_"]), "", "1\tb"]
    if reader is not read_conll2009:
        lines[2] = row(1, "a")
    assert [s.words[0].form for s in reader(stream(*lines), skip_bad=skipped)] == ["a"]
    assert skipped.count == 2


def test_one_list_for_several_files():
    skipped = Skipped()
    for _ in range(2):
        list(read_conllu(stream(*LINES), skip_bad=skipped))
    assert skipped.count == 4
