"""The examination in a process: the same promises in every style, and faults that it must find."""

import marshal
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluators import ARRAYS, SCALARS
from evaluators.cards import format_hand, parse_hand
from evaluators.rules import RULES
from harness.adapters.calling import Function
from harness.adapters.place import Place
from harness.adapters.ranking import NO_EQUALITY
from harness.checking import examination, tasks
from harness.checking.equivalence import verdicts_on
from harness.checking.examination import Examination
from harness.checking.statuses import DONE, ERROR, NOT_INSTALLED, REFUSED
from harness.checking.table import code_of_each
from harness.checking.tasks import BASE, NUMPY, PYTHON, REORDERED, Hand, Shard, Task, attempt
from harness.checking.values import read
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.hands.arrays import examples
from harness.hands.order import index_of
from harness.hands.scopes import All, Sample, Scope, UpToSuits
from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, OURS, Limits
from harness.processes.workers import Announce, unheard
from tests.harness import styles
from tests.harness.adapters.test_plain import Liar
from tests.harness.broken_arrays import one_hand
from tests.harness.in_process import short_preflight
from tests.harness.styles import PROGRAM, STYLES, Key, number

THE_HAND = parse_hand("2c 4h 7c 9h Qc")
PLACE = index_of(THE_HAND)
FEW = Sample(5, 20)


def working(
    name: str, style: str = PYTHON, announce: Announce = unheard, scope: Scope = FEW, **changes: Any
) -> Shard:
    """The result of a task on an evaluator that is loaded by name, as a worker returns it."""
    examination._examination.cache_clear()  # names are other evaluators in some tests
    task = styles.task(0, 20, scope, place=Place.of(name), style=style, **changes)
    return Shard(**examination.work(task, announce))


@pytest.mark.parametrize(
    ("style", "scope"),
    [(PYTHON, All()), (PYTHON, UpToSuits(6)), (PROGRAM, All()), (NUMPY, Sample(7, 2_000))],
    ids=repr,
)
def test_a_shard_has_the_key_of_every_hand(style: str, scope: Scope) -> None:
    """Also if the class numbers of the task are wrong: they only save time."""

    def key(hand: Hand) -> float:
        return number(hand) + (min(hand) % 3) / 4

    task = styles.task(1_000, 2_000, scope)
    for numbers in (task.numbers, b"\1\0" * 1_000):
        shard = styles.shard(key, replace(task, numbers=numbers), style)
        assert (shard.status, shard.message, shard.unsteady) == (DONE, "", None)
        values = [*marshal.loads(shard.keys), *read(shard.own_keys).tolist()]
        codes = np.frombuffer(shard.codes, np.uint32).tolist()
        if not codes:
            code_of = code_of_each(task.examples.numbers, shard.example_codes)
            codes = code_of[np.frombuffer(task.numbers, np.uint16)].tolist()
        expected = [key(tuple(hand)) for hand in scope.hands(1_000, 2_000).tolist()]
        assert [values[code] for code in codes] == expected
        assert [values[code] for code in shard.example_codes] == [
            *map(key, examples(scope.size).values())
        ]
        assert marshal.loads(marshal.dumps(vars(shard))) == vars(shard)  # plain values


@pytest.mark.parametrize("style", STYLES)
def test_a_task_returns_the_keys_of_its_own_hands_alone(style: str) -> None:
    examined = styles.examination(lambda hand: number(hand) + hand[0] / 64, style)
    first, other, again = (examined.shard_of(styles.task(n, n + 500)) for n in (0, 9_000, 0))
    assert (again.keys, again.codes) == (first.keys, first.codes)
    assert len(read(other.own_keys)) <= 500


def depends_on_order(hand: Hand) -> float:
    return number(hand) + (hand[0] > hand[1]) / 2


def depends_on_the_first_suit(hand: Hand) -> float:
    """Reordering a flush shows nothing, and renaming its suit does."""
    return number(hand) + hand[0] % 4 / 8


def depends_on_suits(hand: Hand) -> float:
    return number(hand) + (sum(card % 4 for card in hand) % 4) / 8


