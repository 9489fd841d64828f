"""A walk over all hands: sums are kept from card to card, and no array of hands is read.

All hands of seven cards are seven loops, one inside the other; each begins after the card of the
loop around it. A sum grows card by card: each loop adds its card to the sum of the loop around it,
so a hand costs the innermost loop one addition and two lookups. A mask with 13 bits for each suit
grows in the same way, for the flushes.

Where it does not matter which suit a card has, the suits that are left are counted, not walked. If
no suit has three of the first five cards, no flush can come, and the last two matter by rank alone:
a nine and a jack can be dealt in 16 ways, and one lookup counts all 16. After six cards, the last
one matters by its rank, and by whether it has the suit that four others have. So this is a walk
over the beginnings of hands: every hand is counted once, but not each is looked up.

To count the multisets of ranks without any walk, and how many hands each stands for, would be
much faster still.

A walk has no keys to return. It counts the hands of each class, which can be compared with numbers
that are known from combinatorics.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel
from evaluators.compiled.machine_code import walking_code
from evaluators.compiled.suits import SUITS, flush_suit
from evaluators.rank_sums.arrays import BITS, COLUMNS, ROW_BITS
from evaluators.rank_sums.compiled import tables

CLASSES = 7462
NO_CARD = -1
"""The card of the first loops if hands have fewer than seven. As an index it means the last entry
of a table by card, which is 0."""


@cache
def kernel(size: int) -> Kernel:
    """The loops for hands of a size."""
    row_shift, row_mask, column_mask = BITS - ROW_BITS[size], (1 << ROW_BITS[size]) - 1, COLUMNS - 1
    a_start, a_stop = (0, 46) if size == 7 else (NO_CARD, 0)
    has_b = size >= 6

    @walking_code("i8", "i8", "u2", "u2", "u2")
    def count_classes(
        counts: NDArray[Any],
        number_of: NDArray[Any],
        suited: NDArray[Any],
        shifts: NDArray[Any],
        line: NDArray[Any],
        flushes: NDArray[Any],
    ) -> None:
        for a in range(a_start, a_stop):
            of_a, mask_a = number_of[a], suited[a]
            for b in range(a + 1, 47) if has_b else range(NO_CARD, 0):
                of_b, mask_b = of_a + number_of[b], mask_a | suited[b]
                for c in range(b + 1, 48):
                    of_c, mask_c = of_b + number_of[c], mask_b | suited[c]
                    for d in range(c + 1, 49):
                        of_d, mask_d = of_c + number_of[d], mask_c | suited[d]
                        for e in range(d + 1, 50):
                            of_e, mask_e = of_d + number_of[e], mask_d | suited[e]
                            if ((of_e >> SUITS) + 0x5555) & 0x8888 == 0:  # no suit has three
                                left = 3 - (e & 3)  # cards of this rank
                                for rank in range(e >> 2, 13):
                                    of_f = of_e + number_of[4 * rank]
                                    pairs, others = left * (left - 1) // 2, 4 * left  # may be 0
                                    for last in range(rank, 13):
                                        total = of_f + number_of[4 * last]
                                        row = total >> row_shift & row_mask
                                        number = line[shifts[row] + (total & column_mask)]
                                        counts[number] += pairs if last == rank else others
                                    left = 4
                                continue
                            for f in range(e + 1, 51):
                                of_f, mask_f = of_e + number_of[f], mask_e | suited[f]
                                suit = flush_suit((of_f >> SUITS) + 0x1111)  # that of four cards
                                left = 3 - (f & 3)
                                if suit < 0:
                                    for last in range(f >> 2, 13):
                                        total = of_f + number_of[4 * last]
                                        row = total >> row_shift & row_mask
                                        counts[line[shifts[row] + (total & column_mask)]] += left
                                        left = 4
                                    continue
                                has_flush = flush_suit(of_f >> SUITS) >= 0
                                ranks = mask_f >> 13 * suit & 0x1FFF
                                for last in range(f >> 2, 13):
                                    if 4 * last + suit > f:  # this card is left
                                        counts[flushes[ranks | 1 << last]] += 1
                                        left -= 1
                                    if has_flush:
                                        counts[flushes[ranks]] += left
                                    else:
                                        total = of_f + number_of[4 * last]
                                        row = total >> row_shift & row_mask
                                        counts[line[shifts[row] + (total & column_mask)]] += left
                                    left = 4

    return count_classes


def walk(size: int) -> NDArray[np.int64]:
    """The number of hands of each class among hands of `size` cards: ``(7463,)``, by class number.

    >>> int(walk(5)[1]), int(walk(7).sum())  # royal flushes of five cards, hands of seven
    (4, 133784560)
    """
    counts = np.zeros(CLASSES + 1, np.int64)
    kernel(size)(counts, *tables(size))
    return counts
