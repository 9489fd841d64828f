"""The work on shards, in this process."""

import marshal
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from harness.checking.shards import MOST_BATCH, STEP, Examination
from harness.checking.work import work
from harness.hands.numbers import class_numbers

from evaluators import SCALARS, load
from evaluators.cactus_kev.scalar import KevCard, hash_map
from evaluators.cards import Category, format_hand, rank_of, suit_of
from harness.adapters.adopt import fitted
from harness.checking import shards
from harness.checking.questions import base_count, preflight_questions
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_INSTALLED, REFUSED, RENAMED, UNSTEADY
from harness.checking.tasks import BEFORE_ALL, Fault, Shard, Task
from harness.hands.arrays import examples
from harness.hands.classes import class_of, classes
from harness.hands.order import index_of
from harness.hands.scopes import All, Sample, Scope, UpToSuits
from harness.hands.suits import NAMES
from harness.processes import workers
from harness.processes.limits import EVALUATING, USUAL, Limits
from tests.harness.broken import THE_HAND, Broken

BROKEN = "tests.harness.broken"
PLACE = index_of((0, 10, 20, 30, 40))


def shard_of(task: Task) -> Shard:
    return Shard(**work(task))


def shard_on(name: str, start: int, stop: int, scope: Scope = All()) -> Shard:  # noqa: B008
    return shard_of(Task(name, scope, start, stop))


def test_results_are_plain_values() -> None:
    values = work(Task("cactus-kev", All(), 1_000, 2_000))
    assert marshal.loads(marshal.dumps(values)) == values


def test_a_right_shard_has_the_keys_of_the_classes_and_no_column() -> None:
    shard = shard_on("cactus-kev", 1_000, 2_000)
    assert (shard.status, shard.column, shard.strange) == (EQUIVALENT, b"", [])
    assert marshal.loads(shard.keys) == {number: number for number in range(1, 7_463)}


def test_a_wrong_shard_has_the_strange_keys_and_their_hands() -> None:
    """The task has wrong class numbers, so that all keys are strange."""
    shard = shard_of(Task("cactus-kev", All(), 1_000, 1_010, array("H", [7_000] * 10).tobytes()))
    numbers = list(class_numbers(All(), 1_000, 1_010))
    assert [shard.strange[id_ - 1] for id_ in array("I", shard.column)] == numbers


def test_only_strange_keys_are_in_the_column() -> None:
    numbers = class_numbers(All(), 1_000, 2_000)
    numbers[500] = 7_000
    shard = shard_of(Task("cactus-kev", All(), 1_000, 2_000, numbers.tobytes()))
    column = array("I", shard.column)
    assert [place for place, id_ in enumerate(column) if id_] == [500]
    assert shard.strange == [class_numbers(All(), 1_500, 1_501)[0]]


@pytest.mark.parametrize("scope", [All(), Sample(7, 50), UpToSuits(7)])
def test_class_numbers_are_returned_if_only_the_worker_has_them(scope: Scope) -> None:
    """Failure means that they are sent for nothing, or computed a second time for the verdict."""
    shard = shard_on("cactus-kev", 0, 50, scope)
    expected = class_numbers(scope, 0, 50).tobytes() if scope.up_to_suits else b""
    assert (shard.status, shard.numbers) == (EQUIVALENT, expected)


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
def test_the_status_of_a_shard(name: str, status: str) -> None:
    assert shard_on(name, 0, 50).status == status


@pytest.mark.parametrize("name", ["raises_once", "stops"])
@pytest.mark.parametrize("size", [1, 3, 10])
def test_a_failing_shard_names_the_hand(name: str, size: int) -> None:
    """Failure means, for the last hand, that StopIteration ends `map` without an error."""
    shard = shard_on(f"{BROKEN}:{name}", PLACE - size + 1, PLACE + 1)
    assert (shard.status, shard.failed_at) == (ERROR, PLACE)
    assert shard.message.startswith("2c 4h 7c 9h Qc: ")


@pytest.mark.parametrize("name", ["none", "not_a_number"])
def test_a_failure_for_a_class_names_its_example(name: str) -> None:
    shard = shard_on(f"{BROKEN}:{name}", 0, 10)
    assert (shard.status, shard.failed_at) == (ERROR, BEFORE_ALL)
    assert shard.message.startswith(format_hand(classes()[7_000 - 1].example))


