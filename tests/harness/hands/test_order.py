"""Slices of the order of all hands, and places outside of it."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.hands.order import hand_at, hands


@given(st.integers(1, 7), st.data())
def test_any_slice_of_a_small_deck(size: int, data: st.DataObject) -> None:
    deck = range(9)
    everything = list(combinations(deck, size))
    start = data.draw(st.integers(0, len(everything)))
    stop = data.draw(st.one_of(st.none(), st.integers(start, len(everything) + 5)))
    assert list(hands(deck, size, start, stop)) == everything[start:stop]
    assert [hand_at(index, size, deck) for index in range(len(everything))] == everything


def test_invalid_places_raise_an_index_error() -> None:
    """Failure means that a place outside of the order gives a hand, or none with five cards."""
    for index in [-1_000, -1, 2_598_960, 2_598_961, 10_000_000]:
        with pytest.raises(IndexError, match="2,598,960 hands of 5 cards"):
            hand_at(index)
