"""PyPokerEngine, by ishikota: card_utils.gen_cards and evaluate_hand."""

from answering import answer
from pypokerengine.utils.card_utils import evaluate_hand, gen_cards


def key(hand):
    cards = gen_cards([suit.upper() + rank for rank, suit in hand])
    return evaluate_hand(cards[:2], cards[2:])["strength"]


answer(key)
