"""Indexes have no holes, keys are those of the `python` style."""

from contextlib import suppress
from random import Random

import numpy as np
import pytest

from evaluators.cards import parse_hand
from evaluators.counting_hash import arrays
from evaluators.counting_hash import scalar as counting_hash
from evaluators.counting_hash.arrays import evaluate, indexes
from evaluators.multisets import in_base_5, multisets
from tests.evaluators.counting_hash.test_scalar import EXAMPLES, HANDS
from tests.hands import RARE_DECKS, key


@pytest.mark.parametrize("size", HANDS)
def test_every_hand_has_an_index_of_its_own_and_none_is_left(size: int) -> None:
    """A failure means that the hash is not perfect, not minimal, or in another order."""
    in_order = np.array(sorted(multisets(size), key=in_base_5), np.uint8)
    shuffled = np.random.default_rng(size).permuted(in_order, axis=1)
    assert (indexes(shuffled.T) == np.arange(HANDS[size])).all()


@pytest.mark.parametrize("size", HANDS)
def test_hands_have_the_keys_of_the_python_style(size: int) -> None:
    """On random hands, and on hands of few ranks or suits, which have the rare shapes."""
    random = Random(size)
    dealt = [random.sample(deck, size) for deck in RARE_DECKS for _ in range(1_000)]
    keys = [arrays.unpack(number) for number in evaluate(np.array(dealt))]
    assert keys == [key(counting_hash, hand) for hand in dealt]


@pytest.mark.parametrize("size", HANDS)
def test_a_hand_of_each_category_has_its_class_number(size: int) -> None:
    examples = [(number, texts[size - 5]) for number, texts in EXAMPLES]
    dealt = np.array([parse_hand(text) for _, text in examples if text])
    numbers = [number for number, text in examples if text]
    assert evaluate(dealt).tolist() == evaluate(dealt[:, ::-1]).tolist() == numbers


@pytest.mark.parametrize("size", HANDS)
@pytest.mark.parametrize("highest", [51, 63, 255])
def test_bytes_that_are_not_hands_do_no_harm(size: int, highest: int) -> None:
    """The hot path does not validate: a key means nothing, or NumPy finds no such index."""
    rows = np.random.default_rng(size).integers(0, highest + 1, (300, size), np.uint8)
    rows[0], rows[1], rows[2] = 0, 51, highest
    for row in rows:
        with suppress(IndexError):
            assert evaluate(row[np.newaxis]).shape == (1,)
