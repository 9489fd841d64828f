"""The decoding of scores, and hands of one to twelve cards that the text promises."""

from itertools import combinations
from random import Random

from evaluators import rulebook
from evaluators.cards import DECK, suit_of
from evaluators.matrix_score import scalar as matrix_score
from evaluators.matrix_score.scalar import decode
from harness.hands.classes import classes
from tests.hands import key


def test_every_class_can_be_decoded() -> None:
    for hand_class in classes():
        category, ranks = decode(key(matrix_score, hand_class.example))
        assert category == hand_class.category
        assert ranks == tuple(rank + 2 for rank in hand_class.ranks)


def test_up_to_twelve_cards_are_worth_their_best_five() -> None:
    """The evaluator does not try combinations; this test tries all of them."""
    for size in range(8, 13):
        random = Random(size)
        two_suits = [card for card in DECK if suit_of(card) < 2]
        for deck in (DECK, DECK[-20:], DECK[:16] + DECK[-4:], two_suits):
            for _ in range(10):
                hand = random.sample(deck, size)
                best = max(combinations(hand, 5), key=lambda five: key(rulebook, five))
                assert key(matrix_score, hand) == key(matrix_score, best)


def test_fewer_than_five_cards() -> None:
    for in_order in [
        ["2c", "Kc", "Ac"],
        ["Ac Kc", "2c 2d", "Ac Ad"],
        ["Ac Kc Qc", "2c 2d 3c", "Ac Ad 2c", "2c 2d 2h"],
        ["Ac Kc Qc Jc", "2c 2d 4c 3c", "2c 2d 3c 3d", "2c 2d 2h 3c", "2c 2d 2h 2s"],
    ]:
        scores = [key(matrix_score, hand) for hand in in_order]
        assert scores == sorted(set(scores))
