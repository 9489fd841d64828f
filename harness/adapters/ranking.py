"""Keys that order themselves: their values are places among the keys of the classes.

`Places` sorts the keys of the classes and finds the place of any other key. It needs nothing but
``<`` and ``==``, and serves whatever has no plain value: the objects of an evaluator (`Ranking`),
and hands that a function compares (`comparing`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cmp_to_key
from itertools import pairwise
from random import Random
from typing import Any

from evaluators.protocol import Key
from harness.adapters.codes import Codes, KeySpace
from harness.adapters.plain import (
    KeyRefusedError,
    NotPlainError,
    has_equality,
    orders_itself,
    plain,
)
from harness.processes.visible import visible_repr

PAIRS = 20_000
"""Random pairs of different keys of classes that are compared."""

CONTRADICTION = "its keys contradict each other: "
NOT_AS_BETWEEN = "not a < b, although the keys between them are in that order"
NO_EQUALITY = "its keys have no ==: two of them tie if neither is less"

About = Callable[[int], None]
"""A function that hears the index of a key before it is compared: a comparison may hang."""


class ContradictionError(Exception):
    """A pair of keys that ``<`` and ``==`` do not order as the keys between them are.

    Attributes:
        low, high: their indices; the key at `low` should be less.
    """

    def __init__(self, low: int, high: int) -> None:
        super().__init__(low, high)
        self.low, self.high = low, high


class Places:
    """Places among sorted keys: the n-th different key from 0 has the odd place 2n + 1.

    A key between two of these has the even place between, as have all keys there: which of them is
    less, is not asked. In each comparison, the key in question stands on the left first.

    Args:
        keys: the keys of the classes.
        about: called before each comparison with the index of the key in question.

    Attributes:
        keys: the different keys, the least first.
        indices: the index of the first of the given keys that has each of these.
        of_keys: the place of each of the given keys.

    Raises:
        ContradictionError: two neighbours or one of many random pairs contradict the order.

    >>> places = Places(["b", "a", "b"])
    >>> places.of_keys, [places.find(key, near=1) for key in ("A", "a", "az", "b", "c")]
    ([3, 1, 3], [0, 1, 2, 3, 4])
    """

    def __init__(self, keys: Sequence[Any], about: About = lambda at: None) -> None:
        self._about = about

        def compare(first: int, second: int) -> int:
            about(first)
            return -1 if keys[first] < keys[second] else 0  # `sorted` asks for nothing else

        different: list[int] = []
        self.of_keys = [0] * len(keys)
        for at in sorted(range(len(keys)), key=cmp_to_key(compare)):
            about(at)
            if not different or not tie(keys[at], keys[different[-1]]):
                different.append(at)
            self.of_keys[at] = 2 * len(different) - 1
        self.keys, self.indices = [keys[at] for at in different], different
        pairs, random = [*pairwise(different)], Random(0)
        for _ in range(PAIRS if pairs else 0):
            low, high = sorted(random.sample(range(len(different)), 2))
            pairs.append((different[low], different[high]))
        for low, high in pairs:
            about(low)
            less, more = keys[low], keys[high]
            if not less < more or contradiction(less, more):
                raise ContradictionError(low, high)

    def find(self, key: Any, near: int, at: int = 0) -> int:
        """The place of a key, by bisection.

        Args:
            key: the key.
            near: the place of the key at which the search begins. A wrong key is often a neighbour,
                so the steps are short at first.
            at: the index for `about`.
        """
        low, high, step = 0, len(self.keys), 0
        while low < high:
            middle = max(near // 2 - step, min((low + high) // 2, near // 2 + step))
            self._about(at)
            other = self.keys[middle]
            if key < other:
                high = middle
            elif _differ(key, other) or other < key:
                low = middle + 1
            else:
                return 2 * middle + 1
            step = 8 * step or 1
        return 2 * low


def tie(first: Any, second: Any) -> bool:
    """True if neither key is less, nor are they unequal by a ``==`` of their type.

    Both are asked in both orders: an object of `cmp_to_key` may answer otherwise in the other.
    """
    return not (first < second or second < first or _differ(first, second))


def contradiction(a: Any, b: Any) -> str:
    """What two keys say that cannot be true; empty if they do not contradict each other.

    >>> contradiction(1, 2), contradiction(2, 2), contradiction({1}, {2})
    ('', '', 'neither a < b nor b < a nor a == b')
    """
    less, more = bool(a < b), bool(b < a)
    equal = back = not (less or more)
    if has_equality(a):
        equal, back = bool(a == b), bool(b == a)
    if equal != back:
        return f"a == b is {equal}, and b == a is {back}"
    if less + more + equal == 1:
        return ""
    said = [text for text in ("a < b" * less, "b < a" * more, "a == b" * equal) if text]
    return " and ".join(said) or "neither a < b nor b < a nor a == b"


def _differ(first: Any, second: Any) -> bool:
    return has_equality(first) and not first == second == first


class Ranking(KeySpace):
    """Keys that order themselves, with places for values.

    So values are plain numbers that order all keys, except two keys between the same classes.

    Args:
        of_class: the keys of one hand of each class, by class number.
        about: called before each comparison with the index of the key's hand.

    Raises:
        KeyRefusedError: keys that cannot be compared, or that contradict each other.
    """

    def __init__(self, of_class: Mapping[int, Any], about: About = lambda at: None) -> None:
        self._about, keys = about, [*of_class.values()]
        try:
            self._places = Places(keys, about)
        except ContradictionError as error:
            why = contradiction(keys[error.low], keys[error.high]) or NOT_AS_BETWEEN
            raise KeyRefusedError(CONTRADICTION + why, error.low, error.high) from None
        except Exception as error:
            raise KeyRefusedError(f"its keys cannot be compared: {error}") from None
        super().__init__(dict(zip(of_class, self._places.of_keys)))
        if not all(map(has_equality, keys)):
            self.remarks = [NO_EQUALITY]

    def shown(self) -> dict[int, str]:
        """The texts of the keys of classes, by place, each asked for on the clock of its hand."""
        texts = {}
        for n, key in enumerate(self._places.keys):
            self._about(self._places.indices[n])
            place = f", {n + 1:,} of {len(self._places.keys):,} in its own order"
            texts[2 * n + 1] = _text_of(key, place)
        return texts

    def codes(self, keys: Any, numbers: Any, at: int = 0) -> Codes:
        """The codes of keys of hands; see `KeySpace.codes`.

        Raises:
            KeyRefusedError: a key that cannot be compared.
        """
        places: list[int] = []
        try:
            for n, (key, number) in enumerate(zip(keys, numbers), at):
                near: Any = self.values[self.of_class[number]]
                place = self._places.find(key, near, n)
                if not place % 2:
                    _require_order(key)
                    if why := contradiction(key, self._places.keys[near // 2]):
                        other = self._places.indices[near // 2]
                        raise KeyRefusedError(CONTRADICTION + why, other=other)
                places.append(place)
        except KeyRefusedError as error:
            error.at = len(places)
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            why = f"its key {visible_repr(keys[len(places)])} cannot be compared: {reason}"
            raise KeyRefusedError(why, len(places)) from None
        return super().codes(places, numbers)

    def same(self, first: Any, second: Any) -> bool:
        """True if two keys tie."""
        return tie(first, second)

    @staticmethod
    def display(key: Any) -> Key:
        """The form in which a key is shown.

        Raises:
            KeyRefusedError: it has no place in any order, as NaN.
        """
        _require_order(key)
        return _text_of(key)


def _text_of(key: Any, place: str = "") -> str:
    """The text of a key; without a text of its own, its type and its place: not an address."""
    has_text = getattr(type(key), "__repr__") is not object.__repr__  # noqa: B009
    return visible_repr(key) if has_text else f"<{type(key).__name__}{place}>"


def _require_order(key: Any) -> None:
    if _differ(key, key):
        raise KeyRefusedError(f"{visible_repr(key)} is not ordered: it does not even equal itself")
    if key < key:
        raise KeyRefusedError(
            f"{_text_of(key)} is not ordered: compared with itself, a < a is true"
        )


def accepted(key: Any) -> Any:
    """A key, if it is plain or orders itself.

    Raises:
        KeyRefusedError: any other key; if its first parts could be one, the message says so.
    """
    try:
        plain(key)
    except NotPlainError:
        if orders_itself(key):
            return key
        n = 0
        with suppress(KeyRefusedError):
            for part in key if isinstance(key, tuple | list) else ():
                accepted(part)
                n += 1
        if not n or hasattr(type(key[n]), "__members__"):
            raise
        kind = type(key[n]).__name__
        message = (
            f"key[{n}] is of type {kind}, which is not taken; return key[:{n}], if it is enough"
        )
        raise NotPlainError(message) from None
    return key


def are_in_order(keys: Iterable[Any], numbers: Iterable[int]) -> bool:
    """True if each class has one key, and the keys run in the order of the classes.

    Raises:
        TypeError: keys that cannot be compared.

    >>> are_in_order([9, 7, 9], [1, 2, 1]), are_in_order([9, 7, 8], [1, 2, 1])
    (True, False)
    """
    of_class: dict[int, Any] = {}
    if any(of_class.setdefault(number, key) != key for number, key in zip(numbers, keys)):
        return False
    pairs = [*pairwise(of_class[number] for number in sorted(of_class))]
    return all(a < b for a, b in pairs) or all(a > b for a, b in pairs)


def parts_in_order(keys: Sequence[Any], numbers: Sequence[int]) -> int:
    """How many first parts of keys are in the order of the classes alone, the fewest; or 0.

    >>> parts_in_order([(9, "b"), (7, "a"), (9, "c")], [1, 2, 1])
    1
    """
    if not all(isinstance(key, tuple | list) for key in keys):
        return 0
    for k in range(1, max(map(len, keys))):
        with suppress(KeyRefusedError, TypeError):  # of parts that are not plain, or not comparable
            if are_in_order((plain(key[:k]) for key in keys), numbers):
                return k
    return 0


def key_space_of(of_class: Mapping[int, Any], about: About = lambda at: None) -> KeySpace:
    """The key space of an evaluator: of plain values or, if some keys order themselves, of places.

    Args:
        of_class: the `accepted` keys of one hand of each class, by class number.
        about: called before each comparison of keys with the index of the key's hand.

    Raises:
        KeyRefusedError: keys that cannot be compared, or that contradict each other.
    """
    about(0)  # the first key that is not plain is compared with itself once more
    try:
        return KeySpace(of_class)
    except NotPlainError:
        return Ranking(of_class, about)
