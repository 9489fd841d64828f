"""Many hands, ranked block by block: each is read, checked and ranked while it is in a cache.

A reader makes bytes of a block: of words of any width, in any layout. If it checks them, a number
that is no byte makes a hand invalid, as a card above 51 and one that is there twice do.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import BLOCK, Cards, Hands
from evaluators.cards import CardError, format_card

Words: TypeAlias = NDArray[np.unsignedinteger[Any]]
Reader: TypeAlias = Callable[[Words, bool], NDArray[np.uint8] | None]
"""From a block, and whether to check it, to its hands in bytes; None if one is invalid."""


def by_columns(words: Words, check: bool) -> NDArray[np.uint8] | None:
    """The reader for array evaluators, which get a block that is transposed already.

    >>> by_columns(np.array([[51, 47], [300, 0]], np.uint64), False)
    array([[51, 47],
           [44,  0]], dtype=uint8)
    >>> by_columns(np.array([[51, 47], [300, 0]], np.uint64), True)
    """
    if check and words.itemsize > 1 and words.max(initial=0) > 255:
        return None
    cards = np.ascontiguousarray(words.T, np.uint8)
    return None if check and not are_hands(cards) else cards.T


def are_hands(cards: Cards) -> bool:
    """Test whether all hands of a block have different cards, from 0 to 51.

    >>> are_hands(np.array([[51, 47], [0, 1]], np.uint8).T)
    True
    """
    wrong = cards.max(axis=0, initial=0) > 51
    for first, second in combinations(cards, 2):
        wrong |= first == second
    return not wrong.any()


def rank(
    hands: Hands,
    evaluate: Callable[[Hands], NDArray[Any]],
    reader: Reader,
    check: bool = True,
    jobs: int = 1,
    block: int = BLOCK,
) -> NDArray[Any]:
    """The keys of many hands.

    Args:
        hands: ``(n, k)`` card numbers, of any integer dtype.
        evaluate: from a block of bytes to its keys, one for each hand.
        reader: makes the blocks.
        check: whether to refuse invalid hands.
        jobs: threads that share the blocks.
        block: hands in a block.

    Raises:
        CardError: a hand is invalid; the message names the first.

    >>> rank(np.array([[51, 47], [0, -1]]), lambda block: block[:, 0], by_columns)
    Traceback (most recent call last):
        ...
    evaluators.cards.CardError: hands[1]: -1 is not a card: cards are the ints from 0 to 51
    """
    words: Words = hands.view(hands.dtype.str.replace("i", "u"))  # -1 is the largest one
    keys = np.empty(len(hands), evaluate(np.empty((0, hands.shape[1]), np.uint8)).dtype)
    wrong: list[int] = []

    def rank_block(start: int) -> None:
        if wrong and min(wrong) < start:
            return
        cards = reader(words[start : start + block], check)
        if cards is None:
            wrong.append(start)
        else:
            keys[start : start + block] = evaluate(cards)

    share(rank_block, range(0, len(hands), block), jobs)
    if wrong:
        refuse(hands[min(wrong) :][:block], min(wrong))
    return keys


def share(work: Callable[[int], object], starts: Sequence[int], jobs: int) -> None:
    """Call a function with each start; threads share these, and the thread that calls is one.

    The others take a tenth of a millisecond to start, in which this one works already.
    """
    left = iter(starts)

    def take() -> None:
        for start in left:
            work(start)

    more = min(jobs, len(starts)) - 1
    if more < 1:
        take()
        return
    with ThreadPoolExecutor(more) as threads:
        others = [threads.submit(take) for _ in range(more)]
        try:
            take()
        except BaseException:  # Ctrl-C, too: then nothing is left for the others
            deque(left, 0)
            raise
    for other in others:
        other.result()


def refuse(hands: Hands, start: int) -> NoReturn:
    """Name the first invalid hand of a block that has one.

    Args:
        hands: the block.
        start: the index of its first hand.

    Raises:
        CardError: always.
    """
    for n, cards in enumerate(hands.tolist(), start):
        for place, card in enumerate(cards):
            if card not in range(52):
                raise CardError(
                    f"hands[{n}]: {card} is not a card: cards are the ints from 0 to 51"
                )
            if card in cards[:place]:
                raise CardError(f"hands[{n}]: {format_card(card)} is there twice")
    raise AssertionError("a block without an invalid hand")
