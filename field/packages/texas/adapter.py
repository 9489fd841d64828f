"""texas, by agarichan: Hand.from_cards, the two values that its hands compare."""

from answering import answer
from texas.card import Card, Number, Suit
from texas.hand import Hand

SUITS = {"c": Suit.club, "d": Suit.diamond, "h": Suit.heart, "s": Suit.spade}
NUMBERS = dict(zip("A23456789TJQK", Number, strict=True))


def key(hand):
    best = Hand.from_cards([Card(number=NUMBERS[rank], suit=SUITS[suit]) for rank, suit in hand])
    return best.name, [number.priority for number in best.numbers]


answer(key)
