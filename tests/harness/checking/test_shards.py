"""What a worker finds out of a shard, done here."""

import marshal
from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from evaluators import PUBLISHED
from evaluators.cactus_kev.scalar import KevCard, hash_map
from evaluators.cards import Category, format_hand
from harness.checking.questions import asked, how_many
from harness.checking.shards import Examination
from harness.checking.tasks import BEFORE_ALL, Fault, Shard, Task
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_INSTALLED, REFUSED
from harness.checking.witness import RENAMED
from harness.checking.work import work
from harness.hands.classes import classes, examples
from harness.hands.numbers import class_numbers
from harness.hands.scopes import Scope, index_of
from harness.hands.suits import NAMES
from harness.processes import workers
from harness.processes.limits import EVALUATING, Limits
from tests.harness.broken import THE_HAND, Broken

BROKEN = "tests.harness.broken"
PLACE = index_of((0, 10, 20, 30, 40))


def shard_of(task: Task) -> Shard:
    return Shard(**work(task))


def shard_on(name: str, start: int, stop: int, scope: Scope = Scope()) -> Shard:  # noqa: B008
    return shard_of(Task(name, scope, start, stop))


def test_what_comes_back_is_plain() -> None:
    found = work(Task("cactus-kev", Scope(), 1_000, 2_000))
    assert marshal.loads(marshal.dumps(found)) == found


def test_a_shard_that_is_right_has_the_keys_of_the_classes_and_no_column() -> None:
    shard = shard_on("cactus-kev", 1_000, 2_000)
    assert (shard.status, shard.column, shard.strange) == (EQUIVALENT, b"", [])
    assert marshal.loads(shard.keys) == {number: number for number in range(1, 7_463)}


def test_a_shard_that_is_wrong_has_the_other_keys_and_whose_they_are() -> None:
    """Held to class numbers that are not theirs, all hands but some of that class are strange."""
    shard = shard_of(Task("cactus-kev", Scope(), 1_000, 1_010, array("H", [7_000] * 10).tobytes()))
    numbers = list(class_numbers(Scope(), 1_000, 1_010))
    assert [shard.strange[id_ - 1] for id_ in array("I", shard.column)] == numbers


def test_only_the_hands_that_are_strange_are_in_the_column() -> None:
    numbers = class_numbers(Scope(), 1_000, 2_000)
    numbers[500] = 7_000
    shard = shard_of(Task("cactus-kev", Scope(), 1_000, 2_000, numbers.tobytes()))
    column = array("I", shard.column)
    assert [place for place, id_ in enumerate(column) if id_] == [500]
    assert shard.strange == [class_numbers(Scope(), 1_500, 1_501)[0]]


@pytest.mark.parametrize(
    ("name", "status"),
    [
        (f"{BROKEN}:lists", EQUIVALENT),
        (f"{BROKEN}:raises_once", EQUIVALENT),
        (f"{BROKEN}:exits", ERROR),
        (f"{BROKEN}:nothing", REFUSED),
        ("no_such_module:it", REFUSED),
    ],
)
def test_a_shard_tells_what_went_wrong(name: str, status: str) -> None:
    assert shard_on(name, 0, 50).status == status


@pytest.mark.parametrize("name", ["raises_once", "stops"])
@pytest.mark.parametrize("size", [1, 3, 10])
def test_a_shard_names_the_hand(name: str, size: int) -> None:
    """Also the last one, where a StopIteration ends a map as if all hands had been asked about."""
    shard = shard_on(f"{BROKEN}:{name}", PLACE - size + 1, PLACE + 1)
    assert (shard.status, shard.failed_at) == (ERROR, PLACE)
    assert shard.message.startswith("2c 4h 7c 9h Qc: ")


@pytest.mark.parametrize("name", ["none", "not_a_number"])
def test_what_fails_for_a_class_is_named_by_its_example(name: str) -> None:
    shard = shard_on(f"{BROKEN}:{name}", 0, 10)
    assert (shard.status, shard.failed_at) == (ERROR, BEFORE_ALL)
    assert shard.message.startswith(format_hand(classes()[7_000 - 1].example))


