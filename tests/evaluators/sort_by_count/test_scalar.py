"""The article's sample hands, the two repairs, and the best five of seven cards."""

from typing import Any

import pytest

from evaluators.sort_by_count import scalar as sort_by_count
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


def rank(hand: str) -> Any:
    return key(sort_by_count, hand)


def test_the_sample_hands_are_in_order() -> None:
    shuffled = SAMPLES[5:] + SAMPLES[:5]
    assert sorted(shuffled, key=rank) == SAMPLES


def test_the_article_s_comparisons() -> None:
    assert rank("6♡6♣6♢K♡K♠") > rank("A♠2♠3♣4♠5♢")
    assert rank("6♡6♣6♢K♡K♠") == rank("6♡6♣6♠K♡K♢")


def test_a_wheel_is_five_high() -> None:
    assert rank("A♠2♠3♣4♠5♢") < rank("6♠2♠3♣4♠5♢")
    assert rank("A♠2♠3♠4♠5♠") < rank("6♠2♠3♠4♠5♠")


def test_two_pair_beat_a_higher_pair() -> None:
    assert rank("Q♣Q♡6♢6♣5♠") > rank("K♣K♡A♢Q♣J♠")


@pytest.mark.parametrize(
    ("hand", "best_five"),
    [
        ("Kd Kc 7h 7s 3d 3c Ah", "Kd Kc 7h 7s Ah"),  # the lowest of three pairs does not play
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
def test_the_best_five_of_seven(hand: str, best_five: str) -> None:
    """A failure means that seven cards were sorted by count but not cut to the best five."""
    assert rank(hand) == rank(best_five)
