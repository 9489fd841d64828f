"""The walks of whole arrays are those of single hands."""

from random import Random

import numpy as np
import pytest

from evaluators.two_plus_two import arrays, scalar
from tests.hands import RARE_DECKS


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_keys_are_those_of_the_python_style(size: int) -> None:
    random = Random(size)
    for deck in RARE_DECKS:
        hands = [random.sample(deck, size) for _ in range(1_000)]
        keys = arrays.evaluate(np.array(hands))
        assert keys.dtype == np.uint16
        assert list(map(arrays.unpack, keys)) == list(map(scalar.evaluate, hands))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_no_hands_have_no_keys(size: int) -> None:
    assert arrays.evaluate(np.zeros((0, size), np.int64)).tolist() == []


def test_hands_of_several_blocks_have_the_keys_that_they_have_alone() -> None:
    random = Random(0)
    hands = np.array([random.sample(range(52), 7) for _ in range(16_386)])
    keys = arrays.evaluate(hands)
    for n in (0, 16_383, 16_384, 16_385):
        assert keys[n] == scalar.evaluate(hands[n].tolist())
