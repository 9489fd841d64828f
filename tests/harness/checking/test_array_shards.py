"""The check of arrays, shown to fail on evaluators that are broken on purpose."""

import marshal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from harness.checking.array_shards import FIRST_BATCH, _Examination, _examination, _preflight
from harness.checking.work import work

from evaluators import ARRAYS, COMPILED
from evaluators.cards import format_hand
from harness.checking.equivalence import check, on_this_machine
from harness.checking.statuses import (
    EQUIVALENT,
    ERROR,
    NOT_EQUIVALENT,
    NOT_INSTALLED,
    TIMEOUT,
    UNSTEADY,
)
from harness.checking.tasks import BEFORE_ALL, NUMPY, Fault, Shard, Task
from harness.checking.verdict import Verdict
from harness.hands import arrays
from harness.hands.classes import classes
from harness.hands.scopes import All, Sample, Scope
from harness.processes.limits import Limits

BROKEN = "tests.harness.broken_arrays"
ONE_WORKER = partial(on_this_machine, jobs=1)


@pytest.fixture(autouse=True)
def nothing_is_loaded() -> Iterator[None]:
    """Names are other evaluators in some tests: none is kept."""
    _examination.cache_clear()
    yield
    _examination.cache_clear()


def verdict_on(name: str, scope: Scope = All()) -> Verdict:  # noqa: B008
    (verdict,) = check([f"{BROKEN}:{name}_"], scope, style=NUMPY, run=ONE_WORKER)
    return verdict


def shard_of(task: Task) -> Shard:
    return Shard(**work(task))


def preflight_of(name: str, size: int = 5) -> Shard:
    return shard_of(Task(f"{BROKEN}:{name}_", All(size), 0, 0, style=NUMPY))


def test_any_scale_will_do() -> None:
    verdict = verdict_on("right")
    assert (verdict.status, verdict.distinct_keys, verdict.compared) == (EQUIVALENT, 7_462, 0)


def test_a_kernel_is_not_compiled_on_the_clock_of_a_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To compile this kernel takes four seconds; failure means that it is out of time."""
    pytest.importorskip("numba")
    monkeypatch.setenv("ALLHANDS_CACHE", str(tmp_path))
    scope, limits = Sample(5, 1_000), Limits(seconds=1)
    (verdict,) = check(["matrix-score"], scope, style=STYLE, limits=limits, run=ONE_WORKER)
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_a_wrong_order_has_a_witness() -> None:
    verdict = verdict_on("wheel_is_high", Sample(5, 100_000))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert "five-high straight" in {
        str(verdict.witness.first.hand_class),
        str(verdict.witness.second.hand_class),
    }


@pytest.mark.parametrize("size", [5, pytest.param(6, marks=pytest.mark.thorough)])
def test_a_single_wrong_hand_is_found(size: int) -> None:
    """Failure means that one wrong royal flush is missed, or its showdowns are miscounted."""
    verdict = verdict_on("one_hand", All(size))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.false_wins
    assert verdict.reversed
    if size == 5:  # the 3 other royal flushes, 1,020 weakest hands, and all other hands
        counts = verdict.false_wins, verdict.false_ties, verdict.reversed
        assert counts == (3, 1_020, 2_598_960 - 4 - 1_020)


def test_a_sample_is_checked_too() -> None:
    scope = Sample(7, 50_000)
    (verdict,) = check(["count-buckets"], scope, style=NUMPY, run=ONE_WORKER)
    assert (verdict.status, verdict.hands) == (EQUIVALENT, 50_000)
    assert verdict_on("wheel_is_high", Sample(5, 50_000)).status == NOT_EQUIVALENT


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
def test_invalid_keys_are_an_error(name: str, message: str) -> None:
    shard = preflight_of(name)
    assert shard.status == ERROR
    assert message in shard.message


@pytest.mark.parametrize("name", ["looks_at_the_first_card", "looks_at_its_neighbours"])
@pytest.mark.parametrize("size", [5, 7])
def test_two_keys_for_one_hand_are_unsteady(name: str, size: int) -> None:
    difference = preflight_of(name, size).unsteady
    assert difference is not None
    kind, _, key, _, key_again = difference
    assert kind == UNSTEADY
    assert key != key_again


def test_the_preflight_has_arrays_of_one_hand_and_none_without_hands() -> None:
    """Failure means that an evaluator is asked about an array without hands."""
    sizes = []

    class Counts:
        @staticmethod
        def evaluate(hands: Any) -> Any:
            sizes.append(len(hands))
            return np.zeros(len(hands))

    shard = _preflight(_Examination(Counts, Limits()), Task("x", All(), 0, 0, style=NUMPY))
    assert (shard.status, shard.unsteady) == (EQUIVALENT, None)
    assert sizes.count(1) >= 100
    assert min(sizes) == 1


def test_hands_of_another_size_are_an_error() -> None:
    shard = shard_of(Task(f"{BROKEN}:only_five_", All(7), 0, 10, style=NUMPY))
    assert (shard.status, shard.message) == (ERROR, "it does not take 7 cards: 5 are needed")


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ARRAYS, "gone", "no_such_library_at_all:evaluator")
    assert shard_of(Task("gone", All(), 0, 10, style=NUMPY)).status == NOT_INSTALLED


@pytest.mark.parametrize("scope", [All(), All(7)])
def test_a_key_other_than_the_python_styles_is_an_error(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure means that an array evaluator may rank by another strategy than its name says."""
    monkeypatch.setitem(ARRAYS, "sort-by-count", "evaluators.rank_sums.arrays")
    shard = shard_of(Task("sort-by-count", scope, 1_000, 3_000, style=NUMPY))
    assert shard.status == ERROR
    assert "in the python style" in shard.message


