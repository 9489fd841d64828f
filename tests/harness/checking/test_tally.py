"""What the results of an evaluator's tasks add up to."""

import marshal
from array import array

import pytest
from harness.checking.tally import Tally, Trouble, narrow
from harness.hands.numbers import class_numbers

from harness.adapters.keys import Shown
from harness.checking.statuses import ERROR, NOT_EQUIVALENT, RENAMED, TIMEOUT, UNSTEADY
from harness.checking.tasks import BEFORE_ALL, Shard, Task
from harness.checking.witness import TIES
from harness.hands.scopes import All, Sample, Scope, UpToSuits
from harness.processes.limits import EVALUATING, LOADING, Died

SCOPE = Sample(5, 300)
PREFLIGHT = Task("mine", SCOPE, 0, 0)
FIRST, SECOND, THIRD = (Task("mine", SCOPE, start, start + 100) for start in (0, 100, 200))
KEYS = marshal.dumps({1: 1, 2: 2})
HAND, AGAIN = (0, 5, 10, 15, 20), (20, 15, 10, 5, 0)


def tally() -> Tally:
    return Tally("mine", SCOPE, 4, shard_size=100)


def test_hands_seconds_and_comparisons_add_up() -> None:
    results = tally()
    for task in (PREFLIGHT, FIRST, SECOND):
        results.add(task, Shard(KEYS, seconds=1.5, compared=7, lower_wins=True, inferred=True))
    assert (results.hands, results.seconds, results.compared) == (200, 4.5, 21)
    assert (results.tasks_left, results.lower_wins, results.inferred) == (1, True, True)
    assert results.keys == {KEYS: {1: 1, 2: 2}}
    assert list(results.sweeps) == [0, 100]
    results.skip()
    assert results.tasks_left == 0


def test_the_first_trouble_by_place_counts() -> None:
    """Or the message would depend on which process was faster."""
    results = tally()
    results.add(SECOND, Shard(status=ERROR, message="second", failed_at=150))
    assert results.needs(FIRST)
    assert results.needs(SECOND)
    assert not results.needs(THIRD)
    results.add(FIRST, Shard(status=ERROR, message="first"), printed="said before\n")
    assert results.trouble == Trouble(0, ERROR, "first", "said before")
    results.add(THIRD, Shard(status=TIMEOUT, message="third"))
    assert results.trouble.message == "first"
    assert (results.hands, results.sweeps) == (0, {})


def test_the_output_of_a_failed_command_is_its_own() -> None:
    results = tally()
    results.add(FIRST, Shard(status=ERROR, output="its own"), printed="the worker's")
    assert results.trouble
    assert results.trouble.output == "its own"


def test_keys_that_change_with_every_call_end_the_check() -> None:
    results = tally()
    results.add(FIRST, Shard(KEYS, unsteady=(UNSTEADY, HAND, 1, HAND, 2)))
    assert results.trouble == Trouble(BEFORE_ALL, NOT_EQUIVALENT)
    assert results.unsteady
    assert (results.unsteady.rules_say, results.unsteady.first.hand) == (TIES, HAND)
    assert (results.unsteady.second.hand, results.unsteady.second.key) == (HAND, 2)


@pytest.mark.parametrize("scope", [SCOPE, All(), UpToSuits(7)])
def test_keys_that_depend_on_the_order_of_the_cards_end_the_check_except_of_a_sample(
    scope: Scope,
) -> None:
    """Its hands come in any order, all others in one."""
    results = Tally("mine", scope, 4)
    results.add(Task("mine", scope, 0, 0), Shard(KEYS, unsteady=(UNSTEADY, HAND, 1, AGAIN, 2)))
    assert (results.trouble is None) == bool(scope.sample)
    assert results.unsteady


