"""Places and their hands, in both directions, and slices that skip the hands before them."""

from itertools import combinations, islice
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.hands.order import hand_at, hands, index_of


@given(st.integers(5, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, comb(52, n) - 1))))
def test_every_place_survives_the_round_trip(size_and_index: tuple[int, int]) -> None:
    size, index = size_and_index
    assert index_of(hand_at(index, size)) == index


def test_the_first_hands_and_the_last() -> None:
    for size in range(1, 8):
        first = list(islice(combinations(range(52), size), 60))
        assert list(hands(range(52), size, 0, 60)) == first
        assert [hand_at(index, size) for index in range(len(first))] == first
        assert hand_at(comb(52, size) - 1, size) == tuple(range(52 - size, 52))


@given(st.integers(1, 6), st.data())
def test_any_slice_of_a_small_deck(size: int, data: st.DataObject) -> None:
    deck = range(9)
    everything = list(combinations(deck, size))
    start = data.draw(st.integers(0, len(everything)))
    stop = data.draw(st.one_of(st.none(), st.integers(start, len(everything) + 5)))
    assert list(hands(deck, size, start, stop)) == everything[start:stop]


def test_a_slice_of_seven_cards_skips_the_hands_before_it() -> None:
    """A failure by time means that the slice makes all hands before it, which takes seconds."""
    (hand,) = hands(range(52), 7, 100_000_000, 100_000_001)
    assert index_of(hand) == 100_000_000
    assert hand == hand_at(100_000_000, 7)


def test_invalid_places_raise_an_index_error() -> None:
    """Failure means that a place outside of the order gives a hand, or none with five cards."""
    for index in [-1_000, -1, 2_598_960, 2_598_961, 10_000_000]:
        with pytest.raises(IndexError, match="2,598,960 hands of 5 cards"):
            hand_at(index)
