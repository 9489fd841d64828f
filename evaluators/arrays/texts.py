"""Texts of many hands, read at once: a table says of each byte whether it is a rank or a suit.

The texts of a block are joined, a line each. The code of a rank is four times its number, that of a
suit is its number, and 192. So a rank and the suit behind it add up to a card, and 192; a rank
before anything else adds up to no card, modulo 256. If there are no more suits than ranks, no suit
stands alone, and no byte is strange: its code is above 192, too. All lines have as many cards if
each ends behind its last rank, and before the next one.

Blocks that cannot be read so are read text by text: `parse_hand` names what is wrong.
"""

from collections.abc import Container
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import BLOCK
from evaluators.arrays.reading import are_hands
from evaluators.cards import EMOJI_STYLES, RANK_OF, SUIT_OF, SUITS, CardError, parse_hand

SUIT, SEPARATOR, END, STRANGE = 192, 100, 101, 255
PLAIN = {symbol: SUITS[suit] for symbol, suit in SUIT_OF.items() if not symbol.isascii()}
PLAIN |= dict.fromkeys(EMOJI_STYLES, "")


def _codes() -> bytes:
    codes = bytearray([STRANGE] * 256)
    of = dict.fromkeys(" ,\t\r\v\f\x1c\x1d\x1e\x1f", SEPARATOR) | {"\n": END}
    of |= {symbol: 4 * rank for symbol, rank in RANK_OF.items() if len(symbol) == 1}
    of |= {symbol: SUIT + suit for symbol, suit in SUIT_OF.items() if symbol.isascii()}
    for symbol, code in of.items():
        codes[ord(symbol)] = code
    return bytes(codes)


CODES = _codes()
"""The code of each byte."""


def parse(texts: list[Any], sizes: Container[int]) -> NDArray[np.uint8]:
    """The ``(n, k)`` cards of texts, in every form that `parse_hand` takes.

    Args:
        texts: one for each hand; at least one.
        sizes: the allowed numbers of cards.

    Raises:
        CardError: a hand is invalid, not text, or has not as many cards as the first one; the
            message names it.

    >>> parse(["Kd Qs Jc Th 9s", "A♠,k♠ Q♠j♠10♠"], (5,))
    array([[45, 43, 36, 34, 31],
           [51, 47, 43, 39, 35]], dtype=uint8)
    """
    blocks: list[NDArray[np.uint8]] = []
    for start in range(0, len(texts), BLOCK):
        block = texts[start : start + BLOCK]
        cards = _at_once(block)
        if cards is None or cards.shape[1] not in (blocks[0].shape[1:] if blocks else sizes):
            cards = _one_by_one(block, start, sizes, blocks[0].shape[1] if blocks else 0)
        blocks.append(cards)
    return np.concatenate(blocks)


def _at_once(texts: list[Any]) -> NDArray[np.uint8] | None:
    """The cards of valid texts with as many cards each; others, and some valid ones, are None."""
    try:
        joined = "\n".join([*texts, ""])
    except TypeError:  # not all are texts
        return None
    if not joined.isascii():
        for symbol, plain in PLAIN.items():
            joined = joined.replace(symbol, plain)
    raw = joined.replace("10", "T").encode(errors="replace").translate(CODES)
    codes = np.frombuffer(raw, np.uint8)
    ranks, ends = np.flatnonzero(codes < 52), np.flatnonzero(codes == END)
    size = len(ranks) // len(texts)
    if len(ends) != len(texts) or not size or len(ranks) % size or len(ranks) // size != len(ends):
        return None
    if (ends < ranks[size - 1 :: size]).any() or (ends[:-1] > ranks[size::size]).any():
        return None
    cards = (codes.take(ranks) + codes.take(ranks + 1) - SUIT).reshape(-1, size)
    if np.count_nonzero(codes >= SUIT) > len(ranks) or not are_hands(cards.T.copy()):
        return None
    return cards


def _one_by_one(
    texts: list[Any], start: int, sizes: Container[int], size: int
) -> NDArray[np.uint8]:
    rows: list[tuple[int, ...]] = []
    for n, text in enumerate(texts, start):
        if not isinstance(text, str):
            raise CardError(f"hands[{n}]: {text!r} is not text, but other hands are")
        try:
            rows.append(parse_hand(text, sizes))
        except CardError as error:
            raise CardError(f"hands[{n}]: {error}") from None
        size = size or len(rows[0])
        if len(rows[-1]) != size:
            raise CardError(f"hands[{n}] has {len(rows[-1])} cards, hands[0] has {size}")
    return np.array(rows, np.uint8)
