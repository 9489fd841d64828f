"""Matrix score in machine code: the matrix of one hand is filled, summed, and emptied again.

The steps are those of `scalar`: the sums of the columns are counts of ranks, those of the rows
counts of suits, and a scan of the columns finds quads, triples and pairs. The scores are the same
floats: a whole number of 10**-14, and one division. There are no tables; a matrix of 60 bytes and
its 15 + 4 sums serve all hands.

The scan of fifteen columns takes most of the time: whether a column is empty cannot be guessed.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel, OverHands, no_tables
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.matrix_score import arrays, scalar

name = arrays.name
sizes = range(5, 8)
lower_wins = arrays.lower_wins
unpack = arrays.unpack

UNIT, HIGHER, LOWER = scalar.UNIT, scalar.HIGHER, scalar.LOWER

COLUMNS = 16
"""One for each rank, 2 to 14; columns 0, 1 and 15 stay empty."""

Sums = NDArray[np.uint8]
"""The sums of the columns of a matrix, or one of its rows: a number for each."""

sequence = inlined(scalar.sequence)
straight_in: Any = inlined(scalar.straight_in)
"""The functions of `scalar`; here, a line is an array."""


@inlined
def kickers(line: Sums, plays: int, besides: int, also: int) -> int:
    """The highest `plays` ranks of a line except two, two decimals each."""
    number = 0
    for rank in range(14, 1, -1):
        if plays and line[rank] and rank != besides and rank != also:
            number = 100 * number + rank
            plays -= 1
    return number


@inlined
def score_flush(row: Sums) -> int:
    """The score, in units, of the flush or straight flush in a row of the matrix."""
    straight = straight_in(row)
    if straight:
        return 8 * UNIT + 2 * sequence(straight)
    return 5 * UNIT + 2 * kickers(row, 5, 0, 0)


@inlined
def score_ranks(of_rank: Sums) -> int:
    """The score, in units, of a hand without a flush, by the sums of the columns."""
    quads = triple = pair = lower_pair = different = 0
    for rank in range(2, 15):
        count = of_rank[rank]
        different += count > 0
        if count == 2:
            lower_pair, pair = pair, rank
        elif count == 3:
            triple, pair = rank, max(pair, triple)  # a lower triple is the pair of a full house
        elif count == 4:
            quads = rank
    if quads:
        return 7 * UNIT + quads * LOWER + kickers(of_rank, 1, quads, 0)
    if triple and pair:
        return 6 * UNIT + triple * HIGHER + pair * LOWER
    straight = straight_in(of_rank) if different >= 5 else 0
    if straight:
        return 4 * UNIT + 2 * sequence(straight)
    if triple:
        return 3 * UNIT + triple * LOWER + kickers(of_rank, 2, triple, 0)
    if lower_pair:
        kicker = kickers(of_rank, 1, pair, lower_pair)
        return 2 * UNIT + pair * HIGHER + lower_pair * LOWER + kicker
    if pair:
        return UNIT + pair * LOWER + kickers(of_rank, 3, pair, 0)
    return kickers(of_rank, 5, 0, 0)


def kernel(size: int) -> Kernel:
    """The scores of the best five of five, six or seven cards.

    >>> from evaluators.cards import parse_hand
    >>> evaluate(np.array([parse_hand("10S 10C 10H 4D 4C")]))
    array([6.1004])
    """

    @machine_code("f8")
    def evaluate_block(hands: NDArray[np.uint8], keys: NDArray[np.float64]) -> None:
        matrix = np.zeros((4, COLUMNS), np.uint8)
        of_rank = np.zeros(COLUMNS, np.uint8)
        for n in range(len(hands)):
            for i in range(size):
                card = hands[n, i] & 63
                matrix[card & 3, (card >> 2) + 2 & 15] = 1
            for rank in range(COLUMNS):
                of_rank[rank] = (
                    matrix[0, rank] + matrix[1, rank] + matrix[2, rank] + matrix[3, rank]
                )
            flush = -1
            for suit in range(4):
                of_suit = 0
                for rank in range(COLUMNS):
                    of_suit += matrix[suit, rank]
                if of_suit >= 5:
                    flush = suit
            score = score_ranks(of_rank) if flush < 0 else score_flush(matrix[flush])
            keys[n] = score / UNIT
            for i in range(size):
                card = hands[n, i] & 63
                matrix[card & 3, (card >> 2) + 2 & 15] = 0

    return evaluate_block


evaluate = OverHands(kernel, no_tables, np.float64)
