"""pokerutils, by Markos Narinian: evaluate_best, its category and tiebreak."""

from answering import answer
from pokerutils import widgets  # first: utils.poker can only be imported after it
from pokerutils.utils.poker import RANK_VALUES, evaluate_best, to_cards

RANKS = dict(zip("23456789TJQKA", sorted(widgets.Rank, key=RANK_VALUES.get), strict=True))
SUITS = {suit.name[0].lower(): suit for suit in widgets.Suit}


def key(hand):
    result = evaluate_best(to_cards((RANKS[rank], SUITS[suit]) for rank, suit in hand))
    return result.category, result.tiebreak


answer(key)
