"""The article's sample hands, its way to compare, and the two repairs."""

import pytest

from evaluators import sort_by_count
from evaluators.cards import CardError
from evaluators.sort_by_count import compare, rank_hand
from tests.hands import key

SAMPLES = [
    "A♣4♡7♢K♣2♠",
    "K♣K♡7♢2♣5♠",
    "K♣K♡7♢7♣5♠",
    "K♣K♡K♢7♣5♠",
    "3♣4♡5♢6♣7♠",
    "K♣Q♣9♣8♣2♣",
    "K♣K♡K♢7♣7♠",
    "K♣K♡K♢K♠5♠",
    "3♣4♣5♣6♣7♣",
    "T♡J♡Q♡K♡A♡",
]


def test_the_sample_hands_are_in_order() -> None:
    shuffled = SAMPLES[5:] + SAMPLES[:5]
    assert sorted(shuffled, key=rank_hand) == SAMPLES


def test_comparing_as_the_article_does() -> None:
    assert compare("6♡6♣6♢K♡K♠", "A♠2♠3♣4♠5♢") == -1
    assert compare("A♠2♠3♣4♠5♢", "6♡6♣6♢K♡K♠") == 1
    assert compare("6♡6♣6♢K♡K♠", "6♡6♣6♠K♡K♢") == 0


def test_a_wheel_is_five_high() -> None:
    assert rank_hand("A♠2♠3♣4♠5♢") < rank_hand("6♠2♠3♣4♠5♢")
    assert rank_hand("A♠2♠3♠4♠5♠") < rank_hand("6♠2♠3♠4♠5♠")


def test_two_pair_beat_a_higher_pair() -> None:
    assert rank_hand("Q♣Q♡6♢6♣5♠") > rank_hand("K♣K♡A♢Q♣J♠")


def test_text_is_checked() -> None:
    with pytest.raises(CardError, match="5 to 7 are needed"):
        rank_hand("K♣K♡")
    with pytest.raises(CardError, match="twice"):
        compare("K♣K♣7♢2♣5♠", "K♣K♡7♢2♣5♠")


def test_the_same_key_from_text_and_cards() -> None:
    assert key(sort_by_count, "Kd Qs Jc Th 9s") == rank_hand("K♢Q♠J♣T♡9♠")
