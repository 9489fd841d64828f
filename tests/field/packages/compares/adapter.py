"""compares: a double of a package that only compares; the key re-reads the comparison."""

from itertools import combinations, product

from answering import RULES, answer, hand_and_board, places
from comparing import Hand


def read(cards: list[str]) -> Hand:
    """A hand of five; or a deal of Omaha, which is 60 of these."""
    if RULES != "omaha":
        return Hand([cards])
    own, board = hand_and_board(cards)
    fives = product(combinations(own, 2), combinations(board, 3))
    return Hand([[*two, *three] for two, three in fives])


answer(places(read, lambda first, second: first.beats(second) - second.beats(first)), read)
