"""The reader that chooses between CorefUD and CoNLL-2012."""

from __future__ import annotations

import gzip
import io
import re

import pytest

from realizer.errors import InputError
from realizer.formats import read_coreference

COREFUD = b"# global.Entity = eid\n1\tI\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1)\n\n"
CONLL2012 = b"#begin document (d); part 1\nd 1 0 I (1)\n\n#end document\n"


@pytest.mark.parametrize(
    ("name", "text", "entity"),
    [
        ("a.conllu", COREFUD, "e1"),
        ("a.CONLLU.gz", COREFUD, "e1"),
        ("a.conll", CONLL2012, "1"),
        ("a.conll12", CONLL2012, "1"),
        ("a.conll2012.gz", CONLL2012, "1"),
        ("a.v4_gold_conll", CONLL2012, "1"),
        ("a.v9_auto_conll.gz", CONLL2012, "1"),
    ],
)
def test_the_name_tells_the_format(tmp_path, name, text, entity):
    path = tmp_path / name
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    for source in (path, str(path)):
        [document] = read_coreference(source)
        assert [mention.entity for mention in document.mentions] == [entity]


def test_streams_are_corefud_unless_told():
    assert len(list(read_coreference(io.BytesIO(COREFUD)))) == 1
    assert [each.name for each in read_coreference(io.BytesIO(CONLL2012), format="conll2012")] == ["d/1"]


def test_names_and_formats_that_tell_nothing():
    problem = (
        "expected a file name that ends in .conllu, .conll, .conll12, .conll2012, _conll (or .gz after that)"
    )
    with pytest.raises(InputError, match=re.escape(problem)):
        read_coreference("corpus.txt")
    with pytest.raises(
        InputError, match="expected a format among auto, corefud, conll2012, got 'conllu'; cure"
    ):
        read_coreference("corpus.conllu", format="conllu")
