"""Keys: plain values, keys that stand for one, and keys that order themselves."""

import marshal
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cmp_to_key
from operator import sub
from typing import Any, NamedTuple

import numpy as np
import pytest

from harness.adapters.keys import (
    VERSION,
    KeyRefusedError,
    Plain,
    Ranking,
    Shown,
    orders_itself,
    plain,
    scale_of,
)


class Category(IntEnum):
    PAIR = 1
    FLUSH = 5


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
        assert marshal.loads(marshal.dumps(result, VERSION)) == value


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
    ]:
        with pytest.raises(KeyRefusedError, match=message):
            plain(key)


OF_CLASS: dict[int, Any] = {1: 9, 3: Category.FLUSH, 4: 5, 7: (1, ["x"])}
KEYS: list[Any] = [9, LyingHash(5), (1, ["x"]), (Category.PAIR, ["x"]), 2**70, "5", (5,)]


def test_each_different_value_has_one_code() -> None:
    """Failure means that a hash or type of the evaluator's makes two keys equal, or one two."""
    scale = Plain(OF_CLASS)
    assert (scale.values, scale.of_class) == ([9, 5, (1, ["x"])], {1: 0, 3: 1, 4: 1, 7: 2})
    for batch in (KEYS, KEYS[::-1], [9, 5, 2**70, "5"], [9.5, 9, 9.5]):
        codes, _ = scale.codes(batch, [1] * len(batch))
        assert [scale.values[code] for code in codes] == [*map(plain, batch)]
    assert len({*map(repr, scale.values)}) == len(scale.values) == 7
    scale.forget()
    assert len(scale.values) == 3
    assert scale.codes([(5,), 9], [1, 1]) == ([3, 0], 0)


def test_the_first_key_of_another_code_than_its_class() -> None:
    scale = Plain(OF_CLASS)
    assert scale.codes([9, 5, 5, 9], [1, 3, 4, 1]) == (None, None)
    assert scale.codes_of_classes([1, 3, 4, 1]) == [0, 1, 1, 0]
    assert scale.codes([9, 5, 9, 9], [1, 3, 4, 7]) == ([0, 1, 0, 0], 2)
    assert scale.codes([5, 9], [1, 1]) == ([1, 0], 0)


def test_an_invalid_key_is_refused_where_it_stands() -> None:
    """Also where it is compared with itself: two of them have the same bytes."""
    invalid = [None, float("nan"), b"", {1}, (5, None)]
    for key in [*invalid, Liar(5), (Liar(5),), Buffer(), NewBuffer()]:
        for keys, at in (([9, 5, key], 2), ([key, "new"], 0), (["new", key, key], 1)):
            with pytest.raises(KeyRefusedError, match="not") as refused:
                Plain(OF_CLASS).codes(keys, [1] * len(keys))
            assert refused.value.at == at
    for key in invalid:
        with pytest.raises(KeyRefusedError):
            scale_of({1: 9, 2: 8, 3: key})


def test_keys_are_the_same_if_their_values_are() -> None:
    assert Plain.same(LyingHash(5), 5.0)
    assert not Plain.same("5", 5)


@dataclass(order=True)
class Score:
    value: float


class OnlyLess:
    def __init__(self, value: int) -> None:
        self.value = value

    def __lt__(self, other: "OnlyLess") -> bool:
        return self.value < other.value


class Contradiction(OnlyLess):
    """Less by halves, equal by values: of two neighbours neither is less, yet they differ."""

    def __lt__(self, other: OnlyLess) -> bool:
        return self.value // 2 < other.value // 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OnlyLess) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]


class Circle(OnlyLess):
    """Rock, paper, scissors: each is less than the next, and the last is less than the first."""

    def __lt__(self, other: OnlyLess) -> bool:
        return 0 < (other.value - self.value) % 101 <= 50


AlwaysLess, AlwaysEqual = (
    type("Absurd", (OnlyLess,), {name: lambda self, other: True, "__hash__": None})
    for name in ("__lt__", "__eq__")
)
by_value = cmp_to_key(sub)
KINDS: list[Any] = [
    *(Score, OnlyLess, Fraction, by_value, lambda n: (1, Fraction(n)), lambda n: (1, OnlyLess(n)))
]


def test_keys_that_order_themselves_are_ranked() -> None:
    """Ties share a place, and places rise as the keys do."""
    for kind in KINDS:
        values = {1: 40, 2: 30, 3: 30, 4: 10}
        ranking = scale_of({number: kind(value) for number, value in values.items()})
        assert orders_itself(kind(1))
        assert isinstance(ranking, Ranking)
        assert [ranking.values[ranking.of_class[number]] for number in values] == [5, 3, 3, 1]
        codes, _ = ranking.codes([kind(35), kind(40), kind(30)], [1, 1, 4])
        assert [ranking.values[code] for code in codes] == [4, 5, 3]


def test_a_key_between_those_of_classes_has_the_even_place_between() -> None:
    ranking = Ranking({1: Fraction(4), 2: Fraction(3)})
    codes, _ = ranking.codes([Fraction(n, 2) for n in (5, 6, 7, 8, 9)], [1] * 5)
    assert [ranking.values[code] for code in codes] == [0, 1, 2, 3, 4]
    assert ranking.shown[2] == "Fraction(7, 2)"
    assert repr(Shown(ranking.shown[1])) == "Fraction(3, 1)"
    shown = [Ranking.display(Shown("x" * length)) for length in (200, 201)]
    assert shown == ["x" * 200, "x" * 200 + "..."]
    rude = type("Rude", (OnlyLess,), {"__repr__": lambda key: 1 / 0})(1)
    assert "Rude object" in str(Ranking.display(rude))


def test_keys_that_contradict_each_other_are_refused() -> None:
    for kind in [Contradiction, Circle, AlwaysLess, AlwaysEqual]:
        with pytest.raises(KeyRefusedError, match="its keys contradict each other"):
            Ranking({number: kind(number) for number in range(101)})


def test_keys_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(KeyRefusedError, match="its keys cannot be compared: '<' not supported"):
        Ranking({1: Fraction(1), 2: Score(1)})
    with pytest.raises(KeyRefusedError, match="key nothing cannot be compared: Type") as refused:
        Ranking({1: Score(1), 2: Score(2)}).codes([Score(1), Shown("nothing")], [1, 2])
    assert refused.value.at == 1
    for ask in (Ranking.display, lambda key: Ranking({1: Fraction(1)}).codes([key], [1])):
        with pytest.raises(KeyRefusedError, match="nan is not ordered: it does not even equal"):
            ask(float("nan"))
    with pytest.raises(KeyRefusedError, match="of type Fraction is not taken beside numbers"):
        scale_of({1: 2}).codes([Fraction(1)], [1])
