"""pokerFunctions, by Jonah Aden: evaluate, whose lists winner compares."""

from answering import answer
from pokerFunctions.equity import Deck, evaluate

deck = Deck()


def key(hand):
    return evaluate([card.lower() for card in hand], deck)


answer(key)
