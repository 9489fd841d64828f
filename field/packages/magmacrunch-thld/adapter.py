"""magmacrunch-thld, by magmacrunch media: the best five cards; HandEvaluator.evaluate."""

from answering import answer
from lavadome.cards import Card
from lavadome.handeval import HandEvaluator

evaluator = HandEvaluator()
suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def key(hand):
    cards = [Card(suits[suit], rank.replace("T", "10")) for rank, suit in hand]
    result = evaluator.evaluate(cards)
    return result.rank, result.tiebreakers


answer(key)