def test_a_task_that_is_tried_again_announces_each_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that the message about another death lacks the hand."""
    places: list[int] = []

    def announce(place: int, seconds: float, doing: int = 0) -> None:
        if doing == EVALUATING:
            places.append(place)

    task = Task("cactus-kev", All(), 1_000, 1_200)
    first = shard_of(task)
    monkeypatch.setattr(workers, "announce", announce)
    second = shard_of(replace(task, deaths=("its process was killed",)))
    assert places == list(range(1_000, 1_200))
    assert (second.keys, second.column) == (first.keys, first.column)
    places.clear()
    shard_of(Task("cactus-kev", All(), 0, 0, deaths=("killed",)))
    assert places == list(range(len(preflight_questions(All()))))


@pytest.mark.parametrize("scope", [All(), Sample(7, 100)])
def test_the_hands_at_places_of_a_task(scope: Scope) -> None:
    """Failure means that messages name the wrong hands."""
    preflight, shard = Task("x", scope, 0, 0), Task("x", scope, 0, 50)
    assert preflight.hand(3) == preflight_questions(scope)[3][1]
    assert shard.hand(3) == scope.hand(3)
    hands = list(examples(scope.size).values())
    assert preflight.hand(-len(hands)) == shard.hand(-len(hands)) == hands[0]


def test_the_preflight() -> None:
    right = shard_on("cactus-kev", 0, 0)
    assert (right.status, right.unsteady) == (EQUIVALENT, None)
    assert shard_on(f"{BROKEN}:sorted_only", 0, 0).unsteady
    assert shard_on(f"{BROKEN}:exits", 0, 0).status == ERROR


@pytest.mark.parametrize("scope", [All(), Sample(5, 100), UpToSuits(7)])
def test_preflight_questions(scope: Scope) -> None:
    """Failure means that a right evaluator may be called wrong, or that a class is not tested."""
    questions = preflight_questions(scope)
    bases = [hand for kind, hand in questions if not kind]
    assert len(bases) == base_count(scope)
    assert bases[: len(examples(scope.size))] == list(examples(scope.size).values())
    base: tuple[int, ...] = ()
    for kind, hand in questions:
        base = base if kind else hand
        if kind == UNSTEADY:
            assert sorted(hand) == sorted(base)
        assert sorted(card // 4 for card in hand) == sorted(card // 4 for card in base)


def test_a_fast_evaluator_gets_many_hands_between_announcements() -> None:
    """Failure means that a check spends its time announcing hands."""
    examination = Examination(load("cactus-kev"), 5, USUAL)
    hands = [examination.encoded(All().hand(place)) for place in range(5_000)]
    sizes = [len(keys) for keys in examination.answers(All().hand, hands)]
    assert sizes[0] == 1
    assert sum(sizes) == 5_000
    assert max(sizes) == MOST_BATCH


@pytest.mark.parametrize("seconds", [0.001, 0.005, 0.2])
def test_a_slow_evaluator_gets_as_many_hands_as_fit_between_announcements(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure means too many announcements, or that a worker is killed though no hand is late."""
    now = 0.0

    def evaluate(hand: list[int]) -> int:
        nonlocal now
        now += seconds
        return 0

    monkeypatch.setattr(shards, "perf_counter", lambda: now)
    examination = examined(evaluate)
    hands = [examination.encoded(All().hand(place)) for place in range(400)]
    sizes = [len(keys) for keys in examination.answers(All().hand, hands)]
    assert sum(sizes) == 400
    most = max(1, int(STEP / seconds))
    assert most - 1 <= max(sizes) <= most  # rounding may cost one


@pytest.mark.parametrize(
    ("sample", "asked"), [(10, 10), (500, 500), (501, 251), (1_000, 500), (10_000, 500)]
)
def test_the_preflight_asks_about_hands_of_a_sample_too(sample: int, asked: int) -> None:
    """Failure means that a preflight takes as long as the sample, or asks about one hand of it."""
    assert base_count(Sample(5, sample)) - base_count(All()) == asked


def test_near_misses_are_one_card_away_from_a_flush_or_a_straight() -> None:
    """Failure means that a hand that an evaluator takes for one of these is not asked about."""
    bases = [hand for kind, hand in preflight_questions(All()) if not kind]
    near_misses = bases[len(examples(5)) :]
    assert [*map(len, near_misses)] == [5] * (60 + 11 * 9)
    runs = [{(lowest + n) % 13 for n in range(4)} for lowest in range(-1, 10)]
    covered = set()
    for hand in near_misses:
        (_, most), *_ = Counter(map(suit_of, hand)).most_common(1)
        within = {place for place, run in enumerate(runs) if run <= {*map(rank_of, hand)}}
        assert len({*hand}) == 5
        assert most == 4 or within
        covered |= within
    assert covered == {*range(len(runs))}


