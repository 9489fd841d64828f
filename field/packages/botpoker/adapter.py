"""botpoker, by BotPoker: the best five cards; HandEvaluator.evaluate, its score."""

from answering import answer
from botpoker.eval import HandEvaluator
from botpoker.types import Card

evaluator = HandEvaluator()


def key(hand):
    cards = [Card(rank, suit) for rank, suit in hand]
    return evaluator.evaluate(cards[:2], cards[2:])[1]


answer(key)
