"""The article's sample hands, its way to compare, and the two repairs."""

import pytest

from evaluators.cards import CardError
from evaluators.sort_by_count import scalar as sort_by_count
from evaluators.sort_by_count.scalar import compare, rank_hand
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


@pytest.mark.parametrize(
    ("hand", "same_as"),
    [
        ("Kd Kc 7h 7s 3d 3c Ah", "Kd Kc 7h 7s Ah"),  # of three pairs, the lowest is no kicker
        ("Kd Kc 7h 7s 7d 3c 3h", "7h 7s 7d Kd Kc"),
        ("Kd Kc Kh 7s 7d 7c 3h", "Kd Kc Kh 7s 7d"),
        ("Kd Kc Kh Ks 7d 7c 7h", "Kd Kc Kh Ks 7d"),
        ("Kd Kc Kh Ks 7d 7c Ah", "Kd Kc Kh Ks Ah"),
        ("Ah 2h 3h 4h 5h 6d Kh", "Ah 2h 3h 4h 5h"),  # not the straight, not the king's flush
        ("Ah Kh 9h 4h 2h Qd Jc", "Ah Kh 9h 4h 2h"),
        ("Ad 2c 3h 4s 5d 6c Ac", "6c 5d 4s 3h 2c"),
        ("Ad Ac 3h 4s 7d 9c Jc", "Ad Ac Jc 9c 7d"),
    ],
)
def test_the_best_five_of_seven(hand: str, same_as: str) -> None:
    """Each is a hand in which sorting all seven by count would put something else first."""
    assert key(sort_by_count, hand) == key(sort_by_count, same_as)
