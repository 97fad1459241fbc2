"""`realizer evaluate`, letter by letter, on trees that can be scored by hand."""

from __future__ import annotations

import gzip
import io
import json
import sys

import pytest

GOLD = """\
# sent_id = s1
1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t2:nsubj\t_
2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t0:root\t_
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t2:punct\t_

1\tCats\tcat\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t2:nsubj\t_
2\tsleep\tsleep\tVERB\tVBP\t_\t0\troot\t0:root\t_

"""
SYSTEM = GOLD.replace("2\tpunct\t2:punct", "1\tpunct\t1:punct").replace("cat\tNOUN", "cats\tPROPN")
TABLE = """\
| metric    | precision | recall |     F1 | aligned |
| --------- | --------: | -----: | -----: | ------: |
| Tokens    |    100.00 | 100.00 | 100.00 |         |
| Sentences |    100.00 | 100.00 | 100.00 |         |
| Words     |    100.00 | 100.00 | 100.00 |         |
| UPOS      |     80.00 |  80.00 |  80.00 |   80.00 |
| XPOS      |    100.00 | 100.00 | 100.00 |  100.00 |
| UFeats    |    100.00 | 100.00 | 100.00 |  100.00 |
| AllTags   |     80.00 |  80.00 |  80.00 |   80.00 |
| Lemmas    |     80.00 |  80.00 |  80.00 |   80.00 |
| UAS       |     80.00 |  80.00 |  80.00 |   80.00 |
| LAS       |     80.00 |  80.00 |  80.00 |   80.00 |
| ELAS      |     80.00 |  80.00 |  80.00 |   80.00 |
| EULAS     |     80.00 |  80.00 |  80.00 |   80.00 |
| CLAS      |    100.00 | 100.00 | 100.00 |  100.00 |
| MLAS      |     75.00 |  75.00 |  75.00 |   75.00 |
| BLEX      |     75.00 |  75.00 |  75.00 |   75.00 |
"""
DETAILS = """\
| metric | precision | recall |    F1 | aligned |
| ------ | --------: | -----: | ----: | ------: |
| LAS    |     80.00 |  80.00 | 80.00 |   80.00 |

Gold arcs by length in words

| length | arcs |    UAS |    LAS |
| ------ | ---: | -----: | -----: |
| root   |    2 | 100.00 | 100.00 |
| 1      |    3 |  66.67 |  66.67 |
| 2      |    0 |   0.00 |   0.00 |
| 3-5    |    0 |   0.00 |   0.00 |
| 6-10   |    0 |   0.00 |   0.00 |
| 11-20  |    0 |   0.00 |   0.00 |
| 21-    |    0 |   0.00 |   0.00 |

Gold arcs by projectivity

| arc            | arcs |   UAS |   LAS |
| -------------- | ---: | ----: | ----: |
| projective     |    5 | 80.00 | 80.00 |
| non-projective |    0 |  0.00 |  0.00 |

LAS by relation

| relation | gold | system | precision | recall |     F1 |
| -------- | ---: | -----: | --------: | -----: | -----: |
| nsubj    |    2 |      2 |    100.00 | 100.00 | 100.00 |
| root     |    2 |      2 |    100.00 | 100.00 | 100.00 |
| punct    |    1 |      1 |      0.00 |   0.00 |   0.00 |

Confused relations, the 20 most frequent

| gold became system | words |
| ------------------ | ----: |
"""
MACRO = """\
| F1            |    LAS |   MLAS |
| ------------- | -----: | -----: |
| g.conllu      |  80.00 |  75.00 |
| g.conllu      | 100.00 | 100.00 |
| macro average |  90.00 |  87.50 |
"""


@pytest.fixture
def files(folder):
    (folder / "g.conllu").write_text(GOLD, encoding="utf-8")
    (folder / "s.conllu").write_text(SYSTEM, encoding="utf-8")
    return folder


def test_table(realizer, files):
    assert realizer("evaluate", "g.conllu", "s.conllu") == (0, TABLE, "")


def test_details(realizer, files):
    assert realizer("evaluate", "g.conllu", "s.conllu", "--metric", "LAS", "--detail") == (0, DETAILS, "")


def test_json(realizer, files):
    code, out, err = realizer(
        "evaluate", "g.conllu", "s.conllu", "--metric", "mlas,Words", "--format", "json"
    )
    assert (code, err) == (0, "")
    assert out == (
        '{\n"Words": {"precision": 100.0, "recall": 100.0, "f1": 100.0},\n'
        '"MLAS": {"precision": 75.0, "recall": 75.0, "f1": 75.0, "aligned_accuracy": 75.0}\n}\n'
    )


