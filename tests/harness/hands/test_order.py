"""The hands at the ends of the order, and slices of it."""

from itertools import combinations, islice
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.hands.order import hand_at, hands, index_of


def test_the_first_hands_and_the_last() -> None:
    for size in range(1, 8):
        first = list(islice(combinations(range(52), size), 60))
        assert list(hands(range(52), size, 0, 60)) == first
        assert [hand_at(index, size) for index in range(len(first))] == first
        assert hand_at(comb(52, size) - 1, size) == tuple(range(52 - size, 52))
        assert [index_of(hand) for hand in first] == list(range(len(first)))


@given(st.integers(1, 6), st.data())
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
