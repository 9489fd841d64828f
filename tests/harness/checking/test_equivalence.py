"""The check as a whole: of ours on all hands, and of evaluators that fail beside others."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest

from evaluators import BUILT_IN
from harness.adapters.asking import FEW
from harness.adapters.place import Place
from harness.checking import equivalence
from harness.checking.equivalence import (
    ARRAY_SHARD,
    COMMAND_SHARD,
    check_here,
    dealt,
    tasks_of,
    try_again,
    verdicts_on,
)
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.tasks import COMPILED, NUMPY, PYTHON, Task
from harness.checking.verdict import Verdict
from harness.hands.scopes import ALL_FIVE, Sample, Scope, UpToSuits
from harness.processes.limits import EVALUATING, LOADING, USUAL, Died
from tests.harness import broken
from tests.harness.in_process import Here, short_preflight
from tests.harness.styles import number

ALL_SHOWDOWNS = 3_377_295_241_320
BROKEN = "tests.harness.broken"
GOOD, BAD = "cactus-kev-dict", f"{BROKEN}:one_entry_off"
SCOPE = Sample(5, 2_000)


QUICK = ("cactus-kev-dict", "rank-sums")
"""Evaluators that the quick tests ask about every hand, one hand a call."""
OTHERS = tuple(name for name in BUILT_IN if name not in QUICK)


def are_right(names: Sequence[str], scope: Scope) -> None:
    """Check that evaluators are equivalent. The digest is that of the class numbers."""
    of_classes = hashlib.sha256(scope.numbers().astype("<u2").tobytes()).hexdigest()
    verdicts = list(verdicts_on(names, scope))
    assert {verdict.name for verdict in verdicts} == {*names}
    for verdict in verdicts:
        assert (verdict.status, verdict.message) == (EQUIVALENT, ""), verdict.name
        assert (verdict.hands, verdict.distinct_keys) == (len(scope), 7_462)
        assert (verdict.showdowns, verdict.digest) == (ALL_SHOWDOWNS, of_classes)
        assert (verdict.wrong, verdict.witness, verdict.failures) == (0, None, [])


@pytest.mark.all_hands
@pytest.mark.parametrize("names", [QUICK, pytest.param(OTHERS, marks=pytest.mark.thorough)])
def test_evaluators_order_all_hands_as_the_rules_do(names: tuple[str, ...]) -> None:
    """Else one of ours is wrong, or the check. Arrays have tests of their own, on every hand."""
    are_right(names, ALL_FIVE)


def test_every_evaluator_orders_all_hands_up_to_suits() -> None:
    """The report and the thorough tests ask about those in other suits, too."""
    are_right(OTHERS, UpToSuits(5))


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shards of 800 hands, three of `SCOPE`, and a short preflight."""
    monkeypatch.setattr(equivalence, "SHARD", 800)
    with short_preflight():
        yield


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("scope", [SCOPE, UpToSuits(5), Sample(7, 900)], ids=repr)
def test_each_hand_is_in_one_task_with_its_class_number(scope: Scope) -> None:
    """Failure means that hands are left out, or that the preflight comes too late to be of use."""
    preflight, other, *tasks = tasks_of([Place("mine"), Place("other")], scope, PYTHON, USUAL)
    assert (preflight.is_preflight, other.is_preflight) == (True, True)
    mine = [dealt(task, scope) for task in tasks if task.name == "mine"]
    assert [task.start for task in mine] == [*range(0, len(scope), 800)]
    assert b"".join(task.cards for task in mine) == scope.hands().tobytes()
    assert b"".join(task.numbers for task in mine) == scope.numbers().tobytes()
    assert len(tasks) == 2 * len(mine)


def test_a_shard_of_all_hands_has_no_cards_to_send() -> None:
    """Failure means that a shard has another size, or that 13 MB of cards are sent for nothing."""
    for name, style, size in (
        ("mine", PYTHON, equivalence.SHARD),
        ("exec:mine", PYTHON, COMMAND_SHARD),
        ("mine", NUMPY, ARRAY_SHARD),
        ("mine", COMPILED, ARRAY_SHARD),
    ):
        _, *tasks = tasks_of([Place.of(name)], ALL_FIVE, style, USUAL)
        assert (tasks[0].stop, tasks[-1].stop) == (size, 2_598_960)
        assert not any(dealt(task, ALL_FIVE).cards for task in tasks[::9])


