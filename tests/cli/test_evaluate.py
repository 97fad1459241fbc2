"""`realizer evaluate`, letter by letter, on trees that can be scored by hand."""

from __future__ import annotations

import gzip
import io
import json
import sys

import pytest

from realizer.cli.evaluate import Match
from realizer.metrics.mention_matching import MATCHES

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


HEADER = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"


def coreference_file(*entities, header=HEADER, name="w"):
    """CorefUD of one sentence; each argument is the Entity of a word."""
    rows = [
        f"{i}\t{name}{i}\t_\t_\t_\t_\t{int(i > 1)}\t_\t_\t{f'Entity={entity}' if entity else '_'}\n"
        for i, entity in enumerate(entities, start=1)
    ]
    return f"{header}{''.join(rows)}\n"


GOLD_CLUSTERS = coreference_file("(e1-x-1)", "(e2-x-2", "e2)", "(e1-x-1)", "(e2-x-1)", "(e3-x-1)")
SYSTEM_CLUSTERS = coreference_file("(e1-x-1)", "", "(e2-x-1)", "(e1-x-1)", "(e2-x-1)", "(e4-x-1)")
COREFERENCE = """\
| metric   | precision | recall |    F1 |
| -------- | --------: | -----: | ----: |
| conll    |     62.50 |  62.50 | 62.50 |
| muc      |     50.00 |  50.00 | 50.00 |
| bcub     |     62.50 |  62.50 | 62.50 |
| ceafe    |     75.00 |  75.00 | 75.00 |
| ceafm    |     75.00 |  75.00 | 75.00 |
| blanc    |     50.00 |  50.00 | 50.00 |
| lea      |     50.00 |  50.00 | 50.00 |
| mentions |     75.00 |  75.00 | 75.00 |
"""
PERFECT = {"precision": 100.0, "recall": 100.0, "f1": 100.0}


@pytest.fixture
def clusters(folder):
    (folder / "g.conllu").write_text(GOLD_CLUSTERS, encoding="utf-8")
    (folder / "s.conllu").write_text(SYSTEM_CLUSTERS, encoding="utf-8")
    return folder


def test_coreference(realizer, clusters):
    assert realizer("evaluate", "g.conllu", "s.conllu", "--metric", "coref") == (0, COREFERENCE, "")


def test_every_match_can_be_asked_for():
    assert tuple(match.value for match in Match) == MATCHES


def test_coreference_as_json(realizer, clusters):
    arguments = ("evaluate", "g.conllu", "s.conllu", "--metric", "coref", "--format", "json")
    out = json.loads(realizer(*arguments)[1])
    assert list(out) == ["conll", "muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "mentions"]
    assert out["mentions"] == {"precision": 75.0, "recall": 75.0, "f1": 75.0}
    for match in ("partial", "head"):  # the system's e2 is the gold one's last word, its head
        out = json.loads(realizer(*arguments, "--match", match)[1])
        assert list(out.values()) == [PERFECT] * 8
    out = json.loads(realizer(*arguments, "--match", "head", "--singletons")[1])
    assert out["mentions"] == {"precision": 100.0, "recall": 100.0, "f1": 100.0}


def test_singletons(realizer, clusters):
    (clusters / "s.conllu").write_text(SYSTEM_CLUSTERS.replace("Entity=(e4-x-1)", "_"), encoding="utf-8")
    arguments = ("evaluate", "g.conllu", "s.conllu", "--metric", "mentions,LEA", "--match", "head")
    rows = [
        "| lea      |    100.00 | 100.00 | 100.00 |",
        "| mentions |    100.00 | 100.00 | 100.00 |",
    ]
    assert realizer(*arguments)[1].splitlines()[2:] == rows
    assert realizer(*arguments, "--singletons")[1].splitlines()[2:] == [
        "| lea      |    100.00 |  80.00 | 88.89 |",
        "| mentions |    100.00 |  80.00 | 88.89 |",
    ]


def test_coreference_of_conll2012_by_suffix_and_standard_input(realizer, folder, monkeypatch):
    text = "#begin document (d); part 000\nd 0 0 w1 (1)\nd 0 1 w2 (2)|(1)\nd 0 2 w3 -\n\n#end document\n"
    for name in ("g.v4_gold_conll", "s.conll"):
        (folder / name).write_text(text, encoding="utf-8")
    assert realizer("evaluate", "g.v4_gold_conll", "s.conll", "--metric", "muc,lea")[1].splitlines()[2:] == [
        "| muc    |    100.00 | 100.00 | 100.00 |",
        "| lea    |    100.00 | 100.00 | 100.00 |",
    ]
    both = coreference_file("(1-x-1)", "(1-x-1)", "").encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(both)))
    (folder / "g").write_bytes(both)  # a name that tells no format is CorefUD
    assert realizer("evaluate", "g", "-", "--metric", "muc")[1].endswith(
        "| muc    |    100.00 | 100.00 | 100.00 |\n"
    )
    code, _, err = realizer("evaluate", "s.conll", "s.conll", "--metric", "coref", "--match", "partial")
    assert code == 0
    (folder / "s.conll").write_text(text.replace("w3 -", "w3 1)").replace("|(1)", "|(1"), encoding="utf-8")
    code, _, err = realizer("evaluate", "s.conll", "s.conll", "--metric", "coref", "--match", "partial")
    assert code == 2
    assert err.startswith("realizer: error: expected the head of every mention in document 'd'")