@pytest.mark.parametrize(("style", "size"), [(PYTHON, 7), (PROGRAM, 5), (NUMPY, 5)])
@pytest.mark.parametrize(
    ("key", "kind"),
    [
        (number, None),
        (depends_on_order, UNSTEADY),
        (depends_on_the_first_suit, UNSTEADY),
        (depends_on_suits, RENAMED),
    ],
    ids=["right", "order", "first suit", "suits"],
)
def test_the_preflight(style: str, size: int, key: Key, kind: str | None) -> None:
    scope = Sample(size, 100)
    shard = styles.shard(key, styles.preflight(scope), style)
    assert (shard.status, shard.message) == (DONE, "")
    assert (shard.unsteady and shard.unsteady[0]) == kind
    if shard.unsteady:
        _, hand, first, again, second = shard.unsteady
        assert (key(hand), key(again)) == (first, second)
        assert first != second
        assert (sorted(hand) == sorted(again)) == (kind == UNSTEADY)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("task", "changing"),
    [(styles.preflight(FEW), examples(5)[5_000]), (styles.task(PLACE - 9, PLACE + 9), THE_HAND)],
    ids=["of a class", "of a task"],
)
def test_a_key_that_is_another_one_in_the_next_call_is_found(
    style: str, task: Task, changing: Hand
) -> None:
    """As a cache with a wrong first entry, which is corrected later."""
    calls: list[Hand] = []

    def key(hand: Hand) -> float:
        calls.append(hand)
        return number(hand) + (hand == changing and calls.count(hand) == 1) / 2

    difference = styles.shard(key, task, style).unsteady
    assert difference == (UNSTEADY, changing, number(changing) + 0.5, changing, number(changing))


def test_a_key_that_changes_now_and_then_is_not_blamed_on_the_order_of_cards() -> None:
    """Each seventh key is another one, from a hand on that is asked about in another order."""
    calls: list[Hand] = []

    def key(hand: Hand) -> float:
        calls.append(hand)
        return number(hand) + (len(calls) > 8_000 and len(calls) % 7 == 0) / 2

    unsteady = styles.shard(key, styles.preflight(FEW)).unsteady
    assert unsteady
    kind, hand, _, again, _ = unsteady
    assert (kind, hand) == (UNSTEADY, again)


def test_a_key_that_depends_on_its_neighbours_is_found() -> None:
    """Without a call with an array of another size, for which code would be compiled."""
    sizes: list[int] = []

    def evaluate(hands: Any) -> Any:
        sizes.append(len(hands))
        keys = np.array([*map(number, hands.tolist())])
        return keys + (keys.min() > 1 and len({*keys.tolist()}) < 200) / 2

    preflight = styles.preflight(Sample(5, 20))
    unsteady = styles.shard(number, preflight, NUMPY, evaluate=evaluate).unsteady
    assert unsteady
    assert unsteady[0] == UNSTEADY
    assert {*sizes} <= {1_024, 8_192}


def test_a_failure_names_its_hand() -> None:
    """Also for the last hand of a task."""

    def key(hand: Hand) -> int:
        if {*hand} == {*THE_HAND}:
            raise ValueError("not this one")
        return number(hand)

    for style in (PYTHON, PROGRAM):
        for size in (1, 10):
            shard = styles.shard(key, styles.task(PLACE - size + 1, PLACE + 1), style)
            assert (shard.status, shard.failed_at) == (ERROR, PLACE)
            assert shard.message.startswith("2c 4h 7c 9h Qc: ValueError: not this one")


def test_a_failure_in_an_array_names_its_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "perf_counter", lambda: 0.0)

    def evaluate(array: Any) -> Any:
        if (np.sort(array, axis=1) == THE_HAND).all(axis=1).any():
            raise ValueError
        return np.array([*map(number, array.tolist())])

    start = PLACE - 1_500
    for task, message, place in (
        (styles.task(start, start + 4_000), "2c 4h 7c 9h Qc", 1_500),
        (styles.task(PLACE, PLACE + 1), "2c 4h 7c 9h Qc", 0),
        (styles.preflight(cards=bytes(THE_HAND) * 2_000), "2c 4h 7c 9h Qc", None),
    ):
        shard = styles.shard(number, task, NUMPY, evaluate=evaluate)
        assert shard.message.startswith(f"{message}: ValueError"), shard.message
        assert shard.failed_at == (None if place is None else task.start + place)


@pytest.mark.parametrize("style", [PYTHON, NUMPY])
def test_a_failure_in_the_preflight_or_for_a_class_comes_before_all_hands(style: str) -> None:
    """Or a shard that begins earlier would be evaluated for nothing."""
    example = examples(5)[7_000]
    ascending = tuple(sorted(example))

    def key(hand: Hand, wrong: Hand = example) -> float:
        return float("nan") if hand == wrong else float(number(hand))

    preflight = styles.preflight(FEW)
    for task, key_of, named in (
        (preflight, key, example),
        (styles.task(0, 20, FEW), key, example),
        (preflight, partial(key, wrong=ascending), ascending),
    ):
        shard = styles.shard(key_of, task, style)
        assert (shard.status, shard.failed_at) == (ERROR, None)
        assert shard.message.startswith(f"{format_hand(named)}: nan is not ordered")