def test_suits_that_matter_do_not_end_the_check() -> None:
    """But keys that change with every call do, also if that is found later."""
    results = tally()
    results.add(PREFLIGHT, Shard(KEYS, unsteady=(RENAMED, HAND, 1, AGAIN, 2)))
    assert results.trouble is None
    results.add(FIRST, Shard(KEYS, unsteady=(UNSTEADY, HAND, 3, HAND, 4)))
    assert results.trouble == Trouble(BEFORE_ALL, NOT_EQUIVALENT)
    assert results.unsteady
    assert results.unsteady.first.key == 3
    results.add(SECOND, Shard(KEYS, unsteady=(UNSTEADY, HAND, 5, HAND, 6)))
    assert results.unsteady.first.key == 3


def test_keys_that_order_themselves_are_shown_as_their_texts() -> None:
    results = tally()
    difference = UNSTEADY, HAND, "Straight()", AGAIN, "Flush()"
    results.add(FIRST, Shard(KEYS, unsteady=difference, shown={1: "Straight()"}))
    assert results.unsteady
    assert isinstance(results.unsteady.first.key, Shown)
    assert results.shown == {1: "Straight()"}


@pytest.mark.parametrize(
    ("task", "died", "message", "place"),
    [
        (FIRST, Died(3), "hands 0 to 100: its process ended itself with exit code 3", 0),
        (PREFLIGHT, Died(3), "the preflight: its process ended itself", BEFORE_ALL),
        (SECOND, Died(None, late=2.0, place=120), "hands 100 to 200: no answer within 2", 100),
        (SECOND, Died(None, late=2.0, doing=LOADING), "its import did not end within 2", 100),
    ],
)
def test_a_death_in_the_first_try_names_the_task(
    task: Task, died: Died, message: str, place: int
) -> None:
    results = tally()
    results.add(task, died)
    assert results.trouble
    assert results.trouble.message.startswith(message)
    assert results.trouble.place == place
    assert results.trouble.status == (ERROR if died.late is None else TIMEOUT)


def test_a_death_in_another_try_names_the_hand() -> None:
    """When a task is tried again, the worker announces every hand."""
    task = Task("mine", SCOPE, 100, 200, deaths=("once", "twice"))
    results = tally()
    results.add(task, Died(3, place=130, doing=EVALUATING))
    assert results.trouble
    assert results.trouble.place == 130
    assert results.trouble.message.endswith("with exit code 3, 3 times")
    assert not results.trouble.message.startswith("hands")
    late = tally()
    late.add(task, Died(None, late=2.0, place=130, doing=EVALUATING))
    assert late.trouble
    assert "times" not in late.trouble.message


def test_a_death_that_was_an_accident_is_remembered() -> None:
    results = tally()
    results.add(Task("mine", SCOPE, 0, 100, deaths=("killed by SIGKILL",)), Shard(KEYS))
    assert results.trouble is None
    assert results.deaths == ["hands 0 to 100: killed by SIGKILL; tried again, they came to an end"]
    results.add(SECOND, Shard(KEYS))
    assert len(results.deaths) == 1


def test_of_several_accidents_the_last_is_told() -> None:
    results = tally()
    results.add(Task("mine", SCOPE, 0, 100, deaths=("killed", "ended itself")), Shard(KEYS))
    assert results.deaths == ["hands 0 to 100: ended itself; tried again, they came to an end"]


def test_class_numbers_come_from_the_worker_if_it_returned_them() -> None:
    results = tally()
    results.add(FIRST, Shard(KEYS, numbers=array("H", [7, 8]).tobytes()))
    results.add(THIRD, Shard(KEYS))
    assert results.numbers_of(0).tolist() == [7, 8]
    assert results.numbers_of(200) == class_numbers(SCOPE, 200, 300)
    assert results.numbers_of(250) == class_numbers(SCOPE, 250, 300)


def test_a_column_takes_half_the_memory_if_its_numbers_allow() -> None:
    assert narrow(array("I", [0, 0xFFFF])).typecode == "H"
    assert narrow(array("I", [0, 0x10000])).typecode == "I"
    assert narrow(array("I", [])).typecode == "I"
    assert narrow(array("I", [5, 0])).tolist() == [5, 0]
