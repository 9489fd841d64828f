"""pied-poker, by Ellek Linton: Player.poker_hand; the key re-reads the comparison of its hands."""

from answering import answer, places
from pied_poker.card import Card
from pied_poker.player import Player


def read(hand):
    return Player("", Card.of(*hand[:2])).poker_hand(Card.of(*hand[2:]))


def compare(first, second):
    return (first > second) - (first < second)


answer(places(read, compare), read)
