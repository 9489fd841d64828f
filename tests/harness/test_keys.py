"""Which keys are refused, and that lists keep their order when frozen."""

from collections import namedtuple
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.keys import freeze, refusal, thaw

nested = st.recursive(st.integers(0, 2), lambda inner: st.lists(inner, max_size=3), max_leaves=6)


class Upside(int):
    def __lt__(self, other: int) -> bool:
        return int(self) > int(other)


Pair = namedtuple("Pair", "category rank")
Category = IntEnum("Category", "LOW HIGH")


@pytest.mark.parametrize(
    "key", [1, -1.5, float("inf"), "x", True, (), [], (1, [2, "x"]), Pair(1, 2), Category.LOW]
)
def test_keys_that_are_ordered(key: Any) -> None:
    assert refusal(key) is None


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (None, "a key of None is not taken"),
        ({1}, "a key of type set is not taken"),
        ({1: 2}, "a key of type dict is not taken"),
        (object(), "a key of type object"),
        (1j, "a key of type complex"),
        (Fraction(1, 2), "a key of type Fraction"),
        (Upside(1), "a key of type Upside compares in its own way; return a plain int"),
        (float("nan"), "nan is not ordered"),
        ((1, (2, float("nan"))), "nan is not ordered"),
        ([1, {2}], "a key of type set"),
    ],
)
def test_keys_that_are_refused(key: Any, reason: str) -> None:
    assert str(refusal(key)).startswith(reason)


@given(nested)
def test_thawing_undoes_freezing(key: Any) -> None:
    assert thaw(freeze(key)) == key
    hash(freeze(key))


@given(st.lists(nested, min_size=2, max_size=2))
def test_frozen_lists_compare_as_the_lists_did(keys: list[Any]) -> None:
    def compare(one: Any, two: Any) -> int | None:
        try:
            return int(one > two) - int(one < two)
        except TypeError:
            return None

    assert compare(*map(freeze, keys)) == compare(*keys)


def test_a_list_is_not_taken_for_a_tuple() -> None:
    with pytest.raises(TypeError):
        sorted([freeze([1, 2]), freeze((1, 3))])
