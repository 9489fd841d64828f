"""texas-hold-em-utils, by Alex Markules: HandOfFive, the two values that its hands compare."""

from answering import answer
from texas_hold_em_utils.card import Card
from texas_hold_em_utils.hands import HandOfFive


def key(hand):
    cards = [Card().from_str(*card) for card in hand]
    best = HandOfFive(cards[:2], cards[2:])
    return best.hand_rank, [card.rank for card in best.hand]


answer(key)
