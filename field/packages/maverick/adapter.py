"""maverick, by Bence Balogh: find_highest_scoring_hand, as its game calls it."""

from answering import RULES, answer, hand_and_board
from maverick import Card
from maverick.enums import Rank, Suit
from maverick.utils import find_highest_scoring_hand

RANKS = dict(zip("23456789TJQKA", range(2, 15), strict=True))
CARDS = {
    rank + suit: Card(suit=Suit(suit.upper()), rank=Rank(number))
    for rank, number in RANKS.items()
    for suit in "cdhs"
}
REQUIRED = 2 if RULES == "omaha" else 0


def key(hand):
    own, board = hand_and_board([CARDS[card] for card in hand])
    return find_highest_scoring_hand(own, board, n_private=REQUIRED)[2]


answer(key)
