"""Invalid hands: the key may have no meaning, but no table is read where it has no entry."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators.cards import parse_card, parse_hand
from evaluators.counting_hash import scalar as counting_hash
from evaluators.rank_sums import scalar as rank_sums
from evaluators.two_plus_two import arrays, scalar
from tests.hands import key


@pytest.mark.parametrize(
    ("evaluator", "five"), [(rank_sums, [0, 0, 0, 0, 0]), (counting_hash, [48, 49, 50, 51, 48])]
)
def test_sums_of_other_cards_have_no_number(evaluator: Any, five: list[int]) -> None:
    """A failure means that tables of another size are built, or that five aces have an entry."""
    for hand in (*map(range, (0, 1, 4, 8)), five):
        with pytest.raises(KeyError):
            key(evaluator, [*hand])
    assert {*counting_hash.TABLES} <= {5, 6, 7}


def test_every_masked_value_is_an_index_of_the_counting_hash_in_machine_code() -> None:
    """A failure means that an invalid hand can read outside of a table: the process may end."""
    pytest.importorskip("numba")
    from evaluators.counting_hash.compiled import tables

    for size in (5, 6, 7):
        cards, starts, places, numbers, flushes = tables(size)
        assert len(cards) == 256
        assert len(starts) == counting_hash.UPPER_MASK + 1
        assert len(places) == counting_hash.LOWER_MASK + 1
        assert (len(numbers), len(flushes)) == (0xFFFF + 1, 0x1FFF + 1)


def test_the_walk_gives_hands_that_are_known_to_be_invalid_the_key_0() -> None:
    for text in ("As As 2c 3d 4h", "As Ah Ad Ac As", "Ks Qs Js Ts 9s 2c Ks"):
        hand = [*map(parse_card, text.split())]
        assert scalar.evaluate(hand) == 0
        assert arrays.evaluate(np.array([hand])).tolist() == [0]
    assert scalar.evaluate([]) == scalar.evaluate([10**30]) == 0


def test_the_highest_bytes_after_the_last_rows_stay_in_the_table_of_the_walk() -> None:
    """Test each row near the end of the table, from which card 255 would lead past the end."""
    high = list(parse_hand("As Ah Ad Ac Ks Kh Kd"))
    for size in (5, 6, 7):
        for place in range(size):
            hand = [*high[:place], 255, *high[place : size - 1]]
            assert scalar.evaluate(hand) >= 0
            assert arrays.evaluate(np.array([hand])).shape == (1,)


@given(st.lists(st.binary(min_size=7, max_size=7), min_size=1, max_size=70))
@settings(max_examples=30)
def test_in_machine_code_a_byte_that_is_not_a_card_ends_the_walk(hands: list[bytes]) -> None:
    """64 hands take each step together, and the last ones by themselves; the array is read-only."""
    pytest.importorskip("numba")
    from evaluators.two_plus_two import compiled

    array = np.frombuffer(b"".join(hands), np.uint8).reshape(-1, 7)
    assert (compiled.evaluate(array) == compiled.evaluate(array.clip(max=52))).all()
