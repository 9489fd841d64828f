"""08. Kill the mutants: a solution."""

from itertools import pairwise, permutations

# The hands of each category, from the weakest to the strongest. Two neighbours differ in what one
# rule compares; some look like a hand of another category.
HIGH_CARD = """7d 5s 4c 3h 2s, 8d 5s 4c 3h 2s, Td 9s 8c 7h 5s, Jd 6s 4c 3h 2s, Kd 6s 4c 3h 2s,
    Kd Qs 9d 8d 7d, Ad 6d 5d 4d 2s, Ad Ks 4c 3h 2s, Ad Ks Qc Jh 8s, Ad Ks Qc Jh 9s"""
ONE_PAIR = """2d 2s 5c 4h 3s, 2d 2s 6c 4h 3s, 2d 2s 7c 6h 5s, 2d 2s Ac 4h 3s, 2d 2s Ac 5h 3s,
    2d 2s Ac 5h 4s, 9d 9s Ac Kh Qs, Td Ts 4c 3h 2s, Jd Js Tc 8h 7s, Ad As Kc Qh Js"""
TWO_PAIR = """3d 3s 2c 2h 4s, 3d 3s 2c 2h As, 9d 9s 8c 8h As, Td Ts 2c 2h 3s, Td Ts 3c 3h 2s,
    Ad As 2c 2h 3s, Ad As 2c 2h 4s, Ad As Kc Kh Qs"""
THREE = "2d 2s 2c 4h 3s, 2d 2s 2c 5h 3s, 2d 2s 2c 5h 4s, Td Ts Tc 3h 2s, Ad As Ac Kh Qs"
STRAIGHT = "Ad 5s 4c 3h 2s, 6d 5s 4c 3h 2s, 9d 8s 7c 6h 5s, Td 9s 8c 7h 6s, Ad Ks Qc Jh Ts"
FLUSH = """7s 5s 4s 3s 2s, 8s 5s 4s 3s 2s, 8s 6s 4s 3s 2s, Ts 9s 8s 7s 5s, Ks 9s 6s 4s 2s,
    As 6s 4s 3s 2s, As Ks Qs Js 8s, As Ks Qs Js 9s"""
FULL_HOUSE = "2d 2s 2c 3h 3s, 2d 2s 2c Ah As, 3d 3s 3c 2h 2s, Td Ts Tc 9h 9s, Ad As Ac 2h 2s"
FOUR = "2d 2s 2c 2h 3s, 2d 2s 2c 2h As, Td Ts Tc Th 2s, Ad As Ac Ah Ks"
STRAIGHT_FLUSH = "Ah 5h 4h 3h 2h, 6h 5h 4h 3h 2h, Th 9h 8h 7h 6h, Ah Kh Qh Jh Th"
LINES = HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH
HANDS = [hand.split() for line in LINES for hand in line.split(",")]


def test_each_hand_beats_the_one_before(evaluate):
    """Examples: a person says which of two hands is better."""
    for weaker, stronger in pairwise(HANDS):
        assert evaluate(weaker) < evaluate(stronger)


def test_the_order_of_the_cards_does_not_matter(evaluate):
    """A property: this test does not need to know the right key."""
    for text in ("Ad As Kc Kh Qs", "9d 8s 7c 6h 5s", "Ad 5s 4c 3h 2s"):
        assert all(evaluate(hand) == evaluate(text.split()) for hand in permutations(text.split()))


def test_the_names_of_the_suits_do_not_matter(evaluate):
    """A property."""
    for hand in HANDS:
        renamed = [card.translate(str.maketrans("cdhs", "shdc")) for card in hand]
        assert evaluate(hand) == evaluate(renamed)


def test_a_hand_keeps_its_key(evaluate):
    """A property: what was asked before does not matter."""
    assert [evaluate(hand) for hand in HANDS] == [evaluate(hand) for hand in HANDS]
