"""deuces, by Will Drevo: Cactus Kev's tables; Evaluator.evaluate."""

from answering import answer
from deuces import Card, Evaluator

evaluator = Evaluator()


def key(hand):
    cards = [Card.new(card) for card in hand]
    return evaluator.evaluate(cards[:2], cards[2:])


answer(key)
