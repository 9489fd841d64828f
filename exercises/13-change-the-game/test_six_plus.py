"""13. Change the game: the steps, in order."""

import pytest

from evaluators.rules import RULES
from harness.teaching.grader import orders

GAME = RULES["short-deck"]


@pytest.mark.step(chapter=4)
@orders.showdowns(
    ("Td 9s 8c 7h 6s", "beats", "Ad 9s 8c 7h 6s"),
    ("Ad 9s 8c 7h 6s", "beats", "Ac Ad Ah Ks Qc"),
    ("Ad 9d 8d 7d 6d", "beats", "Ac Ad Ah As Kc"),
    ("Ad Ks Qc Jh Ts", "beats", "Kd Qs Jc Th 9s"),
)
def test_the_lowest_straight(theirs, first, verb, second):
    """It counts A-6-7-8-9 as the lowest straight."""
    orders.expect_order(theirs, first, verb, second, GAME)


@pytest.mark.step(chapter=4)
@orders.showdowns(
    ("Jd 9d 8d 7d 6d", "beats", "Ac Ad Ah Ks Kc"),
    ("6c 6d 6h 6s 7c", "beats", "Ad Kd Qd Jd 9d"),
    ("6c 6d 6h 7s 7c", "beats", "Ad Ks Qc Jh Ts"),
)
def test_flush_and_full_house(theirs, first, verb, second):
    """It puts a flush above a full house, and below four of a kind."""
    orders.expect_order(theirs, first, verb, second, GAME)


@pytest.mark.step(chapter=4)
@orders.showdowns(
    ("7d 7s 6c 6h Ts", "beats", "Ad As Kc Qh Js"),
    ("Ad As 9c 8h 7s", "beats", "Ad Ks Qc Jh 9s"),
    ("6c 6d 6h 9s 7c", "beats", "Ad As Kc Kh Js"),
    ("Td 9s 8c 7h 6s", "beats", "Ac Ad Ah Ks Qc"),
    ("Kd Ks Jc Jh 9s", "ties with", "Kc Kh Js Jd 9d"),
)
def test_the_rest(theirs, first, verb, second):
    """It leaves the other categories in their order."""
    orders.expect_order(theirs, first, verb, second, GAME)


test_classes, test_every_hand = orders.last_steps(chapter=4, rules=GAME)
