"""The best of 60 hands of five, in the shapes in which Omaha can be asked about."""

from itertools import combinations, product

import numpy as np

from evaluators import load, rank_many

FIVE = load("cactus-kev")
CARDS = [FIVE.encode(card) for card in range(52)]


def best(board: list[int], hand: list[int]) -> int:
    """Of a board and a hand."""
    threes, twos = combinations(board, 3), combinations(hand, 2)
    fives = [[CARDS[card] for card in three + two] for three, two in product(threes, twos)]
    return min(map(FIVE.evaluate, fives))


def of_nine(cards: list[int]) -> int:
    """Of nine cards, the board first."""
    return best(cards[:5], cards[5:])


def of_arrays(deals: np.ndarray) -> np.ndarray:
    """Of an array of deals, (n, 9)."""
    return rank_many(deals, rules="omaha")
