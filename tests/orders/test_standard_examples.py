from __future__ import annotations

import itertools

import numpy as np
import pytest

from realizer.errors import InputError
from realizer.orders import (
    antichain,
    boolean_lattice,
    chain,
    check_partial_order,
    fence,
    n_poset,
    standard_example,
)

definitions = {
    chain: (lambda n: n, lambda n, x, y: x < y),
    antichain: (lambda n: n, lambda n, x, y: False),
    fence: (lambda n: n, lambda n, x, y: x % 2 == 0 and y in {x - 1, x + 1}),
    boolean_lattice: (lambda n: 2**n, lambda n, x, y: x != y and x | y == y),
    standard_example: (lambda n: 2 * n, lambda n, x, y: x < n <= y and y - n != x),
}


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("example", list(definitions))
def test_examples_are_their_definitions(example, n):
    size, below = definitions[example]
    relation = example(n)
    assert relation.dtype == np.bool_
    assert relation.shape == (size(n), size(n))
    check_partial_order(relation)
    for x, y in itertools.product(range(size(n)), repeat=2):
        assert relation[x, y] == below(n, x, y)


def test_n():
    assert {tuple(pair) for pair in np.argwhere(n_poset()).tolist()} == {(0, 2), (1, 2), (1, 3)}


@pytest.mark.parametrize("example", list(definitions))
def test_bad_input(example):
    with pytest.raises(InputError, match="zero or more, got -1"):
        example(-1)
    with pytest.raises(InputError, match="whole number"):
        example(2.5)
    with pytest.raises(InputError, match="whole number"):
        example(True)
