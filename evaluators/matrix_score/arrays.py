"""Matrix score over whole arrays of hands: a matrix for each hand, all summed at once.

The same 15 x 4 matrix as in `evaluators.matrix_score.scalar`, with hands as its third dimension, so
that the sum of a column is the sum of four rows of bytes, and the sum of a row that of fifteen.
The scores are the very same floats: whole numbers of 10**-14, below 2**53, and one division.

Each category that a hand could be gets a score, 0 where the hand is not that; the highest is the
hand's. One hand needs one of them, but a row of hands needs them all, and what they have in
common is cheap: the highest rank of those that are there so many times.

There are no tables. Each of the sixty cells asks once for each card whether it is there.

What bounds it is bytes moved: 60 a card to fill the matrix, and 15 to 30 for each of the twenty
times that the highest rank of some is looked for, all in a level 2 cache. All five-card hands take
some 450 times as long as a copy of their bytes; ``python -m benchmarks.targets`` measures both.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import Cards, Row, by_blocks
from evaluators.matrix_score import scalar as matrix_score
from evaluators.matrix_score.scalar import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ONE_PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    UNIT,
)

name = matrix_score.name
sizes = matrix_score.sizes
lower_wins = False

Line: TypeAlias = NDArray[np.uint8]
"""The sums of the columns, for each hand: ``(15, n)``."""

Marks: TypeAlias = NDArray[np.bool_]
"""Ranks that are marked, such as those in a row of the matrix, for each hand: ``(15, n)``."""

Rank: TypeAlias = Row
"""A rank for each hand, 2 to 14, or 0 for none."""

Score: TypeAlias = Row
"""In units of 10**-14."""

HIGHER, LOWER = np.int64(matrix_score.HIGHER), np.int64(matrix_score.LOWER)
SEQUENCE = np.array([2 * matrix_score.sequence(top) for top in range(15)])  # a straight up to top

RANKS = np.arange(15, dtype=np.uint8)[:, np.newaxis]
CARD_OF_CELL = np.full((4, 15, 1), 255, np.uint8)  # columns 0 and 1 stay empty
CARD_OF_CELL[:, 2:, 0] = np.arange(52).reshape(13, 4).T


@by_blocks(np.float64)
def evaluate(cards: Cards) -> Row:
    """The scores of the best five cards of hands of 1 to 12.

    >>> from evaluators.cards import parse_hand
    >>> evaluate(np.array([parse_hand("10S 10C 10H 4D 4C")]))
    array([6.1004])
    """
    matrix = np.zeros((4, 15, cards.shape[1]), bool)
    for card in cards:
        matrix |= card == CARD_OF_CELL
    of_rank = matrix.sum(axis=0, dtype=np.uint8)
    of_suit = matrix.sum(axis=1, dtype=np.uint8)

    score = score_of_ranks(of_rank)
    for row, cards_of_suit in zip(matrix, of_suit):
        hands = np.flatnonzero(cards_of_suit >= 5)
        score[hands] = np.maximum(score[hands], score_of_flush(row[:, hands]))
    return score / UNIT


def score_of_ranks(of_rank: Line) -> Score:
    """The score by the sums of the columns, which know nothing of flushes."""
    ranks = of_rank != 0
    quads, triple, pair = (highest(of_rank == times) for times in (4, 3, 2))
    lower_triple = highest((of_rank == 3) & (triple != RANKS))
    lower_pair = highest((of_rank == 2) & (pair != RANKS))
    over = np.maximum(pair, lower_triple)  # K-K-K-Q-Q-Q-2 is a full house
    straight = straight_in(ranks)
    possible = (
        kickers(ranks, 5),
        score(ONE_PAIR, pair, pair * LOWER + kickers(ranks, 3, pair)),
        score(
            TWO_PAIR,
            lower_pair,
            pair * HIGHER + lower_pair * LOWER + kickers(ranks, 1, pair, lower_pair),
        ),
        score(THREE_OF_A_KIND, triple, triple * LOWER + kickers(ranks, 2, triple)),
        score(STRAIGHT, straight, SEQUENCE.take(straight)),
        score(FULL_HOUSE, triple * over, triple * HIGHER + over * LOWER),
        score(FOUR_OF_A_KIND, quads, quads * LOWER + kickers(ranks, 1, quads)),
    )
    best: Score = np.maximum.reduce(possible)
    return best


def score_of_flush(row: Marks) -> Score:
    """The score of the flush or straight flush in a row of the matrix."""
    straight = straight_in(row)
    best: Score = np.maximum(
        score(FLUSH, highest(row), 2 * kickers(row, 5)),
        score(STRAIGHT_FLUSH, straight, SEQUENCE.take(straight)),
    )
    return best


def score(category: int, has: Rank, beside: Score) -> Score:
    """The score where a hand has what makes the category, else 0."""
    made: Score = (has != 0) * (category * UNIT + beside)
    return made


def highest(ranks: Marks) -> Rank:
    """The highest of the ranks that are marked, or 0."""
    top: Rank = (ranks * RANKS).max(axis=0)
    return top


def kickers(ranks: Marks, plays: int, *besides: Rank) -> Score:
    """The highest `plays` of the ranks that are marked, `besides` left out, two decimals each."""
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
    """The top rank of the highest straight in the ranks that are marked, or 0."""
    run: Row = ranks[14].astype(np.uint8)
    straight: Rank = np.zeros_like(run)
    for rank in range(2, 15):
        run = (run + 1) * ranks[rank]
        np.maximum(straight, (run >= 5) * np.uint8(rank), out=straight)
    return straight


def unpack(key: float) -> float:
    """The score as it is."""
    return float(key)
