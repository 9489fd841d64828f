"""pkrcomponents, by Alexandre Mangwa: Cactus Kev's tables; Evaluator.evaluate."""

from answering import answer
from pkrcomponents.components.cards import Evaluator


def key(hand):
    return Evaluator.evaluate(hand[:2], hand[2:])


answer(key)