def test_how_often_a_task_is_tried() -> None:
    for died, style, tries in (
        (Died(-9, doing=EVALUATING), PYTHON, 3),
        (Died(-9, doing=EVALUATING), NUMPY, 3),
        (Died(None, late=2.0, doing=EVALUATING), PYTHON, 2),
        (Died(None, late=2.0, doing=EVALUATING), NUMPY, 1),
        (Died(None, memory=900.0, doing=EVALUATING), PYTHON, 1),
        (Died(None, late=12.0, doing=LOADING), PYTHON, 1),
        (Died(3, doing=LOADING), PYTHON, 1),
    ):
        task: Task | None = next(tasks_of([Place("mine")], SCOPE, style, USUAL))
        deaths = 0
        while task:
            assert task.deaths == (str(died),) * deaths
            deaths += 1
            task = try_again(task, died)
        assert deaths == tries, (died, style)


@pytest.mark.parametrize("late", [None, 2.0])
def test_a_library_is_tried_again_where_it_died(late: float | None) -> None:
    """With few hands a call, and then with one, among these few: half a million would take long."""
    task: Task | None = next(tasks_of([Place.of("./mine.so")], SCOPE, COMPILED, USUAL))
    suspects = []
    while task:
        suspects.append(task.suspects)
        task = try_again(task, Died(-11, late=late, at=7, doing=EVALUATING))
    assert suspects == [range(0), range(0), range(7, 7 + FEW)]


PLACES = {frozenset(SCOPE.hand(place)): place for place in (901, 1_901)}  # not in the preflight
FAILS = f"{__name__}:fails_at_two_hands"


def fails_at_two_hands(hand: list[int]) -> int:
    """An evaluator that fails at two hands of `SCOPE`, in different shards."""
    if place := PLACES.get(frozenset(hand)):
        raise ValueError(f"no hand {place}")
    return number(hand)


@pytest.mark.usefixtures("small_shards")
def test_a_failing_evaluator_beside_others() -> None:
    names, run, hands = [FAILS, BAD, GOOD], Here(), Counter[str]()

    def progress(task: Task) -> None:
        hands[task.name] += task.stop - task.start

    verdicts = {verdict.name: verdict for verdict in verdicts_on(names, SCOPE, progress, run=run)}
    failed = verdicts[FAILS]
    assert (failed.status, failed.hands, failed.witness, failed.failures) == (ERROR, 901, None, [])
    assert "ValueError: no hand 901" in failed.message
    assert [verdicts[name].status for name in (BAD, GOOD)] == [NOT_EQUIVALENT, EQUIVALENT]
    assert hands == dict.fromkeys(names, len(SCOPE))
    # The third shard of the evaluator that failed is not needed.
    assert Counter(task.name for task in run.done) == {FAILS: 3, BAD: 4, GOOD: 4}


def test_the_preflight_is_reported_before_all_hands() -> None:
    reported: list[Verdict] = []
    names = [GOOD, f"{BROKEN}:sorted_only"]
    hands = [v.hands for v in verdicts_on(names, SCOPE, run=Here(), preflight=reported.append)]
    right, wrong = reported
    assert [right.name, wrong.name] == names
    assert (right.status, right.distinct_keys) == (EQUIVALENT, 7_462)
    assert right.hands > 7_462 > len(SCOPE) == hands[0]
    assert wrong.witness


def test_the_preflight_of_seven_cards_shows_faults_of_classes() -> None:
    """No hand is in the table yet: there is nothing to compare their spare cards with."""
    reported: list[Verdict] = []
    place, scope = "benchmarks.costs:PLACES.constant", Sample(7, 10)
    [*verdicts_on([place], scope, style=NUMPY, run=Here(), preflight=reported.append)]
    assert reported[0].families


def test_the_seconds_of_counting_are_those_of_the_judgement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Failure means that nobody learns where the time of a check went."""
    clock = count(10.0, 0.5)
    monkeypatch.setattr(equivalence, "process_time", lambda: next(clock))
    counted = check_here(broken.number_of, SCOPE).counting
    assert counted == 3 * 0.5  # two results are added, and all of them judged


@pytest.mark.usefixtures("small_shards")
def test_a_name_given_twice_is_checked_once() -> None:
    """Failure means that the verdict comes before the last hands were evaluated."""
    run = Here()
    (verdict,) = verdicts_on([GOOD, GOOD], SCOPE, run=run)
    assert (verdict.hands, len(run.done)) == (len(SCOPE), 4)


@pytest.mark.usefixtures("small_shards")
def test_two_threads_check_functions_of_one_name() -> None:
    functions: list[Any] = [
        lambda hand: broken.number_of(hand),
        lambda hand: min(broken.number_of(hand), 7_000),
    ]
    with ThreadPoolExecutor(2) as threads:
        right, wrong = threads.map(check_here, functions, [SCOPE] * 2)
    assert (right.status, wrong.status) == (EQUIVALENT, NOT_EQUIVALENT)
    assert right.sizes == [5, 6, 7]
