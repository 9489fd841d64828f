"""pkrcomponents, by Alexandre Mangwa: Evaluator.evaluate, after Cactus Kev and deuces."""

from answering import answer
from pkrcomponents.components.cards import BitCard, Evaluator


def key(hand):
    cards = [BitCard(card) for card in hand]
    return Evaluator.evaluate(cards[:2], cards[2:])


answer(key)
