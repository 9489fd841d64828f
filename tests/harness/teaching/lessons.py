"""Hands for the tests of what explains them: one of each category, and the wheel; their keys."""

from functools import partial

from evaluators import rulebook
from evaluators.cards import parse_hand
from tests.hands import key

EXAMPLES = {
    "royal flush": parse_hand("As Ks Qs Js Ts"),
    "straight flush": parse_hand("9h 8h 7h 6h 5h"),
    "four of a kind": parse_hand("7c 7d 7h 7s Kd"),
    "full house": parse_hand("Tc Th Ts 4d 4c"),
    "flush": parse_hand("Ks Js 9s 6s 2s"),
    "straight": parse_hand("8d 7c 6s 5h 4c"),
    "wheel": parse_hand("Ad 5c 4c 3c 2c"),
    "three of a kind": parse_hand("Qc Qd Qs 8h 3d"),
    "two pair": parse_hand("Ac Ah 6d 6s Jc"),
    "one pair": parse_hand("5c 5s Ad Th 8c"),
    "high card": parse_hand("As Jd 8c 6h 2d"),
}
by_the_rules = partial(key, rulebook)
"""The key of a hand by the rules."""
