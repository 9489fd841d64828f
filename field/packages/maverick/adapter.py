"""maverick, by Bence Balogh: find_highest_scoring_hand, as its game calls it."""

from answering import RULES, answer, decide
from maverick import Card
from maverick.enums import Rank, Suit
from maverick.utils import find_highest_scoring_hand

RANKS = dict(zip("23456789TJQKA", range(2, 15), strict=True))
CARDS = {
    rank + suit: Card(suit=Suit(suit.upper()), rank=Rank(number))
    for rank, number in RANKS.items()
    for suit in "cdhs"
}


def score(hole, board, required):
    hole, board = ([CARDS[card] for card in cards] for cards in (hole, board))
    return find_highest_scoring_hand(hole, board, n_private=required)[2]


def key(hand):
    return score(hand[:2], hand[2:], 0)


def winner(board, first, second):
    return score(first, board, 2) - score(second, board, 2)


decide(winner) if RULES == "omaha" else answer(key)