@pytest.mark.parametrize("scope", [All(), All(7), Sample(5, 5_000)])
@pytest.mark.parametrize("name", ["sort-by-count", "cactus-kev-dict"])
def test_a_key_of_machine_code_other_than_the_numpy_styles_is_an_error(
    name: str, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure means that machine code may rank by another strategy than its name says."""
    monkeypatch.setitem(COMPILED, name, "evaluators.matrix_score.arrays")
    shard = shard_of(Task(name, scope, 1_000, 3_000, style="compiled"))
    assert shard.status == ERROR
    assert "in the numpy style" in shard.message


@pytest.mark.parametrize("scope", [All(), All(7)])
def test_one_wrong_hand_of_machine_code_is_found(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure means that only one hand of each class is looked at."""
    monkeypatch.setitem(COMPILED, "rank-sums", f"{BROKEN}:one_of_rank_sums_")
    shard = shard_of(Task("rank-sums", scope, 1_000, 3_000, style="compiled"))
    assert len(shard.column) == 4 * 2_000
    right = shard_of(Task("rank-sums", scope, 3_000, 4_000, style="compiled"))
    assert (right.column, right.compared) == (b"", 1_000)


@pytest.mark.parametrize(("scope", "start"), [(All(), 2_490), (All(7), 2_500)])
def test_a_key_of_machine_code_that_differs_on_one_hand_is_found(
    scope: Scope, start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the only hand of its class in the shard: no other key there contradicts it."""
    monkeypatch.setitem(COMPILED, "rank-sums", f"{BROKEN}:one_of_rank_sums_")
    shard = shard_of(Task("rank-sums", scope, start, 2_501, style="compiled"))
    hand, key = scope.hand(2_500), arrays.numbers(scope, 2_500, 2_501).item()
    message = f"{format_hand(hand)}: key 1, and {key} in the numpy style"
    assert (shard.status, shard.message) == (ERROR, message)


def test_a_right_shard_returns_the_key_of_each_class() -> None:
    shard = shard_of(Task("cactus-kev", All(7), 5_000_000, 5_020_000, style=NUMPY))
    class_keys: dict[int, Any] = marshal.loads(shard.keys)
    assert shard.column == b""
    assert class_keys == {number: number for number in class_keys}
    assert len(classes()) > len(class_keys) > 100


@pytest.mark.every(2)
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
        [f"{BROKEN}:{name}_"], Sample(5, 20_000), style=NUMPY, limits=limits, run=ONE_WORKER
    )
    assert (verdict.status, message in verdict.message) == (status, True), verdict.message


def test_a_slow_evaluator_gets_fewer_hands_a_call() -> None:
    """Failure means that an evaluator exceeds the deadline because its arrays are too long."""
    sizes = []

    class Slow:
        @staticmethod
        def evaluate(hands: Any) -> Any:
            sizes.append(len(hands))
            time.sleep(len(hands) / 10_000)
            return hands[:, 0]

    hands = np.zeros((20_000, 5), np.uint8)
    assert len(_Examination(Slow, Limits(0.5)).keys(hands)) == sum(sizes) == 20_000
    assert sizes[0] == FIRST_BATCH
    assert max(sizes[1:]) < FIRST_BATCH


@pytest.mark.parametrize(
    ("start", "hands", "message"),
    [
        (0, 20_000, "hands 1,025 to 9,216"),
        (100, 20_000, "hands 1,125 to 9,316"),
        (BEFORE_ALL, 20_000, "an array of 8,192 hands"),
        (5, FIRST_BATCH + 1, "2d 2h 2s 3c 3d"),
    ],
)
def test_a_fault_names_the_hands_of_its_array(start: int, hands: int, message: str) -> None:
    """Failure means that a user looks for the cause in other hands."""

    class Breaks:
        @staticmethod
        def evaluate(hands: Any) -> Any:
            if hands[0, 0] == 1:
                raise ValueError
            return hands[:, 0]

    array = np.zeros((hands, 5), np.uint8)
    array[FIRST_BATCH:] = 1, 2, 3, 4, 5
    with pytest.raises(Fault, match=f"^{message}: ValueError"):
        _Examination(Breaks, Limits()).keys(array, start)
