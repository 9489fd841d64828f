"""pokerkit, by the University of Toronto: from_game; entry.index is the key."""

import pokerkit
from answering import RULES, answer

hands = {
    "standard": pokerkit.StandardHighHand,
    "short-deck": pokerkit.ShortDeckHoldemHand,
    "deuce-to-seven": pokerkit.StandardLowHand,
    "ace-to-five": pokerkit.RegularLowHand,
}[RULES]


def key(hand):
    return hands.from_game("".join(hand[:2]), "".join(hand[2:])).entry.index


answer(key)
