"""Many plain values of keys, in an array: of numbers if that keeps them as they are, or objects."""

import marshal
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.protocol import Key
from harness.adapters.plain import KeyRefusedError
from harness.processes.visible import visible_repr

Values = NDArray[Any]
"""An array of int64, of float64, or of objects."""


def read(known: bytes) -> Values:
    """The values from `marshal`: a list, or the dtype and the bytes of an array.

    >>> read(marshal.dumps(("<i8", np.array([3, 1]).tobytes()))), read(marshal.dumps([2.5, 1]))
    (array([3, 1]), array([2.5, 1], dtype=object))
    """
    values = marshal.loads(known or marshal.dumps([]))
    return np.frombuffer(values[1], values[0]) if isinstance(values, tuple) else as_array(values)


def as_array(values: list[Key]) -> Values:
    """The values in an array."""
    types: set[type] = {*map(type, values)}
    with suppress(OverflowError):
        if types in ({int}, {float}):
            return np.array(values, np.int64 if types == {int} else np.float64)
    return np.fromiter(values, object, len(values))


def joined(*parts: Values) -> Values:
    """Several values in one array."""
    full = [part for part in parts if len(part)] or [*parts[:1]]
    if len({part.dtype for part in full}) > 1:  # else integers would become floats
        full = [part.astype(object) for part in full]
    return np.concatenate(full)


def in_order(values: Values) -> tuple[Values, NDArray[np.int64]]:
    """The different values in ascending order, and the index of each value among these.

    Raises:
        KeyRefusedError: two of them cannot be compared. Sorting compares every key with its
            neighbour in the result, and if neighbours can be compared, all can.

    >>> in_order(as_array(["b", "a", "b"]))
    (array(['a', 'b'], dtype=object), array([1, 0, 1]))
    """
    listed = values.tolist() if values.dtype == object else []
    try:
        order = np.array(sorted(range(len(listed)), key=listed.__getitem__), int)
    except TypeError as error:
        by_type = {type(value).__name__: value for value in reversed(listed)}
        both = " and ".join(map(visible_repr, by_type.values()))
        raise KeyRefusedError(both if len(by_type) > 1 else str(error)) from None
    order = order if listed else np.argsort(values)
    ordered = values[order]
    is_first = np.append(np.ones(1, bool), ordered[1:] != ordered[:-1])[: len(values)]
    index = np.empty(len(values), np.int64)
    index[order] = np.cumsum(is_first) - 1
    return ordered[is_first], index


def places_among(steps: Values, values: Values) -> NDArray[np.int64]:
    """The places of values among steps in order: 2n + 1 for the n-th from 0, 2n just before it.

    Raises:
        KeyRefusedError: a value that cannot be compared with a step.

    >>> places_among(as_array([3, 5]), as_array([5, 4, 9])).tolist()
    [3, 2, 4]
    """
    if steps.dtype != values.dtype:
        steps, values = steps.astype(object), values.astype(object)
    try:
        at = np.searchsorted(steps, values)
    except TypeError as error:
        raise KeyRefusedError(str(error)) from None
    return np.array(2 * at + (np.take(steps, at, mode="clip") == values), np.int64)
