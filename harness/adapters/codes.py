"""Codes: a number for each different value of an evaluator's keys.

Three words, for three things. A *key* is what the evaluator returned. Its *value* is the plain
value that the key is, or stands for. The *code* of a value is its index in the list of an
evaluator's values: that of the keys of hands is all that a check keeps of them.
"""

from array import array
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from evaluators.protocol import Key
from harness.adapters.plain import (
    KeyRefusedError,
    NotPlainError,
    as_bytes,
    orders_itself,
    plain,
    recogniser,
)

_SIMPLE = frozenset({int, float, str})
"""Types whose own ``==`` and hash decide; a dict of their values cannot be deceived."""


class Codes(NamedTuple):
    """The codes of the keys of a batch.

    Attributes:
        of_hands: the code of each key, as uint32.
        first_other: the index of the first that is not that of its class; None if all are.
    """

    of_hands: Any
    first_other: int | None


class KeySpace:
    """Keys that are plain values, or stand for one, and their codes.

    Equal codes stand for the same value. Values of different types that are equal, such as 1 and
    1.0, may have one code or two.

    Args:
        of_class: the keys of one hand of each class, by class number.

    Attributes:
        values: the plain value of each code: first of those of classes, then of a task's own.
        of_class: the codes of the classes, by class number.
        remarks: what else is worth saying about the keys.

    Raises:
        KeyRefusedError: a key without a plain value.
    """

    def __init__(self, of_class: Mapping[int, Any]) -> None:
        self.values: list[Key] = []
        self.remarks: list[str] = []
        self._codes: dict[Key | bytes, int] = {}  # by simple value, or by the bytes of another
        self.of_class = dict(zip(of_class, self._each(of_class.values())))
        self._of_classes = len(self.values)
        self._code_of_number = [self.of_class.get(n, 0) for n in range(max(of_class) + 1)]
        self._are_of_classes = recogniser([*map(self.values.__getitem__, self._code_of_number)])

    @property
    def keys(self) -> bytes:
        """The values of the classes, from `marshal`."""
        return as_bytes(self.values[: self._of_classes])

    def shown(self) -> dict[int, str]:
        """The texts of values that are shown as something else: of plain values, none."""
        return {}

    @property
    def own_keys(self) -> bytes:
        """The values of the codes after those, from `marshal`: a list of them."""
        return as_bytes(self.values[self._of_classes :])

    def forget(self, has_gaps: bool = False) -> None:
        """Forget all values but those of the classes: a task returns those of its own hands.

        Args:
            has_gaps: whether the code of any other value is that of a gap: only of arrays.
        """
        if len(self.values) > self._of_classes:
            del self.values[self._of_classes :]
            self._codes = dict(islice(self._codes.items(), self._of_classes))

    def codes(self, keys: Any, numbers: Any, at: int = 0) -> Codes:
        """The codes of keys of hands, most of which are those of their classes.

        Args:
            keys: the keys.
            numbers: the class numbers of their hands.
            at: the index of the first hand in the task, for keys whose comparison is announced.

        Raises:
            KeyRefusedError: a key without a plain value.
        """
        of_classes = list(map(self._code_of_number.__getitem__, numbers))
        if self._are_of_classes(keys, numbers):
            return Codes(array("I", of_classes), None)
        try:
            codes = self._known(keys)
        except (KeyError, ValueError):  # of a new value, or one that is not plain yet
            codes = self._each(keys)
        others = (n for n, code in enumerate(codes) if code != of_classes[n])
        return Codes(array("I", codes), next(others, None))

    def _known(self, keys: Any) -> list[int]:
        if _SIMPLE.issuperset(map(type, keys)):
            return list(map(self._codes.__getitem__, keys))
        return [self._codes[key if type(key) in _SIMPLE else as_bytes(key)] for key in keys]

    def _each(self, keys: Iterable[Any]) -> list[int]:
        codes: list[int] = []
        try:
            codes.extend(map(self._code, keys))
        except KeyRefusedError as error:
            error.at = len(codes)
            raise
        return codes

    def _code(self, key: Any) -> int:
        value = _one_of_plain(key)
        known_by = value if type(value) in _SIMPLE else as_bytes(value)
        code = self._codes.setdefault(known_by, len(self.values))
        if code == len(self.values):
            self.values.append(value)
        return code

    def same(self, first: Any, second: Any) -> bool:
        """True if two keys tie."""
        return _one_of_plain(first) == _one_of_plain(second)

    @staticmethod
    def display(key: Any) -> Key:
        """The form in which a key is shown."""
        return _one_of_plain(key)


def _one_of_plain(key: Any) -> Key:
    """The plain value of a key among others that have one.

    Raises:
        KeyRefusedError: it has none; a key that orders itself is taken only where all do.
    """
    try:
        return plain(key)
    except NotPlainError as error:
        if orders_itself(key):
            what, why, _ = str(error).partition(" is not taken")
            mixed = f"{what}{why} beside numbers or texts; return one type, always"
            raise NotPlainError(mixed) from None
        raise