def test_a_key_is_refused_when_it_is_returned() -> None:
    """Else a slow evaluator answers for every class before its check ends."""
    refused: list[Any] = [{}, None, float("nan"), "x" * 9_999]
    for key in refused:
        keys = iter([key])  # for one hand
        shard = styles.shard(lambda hand: next(keys), styles.preflight(FEW))  # noqa: B023
        assert shard.message.startswith("As Ks Qs Js Ts: ")
        assert "StopIteration" not in shard.message


def test_keys_that_contradict_each_other_are_named_with_their_hands() -> None:
    """Of different classes, and of other suits. Else its faults are invented."""

    class Strength:
        def __init__(self, hand: Hand) -> None:
            self.value, self.suits = number(hand), sorted(card % 4 for card in hand)

        def __lt__(self, other: Any) -> bool:
            return bool(self.value < other.value)

        def __eq__(self, other: object) -> bool:
            return vars(self) == vars(other)

    class CategoryOnly(Strength):
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Strength) and self.value // 100 == other.value // 100

    said = {
        CategoryOnly: ("As Ks Qs Js Ts (a) and Ks Qs Js Ts 9s (b)", "a < b and a == b"),
        Strength: (
            "Ac Kc Qc Jc Tc (a) and As Ks Qs Js Ts (b)",
            "neither a < b nor b < a nor a == b",
        ),
    }
    for key, (hands, why) in said.items():
        shard = styles.shard(key, styles.preflight(FEW))
        assert shard.message == f"{hands}: its keys contradict each other: {why}"


def test_keys_without_equality_are_said_to_have_none() -> None:
    class Less(Fraction):
        __eq__, __hash__ = object.__eq__, object.__hash__

    for kind, remarks in ((Fraction, []), (Less, [NO_EQUALITY])):
        shard = styles.shard(lambda hand: kind(number(hand)), styles.preflight(FEW))  # noqa: B023
        assert (shard.status, shard.remarks) == (DONE, remarks)


def test_keys_that_carry_more_than_the_strength() -> None:
    """A fault of the rest alone is the only advice; a part that is refused is named, too."""

    def message(rest: Any, category_only: bool = False) -> str:
        def key(hand: Hand) -> Any:
            strength = number(hand)
            if category_only:
                return strength > 6_185, "", strength % 3, rest(hand)
            return strength > 6_185, strength, "name", rest(hand)

        with short_preflight():
            verdict = styles.verdict(key, FEW)
            assert verdict.cause.words in ("", verdict.hint)
            return verdict.cause.words or verdict.message

    said = (
        "its keys carry more than the strength: key[:2] alone is in order for all 9,068 hands "
        "asked about so far, the rest (str, {}) is not; return key[:2]"
    )
    for rest, kind in ((list, "list"), (lambda hand: sum(card % 4 for card in hand), "int")):
        assert message(rest) == said.format(kind)
    assert not message(list, category_only=True)
    assert "return key[:3], if it is enough" in message(dict.fromkeys)


def test_keys_that_are_cards_of_the_hand_are_refused() -> None:
    """A function of several hands takes the five cards for five hands, and returns the best."""

    def shard(key: Any) -> Shard:
        return attempt(
            lambda: Examination(Function(key), PYTHON, 5, 1).shard_of(styles.preflight(FEW))
        )

    refused = shard(lambda cards: [max(cards)])
    assert refused.message == (
        "As Ks Qs Js Ts: its keys are nothing but cards of the hand, such as ['Ts']; "
        "if it picks the best of several hands, type --compare mine; "
        "if it picks the best five cards, --best-five --cards 7 mine"
    )
    for key in (max, " ".join, tuple):
        assert shard(lambda cards: key(cards)).status == ERROR  # noqa: B023
    # The key of one hand is not made of its cards: so this may be an evaluator, and is not refused.
    but_for_one = lambda cards: sorted(cards) if "2c" in cards else [card[0] for card in cards]  # noqa: E731
    assert shard(but_for_one).status == DONE


def test_keys_that_cannot_be_compared_are_named_with_their_hands() -> None:
    said = "As Ks Qs Js Ts and Ks Qs Js Ts 9s: their keys cannot be compared: 'best' and"
    for factor, shown in ((1, "2"), (10**4_400, "<int: its repr raises ValueError>")):
        shard = styles.shard(
            lambda hand: "best" if number(hand) == 1 else number(hand) * factor,  # noqa: B023
            styles.preflight(FEW),
        )
        assert (shard.status, shard.message) == (ERROR, f"{said} {shown}")


