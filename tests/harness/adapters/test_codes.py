"""Codes of keys with plain values."""

from array import array
from typing import Any

import pytest

from harness.adapters.codes import Codes, KeySpace
from harness.adapters.plain import KeyRefusedError, plain
from harness.adapters.ranking import key_space_of
from tests.harness.adapters.test_plain import Buffer, Category, Liar, LyingHash, NewBuffer

OF_CLASS: dict[int, Any] = {1: 9, 3: Category.FLUSH, 4: 5, 7: (1, ["x"])}
KEYS: list[Any] = [9, LyingHash(5), (1, ["x"]), (Category.PAIR, ["x"]), 2**70, "5", (5,)]


def test_each_different_value_has_one_code() -> None:
    """Failure means that a hash or type of the evaluator's makes two keys equal, or one two."""
    key_space = KeySpace(OF_CLASS)
    assert (key_space.values, key_space.of_class) == ([9, 5, (1, ["x"])], {1: 0, 3: 1, 4: 1, 7: 2})
    for batch in (KEYS, KEYS[::-1], [9, 5, 2**70, "5"], [9.5, 9, 9.5]):
        codes = key_space.codes(batch, [1] * len(batch))
        assert [key_space.values[code] for code in codes.of_hands] == [*map(plain, batch)]
    assert len({*map(repr, key_space.values)}) == len(key_space.values) == 7
    key_space.forget()
    assert len(key_space.values) == 3
    assert key_space.codes([(5,), 9], [1, 1]) == Codes(array("I", [3, 0]), 0)


def test_the_first_key_of_another_code_than_its_class() -> None:
    key_space = KeySpace(OF_CLASS)
    assert key_space.codes([9, 5, 5, 9], [1, 3, 4, 1]) == Codes(array("I", [0, 1, 1, 0]), None)
    assert key_space.codes([9, 5, 9, 9], [1, 3, 4, 7]) == Codes(array("I", [0, 1, 0, 0]), 2)
    assert key_space.codes([5, 9], [1, 1]) == Codes(array("I", [1, 0]), 0)


def test_an_invalid_key_is_refused_where_it_stands() -> None:
    """Also where it is compared with itself: two of them have the same bytes."""
    invalid = [None, float("nan"), b"", {1}, (5, None)]
    for key in [*invalid, Liar(5), (Liar(5),), Buffer(), NewBuffer()]:
        for keys, at in (([9, 5, key], 2), ([key, "new"], 0), (["new", key, key], 1)):
            with pytest.raises(KeyRefusedError, match="not") as refused:
                KeySpace(OF_CLASS).codes(keys, [1] * len(keys))
            assert refused.value.at == at
    for key in invalid:
        with pytest.raises(KeyRefusedError):
            key_space_of({1: 9, 2: 8, 3: key})


def test_keys_are_the_same_if_their_values_are() -> None:
    assert KeySpace({1: 5}).same(LyingHash(5), 5.0)
    assert not KeySpace({1: 5}).same("5", 5)
