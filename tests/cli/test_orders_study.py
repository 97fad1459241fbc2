"""`realizer orders study`, letter by letter, on treebanks that can be counted by hand."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import sys

from cli.treebanks import CONLL2012, TREEBANK

TABLES = """\
Basic trees (HEAD): word -> head, the artificial root a vertex

| file     | trees | words | arcs | doubled | loops | arcs/word | dim <= 2 |    share | non-proj. |   share |
| -------- | ----: | ----: | ---: | ------: | ----: | --------: | -------: | -------: | --------: | ------: |
| t.conllu |     2 |     7 |    7 |       0 |     0 |     1.000 |        2 | 100.00 % |         1 | 50.00 % |
| total    |     2 |     7 |    7 |       0 |     0 |     1.000 |        2 | 100.00 % |         1 | 50.00 % |

Enhanced graphs (DEPS): word or empty node -> head, the artificial root a vertex

| file     | graphs | words | arcs | doubled | loops | arcs/word | dim <= 2 |   share | parts | dim > 2 |
| -------- | -----: | ----: | ---: | ------: | ----: | --------: | -------: | ------: | ----: | ------: |
| t.conllu |      2 |     7 |   10 |       0 |     0 |     1.429 |        1 | 50.00 % |     5 |       1 |
| total    |      2 |     7 |   10 |       0 |     0 |     1.429 |        1 | 50.00 % |     5 |       1 |

Smallest part of dimension > 2: s2 (t.conllu:8), 6 arcs:
  birds (1) -> I (2)
  birds (1) -> say (3)
  birds (1) -> sing (4)
  I (2) -> sing (4)
  sing (4) -> say (3)
  there (5) -> I (2)

Mention graphs (coreference): first word -> last word, over a whole document

| file     | documents | words | arcs | doubled | loops | arcs/word | dim <= 2 |    share | parts | dim > 2 |
| -------- | --------: | ----: | ---: | ------: | ----: | --------: | -------: | -------: | ----: | ------: |
| t.conllu |         1 |     7 |    4 |       1 |     3 |     0.571 |        1 | 100.00 % |     3 |       0 |
| t.conll  |         1 |     3 |    2 |       0 |     1 |     0.667 |        1 | 100.00 % |     2 |       0 |
| total    |         2 |    10 |    6 |       1 |     4 |     0.600 |        2 | 100.00 % |     5 |       0 |
"""
NOTHING = """\
Basic trees (HEAD): word -> head, the artificial root a vertex

no sentence has its column HEAD filled

Enhanced graphs (DEPS): word or empty node -> head, the artificial root a vertex

no sentence has its column DEPS filled

Mention graphs (coreference): first word -> last word, over a whole document

