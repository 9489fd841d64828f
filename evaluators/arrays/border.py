"""Validation of arrays and lists of hands, done once, before an evaluator gets them."""

from collections.abc import Container, Iterable, Sequence
from itertools import combinations
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import Cards, Hands, by_blocks
from evaluators.cards import CardError, describe_sizes, format_card, parse_hand

ManyHands: TypeAlias = NDArray[Any] | Sequence[Any]
"""An ``(n, k)`` array of card numbers, a row of these for each hand, or a text for each hand."""


def as_hands(hands: ManyHands, sizes: Container[int] = range(5, 8), check: bool = True) -> Hands:
    """Hands as an ``(n, k)`` array of card numbers.

    Args:
        hands: an array of any integer dtype, rows of card numbers, or a text for each hand.
        sizes: the allowed numbers of cards.
        check: whether to validate the cards of an array; text is always validated.

    Raises:
        CardError: a hand is invalid; the message names its fault and its index.

    >>> as_hands(["Kd Qs Jc Th 9s", "2c 3c 4c 5c 7d"])
    array([[45, 43, 36, 34, 31],
           [ 0,  4,  8, 12, 21]], dtype=uint8)
    >>> as_hands([[45, 43, 36, 34, 31], [0, 4, 8, 12, 0]])
    Traceback (most recent call last):
        ...
    evaluators.cards.CardError: hands[1]: 2c is there twice
    """
    if isinstance(hands, str):
        raise CardError(f"one text, {hands!r}, where a list of hands is needed")
    if not isinstance(hands, np.ndarray):
        if not isinstance(hands, Iterable):
            raise CardError(f"{hands!r}, where hands are needed")
        rows: list[Any] = list(hands)
        if any(isinstance(row, str) for row in rows):
            return _from_text(rows, sizes)
        if not rows:
            return np.zeros((0, 5), np.uint8)
        if not all(hasattr(row, "__len__") for row in rows):
            raise CardError("a list of numbers, where a list of hands is needed")
        for n, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise CardError(f"hands[{n}] has {len(row)} cards, hands[0] has {len(rows[0])}")
            if np.ma.is_masked(row):
                _refuse_masked(n, row)
        hands = np.array(rows)
    if hands.ndim != 2:
        raise CardError(
            f"an array of shape {hands.shape}, where (n, k) is needed: n hands of k cards"
        )
    if hands.shape[1] not in sizes:
        raise CardError(f"hands of {hands.shape[1]} cards, but {describe_sizes(sizes)}")
    if not np.issubdtype(hands.dtype, np.integer):
        raise CardError(f"an array of dtype {hands.dtype}: card numbers are integers")
    if np.ma.is_masked(hands):
        n = int(np.argmax(np.ma.getmaskarray(hands).any(axis=1)))
        _refuse_masked(n, hands[n])
    if check:
        _validate(hands)
    return hands


def is_tensor(hands: object) -> bool:
    """Whether this is an array of another library than NumPy; none is imported to find out.

    >>> is_tensor(np.arange(5)), is_tensor([0, 1, 2, 3, 4]), is_tensor("Kd Qs Jc Th 9s")
    (False, False, False)
    """
    if isinstance(hands, np.ndarray | np.generic):
        return False
    return hasattr(hands, "__array_namespace__") or hasattr(hands, "__dlpack__")


def _refuse_masked(n: int, hand: NDArray[Any]) -> NoReturn:
    place = int(np.argmax(np.ma.getmaskarray(hand)))
    raise CardError(f"hands[{n}]: card {place + 1} of {len(hand)} is masked")


def _from_text(texts: Sequence[Any], sizes: Container[int]) -> Hands:
    rows = []
    for n, text in enumerate(texts):
        if not isinstance(text, str):
            raise CardError(f"hands[{n}]: {text!r} is not text, but other hands are")
        try:
            rows.append(parse_hand(text, sizes))
        except CardError as error:
            raise CardError(f"hands[{n}]: {error}") from None
        if len(rows[n]) != len(rows[0]):
            raise CardError(f"hands[{n}] has {len(rows[n])} cards, hands[0] has {len(rows[0])}")
    return np.array(rows, np.uint8)


def _validate(hands: Hands) -> None:
    """Refuse invalid and repeated cards; the message names the first such hand."""
    invalid = _has_repeated_card(hands)
    if hands.size and (hands.min() < 0 or hands.max() > 51):
        invalid |= ((hands < 0) | (hands > 51)).any(axis=1)
    if not invalid.any():
        return
    n = int(np.argmax(invalid))
    cards = hands[n].tolist()
    for place, card in enumerate(cards):
        if card not in range(52):
            raise CardError(f"hands[{n}]: {card} is not a card: cards are the ints from 0 to 51")
        if card in cards[:place]:
            raise CardError(f"hands[{n}]: {format_card(card)} is there twice")


@by_blocks(np.bool_)
def _has_repeated_card(cards: Cards) -> NDArray[np.bool_]:
    repeated = np.zeros(cards.shape[1], bool)
    for first, second in combinations(cards, 2):
        repeated |= first == second
    return repeated
