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
from itertools import islice, repeat
from typing import Any

from evaluators.protocol import Key

VERSION = 2
"""The version of marshal's format: the last in which equal values always have equal bytes."""
LIST = 5
"""Bytes of a list before those of its items: its type, and how long it is."""
DEEPEST = 50
"""The most tuples and lists within each other in a key."""
TOO_DEEP = f"a key nested more than {DEEPEST} deep is not taken; return a shorter key"
LONGEST = 2_000
"""The most bytes of a key: 1 for a letter, 5 for a whole number, 9 for one with a point."""
TOO_LONG = f"a key of more than {LONGEST:,} bytes is not taken; return a shorter key"
AT_A_TIME = 256
"""Keys whose bytes are compared at a time."""

_PARTLY_ORDERED: tuple[type, ...] = set, frozenset, dict, type({}.keys()), type({}.items())
_COMPARISONS = "__eq__", "__lt__", "__gt__", "__le__", "__ge__", "__ne__"


class KeyRefusedError(Exception):
    """A key without a known total order, or of a hand that was changed; the message says why.

    Attributes:
        at: the index of its hand among those that were asked about, if it is at one hand.
        other: the index among the examples of a hand whose key contradicts this one.
    """

    def __init__(self, message: str, at: int | None = None, other: int | None = None) -> None:
        super().__init__(message)
        self.at, self.other = at, other


class WrongWinnerError(KeyRefusedError):
    """A comparison names another winner than the rules do, so it is not equivalent."""


class NotPlainError(KeyRefusedError):
    """A key that is not a plain value, nor stands for one; it may order itself all the same."""


class Shown(str):
    """The text of a key that is not a plain value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str.__str__(self)


class Packed(int):
    """A key whose hexadecimal digits are its fields, and whose text shows each of them.

    >>> Packed(0x5CB986, 7), Packed(0x5CB986, 7) + 1
    (0x0_5_c_b_9_8_6, 6076807)
    """

    text: str

    def __new__(cls, key: int, digits: int) -> "Packed":
        """The key, whose text has so many digits."""
        packed = super().__new__(cls, key)
        packed.text = "0x" + "_".join(f"{key:0{digits}x}")
        return packed

    def __repr__(self) -> str:
        return self.text


def plain(key: Any) -> Key:
    """The plain value that a key is, or stands for.

    Raises:
        NotPlainError: there is none.
        KeyRefusedError: it has no order, or is too long or too deep; the message says which.

    >>> from enum import IntEnum
    >>> plain((IntEnum("Category", "PAIR FLUSH").FLUSH, [2.5, "x"]))
    (2, [2.5, 'x'])
    >>> plain(float("nan"))
    Traceback (most recent call last):
        ...
    harness.adapters.plain.KeyRefusedError: nan is not ordered: it does not even equal itself
    """
    if type(key) is int and key.bit_length() < LONGEST:  # most keys
        return key
    value = _plain(key, DEEPEST)
    try:
        is_long = len(as_bytes(value)) > LONGEST
    except (ValueError, MemoryError):
        is_long = True
    if is_long:
        raise KeyRefusedError(TOO_LONG)
    return value


def _plain(key: Any, levels: int) -> Key:
    """The plain value of a key or of a part, with as many levels at most."""
    kind = type(key)
    if kind in (int, bool, str):  # first, because most parts of keys have these types
        value: Key = key
        return value
    if kind not in _CONVERT:
        if kind.__module__ == "numpy" and getattr(key, "shape", None) == ():
            number = key.item()
            if type(number) in (bool, int, float, str, tuple):  # a tuple: of a structured array
                return _plain(number, levels)
        bases = (base for base in _CONVERT if isinstance(key, base))
        kind = next((base for base in bases if not _compares_itself(type(key), base)), object)
        if kind is object:
            name = "None" if key is None else f"type {type(key).__name__}"
            why = "is not taken; return an int, float, str, tuple or list"
            if hasattr(type(key), "__members__"):
                why = "is an Enum, which has no order; make it an IntEnum, or return its value"
            raise NotPlainError(f"a key of {name} {why}")
    if not levels and kind in (tuple, list):
        raise KeyRefusedError(TOO_DEEP)
    value = _CONVERT[kind](key, levels - 1)
    if kind is float and value != value:
        raise KeyRefusedError("nan is not ordered: it does not even equal itself")
    return value


def _compares_itself(kind: type, base: type) -> bool:
    return any(getattr(kind, name) is not getattr(base, name) for name in _COMPARISONS)


_CONVERT: dict[type, Callable[[Any, int], Key]] = {
    tuple: lambda key, levels: tuple(map(_plain, tuple.__iter__(key), repeat(levels))),
    list: lambda key, levels: list(map(_plain, list.__iter__(key), repeat(levels))),
    float: lambda key, levels: float.__add__(key, 0.0),
    int: lambda key, levels: int.__add__(key, 0),
    str: lambda key, levels: str.__str__(key),
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
    if isinstance(key, _PARTLY_ORDERED):
        return False
    try:
        if type(key) in (tuple, list):
            return all(map(orders_itself, key))
        bool(key < key)  # an array has no such truth; of other types, contradictions are named
        return not has_equality(key) or bool(key == key)
    except Exception:
        return False


def is_of_cards(key: Any, hand: Iterable[Any]) -> bool:
    """True if a key is nothing but cards of the hand, as text: one, several in a text, or a list.

    >>> hand = ["Kd", "Qs", "Jc", "Th", "9s"]
    >>> [is_of_cards(key, hand) for key in (["Kd", "9s"], "Kd", "9s Kd", ("K", "Q"), 9)]
    [True, True, True, False, False]
    """
    texts = key if type(key) in (list, tuple) else [key]
    if not all(isinstance(text, str) for text in texts):
        return False
    cards = " ".join(texts).split()
    return bool(cards) and {*cards} <= {card for card in hand if isinstance(card, str)}


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
        expected = map(bytes_of.__getitem__, indices)
        try:
            return all(
                as_bytes(keys[at : at + AT_A_TIME])[LIST:] == b"".join(islice(expected, AT_A_TIME))
                for at in range(0, len(keys), AT_A_TIME)
            )
        except (ValueError, MemoryError):  # of a key that is not plain yet, or is too long
            return False

    return are_at
