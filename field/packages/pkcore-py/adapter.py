"""pkcore.py, by folkengine: Cactus Kev's tables, in Rust; SevenFiveBCM.from_cards."""

from answering import answer
from pkcore import Cards, SevenFiveBCM


def key(hand):
    return SevenFiveBCM.from_cards(Cards.parse(" ".join(hand))).rank


answer(key)
