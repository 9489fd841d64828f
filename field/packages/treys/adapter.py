"""treys, by Will Drevo and Ihor Kozlov: Cactus Kev's tables; Evaluator.evaluate."""

from answering import answer
from treys import Card, Evaluator

evaluator = Evaluator()


def key(hand):
    cards = [Card.new(card) for card in hand]
    return evaluator.evaluate(cards[:2], cards[2:])


answer(key)
