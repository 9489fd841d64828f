"""pkcore-py, by the makers of pkcore: SevenFiveBCM.from_cards, its rank, in Rust."""

from answering import answer
from pkcore import Cards, SevenFiveBCM


def key(hand):
    return SevenFiveBCM.from_cards(Cards.parse(" ".join(hand))).rank


answer(key)
