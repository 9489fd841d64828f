"""The walk in machine code: the keys of the numpy style, whatever the number of hands."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators.cards import DECK
from evaluators.two_plus_two import arrays
from tests.hands import RARE_DECKS

pytest.importorskip("numba")


@pytest.fixture(scope="module")
def compiled() -> Any:
    from evaluators.two_plus_two import compiled

    return compiled


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_keys_are_those_of_the_numpy_style(compiled: Any, size: int) -> None:
    random = Random(size)
    for deck in RARE_DECKS:
        hands = np.array([random.sample(deck, size) for _ in range(1_000)])
        keys = compiled.evaluate(hands)
        assert keys.dtype == np.uint16
        assert (keys == arrays.evaluate(hands)).all()


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 128, 130])
def test_groups_of_hands_may_be_incomplete(compiled: Any, count: int) -> None:
    """64 hands take each step together; the last group has fewer."""
    random = Random(count)
    for size in (5, 6, 7):
        hands = np.array([random.sample(DECK, size) for _ in range(count)], np.uint8)
        hands = hands.reshape(-1, size)
        assert (compiled.evaluate(hands) == arrays.evaluate(hands)).all()


def test_threads_share_the_work(compiled: Any) -> None:
    random = Random(2)
    hands = np.array([random.sample(DECK, 7) for _ in range(40_000)], np.uint8)
    assert (compiled.evaluate(hands, jobs=2) == arrays.evaluate(hands)).all()


@given(st.lists(st.binary(min_size=7, max_size=7), min_size=1, max_size=70))
@settings(max_examples=30)
def test_no_bytes_lead_out_of_the_table(compiled: Any, hands: list[bytes]) -> None:
    """A byte that is not a card counts as the end of the hand; these arrays are read-only, too."""
    dealt = np.frombuffer(b"".join(hands), np.uint8).reshape(-1, 7)
    assert (compiled.evaluate(dealt) == compiled.evaluate(dealt.clip(max=52))).all()
