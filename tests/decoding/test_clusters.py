import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from realizer.decoding import clusters
from realizer.errors import InputError, OrderError, ShapeError

LINKS = st.lists(st.integers(0, 10**6), max_size=40).map(
    lambda numbers: [number % (place + 1) - 1 for place, number in enumerate(numbers)]
)


def by_union(links):
    groups = []
    for mention, antecedent in enumerate(links):
        if antecedent < 0:
            groups.append([mention])
        else:
            next(group for group in groups if antecedent in group).append(mention)
    return groups


@given(LINKS, st.booleans())
def test_as_joining_one_by_one(links, singletons):
    groups = [tuple(group) for group in by_union(links) if singletons or len(group) > 1]
    found = clusters(links, singletons=singletons)
    assert found.members() == tuple(groups)
    assert found.count == len(groups)
    for number, group in enumerate(groups):
        assert (found.cluster[list(group)] == number).all()
    assert (found.cluster >= 0).sum() == sum(map(len, groups))


def test_a_long_chain():
    found = clusters(np.arange(-1, 10**5 - 1))
    assert found.count == 1
    assert (found.cluster == 0).all()


def test_nobody():
    assert clusters([]).members() == ()
    assert clusters(np.zeros(0, dtype=np.int64)).cluster.dtype == np.int64


def test_input_is_left_alone():
    links = np.array([-1, 0, 1])
    clusters(links)
    assert links.tolist() == [-1, 0, 1]


@pytest.mark.parametrize(
    ("links", "error", "message"),
    [
        ([-1, 1], OrderError, "expected antecedents before their mentions, got 1 for mention 1"),
        ([1, -1], OrderError, "got 1 for mention 0"),
        ([-1, 2], InputError, "expected antecedents from -1 to 1, got 2 for mention 1"),
        ([-2], InputError, "got -2 for mention 0"),
        ([-1.0, 0.0], InputError, "got an array of float64"),
        ([True, False], InputError, "got an array of bool"),
        ([[-1], [0]], ShapeError, r"got shape \[2, 1\]"),
    ],
)
def test_bad_antecedents(links, error, message):
    with pytest.raises(error, match=message) as caught:
        clusters(links)
    assert type(caught.value) is error
    assert "; cure: " in str(caught.value)
