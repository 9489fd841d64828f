"""Matrix score over whole arrays of hands: a matrix for each hand, all summed at once.

The matrix is that of `evaluators.matrix_score.scalar`, with hands as its third dimension: a column
sum adds up four rows of bytes, and a row sum fifteen. The scores are the same floats: whole numbers
of 10**-14, below 2**53, and one division.

Each hand gets a score for each category whose pattern it has, else 0; the highest is the score of
the hand: a full house also has a pair and three of a kind. `scalar` computes only one of these, but
a block of hands needs all. They share a cheap step: the highest rank that occurs a given number of
times.

There are no tables. Each of the sixty cells is compared once with each card.

Moving bytes takes most of the time: 60 per card to fill the matrix, and 15 to 30 for each of 17
searches for a highest rank (more for flushes), all in a level 2 cache.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import Cards, Row, by_blocks
from evaluators.cards import Category
from evaluators.matrix_score import scalar as matrix_score
from evaluators.matrix_score.scalar import UNIT

name = matrix_score.name
sizes = matrix_score.sizes
lower_wins = False

Sums: TypeAlias = NDArray[np.uint8]
"""The sums of the columns, for each hand: ``(15, n)``."""

Marks: TypeAlias = NDArray[np.bool_]
"""Marked ranks, such as those in a row of the matrix, for each hand: ``(15, n)``."""

Rank: TypeAlias = Row
"""A rank for each hand, 2 to 14, or 0 for none."""

Score: TypeAlias = Row
"""A score for each hand, in units of 10**-14."""

HIGHER, LOWER = np.int64(matrix_score.HIGHER), np.int64(matrix_score.LOWER)
SEQUENCE = np.array([2 * matrix_score.sequence(top) for top in range(15)])  # by top rank

RANKS = np.arange(15, dtype=np.uint8)[:, np.newaxis]
CARD_OF_CELL = np.full((4, 15, 1), 255, np.uint8)  # columns 0 and 1 stay empty
CARD_OF_CELL[:, 2:, 0] = np.arange(52).reshape(13, 4).T


@by_blocks(np.float64)
def evaluate(cards: Cards) -> Row:
    """The scores of the best five cards of hands of 1 to 12 cards.

    >>> from evaluators.cards import parse_hand
    >>> evaluate(np.array([parse_hand("10S 10C 10H 4D 4C")]))
    array([6.1004])
    """
    matrix = np.zeros((4, 15, cards.shape[1]), bool)
    for card in cards:
        matrix |= card == CARD_OF_CELL
    of_rank = matrix.sum(axis=0, dtype=np.uint8)
    of_suit = matrix.sum(axis=1, dtype=np.uint8)

    score = best_by_rank(of_rank)
    for row, cards_of_suit in zip(matrix, of_suit):
        hands = np.flatnonzero(cards_of_suit >= 5)
        score[hands] = np.maximum(score[hands], best_flush(row[:, hands]))
    return score / UNIT


def best_by_rank(of_rank: Sums) -> Score:
    """The score by the sums of the columns, flushes aside."""
    ranks = of_rank != 0
    quads, triple, pair = (highest(of_rank == count) for count in (4, 3, 2))
    lower_triple = highest((of_rank == 3) & (triple != RANKS))
    lower_pair = highest((of_rank == 2) & (pair != RANKS))
    over = np.maximum(pair, lower_triple)  # the pair of a full house may be a triple
    straight = straight_in(ranks)
    two_pair = pair * HIGHER + lower_pair * LOWER + kickers(ranks, 1, pair, lower_pair)
    scores = (
        kickers(ranks, 5),
        score(Category.ONE_PAIR, pair, pair * LOWER + kickers(ranks, 3, pair)),
        score(Category.TWO_PAIR, lower_pair, two_pair),
        score(Category.THREE_OF_A_KIND, triple, triple * LOWER + kickers(ranks, 2, triple)),
        score(Category.STRAIGHT, straight, SEQUENCE.take(straight)),
        score(Category.FULL_HOUSE, np.minimum(triple, over), triple * HIGHER + over * LOWER),
        score(Category.FOUR_OF_A_KIND, quads, quads * LOWER + kickers(ranks, 1, quads)),
    )
    best: Score = np.maximum.reduce(scores)
    return best


def best_flush(row: Marks) -> Score:
    """The score of the flush or straight flush in a row of the matrix."""
    straight = straight_in(row)
    best: Score = np.maximum(
        score(Category.FLUSH, highest(row), 2 * kickers(row, 5)),
        score(Category.STRAIGHT_FLUSH, straight, SEQUENCE.take(straight)),
    )
    return best


def score(category: Category, rank: Rank, ranks: Score) -> Score:
    """The score of category and ranks where there is a `rank` that makes the category, else 0."""
    in_category: Score = (rank != 0) * (category * UNIT + ranks)
    return in_category


def highest(ranks: Marks) -> Rank:
    """The highest of the marked ranks, or 0."""
    top: Rank = (ranks * RANKS).max(axis=0)
    return top


def kickers(ranks: Marks, plays: int, *besides: Rank) -> Score:
    """The highest `plays` of the marked ranks except `besides`, two decimals each."""
    number = np.zeros(ranks.shape[1], np.int64)
    for rank in besides:
        ranks = ranks & (rank != RANKS)
    for _ in range(plays):
        rank = highest(ranks)
        ranks = ranks & (rank != RANKS)
        number *= np.where(rank == 0, 1, 100)
        number += rank
    return number


def straight_in(ranks: Marks) -> Rank:
    """The top rank of the highest straight in the marked ranks, or 0."""
    run: Row = ranks[14].astype(np.uint8)
    straight: Rank = np.zeros_like(run)
    for rank in range(2, 15):
        run = (run + 1) * ranks[rank]
        np.maximum(straight, (run >= 5) * np.uint8(rank), out=straight)
    return straight


def unpack(key: float) -> float:
    """The score as it is."""
    return float(key)
