"""The check of arrays, shown to fail on evaluators that are broken on purpose."""

import marshal
import time
from functools import partial
from typing import Any

import numpy as np
import pytest

from evaluators import VECTORIZED
from harness.checking.array_shards import FIRST, _Asking
from harness.checking.equivalence import check, on_this_machine
from harness.checking.tasks import NUMPY, Shard, Task
from harness.checking.verdict import (
    EQUIVALENT,
    ERROR,
    NOT_EQUIVALENT,
    NOT_INSTALLED,
    TIMEOUT,
    Verdict,
)
from harness.checking.witness import UNSTEADY
from harness.checking.work import work
from harness.hands.classes import classes
from harness.hands.scopes import Scope
from harness.processes.limits import Limits

BROKEN = "tests.harness.broken_arrays"
ONE_WORKER = partial(on_this_machine, jobs=1)


def verdict_on(name: str, scope: Scope = Scope()) -> Verdict:  # noqa: B008
    (verdict,) = check([f"{BROKEN}:{name}_"], scope, style=NUMPY, run=ONE_WORKER)
    return verdict


def shard_of(task: Task) -> Shard:
    return Shard(**work(task))


def steadiness_of(name: str, size: int = 5) -> Shard:
    return shard_of(Task(f"{BROKEN}:{name}_", Scope(size), 0, 0, style=NUMPY))


def test_any_scale_will_do() -> None:
    verdict = verdict_on("right")
    assert (verdict.status, verdict.distinct_keys, verdict.compared) == (EQUIVALENT, 7_462, 0)


def test_a_wrong_order_is_found_and_shown() -> None:
    verdict = verdict_on("wheel_is_high", Scope(5, sample=100_000))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert "five-high straight" in {
        str(verdict.witness.first.hand_class),
        str(verdict.witness.second.hand_class),
    }


@pytest.mark.parametrize("size", [5, pytest.param(6, marks=pytest.mark.thorough)])
def test_a_single_wrong_hand_is_found(size: int) -> None:
    """One royal flush of four counts as nothing: it loses to and ties what it should beat."""
    verdict = verdict_on("one_hand", Scope(size))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.false_wins
    assert verdict.reversed
    if size == 5:  # of 3 of its class, of 1,020 that it ties, and of all others
        counts = verdict.false_wins, verdict.false_ties, verdict.reversed
        assert counts == (3, 1_020, 2_598_960 - 4 - 1_020)


def test_a_sample_is_checked_too() -> None:
    scope = Scope(7, sample=50_000)
    (verdict,) = check(["count-buckets"], scope, style=NUMPY, run=ONE_WORKER)
    assert (verdict.status, verdict.hands) == (EQUIVALENT, 50_000)
    assert verdict_on("wheel_is_high", Scope(5, sample=50_000)).status == NOT_EQUIVALENT


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("not_a_number", "nan is not ordered"),
        ("objects", "keys of dtype object are not taken"),
        ("too_few", "not an array of as many keys"),
        ("a_list", "not an array of as many keys"),
        ("raises", "ValueError: no hands today"),
        ("changes_its_input", "it changes the array of hands"),
        ("long_doubles", "keys of dtype float128 are not taken"),
        ("two_dtypes", "its keys are float64 and int64; return one dtype, always"),
    ],
)
def test_what_is_no_array_of_keys_is_an_error(name: str, message: str) -> None:
    shard = steadiness_of(name)
    assert shard.status == ERROR
    assert message in shard.message


@pytest.mark.parametrize("name", ["looks_at_the_first_card", "looks_at_its_neighbours"])
@pytest.mark.parametrize("size", [5, 7])
def test_what_gives_a_hand_two_keys_is_unsteady(name: str, size: int) -> None:
    witness = steadiness_of(name, size).unsteady
    assert witness is not None
    kind, _, key, _, other = witness
    assert kind == UNSTEADY
    assert key != other


def test_sizes_that_it_does_not_take() -> None:
    shard = shard_of(Task(f"{BROKEN}:only_five_", Scope(7), 0, 10, style=NUMPY))
    assert (shard.status, shard.message) == (ERROR, "it does not take 7 cards: 5 are needed")


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VECTORIZED, "gone", "no_such_library_at_all:evaluator")
    assert shard_of(Task("gone", Scope(), 0, 10, style=NUMPY)).status == NOT_INSTALLED


@pytest.mark.parametrize("scope", [Scope(), Scope(7)])
def test_a_key_other_than_the_python_styles_is_an_error(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is in order, but not of the evaluator that it claims to be."""
    monkeypatch.setitem(VECTORIZED, "sort-by-count", "evaluators.rank_sums.arrays")
    shard = shard_of(Task("sort-by-count", scope, 1_000, 3_000, style=NUMPY))
    assert shard.status == ERROR
    assert "in the python style" in shard.message


def test_a_shard_that_is_right_says_which_key_each_class_has() -> None:
    shard = shard_of(Task("cactus-kev", Scope(7), 5_000_000, 5_020_000, style=NUMPY))
    found: dict[int, Any] = marshal.loads(shard.keys)
    assert shard.column == b""
    assert found == {number: number for number in found}
    assert len(classes()) > len(found) > 100


@pytest.mark.parametrize(
    ("name", "limits", "status", "message"),
    [
        ("hangs", Limits(1), TIMEOUT, "no answer within 1 second; its process was killed"),
        ("eats_memory", Limits(20, 300), ERROR, "MemoryError: Unable to allocate"),
        ("dies", Limits(20), ERROR, "its process ended itself with exit code 7, 3 times"),
        ("forks", Limits(20), NOT_EQUIVALENT, ""),
    ],
)
def test_limits_hold_for_arrays_too(name: str, limits: Limits, status: str, message: str) -> None:
    (verdict,) = check(
        [f"{BROKEN}:{name}_"], Scope(5, sample=20_000), style=NUMPY, limits=limits, run=ONE_WORKER
    )
    assert (verdict.status, message in verdict.message) == (status, True), verdict.message


def test_one_that_is_slow_gets_fewer_hands_a_call() -> None:
    """So that it is in time for them, as it would be for one."""
    sizes = []

    class Slow:
        @staticmethod
        def evaluate(hands: Any) -> Any:
            sizes.append(len(hands))
            time.sleep(len(hands) / 10_000)
            return hands[:, 0]

    hands = np.zeros((20_000, 5), np.uint8)
    assert len(_Asking(Slow, Limits(0.5)).keys(hands)) == sum(sizes) == 20_000
    assert sizes[0] == FIRST
    assert max(sizes[1:]) < FIRST
