"""Arrays, lists and columns of hands, made an array; and the message for an invalid hand."""

import struct
from collections.abc import Container, Iterable, Sequence
from itertools import starmap
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays import texts
from evaluators.arrays.columns import Hands
from evaluators.cards import CardError, describe_sizes

ManyHands: TypeAlias = NDArray[Any] | Sequence[Any]
"""An ``(n, k)`` array of card numbers, a row of these for each hand, or a text for each hand."""

COLUMNS = "to_pylist", "to_list"
"""What a column of Arrow, and one of pandas or Polars, has to become a list, the faster first."""


def as_hands(hands: ManyHands, sizes: Container[int] = range(5, 8)) -> Hands:
    """Hands as an ``(n, k)`` array of card numbers. Those of numbers are not validated.

    Args:
        hands: an array of any integer dtype, rows of card numbers, or a text for each hand.
        sizes: the allowed numbers of cards.

    Raises:
        CardError: a text is invalid, or the shape or the dtype; the message names the fault.

    >>> as_hands(["Kd Qs Jc Th 9s", "2c 3c 4c 5c 7d"])
    array([[45, 43, 36, 34, 31],
           [ 0,  4,  8, 12, 21]], dtype=uint8)
    >>> as_hands([[45, 43, 36, 34, 31], [0, 4, 8, 12]])
    Traceback (most recent call last):
        ...
    evaluators.cards.CardError: hands[1] has 4 cards, hands[0] has 5
    """
    if isinstance(hands, str):
        raise CardError(f"one text, {hands!r}, where a list of hands is needed")
    if hasattr(hands, "columns") and hasattr(hands, "to_numpy"):  # a table of pandas or Polars
        hands = hands.to_numpy()
    if isinstance(hands, np.ndarray) and hands.dtype.kind in ("UTO" if hands.ndim == 1 else "O"):
        hands = hands.tolist()  # texts, or rows
    if not isinstance(hands, np.ndarray):
        if not isinstance(hands, Iterable):
            raise CardError(f"{hands!r}, where hands are needed")
        as_list = next((getattr(hands, name) for name in COLUMNS if hasattr(hands, name)), None)
        rows: list[Any] = as_list() if as_list else list(hands)
        if not rows:
            return np.zeros((0, 5), np.uint8)
        array = _from_bytes(rows)
        if array is None and any(isinstance(row, str) for row in rows):
            return texts.parse(rows, sizes)
        hands = _from_rows(rows) if array is None else array
    if hands.ndim != 2:
        raise CardError(
            f"an array of shape {hands.shape}, where (n, k) is needed: n hands of k cards"
        )
    if hands.shape[1] not in sizes:
        raise CardError(f"hands of {hands.shape[1]} cards, but {describe_sizes(sizes)}")
    if hands.dtype.kind not in "iu":
        raise CardError(f"an array of dtype {hands.dtype}: card numbers are integers")
    if np.ma.is_masked(hands):
        n = int(np.argmax(np.ma.getmaskarray(hands).any(axis=1)))
        _refuse_masked(n, hands[n])
    return np.asarray(hands)


def is_tensor(hands: object) -> bool:
    """Whether this is an array of another library than NumPy; none is imported to find out.

    >>> is_tensor(np.arange(5)), is_tensor([0, 1, 2, 3, 4]), is_tensor("Kd Qs Jc Th 9s")
    (False, False, False)
    """
    if isinstance(hands, np.ndarray | np.generic):
        return False
    if hasattr(hands, COLUMNS[0]):  # of Arrow, which has DLPack for numbers
        return False
    return hasattr(hands, "__array_namespace__") or hasattr(hands, "__dlpack__")


def _refuse_masked(n: int, hand: NDArray[Any]) -> NoReturn:
    place = int(np.argmax(np.ma.getmaskarray(hand)))
    raise CardError(f"hands[{n}]: card {place + 1} of {len(hand)} is masked")


def _from_bytes(rows: list[Any]) -> NDArray[np.uint8] | None:
    """Lists and tuples of as many numbers, none above 255: faster than `np.array`.

    Other rows are None: `np.array` makes of them what it can.
    """
    if not {*map(type, rows)} <= {list, tuple}:
        return None
    as_bytes = struct.Struct(f"{len(rows[0])}B").pack
    try:
        return np.frombuffer(b"".join(starmap(as_bytes, rows)), np.uint8).reshape(len(rows), -1)
    except (struct.error, ValueError):
        return None


def _from_rows(rows: list[Any]) -> NDArray[Any]:
    for n, row in enumerate(rows):
        if not hasattr(row, "__len__") or getattr(row, "ndim", 1) == 0:
            raise CardError(f"hands[{n}] is {row!r}, where a hand is needed")
        if len(row) != len(rows[0]):
            raise CardError(f"hands[{n}] has {len(row)} cards, hands[0] has {len(rows[0])}")
        if np.ma.is_masked(row):
            _refuse_masked(n, row)
    return np.array(rows)
