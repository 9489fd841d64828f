"""pokerkit, by the University of Toronto: from_game; entry.index is the key."""

import pokerkit
from answering import RULES, answer, decide

hands = {
    "standard": pokerkit.StandardHighHand,
    "short-deck": pokerkit.ShortDeckHoldemHand,
    "deuce-to-seven": pokerkit.StandardLowHand,
    "ace-to-five": pokerkit.RegularLowHand,
    "omaha": pokerkit.OmahaHoldemHand,
}[RULES]


def key(hand):
    return hands.from_game("".join(hand[:2]), "".join(hand[2:])).entry.index


def winner(board, *players):
    first, second = (hands.from_game("".join(hole), "".join(board)) for hole in players)
    return (first > second) - (first < second)


decide(winner) if RULES == "omaha" else answer(key)