no file declares # global.Entity or is CoNLL-2012
"""
BASIC = {
    "structures": 2,
    "words": 7,
    "vertices": 9,
    "arcs": 7,
    "duplicates": 0,
    "loops": 0,
    "components": 5,
    "failing_components": 0,
    "two_dimensional": 2,
    "share_two_dimensional": 1.0,
    "arcs_per_word": 1.0,
    "nonprojective": 1,
    "share_nonprojective": 0.5,
}
SPIDER = [[1, 2], [1, 3], [1, 4], [2, 4], [4, 3], [5, 2]]


def test_tables(realizer, folder):
    assert realizer("orders", "study", "t.conllu", "t.conll") == (0, TABLES, "")


def test_several_processes_count_the_same(realizer, folder):
    assert realizer("orders", "study", "t.conllu", "t.conll", "--jobs", "2") == (0, TABLES, "")


def test_a_row_per_folder(realizer, folder):
    (folder / "more").mkdir()
    (folder / "more" / "u.conllu").write_text(TREEBANK, encoding="utf-8")
    code, out, _ = realizer("orders", "study", "t.conllu", "more/u.conllu", "t.conll", "--rows", "folder")
    rows = [line.split("|")[1:4] for line in out.splitlines() if line.startswith("|")]
    assert code == 0
    assert [[cell.strip() for cell in row] for row in rows if row[0].strip() in {".", "more", "total"}] == [
        [".", "2", "7"],
        ["more", "2", "7"],
        ["total", "4", "14"],
        [".", "2", "7"],
        ["more", "2", "7"],
        ["total", "4", "14"],
        [".", "2", "10"],
        ["more", "1", "7"],
        ["total", "3", "17"],
    ]


def test_json(realizer, folder):
    code, out, err = realizer("orders", "study", "t.conllu", "t.conll", "--format", "json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert list(report) == ["realizer", "files", "total", "smallest_failure"]
    first, second = report["files"]
    assert first["path"] == "t.conllu"
    assert first["sha256"] == hashlib.sha256(TREEBANK.encode()).hexdigest()
    assert first["basic"] == report["total"]["basic"] == BASIC
    assert second["basic"] is second["enhanced"] is None
    assert second["mention"]["structures"] == 1
    assert report["total"]["mention"]["arcs"] == 6
    assert report["total"]["enhanced"]["vertices"] == 10
    assert "nonprojective" not in report["total"]["enhanced"]
    failure = report["smallest_failure"]["enhanced"]
    assert failure["name"] == "s2"
    assert failure["labels"] == {"1": "birds", "2": "I", "3": "say", "4": "sing", "5": "there"}
    assert failure["arcs"] == failure["core"] == SPIDER
    assert report["smallest_failure"]["basic"] is None


def test_output_goes_to_a_file(realizer, folder):
    assert realizer("orders", "study", "t.conllu", "t.conll", "--output", "o.md") == (0, "", "wrote o.md\n")
    assert (folder / "o.md").read_text(encoding="utf-8") == TABLES
    assert sorted(path.name for path in folder.iterdir()) == ["o.md", "t.conll", "t.conllu"]


def test_an_empty_file(realizer, folder):
    (folder / "e.conllu").touch()
    assert realizer("orders", "study", "e.conllu") == (0, NOTHING, "")


def test_standard_input(realizer, folder, monkeypatch):
    (folder / "<stdin>").write_text(TREEBANK, encoding="utf-8")
    expected = realizer("orders", "study", "<stdin>", "t.conll")
    for jobs in ("1", "2"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TREEBANK.encode())))
        assert realizer("orders", "study", "-", "t.conll", "--jobs", jobs) == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TREEBANK.encode())))
    assert json.loads(realizer("orders", "study", "-", "--format", "json")[1])["files"][0]["sha256"] is None


def test_gzipped_files(realizer, folder):
    (folder / "t.conllu.gz").write_bytes(gzip.compress(TREEBANK.encode()))
    (folder / "t.conll.gz").write_bytes(gzip.compress(CONLL2012.encode()))
    plain = json.loads(realizer("orders", "study", "t.conllu", "t.conll", "--format", "json")[1])
    packed = json.loads(realizer("orders", "study", "t.conllu.gz", "t.conll.gz", "--format", "json")[1])
    assert packed["total"] == plain["total"]


def test_real_files(realizer, data):
    paths = [data / "fr_sequoia" / "dev.conllu", data / "ontogum" / "dev" / "GUM_bio_emperor.conllu"]
    paths.append(data / "litbank" / "dev" / "105_persuasion.conll")
    code, out, _ = realizer("orders", "study", *map(str, paths), "--format", "json")
    french, gum, novel = json.loads(out)["files"]
    assert code == 0
    assert (french["basic"]["structures"], french["basic"]["two_dimensional"]) == (412, 412)
    assert french["enhanced"] is french["mention"] is None
    assert gum["basic"]["two_dimensional"] == gum["basic"]["structures"] > gum["enhanced"]["two_dimensional"]
    assert (gum["mention"]["words"], novel["mention"]["arcs"]) == (959, 286)
