"""pokereval, by Alvin Liang: Cactus Kev's tables, and more; HandEvaluator.Five.evaluate_rank etc.

Its evaluate_hand returns how many of the opponents' possible hands a hand beats, in percent. That
depends on more than the hand, so it is not used as a key.
"""

from answering import answer
from pokereval.card import Card
from pokereval.hand_evaluator import HandEvaluator

evaluators = {5: HandEvaluator.Five, 6: HandEvaluator.Six, 7: HandEvaluator.Seven}


def key(hand):
    return evaluators[len(hand)].evaluate_rank([Card(*card) for card in hand])


answer(key)
