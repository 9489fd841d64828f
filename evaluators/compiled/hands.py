"""Functions of any array of hands, made from kernels: machine code for a block of hands."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

Hands: TypeAlias = NDArray[np.integer[Any]]
"""Card numbers, a row for each hand: ``(n, k)``, of any integer dtype."""

Kernel: TypeAlias = Callable[..., None]
"""Machine code for hands of one size, called with ``(hands, keys, *tables)``: contiguous hands of
uint8, and an array for their keys."""

Tables: TypeAlias = tuple[NDArray[Any], ...]

BLOCK = 1 << 16
"""Hands per call of a kernel, enough to make the five microseconds of a call negligible, and few
enough for their bytes, half a megabyte, to stay in a level 2 cache. Hands of another dtype or order
are copied block by block."""


class OverHands:
    """A function of any array of hands, from a kernel for each size.

    Args:
        kernel: from the number of cards to the kernel.
        tables: from the number of cards to the tables that the kernel takes.
        dtype: the dtype of the keys.
    """

    def __init__(
        self,
        kernel: Callable[[int], Kernel],
        tables: Callable[[int], Tables],
        dtype: DTypeLike,
    ) -> None:
        self.kernel, self.tables, self.dtype = cache(kernel), tables, np.dtype(dtype)
        self.__doc__ = kernel.__doc__

    def __call__(self, hands: Hands | NDArray[np.uint8]) -> NDArray[Any]:
        """The ``(n,)`` keys of ``(n, k)`` card numbers from 0 to 51, without validation.

        They are of any integer dtype; of uint8, none is copied.
        """
        n, size = hands.shape
        keys = np.empty(n, self.dtype)
        kernel, tables = self.kernel(size), self.tables(size)
        for start in range(0, n, BLOCK):
            block = np.ascontiguousarray(hands[start : start + BLOCK], np.uint8)
            kernel(block, keys[start : start + BLOCK], *tables)
        return keys


def no_tables(size: int) -> Tables:
    """No tables, for a strategy that computes all."""
    return ()


def by_card(values: "NDArray[Any]") -> "NDArray[Any]":
    """A table by card number, longer than the deck: any byte is a valid index.

    >>> by_card(np.arange(52))[[51, 52, 255]].tolist()
    [51, 0, 0]
    """
    table = np.zeros(256, values.dtype)
    table[: len(values)] = values
    return table
