"""Keys in arrays: what is taken, what is refused, and their codes."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.adapters.arrays import ArrayKeys, Arrays, Blocks
from harness.adapters.asking import StoppedError
from harness.adapters.batches import ArrayFunction
from harness.adapters.place import Form
from harness.adapters.plain import KeyRefusedError
from harness.checking.values import read

HANDS = np.arange(20, dtype=np.uint8).reshape(4, 5)
OF_CLASS = {1: 2.5, 3: 2.5, 7: -1.0}


class Liar(np.ndarray[Any, Any]):
    """Keys that say that they are equal to all others."""

    def __ne__(self, other: Any) -> Any:
        return np.zeros(len(self), bool)


def asked(evaluate: Any) -> Arrays:
    return Arrays(ArrayFunction(evaluate, Form(block=4)))


def test_keys_without_a_total_order_are_refused() -> None:
    cases: list[tuple[Any, str, int | None]] = [
        ([1, 2, 3, 4], r"4 hands gave list, not an array of as many keys", None),
        (SimpleNamespace(shape=(4,)), r"4 hands gave SimpleNamespace, not an array", None),
        (np.zeros(3), r"4 hands gave \(3,\), not an array of as many keys", None),
        (np.zeros((4, 0)), r"4 hands gave \(4, 0\), not an array of as many keys or rows", None),
        (np.array([True] * 4), "keys of dtype bool are not taken; return numbers", None),
        ((), "4 hands gave tuple, not an array", None),
        ((np.zeros(4), np.zeros(3)), r"4 hands gave \(3,\), not an array", None),
        ((np.zeros(4), [0, 0, 0, 0]), "4 hands gave list, not an array", None),
        ((np.zeros(4), np.array([0, 0, np.nan, 0])), "nan is not ordered", 2),
        (np.zeros((4, 1, 1)), r"4 hands gave \(4, 1, 1\), not an array of as many keys", None),
        (np.zeros(4, object), "keys of dtype object are not taken", None),
        (np.zeros(4, complex), "keys of dtype complex128 are not taken", None),
        (np.zeros(4, "S3"), r"keys of dtype \|S3 are not taken", None),
        (np.zeros(4, "M8[s]"), r"keys of dtype datetime64\[s\] are not taken", None),
        (np.zeros(4, np.longdouble), "keys of dtype float128 are not taken", None),
        (np.zeros(4, "U3000"), "return numbers or text of up to 2,000 characters", None),
        (np.array([0, 1, np.nan, np.nan]), "nan is not ordered", 2),
        (np.array([[0, 1], [0, np.nan], [np.nan, 0], [1, 1]]), "nan is not ordered", 1),
        (np.ma.masked_inside([1, 2, 3, 4], 2, 3), "a masked key is not taken", 1),
    ]
    for keys, message, at in cases:
        with pytest.raises(StoppedError, match=message) as stopped:
            asked(lambda hands: keys).ask(HANDS)  # noqa: B023
        assert isinstance(stopped.value.error, KeyRefusedError)
        assert stopped.value.at == at


def test_keys_have_one_dtype_in_all_calls() -> None:
    """To join them would round them: 2**53 + 1 would tie with 2**53."""
    dtypes = iter([np.int64, np.int32, float])
    arrays = asked(lambda hands: np.zeros(len(hands), next(dtypes)))
    assert [arrays.ask(HANDS).dtype, arrays.ask(HANDS).dtype] == ["int64", "int32"]
    with pytest.raises(StoppedError, match="its keys are float64 and int64; return one dtype"):
        arrays.ask(HANDS)


def test_rows_of_keys_are_compared_as_tuples() -> None:
    """Also if a column stands after the other in memory, and if rows are no longer than one."""
    rows = np.array([[2, 2, 1, 1], [-1, 300, 7, -7]]).T
    arrays = asked(lambda hands: rows)
    key_space = arrays.key_space(arrays.ask(HANDS), [1, 3, 4, 5])
    assert key_space.values == [(2, -1), (2, 300), (1, 7), (1, -7)]
    found = key_space.codes(arrays.ask(HANDS)[::-1], np.array([5, 4, 3, 3]))
    assert (found.of_hands.tolist(), found.first_other) == ([3, 2, 1, 0], 3)
    assert read(key_space.own_keys).tolist() == []
    single = asked(lambda hands: rows[:, 1:])
    assert single.key_space(single.ask(HANDS), [1, 2, 3, 4]).values[0] == -1
    rows = rows[:, :1]
    with pytest.raises(StoppedError, match=r"its keys are .*'f1'.* and int64; return one dtype"):
        arrays.ask(HANDS)


def test_an_evaluator_may_return_one_array_of_its_own_again_and_again() -> None:
    own = np.zeros(4)

    def evaluate(hands: Any) -> Any:
        own[:] += 1
        return own.view(Liar)

    arrays = asked(evaluate)
    first = arrays.ask(HANDS, check_input=True)
    assert (arrays.ask(HANDS)[0], first[0], type(first)) == (2, 1, np.ndarray)


@given(st.lists(st.tuples(st.sampled_from([*OF_CLASS]), st.sampled_from([-1.0, 0.0, -0.0, 2.5]))))
def test_each_value_has_one_code(pairs: list[tuple[int, float]]) -> None:
    """Most keys are those of their class; the others are found in any batch."""
    key_space = ArrayKeys(np.array([*OF_CLASS.values()]), [*OF_CLASS])
    for batch in (pairs[:2], pairs[2:]):
        numbers = np.array([number for number, _ in batch], np.uint16)
        keys = [key for _, key in batch]
        codes = key_space.codes(np.array(keys), numbers)
        values = [*key_space.values, *read(key_space.own_keys).tolist()]
        assert [values[code] for code in codes.of_hands] == keys
        others = [at for at, (number, key) in enumerate(batch) if key != OF_CLASS[number]]
        assert codes.first_other == (others[0] if others else None)
    key_space.forget()
    assert key_space.own_keys == ArrayKeys(np.zeros(1), [1]).own_keys
    assert key_space.values == [2.5, -1.0]
    assert key_space.of_class == {1: 0, 3: 0, 7: 1}
    assert key_space.codes(np.array([7.0]), np.array([1])) == ([2], 0)
    key_space.forget(has_gaps=True)
    gaps = key_space.codes(np.array([-2.0, 0.0, 7.0, -1.0, 2.5]), np.array([1, 3, 7, 7, 7]))
    assert gaps.of_hands.tolist() == [2, 3, 4, 1, 0]


class TestBlocks:
    def sizes(self, cost: Any, calls: int = 40, only: int = 0) -> list[int]:
        """The sizes of blocks whose calls take `cost` of their hands; a first one takes 2 more."""
        blocks, sizes = Blocks(only), list[int]()
        for _ in range(calls):
            seconds = cost(blocks.many) + 2.0 * blocks.is_new(blocks.many)
            sizes.append(blocks.many)
            blocks.took(blocks.many, seconds)
        return sizes

    def test_a_fixed_cost_makes_no_block_small(self) -> None:
        """They shrank to one hand: nine days of calls that take 0.3 seconds with any number."""
        assert self.sizes(lambda hands: 0.3 + 1e-7 * hands)[-1] == 1 << 19
        assert self.sizes(lambda hands: 1.0 + 1e-6 * hands)[-1] == 1 << 19

    def test_slow_evaluators_get_small_blocks(self) -> None:
        """No call may come near the limit of a hand, 10 seconds."""
        sizes = self.sizes(lambda hands: 1e-3 * hands)
        assert (max(sizes), sizes[-1]) == (1_024, 128)
        assert self.sizes(lambda hands: 0.5 * hands, calls=60)[-1] in (1, 2)

    def test_quick_evaluators_get_few_sizes(self) -> None:
        """A compiler takes seconds for each: a larger one has to be worth that."""
        sizes = self.sizes(lambda hands: 1e-3 + 1e-7 * hands, calls=4_000)
        assert sorted({*sizes}) == [1_024, 8_192, 65_536]
        assert sizes.count(1_024) > 1_000
        assert {*self.sizes(lambda hands: 1e-9 * hands, only=500)} == {500}

    def test_the_last_hands_are_padded_to_a_size_that_was_asked_about(self) -> None:
        shapes: list[int] = []

        def evaluate(hands: Any) -> Any:
            shapes.append(len(hands))
            return hands[:, 0]

        arrays = Arrays(ArrayFunction(evaluate))
        hands = np.resize(HANDS, (10_000, 5))
        assert len(arrays.take(hands, 0, arrays.sizes.many)) == 1_024
        for block in (hands[:1_024], hands[:100], HANDS):
            assert arrays.ask(block).tolist() == block[:, 0].tolist()
            arrays.sizes.took(len(block), 0.0)
        assert shapes == [1_024] * 3
        arrays.sizes.many = 8_192
        assert len(arrays.take(hands, 9_000, arrays.sizes.many)) == 1_000
        assert len(arrays.take(hands, 5_000, arrays.sizes.many)) == 1_024

    def test_too_much_memory_means_smaller_blocks(self) -> None:
        arrays = Arrays(ArrayFunction(lambda hands: hands[:, 0]))
        assert arrays.sizes.halve()
        assert arrays.sizes.many == 128
        assert arrays.remarks == [
            "A call with 1,024 hands took too much memory: from then on it got no more than 128."
        ]
        assert not Blocks(only=7).halve()
