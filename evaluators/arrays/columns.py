"""What the array strategies share: hands cut into blocks, a row for each card of the hand.

NumPy is fast where one operation runs over many values that lie side by side and still are in
the processor's cache when the next one wants them. Hands lie the other way, card after card of
one hand, and there may be millions. So an array of hands is cut into blocks, and each block is
turned: row `i` holds card `i` of every hand. A byte a card makes operations on ranks and suits
run on 32 or 64 hands an instruction.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

Hands: TypeAlias = NDArray[np.integer[Any]]
"""Card numbers, a row for each hand: ``(n, k)``, of any integer dtype."""

Cards: TypeAlias = NDArray[np.uint8]
"""The same turned: ``(k, n)``, a row for each card of the hand."""

Row: TypeAlias = NDArray[Any]
"""A value for each hand. NumPy's types lose count of bits, so the names say what it holds."""

BLOCK = 1 << 14
"""Hands a block: long enough that NumPy's half microsecond a call is nothing, and short enough
that a dozen rows of 64-bit numbers, 128 KB each, stay in a level 2 cache."""


def by_blocks(
    dtype: DTypeLike,
) -> Callable[[Callable[[Cards], NDArray[Any]]], Callable[[Hands], NDArray[Any]]]:
    """Make of a function that takes turned cards one that takes hands, block by block.

    Args:
        dtype: of the keys.

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
            turned = np.empty((k, min(n, BLOCK)), np.uint8)
            for start in range(0, n, BLOCK):
                block = hands[start : start + BLOCK]
                cards = turned[:, : len(block)]
                cards[...] = block.T
                keys[start : start + BLOCK] = evaluate(cards)
            return keys

        return evaluate_hands

    return decorate


def flushes(cards: Cards) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """Which hands hold five cards or more of one suit, and of which.

    At most seven cards: then only one suit can have five. The cards of each suit are counted in
    four bits of a 16-bit number; counts begin at 3, so that the fifth card sets the top bit.

    >>> flushes(np.array([[0, 1, 2, 3, 4], [51, 47, 43, 39, 35]], np.uint8).T)
    (array([1]), array([3], dtype=uint8))
    """
    one_each = np.uint16(1) << ((cards & 3) << 2).astype(np.uint16)
    five = (one_each.sum(axis=0, dtype=np.uint16) + 0x3333) & 0x8888
    hands = np.flatnonzero(five != 0)
    # One bit is set. Less 1, it becomes ones in all places below it, and so their count, by fours,
    # is the suit.
    return hands, np.bitwise_count(five[hands] - 1) >> 2


def suited_ranks(cards: Cards) -> tuple[NDArray[np.intp], NDArray[np.uint16]]:
    """Which hands hold a flush, and the ranks of its suit, a bit for each.

    >>> hands, ranks = suited_ranks(np.array([[51, 47, 43, 39, 35, 30]], np.uint8).T)
    >>> f"{ranks[0]:013b}"
    '1111100000000'
    """
    hands, suit = flushes(cards)
    ranks = np.zeros(len(hands), np.uint16)
    for card in cards.take(hands, axis=1):
        ranks |= ((card & 3) == suit) * (np.uint16(1) << (card >> 2).astype(np.uint16))
    return hands, ranks
