"""clubs, by Ferdinand Schlatt: Cactus Kev's primes, for any deck; Evaluator.evaluate."""

from answering import answer
from clubs.poker import Card, Evaluator

evaluator = Evaluator(suits=4, ranks=13, cards_for_hand=5)


def key(hand):
    cards = [Card(card) for card in hand]
    return evaluator.evaluate(cards[:2], cards[2:])


answer(key)
