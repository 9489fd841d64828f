"""The walk through the table: invalid hands. The other tests of all evaluators have the rest."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evaluators.cards import parse_card, parse_hand
from evaluators.two_plus_two import arrays, scalar


def test_a_hand_that_is_known_to_be_invalid_has_the_key_0() -> None:
    for text in ("As As 2c 3d 4h", "As Ah Ad Ac As", "Ks Qs Js Ts 9s 2c Ks"):
        hand = [*map(parse_card, text.split())]
        assert scalar.evaluate(hand) == 0
        assert arrays.evaluate(np.array([hand])).tolist() == [0]
    assert scalar.evaluate([]) == scalar.evaluate([10**30]) == 0


@given(st.binary(min_size=5, max_size=7))
def test_no_bytes_lead_out_of_the_table(hand: bytes) -> None:
    """Of most, the key has no meaning; a failure means an exception, or memory of others."""
    assert scalar.evaluate(hand) >= 0
    assert arrays.evaluate(np.frombuffer(hand, np.uint8)[np.newaxis]).shape == (1,)


def test_the_highest_bytes_after_the_last_rows_stay_in_the_table() -> None:
    """From each row near the end of the table, card 255 would lead past the end."""
    high = list(parse_hand("As Ah Ad Ac Ks Kh Kd"))
    for size in (5, 6, 7):
        for place in range(size):
            hand = [*high[:place], 255, *high[place : size - 1]]
            assert scalar.evaluate(hand) >= 0
            assert arrays.evaluate(np.array([hand])).shape == (1,)
