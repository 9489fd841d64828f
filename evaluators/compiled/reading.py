"""Blocks of hands made bytes and checked in machine code; see `evaluators.arrays.reading`.

On processors with AVX2, the cards of four hands are compared with the same cards, turned by one,
two and three places. So every card of seven meets each other one::

    cards    Kd Ks 7c 7h 5s 3d 2c      and all by one     Ks 7c 7h 5s 3d 2c Kd
                                       two                7c 7h 5s 3d 2c Kd Ks
                                       three places       7h 5s 3d 2c Kd Ks 7c
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.reading import Words
from evaluators.compiled import vectors
from evaluators.compiled.hands import Kernel
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.compiled.vectors import (
    above,
    equal,
    highest,
    load,
    look_up,
    table,
    twice,
    union,
    which,
    whole,
)

_whole = inlined(whole)
LAST_CARD, NONE = table([51] * 16), table([])


def by_rows(words: Words, check: bool) -> NDArray[np.uint8] | None:
    """The reader for evaluators in machine code. Contiguous bytes are not copied.

    >>> by_rows(np.array([[51, 47], [300, 0]], np.uint64), False)
    array([[ 51,  47],
           [255,   0]], dtype=uint8)
    """
    if words.itemsize == 1:
        cards = np.ascontiguousarray(words)
    else:
        words = np.require(words, words.dtype.newbyteorder("="), ["C", "A"])
        cards = np.empty(words.shape, np.uint8)
        narrow(words.itemsize)(words, cards.reshape(-1))
    if not check:
        return cards
    is_wrong = np.zeros(1, np.uint8)
    kernel(cards.shape[1])(cards, is_wrong)
    return None if is_wrong[0] else cards


def prepare(size: int) -> None:
    """Compile all that hands of a size are read with."""
    kernel(size)
    for itemsize in (2, 4, 8):
        narrow(itemsize)


@cache
def narrow(itemsize: int) -> Kernel:
    """Words of so many bytes made bytes; those above 255 become 255, which is not a card."""
    most = np.dtype(f"u{itemsize}").type(255)

    @machine_code("u1", hands=f"u{itemsize}")
    def narrow_block(words: NDArray[Any], cards: NDArray[np.uint8]) -> None:
        flat = words.reshape(words.size)
        for i in range(len(cards)):
            cards[i] = min(flat[i], most)

    return narrow_block


@cache
def kernel(size: int) -> Kernel:
    """Sets a number to 1 if a hand has a byte above 51, or a card twice.

    >>> is_wrong = np.zeros(1, np.uint8)
    >>> kernel(5)(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 0]], np.uint8), is_wrong)
    >>> is_wrong
    array([1], dtype=uint8)
    """
    one_by_one = loop(size)
    if not (vectors.IS_HERE and 5 <= size <= 7):
        return one_by_one
    by_four = four(size)

    def check_block(hands: NDArray[np.uint8], is_wrong: NDArray[np.uint8]) -> None:
        by_four(hands, is_wrong)
        one_by_one(hands[whole(len(hands)) :], is_wrong)

    return check_block


def loop(size: int) -> Kernel:
    """A kernel that takes one hand after the other: each card sets a bit of 52."""

    @machine_code("u1")
    def check_block(hands: NDArray[np.uint8], is_wrong: NDArray[np.uint8]) -> None:
        wrong = 0
        for n in range(len(hands)):
            cards = 0
            for i in range(size):
                bit = 1 << (hands[n, i] & 63)
                wrong |= (hands[n, i] > 51) | (cards & bit != 0)
                cards |= bit
        is_wrong[0] |= wrong

    return check_block


def four(size: int) -> Kernel:
    """A kernel that takes four hands at once, and leaves out those from `whole` on."""

    def turned(by: int) -> tuple[np.uint64, np.uint64]:
        cards, absent = [(i + by) % size for i in range(size)], [0x80] * (8 - size)
        return table([*cards, *absent, *(size + card for card in cards), *absent])

    cards_at, by_one, by_two, by_three = map(turned, range(4))
    present = table(([0xFF] * size + [0] * (8 - size)) * 2)

    @machine_code("u1")
    def check_block(hands: NDArray[np.uint8], is_wrong: NDArray[np.uint8]) -> None:
        wrong = top = twice(*NONE)
        for n in range(0, _whole(len(hands)), 4):
            loaded = load(hands, n, n + 2)
            cards = look_up(loaded, twice(*cards_at))
            top = highest(top, cards)
            wrong = union(wrong, equal(cards, look_up(loaded, twice(*by_one))))
            wrong = union(wrong, equal(cards, look_up(loaded, twice(*by_two))))
            wrong = union(wrong, equal(cards, look_up(loaded, twice(*by_three))))
        wrong = union(wrong, above(top, twice(*LAST_CARD)))
        if which(wrong, twice(*present)):
            is_wrong[0] = 1

    return check_block
