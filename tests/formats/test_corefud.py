from __future__ import annotations

import re

import pytest

from formats.treebank_text import row, stream
from realizer.errors import FormatError
from realizer.formats import Mention, Part, read_corefud

HEADER = "# global.Entity = eid-etype-head-other"


def document(*entities, header=HEADER):
    """One sentence whose words carry these Entity values; "" for none."""
    rows = [
        row(i, f"w{i}", head=0 if i == 1 else 1, misc=f"Entity={entity}" if entity else "_")
        for i, entity in enumerate(entities, start=1)
    ]
    return ["# newdoc id = d", header, *rows, ""]


def mentions(*entities, header=HEADER):
    [found] = read_corefud(stream(*document(*entities, header=header)))
    return [
        (mention.entity, *((part.start, part.end) for part in mention.parts)) for mention in found.mentions
    ]


def test_nested_and_crossing():
    assert mentions("(e1-person(e2-place-1-x", "(e3)", "e1)", "e2)") == [
        ("e1", (0, 2)),
        ("e2", (0, 3)),
        ("e3", (1, 1)),
    ]


def test_a_closing_bracket_belongs_to_the_latest_open_one():
    assert mentions("(e1-x", "(e1-x", "e1)", "e1)") == [("e1", (0, 3)), ("e1", (1, 2))]


def test_closing_and_opening_at_one_word():
    assert mentions("(e1-x", "e1)(e2-x(e3-x-1-)", "e2)") == [("e1", (0, 1)), ("e3", (1, 1)), ("e2", (1, 2))]


def test_mentions_of_several_parts():
    found = mentions("(e1[1/3]-x)", "(e2)", "(e1[2/3]-x", "e1[2/3])", "", "(e1[3/3]-x)")
    assert found == [("e1", (0, 0), (2, 3), (5, 5)), ("e2", (1, 1))]
    assert Mention("e", (Part(0, 0), Part(3, 4))).start == 0
    assert Mention("e", (Part(0, 0), Part(3, 4))).end == 4


def test_two_mentions_of_several_parts_in_turn():
    found = mentions("(e1[1/2]-x)", "(e1[2/2]-x)", "(e1[1/2]-x)", "(e1[2/2]-x)")
    assert found == [("e1", (0, 0), (1, 1)), ("e1", (2, 2), (3, 3))]


def test_two_mentions_of_several_parts_mixed():
    found = mentions(*(f"(e1[{part}/3]-x)" for part in (1, 1, 2, 2, 3, 3)))
    assert found == [("e1", (0, 0), (2, 2), (4, 4)), ("e1", (1, 1), (3, 3), (5, 5))]


def test_the_header_names_the_place_of_the_entity():
    assert mentions("(person-7-new", "7)", header="# global.Entity = etype-GRP-infstat") == [("7", (0, 1))]


def test_documents_empty_nodes_and_files_without_mentions():
    lines = [
        *document("(e1-x", "e1)"),
        "# newdoc id = second",
        row(1, "a", misc="Entity=(e1-x"),
        row("1.1", "zero", head="_", deprel="_", misc="Entity=(e2-x)"),
        "",
        row(1, "b", misc="Entity=e1)"),
    ]
    first, second = read_corefud(stream(*lines))
    assert (first.name, first.line, first.words, first.nodes) == ("d", 3, 2, ("w1", "w2"))
    assert (second.name, second.line, second.words, second.nodes) == ("second", 7, 2, ("a", "zero", "b"))
    assert [(m.entity, m.start, m.end) for m in second.mentions] == [("e1", 0, 2), ("e2", 1, 1)]
    assert list(read_corefud(stream(row()))) == []