def test_an_evaluator_that_does_not_take_seven_cards() -> None:
    for style in STYLES:
        shard = styles.shard(number, styles.task(0, 20, Sample(7, 20)), style, sizes=range(5, 6))
        assert (shard.status, shard.message) == (ERROR, "it does not take 7 cards: 5 are needed")


def test_a_direction_that_is_neither_is_refused() -> None:
    """Else a method, which is always true, says that lower keys win."""
    shard = styles.shard(number, styles.task(0, 20), lower_wins="no")
    assert (shard.status, shard.message) == (ERROR, "its lower_wins is 'no', not True or False")


def test_an_evaluator_must_not_change_its_hands() -> None:
    """It is looked at with one hand of each class, before all others."""

    def sorts(hand: list[int]) -> int:
        hand.sort()
        return number(hand)

    def sorts_all(hands: Any) -> Any:
        hands.sort(axis=1)
        return np.array([*map(number, hands.tolist())])

    for style, evaluate in ((PYTHON, sorts), (NUMPY, sorts_all)):
        for task in (styles.preflight(FEW), styles.task(0, 20, FEW)):
            shard = styles.shard(number, task, style, evaluate=evaluate)
            assert (shard.status, shard.failed_at) == (ERROR, None)
            assert "hand was changed" in shard.message or "it changes the array" in shard.message


@pytest.mark.parametrize("style", [PYTHON, NUMPY])
@pytest.mark.parametrize("wrong", [0, 1, 7_462], ids=["none", "best", "weakest"])
def test_the_direction_is_declared_or_that_of_most_classes(wrong: int, style: str) -> None:
    """One wrong key, even of the best or the weakest hands, does not turn a verdict upside down."""
    swapped = {wrong: 7_463 - wrong}
    for sign, declared, direction in (
        (1, None, (True, True)),
        (-1, None, (False, True)),
        (0, None, (False, False)),
        (1, False, (False, False)),
    ):
        shard = styles.shard(
            lambda hand: sign * swapped.get(number(hand), number(hand)),  # noqa: B023
            styles.task(0, 20, FEW),
            style,
            lower_wins=declared,
        )
        assert (shard.lower_wins, shard.inferred) == direction