def test_macro_average_of_coreference(realizer, clusters):
    pairs = ["g.conllu", "s.conllu", "g.conllu", "g.conllu"]
    assert realizer("evaluate", "--macro", *pairs, "--metric", "mentions,muc")[1].splitlines()[-1] == (
        "| macro average |  75.00 |    87.50 |"
    )
    report = json.loads(realizer("evaluate", "--macro", *pairs, "--metric", "muc", "--format", "json")[1])
    assert report["muc"] == {"precision": 75.0, "recall": 75.0, "f1": 75.0}
    assert [each["muc"]["f1"] for each in report["treebanks"]] == [50, 100]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--metric", "LAS,muc"], "expected metrics of trees or of mentions, got LAS and muc; cure: ask for"),
        (
            ["--metric", "coref", "--metric", "all"],
            "expected metrics of trees or of mentions, got all and coref",
        ),
        (["--metric", "mucc"], "expected a coreference metric, got 'mucc'; cure: did you mean muc?"),
        (["--metric", "muc,LASS"], "got LASS and muc; cure: ask for them in two calls"),
        (["--metric", "coref", "--detail"], "got --detail with coref; cure: leave --detail out"),
        (["--metric", "coref", "--lenient"], "got --lenient with coref; cure: leave --lenient out"),
        (["s.conllu", "--metric", "lea"], "got SYSTEM2 with lea; cure: leave SYSTEM2 out"),
        (
            ["--match", "head"],
            "expected --match with metrics of mentions, got metrics of trees; cure: --metric",
        ),
        (["--singletons", "--metric", "LAS"], "expected --singletons with metrics of mentions"),
        (["--match", "fuzzy"], "--match"),
    ],
)
def test_wrong_usage_of_coreference(realizer, clusters, arguments, problem):
    code, out, err = realizer("evaluate", "g.conllu", "s.conllu", *arguments)
    assert (code, out) == (2, "")
    assert problem in " ".join(err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            coreference_file(*[""] * 6, header=HEADER.replace("= d", "= f")),
            "s.conllu:3: expected document 'd' as in g.conllu:3, got 'f'; cure: ",
        ),
        (
            coreference_file(*[""] * 6, name="v"),
            "s.conllu:3: expected 'w1' as word 1 of document 'd', as in g.conllu:3, got 'v1'; cure: ",
        ),
        (
            coreference_file(*[""] * 6, header=""),
            "g.conllu:3: expected document 'd' in s.conllu too, got the end of the documents there; cure: ",
        ),
        (SYSTEM_CLUSTERS.replace("(e4-x-1)", "(e4-x-2)"), "s.conllu:8: expected a head among the 1 node(s)"),
        (SYSTEM_CLUSTERS.replace("(e4-x-1)", "(e4-x-y)"), "s.conllu:8: expected the head's number in the"),
    ],
)
def test_coreference_files_that_do_not_fit(realizer, clusters, text, problem):
    (clusters / "s.conllu").write_text(text, encoding="utf-8")
    code, out, err = realizer("evaluate", "g.conllu", "s.conllu", "--metric", "coref")
    assert (code, out) == (2, "")
    assert err.startswith(f"realizer: error: {problem}")
    assert "cure: " in err


def test_files_without_mentions(realizer, files):
    code, out, err = realizer("evaluate", "g.conllu", "s.conllu", "--metric", "coref")
    assert (code, out) == (2, "")
    assert err.startswith(
        "realizer: error: expected documents with mentions in g.conllu and s.conllu, got none"
    )


def test_help_teaches(realizer):
    out = realizer("evaluate", "--help")[1]
    assert "GOLD SYSTEM [SYSTEM2]" in out
    assert "Examples:\n    realizer evaluate gold.conllu system.conllu\n" in out