@pytest.mark.parametrize("size", [5, 6, 7])
def test_flushes_are_renamed_in_all_ways_if_not_every_hand_is_checked(size: int) -> None:
    """Failure means that a flush that is missed in one suit is not detected."""
    questions = preflight_questions(UpToSuits(size))
    places = [place for place, (kind, _) in enumerate(questions) if not kind]
    flushes = 0
    for number, begin, end in zip(examples(size), places, places[1:]):
        if classes()[number - 1].category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
            flushes += 1
            hands = {frozenset(hand) for kind, hand in questions[begin:end] if kind == RENAMED}
            base = questions[begin][1]
            assert hands == {
                frozenset(4 * (card // 4) + names[card % 4] for card in base) for names in NAMES
            }
    assert flushes == 1_287


class AnyKeys(Broken):
    """An evaluator whose keys may be of mixed types."""

    def evaluate(self, hand: Sequence[KevCard]) -> Any:
        return self.key(classes()[hash_map.evaluate(hand) - 1])


def test_the_message_on_incomparable_keys_names_their_hands() -> None:
    evaluator = AnyKeys("mixed", lambda c: "best" if c.number == 1 else c.number)
    with pytest.raises(Fault, match=r"As Ks Qs Js Ts and 7s 5h 4d 3c 2s: their keys cannot be"):
        Examination(evaluator, 5, Limits()).class_keys  # noqa: B018


def test_an_evaluator_that_does_not_take_seven_cards() -> None:
    shard = shard_on("handrank-as-published", 0, 10, Sample(7, 10))
    assert (shard.status, shard.message) == (ERROR, "it does not take 7 cards: 5 are needed")


def test_a_library_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "needs_a_library_here.py").write_text("import no_such_library_at_all\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(SCALARS, "gone", "needs_a_library_here:evaluator")
    assert shard_on("gone", 0, 10).status == NOT_INSTALLED


def test_seconds_are_processor_time() -> None:
    """Failure means that sleeping counts, or that the time of child processes does not."""
    sleeping = shard_of(Task("exec:sh -c 'sleep 0.3; sed s/.*/1/'", Sample(5, 2), 0, 2))
    assert sleeping.status == EQUIVALENT, sleeping.message
    assert sleeping.seconds < 1.5
    busy = "exec:awk 'BEGIN {for (i = 0; i < 3000000; i++) n += i} {print 1}'"
    assert shard_of(Task(busy, Sample(5, 2), 0, 2)).seconds > 0.3


def test_the_place_of_the_hand() -> None:
    """Failure means that the tests above do not test what they say."""
    assert frozenset(map(hash_map.encode, All().hand(PLACE))) == THE_HAND


def examined(evaluate: Callable[[list[int]], Any], **declared: Any) -> Examination:
    """The examination of a function, or of an object with its direction declared."""
    evaluator: Any = evaluate
    if declared:
        names = {"name": "mine", "sizes": range(5, 8), "encode": int, "evaluate": evaluate}
        evaluator = SimpleNamespace(**names, **declared)
    return Examination(fitted(evaluator, "mine"), 5, Limits())


def number(hand: list[int]) -> int:
    return class_of(hand).number


FEW = Task("mine", Sample(5, 20), 0, 20)


def test_the_direction_is_declared_or_inferred() -> None:
    def same(hand: list[int]) -> int:
        return 0

    shard = examined(number).shard_of(FEW)
    assert (shard.lower_wins, shard.inferred) == (True, True)
    shard = examined(number, lower_wins=False).shard_of(FEW)
    assert (shard.lower_wins, shard.inferred) == (False, False)
    assert not examined(same).shard_of(FEW).inferred


def test_an_evaluator_must_not_change_its_hand() -> None:
    """It is looked at with one hand of each class, before all others."""

    def sorts(hand: list[int]) -> int:
        hand.sort()
        return class_of(hand).number

    with pytest.raises(Fault, match="the hand was changed") as raised:
        examined(sorts).shard_of(Task("mine", FEW.scope, 0, 0))
    assert raised.value.shard.failed_at is not None
    assert raised.value.shard.failed_at < 0


def test_a_failure_in_the_preflight_comes_before_all_hands() -> None:
    assert BEFORE_ALL < 0
    """Or a shard that begins earlier would be evaluated for nothing."""

    def wants_aces_first(hand: list[int]) -> int:
        if 51 in hand[1:4]:
            raise ValueError("not there")
        return class_of(hand).number

    with pytest.raises(Fault, match="not there") as raised:
        examined(wants_aces_first).shard_of(Task("mine", FEW.scope, 0, 0))
    assert raised.value.shard.failed_at == BEFORE_ALL


def test_a_sample_asks_about_each_flush_in_each_suit() -> None:
    """A table with one wrong entry for flushes of one suit is wrong about four hands in all."""
    suits: dict[tuple[int, ...], set[int]] = {}
    for kind, hand in preflight_questions(Sample(5, 20)):
        if kind == RENAMED and len({suit_of(card) for card in hand}) == 1:
            ranks = tuple(sorted(map(rank_of, hand)))
            suits.setdefault(ranks, set()).add(suit_of(hand[0]))
    assert len(suits) == 1_287
    assert {len(found) for found in suits.values()} == {4}