def test_json_has_all_official_metrics_by_name(realizer, files):
    out = json.loads(realizer("evaluate", "g.conllu", "s.conllu", "--format", "json")[1])
    rows = [line.split("|")[1:4] for line in TABLE.splitlines()[2:]]
    assert list(out) == [name.strip() for name, *_ in rows]
    assert [f"{out[name.strip()]['recall']:.2f}" for name, *_ in rows] == [
        recall.strip() for _, _, recall in rows
    ]


def test_json_of_details(realizer, files):
    arguments = ("evaluate", "g.conllu", "s.conllu", "--metric", "LAS", "--format", "json", "--detail")
    details = json.loads(realizer(*arguments)[1])["details"]
    assert details["lengths"]["1"] == {"arcs": 3, "uas": 100 * (2 / 3), "las": 100 * (2 / 3)}
    assert list(details) == ["lengths", "projectivity", "labels", "confusions"]
    assert details["labels"]["punct"]["gold"] == 1


def test_metrics(realizer, files):
    out = realizer("evaluate", "g.conllu", "s.conllu", "--metric", "all")[1]
    assert [line.split("|")[1].strip() for line in out.splitlines()][-4:] == [
        "UAS-ctb",
        "LAS-ctb",
        "UEM-ctb",
        "LEM-ctb",
    ]
    repeated = realizer("evaluate", "g.conllu", "s.conllu", "--metric", "LAS", "--metric", "UAS-ud")[1]
    assert repeated.splitlines()[2:] == [
        "| LAS    |     80.00 |  80.00 |  80.00 |   80.00 |",
        "| UAS-ud |    100.00 | 100.00 | 100.00 |  100.00 |",
    ]
    code, out, err = realizer("evaluate", "g.conllu", "s.conllu", "--metric", "LASS")
    assert (code, out) == (2, "")
    assert err.startswith(
        "realizer: error: expected a metric, got 'LASS'; cure: did you mean LAS? choose from Tok"
    )


def test_two_systems(realizer, files):
    arguments = [
        "g.conllu",
        "s.conllu",
        "g.conllu",
        "--metric",
        "UAS,CLAS",
        "--resamples",
        "200",
        "--seed",
        "1",
    ]
    code, out, err = realizer("evaluate", *arguments)
    assert (code, err) == (0, "")
    assert "| CLAS |   100.00 |   100.00 |      +0.00 |" in out
    assert "| UAS  |    80.00 |   100.00 |     +20.00 |" in out
    assert out.endswith("\n\nPaired bootstrap over sentences: 200 draws, seed 1\n")
    assert realizer("evaluate", *arguments)[1] == out
    report = json.loads(realizer("evaluate", *arguments, "--format", "json")[1])
    assert list(report) == ["UAS", "CLAS", "system2", "difference", "bootstrap"]
    assert report["UAS"]["f1"] == 80
    assert report["system2"]["UAS"]["f1"] == 100
    assert report["difference"]["UAS"]["delta"] == pytest.approx(20)
    assert 0 < report["difference"]["UAS"]["p_value"] < 1
    assert report["bootstrap"] == {"resamples": 200, "seed": 1, "confidence": 0.95}


def test_details_of_two_systems_name_them(realizer, files):
    out = realizer("evaluate", "g.conllu", "s.conllu", "g.conllu", "--detail", "--resamples", "5")[1]
    assert "\ns.conllu: LAS by relation\n" in out
    assert "\ng.conllu: LAS by relation\n" in out


def test_macro_average(realizer, files):
    pairs = ["g.conllu", "s.conllu", "g.conllu", "g.conllu"]
    assert realizer("evaluate", "--macro", *pairs, "--metric", "LAS,MLAS") == (0, MACRO, "")
    report = json.loads(realizer("evaluate", "--macro", *pairs, "--metric", "LAS", "--format", "json")[1])
    assert report["LAS"]["f1"] == 90
    assert [(each["system"], each["LAS"]["f1"]) for each in report["treebanks"]] == [
        ("s.conllu", 80),
        ("g.conllu", 100),
    ]


def test_output(realizer, files):
    assert realizer("evaluate", "g.conllu", "s.conllu", "--output", "o.md") == (0, "", "wrote o.md\n")
    assert (files / "o.md").read_text(encoding="utf-8") == TABLE


