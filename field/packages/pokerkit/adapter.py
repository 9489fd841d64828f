"""pokerkit, by the University of Toronto: from_game; entry.index is the key."""

import pokerkit
from answering import RULES, answer, hand_and_board

hands = {
    "standard": pokerkit.StandardHighHand,
    "short-deck": pokerkit.ShortDeckHoldemHand,
    "deuce-to-seven": pokerkit.StandardLowHand,
    "ace-to-five": pokerkit.RegularLowHand,
    "omaha": pokerkit.OmahaHoldemHand,
}[RULES]


def key(hand):
    own, board = hand_and_board(hand)
    return hands.from_game("".join(own), "".join(board)).entry.index


answer(key)
