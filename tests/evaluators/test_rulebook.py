"""The oracle, compared with examples that a reader can verify by eye.

By the standard rules, `test_evaluators` also compares it with all strategies, and `test_proof` with
the proof on one page.
"""

import pytest

from evaluators.cards import parse_hand
from evaluators.rulebook import Rulebook
from evaluators.rules import RULES
from harness.hands.classes import classes
from tests.hands import key

IN_ORDER = {
    "standard": [
        "7d 5c 4c 3c 2c, Ac Kd Qc Jc 9c, 2c 2d 5c 4c 3c, Ac Ad Kc Qc Jc, 2c 2d 3c 3d 4c",
        "Ac Ad Kc Kd Qc, 2c 2d 2h 3c 4c, Ac Ad Ah Kc Qc, Ac 2d 3c 4c 5c, 2c 3d 4c 5c 6c",
        "Ac Kd Qc Jc Tc, 7c 5c 4c 3c 2c, Ac Kc Qc Jc 9c, 2c 2d 2h 3c 3d, Ac Ad Ah Kc Kd",
        "2c 2d 2h 2s 3c, Ac Ad Ah As Kc, Ac 2c 3c 4c 5c, 2c 3c 4c 5c 6c, Ac Kc Qc Jc Tc",
    ],
    "short-deck": [
        "Jd 9c 8c 7c 6c, 6c 6d 7c 8c 9c, 6c 6d 7c 7d 8c, Ac Ad Ah Kc Qc",
        "Ad 6c 7c 8c 9c, 6c 7d 8c 9c Tc",  # A-6-7-8-9 is the lowest straight
        "Ac Ad Ah Kc Kd, Ac 9c 7c 6c Kc",  # a flush beats a full house
        "6c 6d 6h 6s 7c, Ac Kc Qc Jc Tc",
    ],
    "short-deck-trips": [
        "Jd 9c 8c 7c 6c, 6c 6d 7c 8c 9c, Ac Ad Kc Kd Qc",
        "Ad 6c 7c 8c 9c, Ac Kd Qc Jc Tc, 6c 6d 6h 7c 8c",  # three of a kind beats a straight
        "Ac Ad Ah Kc Kd, Ac 9c 7c 6c Kc, 6c 6d 6h 6s 7c, Ac Kc Qc Jc Tc",
    ],
    "deuce-to-seven": [
        "Ac Kc Qc Jc Tc, 2c 2d 2h 2s 3c, 2c 2d 2h 3c 3d, 7c 5c 4c 3c 2c",
        "6d 5c 4c 3c 2c, 2c 2d 2h 3c 4c, Ac Ad Kc Kd Qc, 2c 2d 5c 4c 3c, Ad Kc Qc Jc 9c",
        "Ac Qd Jc Tc 9c, Ad 5c 4c 3c 2c",  # A-5-4-3-2 is a high card, with a high ace
        "7d 6c 4c 3c 2c, 7d 5c 4c 3c 2c",
    ],
    "ace-to-six": [
        "Kc Qc Jc Tc 9c, 2c 2d 2h 2s 3c, 2c 2d 2h 3c 3d, 7c 5c 4c 3c 2c",
        "5d 4c 3c 2c Ac, Ac Ad Ah 2c 3c, 2c 2d 3c 3d 4c, 2c 2d 4c 3c Ac, Ac Ad 4c 3c 2c",
        "Kc Qd Jc Tc Ac, 7d 5c 4c 3c 2c, 6d 4c 3c 2c Ac",  # A-K-Q-J-T is not a straight
    ],
    "ace-to-five": [
        "Kc Kd Kh Ks Qc, 2c 2d 2h 3c 3d, 2c 2d 2h 3c 4c, 2c 2d 3c 3d 4c",
        "2c 2d 4c 3c Ac, Ac Ad 4c 3c 2c",
        "7d 4c 3c 2c Ac, 6c 5c 4c 3c 2c, 6d 4c 3c 2c Ac, 5c 4c 3c 2c Ac",  # no flush counts
    ],
}
"""Hands of every category of a game, from the worst of all hands to the best."""


@pytest.mark.parametrize("name", IN_ORDER)
def test_hands_are_in_the_order_of_the_game(name: str) -> None:
    game, of_game = Rulebook(RULES[name]), classes(RULES[name])
    hands = [parse_hand(hand) for hand in ", ".join(IN_ORDER[name]).split(", ")]
    keys = [key(game, hand) for hand in hands]
    assert keys == sorted({*keys}, reverse=game.lower_wins)
    assert {of_game.of(hand).category for hand in hands} == {*RULES[name].categories}
    assert [of_game.number_of(hand) for hand in (hands[0], hands[-1])] == [len(of_game), 1]
