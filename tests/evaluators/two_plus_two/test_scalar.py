"""The walk through the table: every class, hands in any order, invalid hands."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.cards import Category, parse_card, parse_hand
from evaluators.two_plus_two import arrays, scalar
from harness.hands.arrays import examples
from harness.hands.classes import classes, number_of
from tests.hands import RARE_DECKS, key

HANDS = {
    "Ks Qs Js Ts 9s": Category.STRAIGHT_FLUSH,
    "7c 7d 7h 7s 2c": Category.FOUR_OF_A_KIND,
    "Td Ts Tc 4h 4c": Category.FULL_HOUSE,
    "Ah Jh 8h 4h 3h": Category.FLUSH,
    "5h 4s 3d 2c Ah": Category.STRAIGHT,
    "Qd Qc Qh 9s 3s": Category.THREE_OF_A_KIND,
    "Jc Jh 3s 3c 2d": Category.TWO_PAIR,
    "9h 9d Ah 8s 2c": Category.ONE_PAIR,
    "Kc 9d 8s 5h 3c": Category.HIGH_CARD,
    "2c Ks 2d Qs Js Ts 9s": Category.STRAIGHT_FLUSH,
    "Ah Ac Jh 8h 4s 4h 3h": Category.FLUSH,
    "Td 9c Ts Tc 9h 4h 9d": Category.FULL_HOUSE,
    "As Ah Jd Jh 8c 8s": Category.TWO_PAIR,
}


@pytest.mark.parametrize("text", HANDS)
def test_a_hand_of_each_category_has_its_class(text: str) -> None:
    number = key(scalar, text)
    assert classes()[number - 1].category == HANDS[text]
    assert number == number_of(parse_hand(text))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_hand_of_each_class_has_its_number(size: int) -> None:
    for number, hand in examples(size).items():
        assert scalar.evaluate(hand) == number


@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_have_the_number_of_their_best_five(size: int) -> None:
    """Also hands of few ranks or suits, whose states keep a suit or forget one."""
    random = Random(size)
    for deck in RARE_DECKS:
        for _ in range(300):
            hand = random.sample(deck, size)
            assert scalar.evaluate(hand) == number_of(hand)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_cards_in_any_order_have_the_same_key(size: int) -> None:
    """A failure means that two states which should be one have a row each, or wrong entries."""
    random = Random(size)
    for deck in RARE_DECKS:
        for _ in range(50):
            hand = random.sample(deck, size)
            keys = {scalar.evaluate(random.sample(hand, size)) for _ in range(10)}
            assert keys == {scalar.evaluate(sorted(hand))}


def test_a_hand_that_is_known_to_be_invalid_has_the_key_0() -> None:
    for text in ("As As 2c 3d 4h", "As Ah Ad Ac As", "Ks Qs Js Ts 9s 2c Ks"):
        hand = [*map(parse_card, text.split())]
        assert scalar.evaluate(hand) == 0
        assert arrays.evaluate(np.array([hand])).tolist() == [0]


@given(st.binary(min_size=5, max_size=7))
def test_no_bytes_lead_out_of_the_table(hand: bytes) -> None:
    """Of most, the key has no meaning; a failure means an exception, or memory of others."""
    assert scalar.evaluate(hand) >= 0
    assert arrays.evaluate(np.frombuffer(hand, np.uint8)[np.newaxis]).shape == (1,)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_highest_bytes_after_the_last_rows_stay_in_the_table(size: int) -> None:
    """From each row near the end of the table, card 255 would lead past the end."""
    high = list(parse_hand("As Ah Ad Ac Ks Kh Kd"))
    for place in range(size):
        hand = [*high[:place], 255, *high[place : size - 1]]
        assert scalar.evaluate(hand) >= 0
        assert arrays.evaluate(np.array([hand])).shape == (1,)


def test_no_cards_are_no_hand() -> None:
    assert scalar.evaluate([]) == 0
    assert scalar.evaluate([10**30]) == 0