def test_a_shard_that_is_tried_again_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each hand, since it may be the last; and it finds the same."""
    said: list[int] = []

    def announce(place: int, seconds: float, doing: int = 0) -> None:
        if doing == EVALUATING:
            said.append(place)

    task = Task("cactus-kev", Scope(), 1_000, 1_200)
    first = shard_of(task)
    monkeypatch.setattr(workers, "announce", announce)
    again = shard_of(replace(task, deaths=("its process was killed",)))
    assert said == list(range(1_000, 1_200))
    assert (again.keys, again.column) == (first.keys, first.column)
    said.clear()
    shard_of(Task("cactus-kev", Scope(), 0, 0, deaths=("killed",)))
    assert said == list(range(len(asked(Scope()))))


@pytest.mark.parametrize("scope", [Scope(), Scope(7, sample=100)])
def test_a_place_is_a_hand(scope: Scope) -> None:
    """Of the scope, of the preflight, or, if negative, of a class."""
    preflight, shard = Task("x", scope, 0, 0), Task("x", scope, 0, 50)
    assert preflight.hand(3) == asked(scope)[3][1]
    assert shard.hand(3) == scope.hand(3)
    of_class = list(examples(scope.size).values())
    assert preflight.hand(-len(of_class)) == shard.hand(-len(of_class)) == of_class[0]


def test_the_preflight() -> None:
    right = shard_on("cactus-kev", 0, 0)
    assert (right.status, right.unsteady) == (EQUIVALENT, None)
    assert shard_on(f"{BROKEN}:sorted_only", 0, 0).unsteady
    assert shard_on(f"{BROKEN}:exits", 0, 0).status == ERROR


@pytest.mark.parametrize("scope", [Scope(), Scope(5, sample=100), Scope(7, up_to_suits=True)])
def test_what_the_preflight_asks_about(scope: Scope) -> None:
    """Each hand is followed by the same cards in other orders, and the same but for suits."""
    questions = asked(scope)
    firsts = [hand for kind, hand in questions if not kind]
    assert len(firsts) == how_many(scope)
    assert firsts[: len(examples(scope.size))] == list(examples(scope.size).values())
    first: tuple[int, ...] = ()
    for kind, hand in questions:
        first = hand if not kind else first
        if kind == "unsteady":
            assert sorted(hand) == sorted(first)
        assert sorted(card // 4 for card in hand) == sorted(card // 4 for card in first)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_flushes_are_asked_about_in_all_suits_where_not_every_hand_is(size: int) -> None:
    """Every class of flush and straight flush, in every naming of the suits that there is."""
    questions = asked(Scope(size, up_to_suits=True))
    places = [place for place, (kind, _) in enumerate(questions) if not kind]
    flushes = 0
    for number, begin, end in zip(examples(size), places, places[1:]):
        if classes()[number - 1].category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
            flushes += 1
            hands = {frozenset(hand) for kind, hand in questions[begin:end] if kind == RENAMED}
            first = questions[begin][1]
            assert hands == {
                frozenset(4 * (card // 4) + names[card % 4] for card in first) for names in NAMES
            }
    assert flushes == 1_287


class ByPosition(Broken):
    """Keys from a list, so that a hand's may be anything."""

    def evaluate(self, hand: Sequence[KevCard]) -> Any:
        number = hash_map.evaluate(hand)
        return self.key(classes()[number - 1])


def test_keys_that_cannot_be_compared_are_said_with_their_hands() -> None:
    evaluator = ByPosition("mixed", lambda each: "best" if each.number == 1 else each.number)
    with pytest.raises(Fault, match=r"As Ks Qs Js Ts and 7s 5h 4d 3c 2s: their keys cannot be"):
        Examination(evaluator, 5, Limits()).of_class  # noqa: B018


def test_an_evaluator_that_does_not_take_seven_cards() -> None:
    shard = shard_on("handrank-as-published", 0, 10, Scope(7, sample=10))
    assert (shard.status, shard.message) == (ERROR, "it does not take 7 cards: 5 are needed")


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PUBLISHED, "gone", "no_such_library_at_all:evaluator")
    assert shard_on("gone", 0, 10).status == NOT_INSTALLED


def test_seconds_are_those_of_processors() -> None:
    """Of this process and of those that it waited for; sleeping is none."""
    slept = shard_of(Task("exec:sh -c 'sleep 0.3; sed s/.*/1/'", Scope(5, sample=2), 0, 2))
    assert slept.status == EQUIVALENT, slept.message
    assert slept.seconds < 1.5
    busy = "exec:awk 'BEGIN {for (i = 0; i < 3000000; i++) n += i} {print 1}'"
    assert shard_of(Task(busy, Scope(5, sample=2), 0, 2)).seconds > 0.3


def test_the_hand_is_where_it_is_said_to_be() -> None:
    assert frozenset(map(hash_map.encode, Scope().hand(PLACE))) == THE_HAND
