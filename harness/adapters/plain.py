"""Plain values of keys: the types whose order is known to be total.

A verdict is about every pair of hands, so keys need a total order. Plain values have one: int,
float other than NaN, str, and tuples and lists of these. Values that stand for a plain value (an
``IntEnum``, a named tuple, a NumPy number) are converted to it, in the process that calls the
evaluator, so that only plain values leave it.

Objects of other types may order themselves (a dataclass with ``order=True``, a ``Fraction``): see
`ranking`.
"""

import marshal
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from evaluators.protocol import Key

VERSION = 2
"""The version of marshal's format: the last in which equal values always have equal bytes."""
LIST = 5
"""Bytes of a list before those of its items: its type, and how long it is."""

_PARTLY_ORDERED: tuple[type, ...] = set, frozenset, dict, type({}.keys()), type({}.items())
_COMPARISONS = "__eq__", "__lt__", "__gt__", "__le__", "__ge__", "__ne__"


class KeyRefusedError(Exception):
    """A key without a known total order, or of a hand that was changed; the message says why.

    Attributes:
        at: the index of its hand among those that were asked about, if it is at one hand.
    """

    def __init__(self, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.at = at


class Shown(str):
    """The text of a key that is not a plain value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str.__str__(self)


def plain(key: Any) -> Key:
    """The plain value that a key is, or stands for.

    Raises:
        KeyRefusedError: any other key; the message says why.

    >>> from enum import IntEnum
    >>> plain((IntEnum("Category", "PAIR FLUSH").FLUSH, [2.5, "x"]))
    (2, [2.5, 'x'])
    >>> plain(float("nan"))
    Traceback (most recent call last):
        ...
    harness.adapters.plain.KeyRefusedError: nan is not ordered: it does not even equal itself
    """
    kind = type(key)
    if kind in (int, bool, str):  # first, because most parts of keys have these types
        value: Key = key
        return value
    if kind.__module__ == "numpy" and getattr(key, "shape", None) == ():
        number = key.item()
        if type(number) in (bool, int, float, str):
            return plain(number)
    for base, convert in _CONVERT.items():
        if kind is base or (isinstance(key, base) and not _compares_itself(kind, base)):
            value = convert(key)
            if value != value:
                raise KeyRefusedError("nan is not ordered: it does not even equal itself")
            return value
    name = "None" if key is None else f"type {kind.__name__}"
    raise KeyRefusedError(f"a key of {name} is not taken; return an int, float, str, tuple or list")


def _compares_itself(kind: type, base: type) -> bool:
    return any(getattr(kind, name) is not getattr(base, name) for name in _COMPARISONS)


_CONVERT: dict[type, Callable[[Any], Key]] = {
    tuple: lambda key: tuple(map(plain, tuple.__iter__(key))),
    list: lambda key: list(map(plain, list.__iter__(key))),
    float: lambda key: float.__add__(key, 0.0),
    int: lambda key: int.__add__(key, 0),
    str: str.__str__,
}
"""The plain value of an instance of a type or a subclass, whatever the subclass overrides."""


def orders_itself(key: Any) -> bool:
    """True if a key and all its parts define an order, although not all of them are plain.

    >>> from fractions import Fraction
    >>> orders_itself(Fraction(1, 2)), orders_itself((1, Fraction(1, 2)))
    (True, True)
    >>> orders_itself({1, 2}), orders_itself(None), orders_itself((Fraction(1, 2), float("nan")))
    (False, False, False)
    """
    if type(key) in (tuple, list):
        return all(map(orders_itself, key))
    if isinstance(key, _PARTLY_ORDERED):
        return False
    try:
        return not key < key and (not has_equality(key) or bool(key == key))
    except Exception:
        return False


def has_equality(key: Any) -> bool:
    """True if the type of a key defines ``==``; of a tuple or list, if those of its parts do."""
    if type(key) in (tuple, list):
        return all(map(has_equality, key))
    return getattr(type(key), "__eq__") is not object.__eq__  # noqa: B009  mypy takes it for bound


def as_bytes(value: Any) -> bytes:
    """The bytes of a plain value, or of a list of them: equal bytes mean equal values and types.

    Bytes are compared in place of keys, so that no hash or comparison that an evaluator defines can
    make two keys equal. If equal values had different bytes, a value would have several codes: that
    takes longer, and the table of a check, which compares values, makes one of them again.

    Raises:
        ValueError: `marshal` does not take the value.
    """
    return marshal.dumps(value, VERSION)


def recogniser(values: Sequence[Key]) -> Callable[[list[Any], Iterable[int]], bool]:
    """A function that recognises keys: are they exactly the values at these indices?

    One comparison of bytes answers for all of a batch, several times as fast as a search for each.
    It needs the bytes of a list to be five of its own, then those of its items. That is so in
    CPython, but nobody promises it. So it is tried on these very values; where it is not so, no
    key is recognised. Then each key is looked up: that takes longer, and the verdict is the same.

    >>> are_at = recogniser([2.5, "x"])
    >>> are_at(["x", 2.5, "x"], [1, 0, 1]), are_at(["x"], [0]), are_at([None], [0])
    (True, False, False)
    """
    bytes_of = list(map(as_bytes, values))
    if as_bytes([*values, *values])[LIST:] != b"".join(bytes_of * 2):
        return lambda keys, indices: False

    def are_at(keys: list[Any], indices: Iterable[int]) -> bool:
        try:
            found = as_bytes(keys)
        except ValueError:  # of a key that is not plain yet
            return False
        return found[LIST:] == b"".join(map(bytes_of.__getitem__, indices))

    return are_at
