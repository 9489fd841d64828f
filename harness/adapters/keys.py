"""Valid keys: plain values, and objects that order themselves.

A verdict is about every pair of hands, so keys need a total order. Plain values have one: int,
float other than NaN, str, and tuples and lists of these. Values that stand for a plain value (an
``IntEnum``, a named tuple, a NumPy number) are converted to it, in the process that calls the
evaluator, so that only plain values leave it. Keys are compared as bytes, which are equal exactly
if the plain values are; so no hash or comparison that an evaluator defines can make two keys equal.

Objects of other types may order themselves (a dataclass with ``order=True``, a ``Fraction``).
`Ranking` replaces such a key by its place among the keys of the classes.
"""

import marshal
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice, pairwise
from random import Random
from typing import Any

from evaluators.protocol import Key

VERSION = 2
"""The version of marshal's format: the last in which equal values always have equal bytes."""
SHOWN = 200
"""The most characters that are shown of a key that orders itself."""
PAIRS = 20_000
"""Random pairs of classes whose keys are compared, if they order themselves."""

_SIMPLE = frozenset({int, float, str})
"""Types whose own ``==`` and hash decide; a dict of their values cannot be deceived."""
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
    harness.adapters.keys.KeyRefusedError: nan is not ordered: it does not even equal itself
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
    """Whether a key and all its parts define an order, although not all of them are plain.

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
        return not key < key and (not _has_equality(key) or bool(key == key))
    except Exception:
        return False


class Plain:
    """Keys that are plain values, or stand for one: each different value gets a number, its code.

    Equal codes stand for the same value. Values of different types that are equal, such as 1 and
    1.0, may have one code or two.

    Args:
        of_class: the keys of one hand of each class, by class number.

    Attributes:
        values: the plain value of each code.
        of_class: the codes of the classes, by class number.
        shown: the texts of values that are shown as something else.

    Raises:
        KeyRefusedError: a key without a plain value.
    """

    def __init__(self, of_class: Mapping[int, Any]) -> None:
        self.shown: dict[int, str] = {}
        self.values: list[Key] = []
        self._codes: dict[Key | bytes, int] = {}  # by simple value, or by the bytes of another
        self.of_class = dict(zip(of_class, map(self._code, of_class.values())))
        self._of_classes = len(self.values)
        self._code_of_number = [self.of_class.get(n, 0) for n in range(max(of_class) + 1)]
        as_bytes = [marshal.dumps(value, VERSION) for value in self.values]
        self._bytes_of_number = list(map(as_bytes.__getitem__, self._code_of_number))

    def forget(self) -> None:
        """Forget all values but those of the classes: a task returns those of its own hands."""
        if len(self.values) > self._of_classes:
            del self.values[self._of_classes :]
            self._codes = dict(islice(self._codes.items(), self._of_classes))

    def codes_of_classes(self, numbers: Any) -> Any:
        """The codes of the keys of classes."""
        return list(map(self._code_of_number.__getitem__, numbers))

    def codes(self, keys: Any, numbers: Any) -> tuple[Any, int | None]:
        """The codes of keys of hands, whose class numbers are `numbers`.

        Returns:
            The codes, and the index of the first that is not that of its class; or nothing, if all
            are those of their classes.

        Raises:
            KeyRefusedError: a key without a plain value.
        """
        with suppress(ValueError):  # of a key that is not plain yet
            expected = b"".join(map(self._bytes_of_number.__getitem__, numbers))
            # A list's bytes are those of its items, after five that say what it is, and how long.
            if marshal.dumps(keys, VERSION)[5:] == expected:
                return None, None
        try:
            codes = self._known(keys)
        except (KeyError, ValueError):  # of a new value, or one that is not plain yet
            codes = []
            try:
                codes.extend(map(self._code, keys))
            except KeyRefusedError as error:
                error.at = len(codes)
                raise
        of_classes = self.codes_of_classes(numbers)
        if codes == of_classes:
            return None, None
        return codes, next(at for at, code in enumerate(codes) if code != of_classes[at])

    def _known(self, keys: Any) -> list[int]:
        if _SIMPLE.issuperset(map(type, keys)):
            return list(map(self._codes.__getitem__, keys))
        return [
            self._codes[key if type(key) in _SIMPLE else marshal.dumps(key, VERSION)]
            for key in keys
        ]

    def _code(self, key: Any) -> int:
        value = _one_of_plain(key)
        known_by = value if type(value) in _SIMPLE else marshal.dumps(value, VERSION)
        code = self._codes.setdefault(known_by, len(self.values))
        if code == len(self.values):
            self.values.append(value)
        return code

    @staticmethod
    def same(first: Any, second: Any) -> bool:
        """Whether two keys tie."""
        return _one_of_plain(first) == _one_of_plain(second)

    @staticmethod
    def display(key: Any) -> Key:
        """A key as it is shown."""
        return _one_of_plain(key)


def _one_of_plain(key: Any) -> Key:
    """The plain value of a key among others that have one.

    Raises:
        KeyRefusedError: it has none; a key that orders itself is taken only where all do.
    """
    try:
        return plain(key)
    except KeyRefusedError as error:
        if orders_itself(key):
            what, why, _ = str(error).partition(" is not taken")
            beside = f"{what}{why} beside numbers or texts; return one type, always"
            raise KeyRefusedError(beside) from None
        raise


class Ranking(Plain):
    """Keys that order themselves; their values are places among the keys of the classes.

    The key of a class has an odd place; a key between those of two classes has the even place
    between. So places are plain numbers that order all keys, except two keys between the same
    classes.

    Attributes:
        shown: the texts of the keys, by place.

    Raises:
        KeyRefusedError: keys that cannot be compared, or that contradict each other.
    """

    def __init__(self, of_class: Mapping[int, Any]) -> None:
        self._key_of_class = of_class
        self._keys: list[Any] = []
        places: dict[int, int] = {}
        try:
            for number in sorted(of_class, key=of_class.__getitem__):  # `sorted` uses < alone
                if not self._keys or not self.same(self._keys[-1], of_class[number]):
                    self._keys.append(of_class[number])
                places[number] = 2 * len(self._keys) - 1
            contradiction = next(self._contradictions(), None)
        except Exception as error:
            raise KeyRefusedError(f"its keys cannot be compared: {error}") from None
        if contradiction:
            raise KeyRefusedError(
                f"its keys contradict each other: {' and '.join(map(_text, contradiction))} are "
                "not ordered by < and == as the keys between them are"
            )
        super().__init__({number: places[number] for number in of_class})
        self.shown = {2 * n + 1: _text(key) for n, key in enumerate(self._keys)}

    def _contradictions(self) -> Iterator[tuple[Any, Any]]:
        """Neighbours and random pairs of keys that disagree with their places."""
        random = Random(0)
        pairs = [*pairwise(self._keys)]
        if pairs:
            indexes = (sorted(random.sample(range(len(self._keys)), 2)) for _ in range(PAIRS))
            pairs += [(self._keys[low], self._keys[high]) for low, high in indexes]
        for less, more in pairs:
            if not less < more or more < less or less == more:
                yield less, more

    def codes(self, keys: Any, numbers: Any) -> tuple[Any, int | None]:
        """The codes of keys of hands; see `Plain.codes`.

        Raises:
            KeyRefusedError: a key that cannot be compared.
        """
        places: list[int] = []
        try:
            places.extend(map(self._place, keys, numbers))
        except KeyRefusedError as error:
            raise KeyRefusedError(str(error), len(places)) from None
        except Exception as error:
            at, reason = len(places), f"{type(error).__name__}: {error}"
            why = f"its key {_text(keys[at])} cannot be compared: {reason}"
            raise KeyRefusedError(why, at) from None
        return super().codes(places, numbers)

    def _place(self, key: Any, number: int) -> int:
        if self.same(key, self._key_of_class[number]):
            return self.values[self.of_class[number]]  # type: ignore[return-value]
        index = bisect_left(self._keys, key)
        if index < len(self._keys) and self.same(key, self._keys[index]):
            return 2 * index + 1
        self.display(key)
        self.shown.setdefault(2 * index, _text(key))
        return 2 * index

    @staticmethod
    def same(first: Any, second: Any) -> bool:
        """Whether two keys tie: neither is less, nor are they unequal by a ``==`` of their type."""
        if first < second or second < first:
            return False
        return not _has_equality(first) or bool(first == second)

    @staticmethod
    def display(key: Any) -> Key:
        """A key as it is shown.

        Raises:
            KeyRefusedError: it has no place in any order, as NaN.
        """
        if not Ranking.same(key, key):
            why = f"{_text(key)} is not ordered: it does not even equal itself"
            raise KeyRefusedError(why)
        return _text(key)


def scale_of(of_class: Mapping[int, Any]) -> Plain:
    """The scale of an evaluator's keys: of plain values or, if some order themselves, by places.

    Args:
        of_class: the keys of one hand of each class, by class number.

    Raises:
        KeyRefusedError: a key that is neither plain nor orders itself; or keys that cannot be
            compared, or that contradict each other.
    """
    is_plain = True
    for at, key in enumerate(of_class.values()):
        try:
            plain(key)
        except KeyRefusedError as error:
            is_plain = False
            if not orders_itself(key):
                error.at = at
                raise
    return Plain(of_class) if is_plain else Ranking(of_class)


def _has_equality(key: Any) -> bool:
    """Whether a key's type defines ``==``; of a tuple or list, whether those of its parts do."""
    if type(key) in (tuple, list):
        return all(map(_has_equality, key))
    return getattr(type(key), "__eq__") is not object.__eq__  # noqa: B009  mypy takes it for bound


def _text(key: Any) -> str:
    """The text of a key, shortened."""
    try:
        text = repr(key)
    except Exception:
        text = object.__repr__(key)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