def test_gzip_and_standard_input(realizer, files, monkeypatch):
    (files / "g.conllu.gz").write_bytes(gzip.compress(GOLD.encode()))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SYSTEM.encode())))
    assert realizer("evaluate", "g.conllu.gz", "-") == (0, TABLE, "")


def test_a_name_that_tells_no_format_is_conllu(realizer, files):
    (files / "gold").write_text(GOLD, encoding="utf-8")
    assert realizer("evaluate", "gold", "s.conllu") == (0, TABLE, "")


def test_columns_of_conllx_by_suffix(realizer, files):
    text = "1\tGo\t_\tVB\tVB\t_\t0\troot\t_\t_\n2\t!\t_\t.\t.\t_\t1\tpunct\t_\t_\n\n"
    (files / "x.conllx").write_text(text, encoding="utf-8")
    out = realizer("evaluate", "x.conllx", "x.conllx", "--metric", "UAS-ptb", "--format", "json")[1]
    assert json.loads(out)["UAS-ptb"]["f1"] == 100


def test_empty_files(realizer, files):
    (files / "e.conllu").write_text("", encoding="utf-8")
    code, out, _ = realizer("evaluate", "e.conllu", "e.conllu", "--metric", "LAS,Words")
    assert code == 0
    assert out.splitlines()[-1] == "| LAS    |      0.00 |   0.00 | 0.00 |    0.00 |"
    code, out, err = realizer("evaluate", "e.conllu", "e.conllu", "e.conllu")
    assert (code, out) == (2, "")
    assert err.startswith("realizer: error: expected at least one gold sentence, got none; cure: ")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("sleep\tsleep", "sleeps\tsleep"), "s.conllu:7: expected the file's end as in g.conllu:8, got 's'"),
        (("Dogs", "Dags"), "s.conllu:2: expected 'ogsbark.' as in g.conllu:2, got 'agsbark.'"),
        (
            ("2\tnsubj\t2:nsubj", "0\troot\t2:nsubj"),
            "s.conllu:3: expected one root in a sentence, got another",
        ),
        (
            ("2\tbark\tbark\tVERB\tVBP\t_\t0", "2\tbark\tbark\tVERB\tVBP\t_\t1"),
            "s.conllu:2: expected heads that",
        ),
        (("# sent_id = s1\n", "1\tx\n"), "s.conllu:1: expected 10 tab-separated columns, got 2"),
    ],
)
def test_files_that_do_not_fit(realizer, files, change, problem):
    (files / "s.conllu").write_text(SYSTEM.replace(*change), encoding="utf-8")
    code, out, err = realizer("evaluate", "g.conllu", "s.conllu")
    assert (code, out) == (2, "")
    assert err.startswith(f"realizer: error: {problem}")
    assert "cure: " in err


def test_lenient(realizer, files):
    (files / "s.conllu").write_text(SYSTEM.replace("VBP\t_\t0\troot", "VBP\t_\t1\troot"), encoding="utf-8")
    code, out, _ = realizer("evaluate", "g.conllu", "s.conllu", "--lenient", "--metric", "UAS")
    assert code == 0
    assert out.splitlines()[-1] == "| UAS    |     40.00 |  40.00 | 40.00 |   40.00 |"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["g.conllu"], "expected GOLD SYSTEM or GOLD SYSTEM SYSTEM2, got 1 file(s)"),
        (["g.conllu"] * 4, "got 4 file(s)"),
        (["--macro", *["g.conllu"] * 3], "expected pairs GOLD SYSTEM with --macro, got 3 files"),
        (["-", "-"], "expected standard input in one place"),
        (["-", "g.conllu", "g.conllu"], "expected standard input in one place"),
        (["/dev/null", "g.conllu", "g.conllu"], "expected a gold file that can be read twice, got /dev/null"),
        (["g.conllu", "g.conllu", "--resamples", "0"], "--resamples"),
    ],
)
def test_wrong_usage(realizer, files, arguments, problem):
    code, out, err = realizer("evaluate", *arguments)
    assert (code, out) == (2, "")
    assert problem in " ".join(err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("path", "reason"), [("none.conllu", "No such file or directory"), (".", "Is a directory")]
)
def test_missing_files(realizer, files, path, reason):
    assert realizer("evaluate", "g.conllu", path) == (2, "", f"realizer: error: {path}: {reason}\n")


def test_help_teaches(realizer):
    out = realizer("evaluate", "--help")[1]
    assert "GOLD SYSTEM [SYSTEM2]" in out
    assert "Examples:\n    realizer evaluate gold.conllu system.conllu\n" in out
