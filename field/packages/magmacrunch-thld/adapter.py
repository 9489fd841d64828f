"""magmacrunch-thld, by magmacrunch media: HandEvaluator.evaluate, its rank and tiebreakers."""

from answering import answer
from lavadome.cards import Card
from lavadome.handeval import HandEvaluator

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
evaluator = HandEvaluator()


def key(hand):
    cards = [Card(SUITS[suit], "10" if rank == "T" else rank) for rank, suit in hand]
    result = evaluator.evaluate(cards)
    return result.rank, result.tiebreakers


answer(key)
