"""A walk over all hands: sums are kept from card to card, and no array of hands is read.

All hands of seven cards are seven loops, one inside the other; each begins behind the card of the
loop around it. A sum grows card by card, so each loop adds its card to the sum of the loop around
it, and the innermost loop has one addition and two lookups left: a hand costs it 1.5 nanoseconds,
where reading the seven cards of a hand from an array takes two or three.

Six cards can say that no seventh makes a flush, which most do; then suits are not looked at again.

A walk has no keys to return. It counts the hands of each class, which can be held against numbers
that are known from combinatorics.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel
from evaluators.compiled.machine_code import walking_code
from evaluators.compiled.suits import SUITS, flush_suit
from evaluators.rank_sums.compiled import tables

CLASSES = 7462
NO_CARD = -1
"""What the first loops deal instead of a card if hands have fewer than seven: its number is 0."""


@cache
def kernel(size: int) -> Kernel:
    """The loops for hands of a size."""
    a_start, a_stop = (0, 46) if size == 7 else (NO_CARD, 0)
    has_b = size >= 6

    @walking_code("i8", "u2", "u2", "u2")
    def count_classes(
        counts: NDArray[Any],
        number_of: NDArray[Any],
        shifts: NDArray[Any],
        line: NDArray[Any],
        flushes: NDArray[Any],
    ) -> None:
        for a in range(a_start, a_stop):
            of_a = number_of[a]
            for b in range(a + 1, 47) if has_b else range(NO_CARD, 0):
                of_b = of_a + number_of[b]
                for c in range(b + 1, 48):
                    of_c = of_b + number_of[c]
                    for d in range(c + 1, 49):
                        of_d = of_c + number_of[d]
                        for e in range(d + 1, 50):
                            of_e = of_d + number_of[e]
                            for f in range(e + 1, 51):
                                of_f = of_e + number_of[f]
                                has_four = ((of_f >> SUITS) + 0x4444) & 0x8888
                                for g in range(f + 1, 52):
                                    total = of_f + number_of[g]
                                    suit = flush_suit(total >> SUITS) if has_four else -1
                                    if suit < 0:
                                        counts[
                                            line[(shifts[total >> 16 & 0xFFFF] + total) & 0xFFFF]
                                        ] += 1
                                        continue
                                    ranks = 0
                                    for card in (a, b, c, d, e, f, g):
                                        if card != NO_CARD and card & 3 == suit:
                                            ranks |= 1 << (card >> 2)
                                    counts[flushes[ranks]] += 1

    return count_classes


def walk(size: int) -> NDArray[np.int64]:
    """How many hands of so many cards each class has: ``(7463,)``, by class number.

    >>> int(walk(5)[1]), int(walk(7).sum())  # royal flushes of five cards, hands of seven
    (4, 133784560)
    """
    counts = np.zeros(CLASSES + 1, np.int64)
    kernel(size)(counts, *tables(size))
    return counts
