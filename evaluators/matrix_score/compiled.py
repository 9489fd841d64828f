"""Matrix score in machine code: the matrix is one number of 64 bits, a bit for each card.

The steps are those of `scalar`: the sums of the columns are counts of ranks, those of the rows
counts of suits, and marks in the columns find quads, triples and pairs. The scores are the same
floats: a whole number of 10**-14, and one division. There are no tables.

A column has four bits, for the ranks 0 to 15, of which 0, 1 and 15 stay empty; a row is every
fourth bit. The sum of a column fits into its four bits, so that all sums are one number, too. A
question about all columns at once, such as which of them have the sum two, is an operation or two;
its answer is a *line* of marks: bit ``4 * rank`` is set. A processor counts the zeros above the
highest mark in one instruction. So there is no scan, whose jumps a processor cannot guess.
"""

import numpy as np
from numba.cpython.unsafe.numbers import leading_zeros
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel, OverHands, no_tables
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.matrix_score import arrays, scalar

name = arrays.name
sizes = range(5, 8)
lower_wins = arrays.lower_wins
unpack = arrays.unpack

UNIT, HIGHER, LOWER = scalar.UNIT, scalar.HIGHER, scalar.LOWER

LINE = 0x1111_1111_1111_1111
"""A mark in each column."""

sequence = inlined(scalar.sequence)
"""The function of `scalar`."""


@inlined
def top(line: int) -> int:
    """The highest rank with a mark, of at least one."""
    rank: int = (63 - leading_zeros(line)) >> 2
    return rank


@inlined
def kickers(line: int, plays: int) -> int:
    """The highest `plays` ranks of at least as many marks, two decimals each."""
    number = 0
    for _ in range(plays):
        rank = top(line)
        number = 100 * number + rank
        line ^= 1 << 4 * rank
    return number


@inlined
def straight_in(line: int) -> int:
    """The top rank of the highest straight in a line, or 0."""
    line |= line >> 52 & 1 << 4  # the ace, 14, is below the deuce, too
    line &= line << 4 & line << 8
    line &= line << 8
    return top(line) if line else 0


@inlined
def score_flush(row: int) -> int:
    """The score, in units, of the flush or straight flush in a row of the matrix."""
    straight = straight_in(row)
    if straight:
        return 8 * UNIT + 2 * sequence(straight)
    return 5 * UNIT + 2 * kickers(row, 5)


@inlined
def score_ranks(of_rank: int) -> int:
    """The score, in units, of a hand without a flush, by the sums of the columns."""
    line = (of_rank | of_rank >> 1 | of_rank >> 2) & LINE
    pairs = of_rank >> 1 & ~of_rank & LINE
    triples = of_rank >> 1 & of_rank & LINE
    quads = of_rank >> 2 & LINE
    if quads:
        return 7 * UNIT + top(quads) * LOWER + kickers(line ^ quads, 1)
    if triples:
        triple = top(triples)
        pairs |= triples ^ 1 << 4 * triple  # a lower triple is the pair of a full house
        if pairs:
            return 6 * UNIT + triple * HIGHER + top(pairs) * LOWER
    straight = straight_in(line)
    if straight:
        return 4 * UNIT + 2 * sequence(straight)
    if triples:
        return 3 * UNIT + top(triples) * LOWER + kickers(line ^ triples, 2)
    if pairs:
        pair = top(pairs)
        pairs ^= 1 << 4 * pair
        line ^= 1 << 4 * pair
        if pairs:
            lower_pair = top(pairs)
            kicker = top(line ^ 1 << 4 * lower_pair)
            return 2 * UNIT + pair * HIGHER + lower_pair * LOWER + kicker
        return UNIT + pair * LOWER + kickers(line, 3)
    return kickers(line, 5)


def kernel(size: int) -> Kernel:
    """The scores of the best five of five, six or seven cards.

    >>> from evaluators.cards import parse_hand
    >>> evaluate(np.array([parse_hand("10S 10C 10H 4D 4C")]))
    array([6.1004])
    """

    @machine_code("f8")
    def evaluate_block(hands: NDArray[np.uint8], keys: NDArray[np.float64]) -> None:
        for n in range(len(hands)):
            matrix = 0
            for i in range(size):
                matrix |= 1 << hands[n, i] + 8  # two columns more than the card has ranks below it
            flush = 0
            for suit in range(4):
                row = matrix >> suit & LINE
                halves = row + (row >> 32) & 0x3333_3333
                of_suit = halves * 0x1111_1111 >> 28 & 15  # all eight sums, added up
                flush = row if of_suit >= 5 else flush
            of_rank = matrix - (matrix >> 1 & 0x5555_5555_5555_5555)
            of_rank = (of_rank & 0x3333_3333_3333_3333) + (of_rank >> 2 & 0x3333_3333_3333_3333)
            score = score_flush(flush) if flush else score_ranks(of_rank)
            keys[n] = score / UNIT

    return evaluate_block


evaluate = OverHands(kernel, no_tables, np.float64)