BROKEN = {
    "never closed": (
        document("(e1-x", ""),
        "3: expected e1) before the document's end, got none; cure: close",
    ),
    "never opened": (document("", "e1)"), "4: expected (e1 before e1), got no open bracket; cure: open the"),
    "closed twice": (
        document("(e1-x)", "e1)"),
        "4: expected (e1 before e1), got no open bracket; cure: open",
    ),
    "open over documents": (
        [*document("(e1-x"), *document("e1)")],
        "3: expected e1) before the document's end, got none; cure: close the mention",
    ),
    "no brackets": (
        document("e1"),
        "3: expected brackets such as (e1-person, e1) or (e1) in Entity, got 'e1'",
    ),
    "rest": (
        document("(e1)x"),
        "3: expected brackets such as (e1-person, e1) or (e1) in Entity, got '(e1)x'",
    ),
    "empty": (document("()"), "3: expected brackets such as"),
    "no entity": (document("(-x)"), "3: expected an entity in field 1 of the bracket, got '-x'; cure:"),
    "closing has more": (
        document("(e1-x", "e1-x)"),
        "4: expected only the entity at the closing bracket, got",
    ),
    "part missing": (
        document("(e1[1/2]-x)", ""),
        "3: expected part (e1[2/2] before the document's end, got none; cure: add the part",
    ),
    "part order": (document("(e1[2/2]-x)"), "3: expected part e1[1/2] before part 2, got none; cure: number"),
    "part number": (
        document("(e1[3/2]-x)"),
        "3: expected a part number up to 2, got 3; cure: correct 'e1[3/2]'",
    ),
    "no header": ([row(misc="Entity=(e1)")], "1: expected a comment '# global.Entity = …' before the first"),
    "header": (
        document("(e1)", header="# global.Entity = etype"),
        "2: expected eid or GRP among the fields of",
    ),
    "late header": (
        [row(), "", HEADER, row()],
        "3: expected global.Entity at a document's first sentence, got it later; cure: move it there",
    ),
    "multiword token": (
        [HEADER, row("1-1", head="_", misc="Entity=(e1)"), row(1)],
        "2: expected Entity at words, got it at a multiword token; cure: move it to the first word",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_brackets_say_where_what_and_the_cure(name):
    lines, message = BROKEN[name]
    with pytest.raises(FormatError, match=re.escape(f"<stream>:{message}")) as caught:
        list(read_corefud(stream(*lines)))
    assert "; cure: " in str(caught.value)


def test_real_documents(data):
    """Counts by grep: opening brackets in Entity, `# newdoc` comments."""
    gum = list(read_corefud(data / "en_gum" / "dev.conllu"))
    assert (len(gum), sum(d.words for d in gum)) == (30, 28119)
    assert sum(len(d.mentions) for d in gum) == 7897
    onto = [d for path in sorted((data / "ontogum" / "dev").iterdir()) for d in read_corefud(path)]
    assert (len(onto), sum(len(d.mentions) for d in onto)) == (30, 3818)
    assert {d.name for d in gum} == {d.name for d in onto}


def test_sentences_speakers_genre_and_empty_nodes():
    lines = [
        *("# newdoc id = d", HEADER, "# meta::genre = news", "# speaker = Ann"),
        *(row(1, "a"), row("1.1", "_", head="_", deprel="_", misc="Entity=(e1-x)"), ""),
        *(row(1, "b"), row(2, "c", head=1), ""),
        *("# newdoc id = e", HEADER, row(1, "d"), ""),
    ]
    first, second = read_corefud(stream(*lines))
    assert (first.nodes, first.words, first.empty) == (("a", "_", "b", "c"), 3, (1,))
    assert (first.sentences, first.speakers, first.genre) == ((0, 2), ("Ann", ""), "news")
    assert (second.sentences, second.speakers, second.genre) == ((0,), ("",), "")


def heads(*entities, header=HEADER, tree=None):
    rows = [
        row(i, f"w{i}", head=tree[i - 1] if tree else int(i > 1), misc=f"Entity={entity}" if entity else "_")
        for i, entity in enumerate(entities, start=1)
    ]
    [found] = read_corefud(stream("# newdoc id = d", header, *rows, ""))
    return [mention.head for mention in found.mentions]


def test_heads_count_the_nodes_of_the_mention():
    assert heads("(e1-x-2-", "(e2-x-1)", "e1)") == [1, 1]
    assert heads("(e1[1/2]-x-3)", "", "(e1[2/2]-x-3", "e1[2/2])") == [3]
    assert heads("(e1[1/2]-x-2)", "(e1[1/2]-x-1)", "(e1[2/2]-x-2)", "(e1[2/2]-x-1)") == [2, 1]


@pytest.mark.parametrize("header", ["# global.Entity = eid-etype", HEADER])
def test_without_a_head_the_tree_tells(header):
    """The first word of the mention whose head is outside; with a cycle, the first."""
    assert heads("(e1-x", "", "e1)", "", header=header, tree=(3, 1, 4, 0)) == [2]
    assert heads("(e1-x", "", "e1)", "", header=header, tree=(2, 0, 2, 2)) == [1]
    assert heads("(e1-x", "e1)", "", header=header, tree=(2, 1, 0)) == [0]
    if header is HEADER:
        assert heads("(e1-x--", "e1)", tree=(2, 0)) == heads("(e1-x-_-", "e1)", tree=(2, 0)) == [1]


def test_heads_across_sentences_and_empty_nodes():
    lines = [
        *document("", "(e1-x"),
        row(1, "a", head=2, misc="Entity=e1)"),
        row(2, "b", head=0),
        row("2.1", "zero", head="_", deprel="_", misc="Entity=(e2-x"),
        row(3, "c", head=2, misc="Entity=e2)(e3-x"),
        row("3.1", "zero", head="_", deprel="_", misc="Entity=(e4-x)e3)"),
        "",
    ]
    [found] = read_corefud(stream(*lines))
    assert {mention.entity: mention.head for mention in found.mentions} == {
        "e1": 1,
        "e2": 5,
        "e3": 5,
        "e4": 6,
    }


@pytest.mark.parametrize(
    ("entity", "problem"),
    [
        ("(e1-x-0)", "expected the head's number in the mention, from 1, in field 3 of the bracket, got '0'"),
        ("(e1-x-1,2)", "expected the head's number in the mention, from 1, in field 3"),
        ("(e1-x-2)", "expected a head among the 1 node(s) of a mention of e1, got 2; cure: count"),
    ],
)
def test_wrong_heads(entity, problem):
    with pytest.raises(FormatError, match=re.escape(problem)) as caught:
        heads("", entity)
    assert caught.value.line == 4
