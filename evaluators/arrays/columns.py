"""Blocks of hands, transposed, for all array strategies: row `i` holds card `i` of every hand.

NumPy is fast where one operation runs over many values that lie side by side and are still in the
processor's cache for the next operation. In an array of hands, the cards of one hand lie side by
side, and there may be millions of hands. So the array is cut into blocks, and each block is
transposed. With a byte per card, one instruction works on the ranks or suits of 32 or 64 hands.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

Hands: TypeAlias = NDArray[np.integer[Any]]
"""Card numbers, a row for each hand: ``(n, k)``, of any integer dtype."""

Cards: TypeAlias = NDArray[np.uint8]
"""Card numbers transposed: ``(k, n)``, a row for each card of the hand."""

Row: TypeAlias = NDArray[Any]
"""A value for each hand, of any dtype: type checkers lose it in NumPy's arithmetic."""

BLOCK = 1 << 14
"""Hands per block: enough to make NumPy's half microsecond per call negligible, and few enough for
a dozen rows of 64-bit numbers, 128 KB each, to stay in a level 2 cache."""


def by_blocks(
    dtype: DTypeLike,
) -> Callable[[Callable[[Cards], NDArray[Any]]], Callable[[Hands], NDArray[Any]]]:
    """Turn a function of transposed cards into one of hands, which it evaluates block by block.

    Args:
        dtype: the dtype of the keys.

    >>> @by_blocks(np.uint8)
    ... def first_card(cards):
    ...     return cards[0]
    >>> first_card(np.array([[51, 47, 43, 39, 35], [0, 1, 2, 3, 4]]))
    array([51,  0], dtype=uint8)
    """

    def decorate(evaluate: Callable[[Cards], NDArray[Any]]) -> Callable[[Hands], NDArray[Any]]:
        @wraps(evaluate)
        def evaluate_hands(hands: Hands) -> NDArray[Any]:
            n, k = hands.shape
            keys = np.empty(n, dtype)
            transposed = np.empty((k, min(n, BLOCK)), np.uint8)
            for start in range(0, n, BLOCK):
                block = hands[start : start + BLOCK]
                cards = transposed[:, : len(block)]
                cards[...] = block.T
                keys[start : start + BLOCK] = evaluate(cards)
            return keys

        return evaluate_hands

    return decorate


def flushes(cards: Cards) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """The indexes of the hands with a flush, and the suits of these flushes.

    In five to seven cards, only one suit can have five. The cards of each suit are counted in four
    bits of a 16-bit number; counts begin at 3, so the fifth card sets the top bit.

    >>> flushes(np.array([[0, 1, 2, 3, 4], [51, 47, 43, 39, 35]], np.uint8).T)
    (array([1]), array([3], dtype=uint8))
    """
    ones = np.uint16(1) << ((cards & 3) << 2).astype(np.uint16)
    top_bits = (ones.sum(axis=0, dtype=np.uint16) + 0x3333) & 0x8888
    hands = np.flatnonzero(top_bits != 0)
    # The top bit of suit s is bit 4 * s + 3: subtracting 1 sets the 4 * s + 3 bits below it.
    return hands, np.bitwise_count(top_bits[hands] - 1) >> 2


def suited_ranks(cards: Cards) -> tuple[NDArray[np.intp], NDArray[np.uint16]]:
    """The indexes of the hands with a flush, and the ranks of its suit, one bit per rank.

    >>> hands, ranks = suited_ranks(np.array([[51, 47, 43, 39, 35, 30]], np.uint8).T)
    >>> f"{ranks[0]:013b}"
    '1111100000000'
    """
    hands, suit = flushes(cards)
    ranks = np.zeros(len(hands), np.uint16)
    for card in cards.take(hands, axis=1):
        ranks |= ((card & 3) == suit) * (np.uint16(1) << (card >> 2).astype(np.uint16))
    return hands, ranks
