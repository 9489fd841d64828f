"""05. Repair the key of 2019: the steps, in order."""

import pytest

from harness.teaching.grader import orders


@pytest.mark.step(chapter=4)
@orders.showdowns(
    ("7d 5d 4d 3d 2d", "beats", "Ad Ks Qc Jh Ts"),
    ("6d 5s 4c 3h 2s", "beats", "Ad As Ac Kh Qs"),
)
def test_flush_and_straight(theirs, first, verb, second):
    """A flush beats a straight, and a straight beats three of a kind."""
    orders.expect_order(theirs, first, verb, second)


@pytest.mark.step(chapter=4)
@orders.showdowns(
    ("Qd Qs 6c 6h 2s", "beats", "Kd Ks 7c 6h 2s"),
    ("2d 2s 2c 7h 9s", "beats", "Ad As Kc Kh Qs"),
    ("Kd Ks 7c 6h 2s", "beats", "Qd Qs 7c 6h 2s"),
)
def test_counts_before_ranks(theirs, first, verb, second):
    """All counts are compared before the first rank."""
    orders.expect_order(theirs, first, verb, second)


@pytest.mark.step(chapter=3)
@orders.showdowns(*orders.WHEEL)
def test_the_wheel(theirs, first, verb, second):
    """The ace of A-2-3-4-5 is its lowest card."""
    orders.expect_order(theirs, first, verb, second)


@pytest.mark.step(chapter=4)
@orders.showdowns(*orders.TIES_BROKEN)
def test_ties(theirs, first, verb, second):
    """Ties are broken."""
    orders.expect_order(theirs, first, verb, second)


test_classes, test_every_hand = orders.last_steps(chapter=4)
