"""texasholdem, by Evyn Machi: a dict of prime products; evaluate."""

from answering import answer
from texasholdem import Card
from texasholdem.evaluator import evaluate


def key(hand):
    cards = [Card(card) for card in hand]
    return evaluate(cards[:2], cards[2:])


answer(key)
