"""holdem-calc, by Kevin Tseng, published by Enermis: detect_hand, as calculate calls it.

calculate only counts wins of hole cards that share a board, so the key is what it compares.
"""

from answering import answer
from holdem_calc.holdem_functions import Card, detect_hand, preprocess_board


def key(hand):
    cards = [Card(card) for card in hand]
    return detect_hand(cards[:2], cards[2:], *preprocess_board(cards[2:]))


answer(key)
