"""Many plain values of keys: an array where all are numbers of one type, a list otherwise."""

import marshal
from bisect import bisect_left
from collections.abc import Sequence
from itertools import compress, pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.protocol import Key
from harness.adapters.plain import KeyRefusedError
from harness.processes.visible import visible_repr

Values: TypeAlias = NDArray[Any] | list[Key]
"""An array of int64 or of float64, or a list."""


def read(known: bytes) -> Values:
    """The values of a shard's own keys: see `ArrayKeys.own_keys`.

    >>> own_keys = marshal.dumps(("<i8", np.array([3, 1]).tobytes()))
    >>> read(own_keys), read(marshal.dumps(["b", (1,)]))
    (array([3, 1]), ['b', (1,)])
    """
    values = marshal.loads(known) if known else []
    if isinstance(values, tuple):
        dtype, numbers = values
        return np.frombuffer(numbers, dtype)
    return numbers_or_list(values)


def numbers_or_list(values: list[Key]) -> Values:
    """The values as an array, if that keeps them as they are."""
    types = {*map(type, values)}
    try:
        if types == {int}:
            return np.array(values, np.int64)
    except OverflowError:
        return values
    return np.array(values, np.float64) if types == {float} else values


def joined(parts: Sequence[Values]) -> Values:
    """Several values as one."""
    full = [part for part in parts if len(part)]
    arrays = [part for part in full if isinstance(part, np.ndarray)]
    if arrays and len(arrays) == len(full) and len({part.dtype for part in arrays}) == 1:
        return np.concatenate(arrays)
    return [value for part in full for value in as_list(part)]


def as_list(values: Values) -> list[Key]:
    """The values as a list."""
    return values.tolist() if isinstance(values, np.ndarray) else values


def in_order(values: Values) -> tuple[Values, NDArray[Any]]:
    """The different values in ascending order, and the index of each value among these.

    Raises:
        KeyRefusedError: two of them cannot be compared. Sorting compares every key with its
            neighbour in the result, and if neighbours can be compared, all can.

    >>> in_order(["b", "a", "b"])
    (['a', 'b'], array([1, 0, 1]))
    """
    if isinstance(values, np.ndarray):
        order = np.argsort(values)
        ordered: Any = values[order]
        is_new = [ordered[:1] == ordered[:1], ordered[1:] != ordered[:-1]]
    else:
        try:
            order = np.array(sorted(range(len(values)), key=values.__getitem__), int)
        except TypeError as error:
            by_type = {type(value).__name__: value for value in reversed(values)}
            both = " and ".join(map(visible_repr, by_type.values()))
            raise KeyRefusedError(both if len(by_type) > 1 else str(error)) from None
        ordered = [values[n] for n in order]
        is_new = [[True] * bool(values), [one != other for one, other in pairwise(ordered)]]
    firsts = np.concatenate(is_new).astype(bool)
    index = np.empty(len(order), np.int64)
    index[order] = np.cumsum(firsts) - 1
    return (
        ordered[firsts] if isinstance(values, np.ndarray) else [*compress(ordered, firsts)]
    ), index


def places_among(steps: Values, values: Values) -> NDArray[Any]:
    """The places of values among steps in order: 2n + 1 for the n-th from 0, 2n just before it.

    Raises:
        KeyRefusedError: a value that cannot be compared with a step.

    >>> places_among(numbers_or_list([3, 5]), numbers_or_list([5, 4, 9])).tolist()
    [3, 2, 4]
    """
    if isinstance(values, np.ndarray) and values.dtype == getattr(steps, "dtype", None):
        at = np.searchsorted(steps, values)
        return np.array(2 * at + (np.take(steps, at, mode="clip") == values))
    listed = as_list(steps)
    places = []
    for value in as_list(values):
        try:
            n = bisect_left(listed, value)
        except TypeError as error:
            raise KeyRefusedError(str(error)) from None
        places.append(2 * n + (n < len(listed) and listed[n] == value))
    return np.array(places, np.int64)
