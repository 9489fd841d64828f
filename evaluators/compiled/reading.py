"""Blocks of hands made bytes and checked in machine code; see `evaluators.arrays.reading`.

On processors with AVX2, the cards of four hands are compared with the same cards, turned by one,
two and three places. So every card of seven meets each other one::

    cards    Kd Ks 7c 7h 5s 3d 2c      and all by one     Ks 7c 7h 5s 3d 2c Kd
                                       two                7c 7h 5s 3d 2c Kd Ks
                                       three places       7h 5s 3d 2c Kd Ks 7c

There, 64 hands of longer words are made bytes, and checked at once, while words that are further on
are fetched from memory, which takes longer than both. A card is the lowest byte of its
word. So 16 bytes, two words of 64 bits, have two cards; those of the next ones, shifted to the left
by a byte, fit between, and of eight together each byte is a card::

    Kd - - - - - - - Ks - - - - - - -      and all together     Kd 7c 5s ...    Ks 7h 3d ...
    - 7c - - - - - - - 7h - - - - - -
    - - 5s - - - - - - - 3d - - - - -      which `look_up` puts in order
"""

from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.reading import Words
from evaluators.compiled import vectors
from evaluators.compiled.hands import Kernel
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.compiled.vectors import (
    beyond,
    equal,
    fetch,
    left,
    load,
    look_up,
    put,
    table,
    twice,
    union,
    which,
    whole,
)

Table: TypeAlias = tuple[np.uint64, np.uint64]
"""Sixteen bytes, as two words."""

_whole = inlined(whole)
LAST_CARD, NONE = table([51] * 16), table([])
AHEAD = 4096
"""Bytes from what is read to what is fetched. Few processors fetch from a next page themselves."""


def by_rows(words: Words, check: bool) -> NDArray[np.uint8] | None:
    """The reader for evaluators in machine code. Contiguous bytes are not copied.

    >>> by_rows(np.array([[51, 47], [300, 0]], np.uint64), False)
    array([[ 51,  47],
           [255,   0]], dtype=uint8)
    """
    n, size = words.shape
    if not (words.flags.c_contiguous and words.flags.aligned and words.dtype.isnative):
        words = np.require(words, words.dtype.newbyteorder("="), ["C", "A"])
    if words.itemsize == 1:
        is_wrong = np.zeros(1, np.uint8)
        if check:
            kernel(size)(words, is_wrong)
        return None if is_wrong[0] else words
    made = np.empty(words.size + 1, np.uint8)
    begin, cards, made[-1] = 0, made[:-1].reshape(n, size), 0
    if vectors.IS_HERE and 5 <= size <= 7:
        begin = whole(n)
        sixty_four(size, words.itemsize)(words[:begin].view(np.uint8).reshape(-1, 16), made)
    narrow(words.itemsize)(words[begin:], cards[begin:].reshape(-1))
    loop(size)(cards[begin:], made[-1:])
    return None if check and made[-1] else cards


def prepare(size: int) -> None:
    """Compile all that hands of a size are read with."""
    kernel(size)
    for itemsize in (2, 4, 8):
        narrow(itemsize)
        if vectors.IS_HERE and 5 <= size <= 7:
            sixty_four(size, itemsize)


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
def sixty_four(size: int, itemsize: int) -> Kernel:
    """Words of so many bytes made bytes and checked, 64 hands after 64.

    The kernel takes the bytes of the words, 16 a row, and an array for the cards, whose last byte
    it sets to 1 if a word is not a card, or a hand has a card twice.
    """
    words = 16 // itemsize
    in_order = table([word * itemsize + row for row in range(itemsize) for word in range(words)])
    higher = table(([0] + [0xFF] * (itemsize - 1)) * words)
    turns, present = turned(size)

    @machine_code("u1")
    def read_block(rows: NDArray[np.uint8], made: NDArray[np.uint8]) -> None:
        hands = made[:-1].reshape(len(made) // size, size)
        wrong = loaded = twice(*NONE)
        for begin in range(0, len(rows) * words // size, 64):
            at = begin * size // words
            for row in range(at, at + 64 * size // words, 2 * itemsize):
                cards = twice(*NONE)
                for i in range(0, 32 * itemsize, 64):
                    fetch(rows, 16 * row + AHEAD + i)
                for i in range(itemsize):
                    each = load(rows, row + i, row + i + itemsize)
                    loaded = union(loaded, each)
                    cards = union(cards, left(each, 8 * i))
                put(made, row * words, look_up(cards, twice(*in_order)))
            for n in range(begin, begin + 64, 4):
                wrong = union(wrong, _fault(hands, n, turns))
        if which(wrong, twice(*present)) or which(loaded, twice(*higher)):
            made[-1] = 1

    return read_block


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


@cache
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
    turns, present = turned(size)

    @machine_code("u1")
    def check_block(hands: NDArray[np.uint8], is_wrong: NDArray[np.uint8]) -> None:
        wrong = twice(*NONE)
        for n in range(0, _whole(len(hands)), 4):
            wrong = union(wrong, _fault(hands, n, turns))
        if which(wrong, twice(*present)):
            is_wrong[0] = 1

    return check_block


def turned(size: int) -> tuple[tuple[Table, ...], Table]:
    """The tables that turn the cards of two hands by none, one, two and three places.

    Returns:
        These tables, and one of the bytes that count.
    """
    turns, absent = [], [0x80] * (8 - size)
    for by in range(4):
        cards = [(i + by) % size for i in range(size)]
        turns.append(table([*cards, *absent, *(size + card for card in cards), *absent]))
    return tuple(turns), table(([0xFF] * size + [0] * (8 - size)) * 2)


# A kernel that holds a part of its own, made for its size, would be compiled in every process.
@inlined
def _fault(hands: NDArray[np.uint8], n: int, turns: tuple[Table, ...]) -> Any:
    """A vector in which a bit is set if one of four hands is invalid."""
    cards_at, by_one, by_two, by_three = turns
    loaded = load(hands, n, n + 2)
    cards = look_up(loaded, twice(*cards_at))
    wrong = beyond(cards, twice(*LAST_CARD))
    wrong = union(wrong, equal(cards, look_up(loaded, twice(*by_one))))
    wrong = union(wrong, equal(cards, look_up(loaded, twice(*by_two))))
    return union(wrong, equal(cards, look_up(loaded, twice(*by_three))))