def test_the_direction_of_keys_that_are_wrong_in_most_categories() -> None:
    """Ranks alone order most pairs of hands as they should, but few hands of other categories."""

    def ranks(hand: Hand) -> tuple[int, ...]:
        return tuple(sorted((card // 4 for card in hand), reverse=True))

    def points(hand: Hand) -> int:
        return sum(ranks(hand))

    for key, scope in (
        (ranks, Sample(5, 20, rules=RULES["short-deck"])),
        (ranks, Sample(5, 20, rules=RULES["short-deck-trips"])),
        (points, Sample(7, 20)),
    ):
        task = styles.task(0, 20, scope)
        shard = styles.shard(key, task)
        assert (shard.lower_wins, shard.inferred) == (False, True)
        shard = styles.shard(lambda hand: ([-rank for rank in ranks(hand)],), task)
        assert (shard.lower_wins, shard.inferred) == (True, True)


def test_keys_that_lie_do_not_tie() -> None:
    """Those of all hands but the examples of their classes; in a sample, and among all hands."""
    of_classes = {frozenset(hand) for hand in examples(5).values()}

    def key(hand: Hand) -> Any:
        return number(hand) if frozenset(hand) in of_classes else (Liar(number(hand)),)

    for task in (styles.task(0, 20, FEW), styles.task(0, 20)):
        shard = styles.shard(key, task)
        assert shard.status == ERROR
        assert "type Liar is not taken beside numbers or texts; return one type" in shard.message
    assert not styles.judged(lambda hand: Liar(number(hand)), FEW)


def test_a_near_miss_with_an_invalid_key_is_an_error() -> None:
    """Its keys are all alike, and a sample does not ask about it again."""
    cards, kinds = bytes([*THE_HAND, *reversed(THE_HAND)]), bytes([BASE, REORDERED])
    preflight = styles.preflight(FEW, cards=cards, kinds=kinds)
    for invalid in (Liar(1), None, float("nan")):
        key = {frozenset(THE_HAND): invalid}
        shard = styles.shard(lambda hand: key.get(frozenset(hand), number(hand)), preflight)  # noqa: B023
        assert shard.status == ERROR


def test_the_status_of_what_cannot_be_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "needs_a_library_here.py").write_text("import no_such_library_at_all\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for table in (SCALARS, ARRAYS):
        monkeypatch.setitem(table, "gone", "needs_a_library_here:evaluator")
    assert working("cactus-kev").status == DONE
    assert working("tests.harness.broken:lists").status == DONE
    assert working("tests.harness.broken:exits").status == ERROR
    assert working("tests.harness.broken:stops", scope=All()).status == DONE
    for place in ("tests.harness.broken:nothing", "no_such_module:it"):
        assert working(place).status == REFUSED
    for style in (PYTHON, NUMPY):
        assert working("gone", style).status == NOT_INSTALLED


Announced = list[tuple[float, ...]]


@pytest.mark.parametrize("style", [PYTHON, NUMPY])
def test_the_first_hand_of_ours_is_not_on_the_clock_of_a_hand(
    monkeypatch: pytest.MonkeyPatch, style: str
) -> None:
    """It compiles code or builds tables; that of others is on the clock of its import."""
    announced: Announced = []
    clocks: Announced = []

    def announce(*step: float) -> None:
        announced.append(step)

    def of_hand(hand: Hand) -> int:
        clocks.append(announced[-1])
        return number(hand)

    evaluator = styles.evaluator(of_hand, style)
    monkeypatch.setattr(examination, "load", lambda *about: evaluator)
    monkeypatch.setattr(examination, "limit_memory", lambda megabytes: None)
    limits = Limits(7)
    working("cactus-kev", style, announce, limits=limits)
    first = 1_024 if style == NUMPY else 1  # the hand, and others to fill its block
    assert {*clocks[:first]} == {(0, workers.START)}
    assert {clock[1:] for clock in clocks[first:]} <= {(7, EVALUATING), (42, EVALUATING)}
    announced.clear()
    working("mine.py", style, announce, limits=limits)
    of_first = 42 if style == NUMPY else 7  # code may be compiled for the first block
    assert announced[:2] == [(0, limits.loading, LOADING), (0, of_first, EVALUATING)]


def test_seconds_are_processor_time() -> None:
    """Failure means that sleeping counts, or that the time of child processes does not."""

    def attempted(command: str) -> float:
        def do() -> Shard:
            subprocess.run(["sh", "-c", command], check=True)
            return Shard()

        return tasks.attempt(do).seconds

    busy = "awk 'BEGIN {for (i = 0; i < 12000000; i++) n += i}'"
    counted = [attempted("sleep 0.4"), attempted(busy)]
    assert counted[0] < 0.1 < counted[1]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_the_memory_limit_holds_for_arrays_too() -> None:
    place = "tests.harness.broken_arrays:eats_memory_"
    (verdict,) = verdicts_on([place], Sample(5, 2_000), style=NUMPY, limits=Limits(20, 300))
    assert verdict.status == ERROR
    assert "MemoryError: Unable to allocate" in verdict.message


def test_a_single_wrong_hand_of_all_is_found() -> None:
    """Failure means that one wrong royal flush is missed, or its showdowns are miscounted."""
    verdict = styles.verdict(number, All(), NUMPY, evaluate=one_hand, lower_wins=False)
    # The 3 other royal flushes, 1,020 weakest hands, and all other hands.
    counts = verdict.false_wins, verdict.false_ties, verdict.reversed
    assert counts == (3, 1_020, 2_598_960 - 4 - 1_020)


def test_a_comparison_of_keys_is_announced_with_its_hand() -> None:
    """Else, of keys that order themselves, one that hangs in the preflight names a wrong hand."""
    task, heard, compared = styles.preflight(FEW), list[tuple[int, int]](), set[int]()

    class Watched(Fraction):
        def __lt__(self, other: Any) -> bool:
            compared.add(heard[-1][1])
            return super().__lt__(other)

    def announce(at: int, seconds: float, doing: int = OURS) -> None:
        heard.append((at, doing))

    for suits_matter in (False, True):
        heard.clear()
        examined = styles.examination(
            lambda hand: Watched(number(hand) * 9 + suits_matter * (hand[0] % 4)),  # noqa: B023
            announce=announce,
        )
        assert bool(examined.shard_of(task).unsteady) == suits_matter
        indices = {*range(len(task.examples.numbers) + len(task.kinds))}
        assert {at for at, doing in heard if doing == EVALUATING} == indices
        assert (0, OURS) in heard  # when the directions of the classes' keys are counted
    assert compared == {EVALUATING}
