"""The keys of machine code are those of the `numpy` style, and no byte leads out of a table."""

from random import Random

import numpy as np
import pytest

from evaluators.cards import parse_hand
from evaluators.counting_hash import arrays
from evaluators.counting_hash.scalar import LOWER_MASK, UPPER_MASK
from evaluators.multisets import multisets
from tests.evaluators.counting_hash.test_scalar import EXAMPLES, HANDS
from tests.hands import RARE_DECKS

pytest.importorskip("numba")

from evaluators.counting_hash.compiled import evaluate, tables


@pytest.mark.parametrize("size", HANDS)
def test_every_hand_without_a_flush_has_the_key_of_the_numpy_style(size: int) -> None:
    """All ranks that a hand may have; the cards of a rank have different suits."""
    dealt = np.array(
        [[4 * rank + i % 4 for i, rank in enumerate(ranks)] for ranks in multisets(size)]
    )
    assert (evaluate(dealt) == arrays.evaluate(dealt)).all()


@pytest.mark.parametrize("size", HANDS)
def test_random_hands_have_the_keys_of_the_numpy_style(size: int) -> None:
    """On hands of few ranks or suits, too, which have the rare shapes."""
    random = Random(size)
    dealt = np.array([random.sample(deck, size) for deck in RARE_DECKS for _ in range(1_000)])
    assert (evaluate(dealt) == arrays.evaluate(dealt)).all()


@pytest.mark.parametrize("size", HANDS)
def test_a_hand_of_each_category_has_its_class_number(size: int) -> None:
    examples = [(number, texts[size - 5]) for number, texts in EXAMPLES]
    dealt = np.array([parse_hand(text) for _, text in examples if text])
    numbers = [number for number, text in examples if text]
    assert evaluate(dealt).tolist() == evaluate(dealt[:, ::-1]).tolist() == numbers


@pytest.mark.parametrize("size", HANDS)
def test_every_masked_value_is_an_index(size: int) -> None:
    """A failure means that an invalid hand can read outside of a table: the process may end."""
    cards, starts, places, numbers, flushes = tables(size)
    assert len(cards) == 256
    assert (len(starts), len(places)) == (UPPER_MASK + 1, LOWER_MASK + 1)
    assert (len(numbers), len(flushes)) == (0xFFFF + 1, 0x1FFF + 1)
