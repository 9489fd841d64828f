"""Flushes in machine code: cards are counted by suit in one number, four bits for each suit."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Hands, by_card
from evaluators.compiled.machine_code import inlined

SUITS = 40
"""The lowest bit of the counters of suits, in a number that counts ranks below it."""


def with_counters(numbers: Iterable[int]) -> NDArray[np.int64]:
    """A table by card number: the number of each card, and a 1 in the counter of its suit.

    Args:
        numbers: a number for each of the 52 cards. Sums of seven have at most 40 bits.

    >>> f"{with_counters(range(52))[51]:#x}"  # 51, a spade
    '0x10000000000033'
    """
    counted = [int(number) | 1 << SUITS + 4 * (card & 3) for card, number in enumerate(numbers)]
    return by_card(np.array(counted))


@inlined
def counter(card: int) -> int:
    """A 1 in the counter of the card's suit.

    >>> [f"{counter(card):#06x}" for card in (0, 51)]  # a club, a spade
    ['0x0001', '0x1000']
    """
    return 1 << ((card & 3) << 2)


@inlined
def flush_suit(counts: int) -> int:
    """The suit that at least five of seven cards have, or -1; `counts` is a sum of counters.

    >>> flush_suit(5 * counter(2) + 2 * counter(0)), flush_suit(4 * counter(2))
    (2, -1)
    """
    fives = (counts + 0x3333) & 0x8888  # 3 more: the fifth card sets the upper bit of a counter
    if fives == 0:
        return -1
    return (fives > 0x8) + (fives > 0x80) + (fives > 0x800)


@inlined
def suited_ranks(hands: Hands, n: int, size: int, suit: int) -> int:
    """The ranks of a suit in hand `n`, which has `size` cards, one bit for each rank.

    >>> f"{suited_ranks(np.array([[51, 47, 0, 43, 39, 35]], np.uint8), 0, 6, 3):013b}"
    '1111100000000'
    """
    mask = 0  # 13 bits for each suit: no branch asks which one a card has
    for i in range(size):
        mask |= 1 << ((hands[n, i] & 3) * 13 + (hands[n, i] >> 2))
    return mask >> 13 * suit & 0x1FFF
