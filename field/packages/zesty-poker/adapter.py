"""zesty_poker, by Kenny Chau, forked from treys: Cactus Kev's tables; Evaluator.evaluate."""

from answering import answer
from zesty_poker import Card, Evaluator

evaluator = Evaluator()


def key(hand):
    cards = [Card.new(card) for card in hand]
    return evaluator.evaluate(cards[:2], cards[2:])


answer(key)
