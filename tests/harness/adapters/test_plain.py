"""Plain values: keys that are one or stand for one, and their bytes."""

import marshal
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import numpy as np
import pytest

from harness.adapters import plain as plain_module
from harness.adapters.plain import (
    DEEPEST,
    TOO_DEEP,
    TOO_LONG,
    KeyRefusedError,
    as_bytes,
    plain,
    recogniser,
)
from harness.adapters.ranking import accepted


class Category(IntEnum):
    PAIR = 1
    FLUSH = 5


class Kind(Enum):
    PAIR = 1


class Pair(NamedTuple):
    category: Category
    ranks: list[int]


class LyingHash(int):
    def __hash__(self) -> int:
        return id(self)


class Loud(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "loud"


# Subclasses that claim to equal every key. `marshal` takes the bytes of a buffer for the object.
LIES: dict[str, Any] = {
    **dict.fromkeys(("__lt__", "__gt__", "__ne__"), lambda self, other: False),
    **dict.fromkeys(("__le__", "__ge__", "__eq__"), lambda self, other: True),
    "__hash__": lambda self: 0,
}
Liar, LyingText, Buffer = (
    type(name, (base,), LIES)
    for name, base in (("Liar", int), ("LyingText", str), ("Buffer", bytearray))
)
NewBuffer = type("NewBuffer", (), {**LIES, "__buffer__": lambda self, flags: memoryview(b"")})


PLAIN: list[tuple[Any, Any]] = [
    (5, 5),
    (True, True),
    (-0.5, -0.5),
    (10**400, 10**400),
    ("\ud800", "\ud800"),
    ((1, [2.5, ("x",)]), (1, [2.5, ("x",)])),
    (Category.FLUSH, 5),
    ([Category.FLUSH], [5]),
    (Pair(Category.PAIR, [3]), (1, [3])),
    (LyingHash(7), 7),
    (Loud("quiet"), "quiet"),
    (np.int64(5), 5),
    (np.uint8(5), 5),
    (np.float32(0.5), 0.5),
    (np.float64(0.5), 0.5),
    (np.bool_(True), True),
    (np.str_("x"), "x"),
]


def test_the_plain_value_of_a_key() -> None:
    """`marshal` takes no part that is not plain, too: none leaves the worker inside a tuple."""
    for key, value in PLAIN:
        result = plain(key)
        assert result == value
        assert type(result) is type(value)
        assert marshal.loads(as_bytes(result)) == value


def test_other_keys_are_refused() -> None:
    for key, message in [
        (float("nan"), "nan is not ordered"),
        (np.float64("nan"), "nan is not ordered"),
        ((1, float("nan")), "nan is not ordered"),
        (None, "a key of None is not taken; return an int, float, str, tuple or list"),
        ({1, 2}, "a key of type set is not taken"),
        ((1, {2: 3}), "a key of type dict is not taken"),
        (b"bytes", "a key of type bytes is not taken"),
        (np.array([1, 2]), "a key of type ndarray is not taken"),
        (np.longdouble(1), "a key of type longdouble is not taken"),
        (Liar(3), "a key of type Liar is not taken"),
        (LyingText("x"), "a key of type LyingText is not taken"),
        (1j, "a key of type complex is not taken"),
        (Kind.PAIR, "Kind is an Enum, which has no order; make it an IntEnum"),
    ]:
        with pytest.raises(KeyRefusedError, match=message):
            plain(key)


def test_keys_have_limits_of_depth_and_of_length() -> None:
    """Else they end in RecursionError or MemoryError, or pass for keys that order themselves."""
    deep: Any = 1.5
    for _ in range(DEEPEST):
        deep = (deep,)
    endless: list[Any] = []
    endless.append(endless)
    for key in (deep, "x" * 1_900, (*range(390),), 10**4_400):
        assert plain(key) == key
    for key, message in [
        *(((deep,), TOO_DEEP), (endless, TOO_DEEP)),
        *(("x" * 2_000, TOO_LONG), ((1, *range(400)), TOO_LONG), ((1, "x" * 2_000), TOO_LONG)),
    ]:
        with pytest.raises(KeyRefusedError, match=message):
            accepted(key)


def test_a_batch_is_recognised_by_its_bytes() -> None:
    """Failure means, at `True` or 5.0, that a key passes for one that it only equals."""
    values = [value for _, value in PLAIN]
    are_at = recogniser(values)
    indices = [*range(len(values)), 0, 0, 5]
    keys = [values[index] for index in indices]
    copies = marshal.loads(marshal.dumps(keys))
    assert are_at(keys, indices)
    assert are_at(copies, indices)
    for at, key in ((0, 6), (0, True), (0, 5.0), (5, (1, [2.5, ("y",)])), (3, b""), (0, None)):
        assert not are_at([*keys[:at], key, *keys[at + 1 :]], indices), key
    assert not are_at(keys[:-1], indices)
    assert not are_at([Category.FLUSH], [0])  # it is not a plain value yet


def test_in_another_layout_no_batch_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a batch could pass for another whose bytes are the same.

    From version 3 on, a list refers to items that come again. The second layout has no order.
    """
    usual = as_bytes

    def sorted_first(value: Any) -> bytes:
        return usual(sorted(value) if isinstance(value, list) else value)

    assert recogniser([5, 6])([5, 6], [0, 1])
    for name, layout in (("VERSION", 4), ("as_bytes", sorted_first)):
        with monkeypatch.context() as patch:
            patch.setattr(plain_module, name, layout)
            for keys in ([5, 6], [6, 5]):
                assert not recogniser([5, 6])(keys, [0, 1])
