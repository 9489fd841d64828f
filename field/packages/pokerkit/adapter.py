"""pokerkit, by the University of Toronto: StandardHighHand.from_game; entry.index is the key."""

from answering import answer
from pokerkit import StandardHighHand


def key(hand):
    return StandardHighHand.from_game("".join(hand[:2]), "".join(hand[2:])).entry.index


answer(key)
