"""The exhaustive check: of our evaluators, published ones, and ones broken on purpose."""

import hashlib
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, islice
from typing import Any

import pytest
from harness.hands.numbers import class_numbers

from evaluators import BUILT_IN, LESSONS, PUBLISHED
from evaluators.cards import DECK, Category
from harness.checking.equivalence import TRIES, _tasks, check, check_here, try_again
from harness.checking.showdowns import FALSE_TIE, FALSE_WIN, REVERSED
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, RENAMED, UNSTEADY
from harness.checking.tasks import NUMPY, PYTHON, Task
from harness.checking.verdict import Verdict
from harness.hands.classes import HandClass, classes
from harness.hands.order import hand_at, index_of
from harness.hands.scopes import All, Sample, Scope, UpToSuits
from harness.processes.limits import EVALUATING, LOADING, USUAL, Died
from tests.harness import broken
from tests.harness.verdicts import EXACT, SAMPLED, broken_verdicts, counted_verdicts

(HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
 STRAIGHT_FLUSH) = map(int, Category)  # fmt: skip

ALL_SHOWDOWNS = 3_377_295_241_320


def verdicts(names: Iterable[str], scope: Scope = All()) -> dict[str, Verdict]:  # noqa: B008
    return {verdict.name: verdict for verdict in check(list(names), scope)}


@pytest.fixture(scope="module")
def ours() -> dict[str, Verdict]:
    """All built-in evaluators on all 2,598,960 hands."""
    return verdicts(BUILT_IN)


@cache
def published_on_a_sample() -> dict[str, Verdict]:
    """All published versions on some hands."""
    return verdicts(PUBLISHED, Sample(5, 20_000))


@cache
def published() -> dict[str, Verdict]:
    """All published versions on all 2,598,960 hands."""
    return verdicts(PUBLISHED)


@pytest.mark.parametrize("name", sorted({*PUBLISHED} - {"poker-sort-as-published"}))
def test_published_evaluators_are_wrong_on_a_sample(name: str) -> None:
    assert published_on_a_sample()[name].status == NOT_EQUIVALENT


def test_the_preflight_is_reported_before_all_hands() -> None:
    """Failure means that the first lines of a check are missing, or are about other hands."""
    reported: list[Verdict] = []
    names = ["cactus-kev", "tests.harness.broken:sorted_only"]
    scope = Sample(5, 100)
    right, _ = sorted(check(names, scope, preflight=reported.append), key=lambda v: v.name)
    early = {verdict.name: verdict for verdict in reported}
    assert sorted(early) == names
    assert (early[names[0]].status, early[names[0]].distinct_keys) == (EQUIVALENT, 7_462)
    assert early[names[0]].hands > 7_462 > right.hands == 100
    assert early[names[1]].witness


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_evaluator_orders_all_hands_as_the_rules_do(
    ours: dict[str, Verdict], name: str
) -> None:
    verdict = ours[name]
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")
    assert (verdict.hands, verdict.distinct_keys) == (2_598_960, 7_462)
    assert verdict.showdowns == ALL_SHOWDOWNS
    assert (verdict.wrong, verdict.witness, verdict.failures) == (0, None, [])


@pytest.mark.parametrize(
    "scope",
    [Sample(5, 10_000), pytest.param(All(), marks=pytest.mark.thorough)],
    ids=str,
)
def test_lessons_are_equivalent(scope: Scope) -> None:
    """What is taught is proven, too."""
    for verdict in check(list(LESSONS), scope):
        assert (verdict.name, verdict.status) == (verdict.name, EQUIVALENT)
        assert verdict.hands == len(scope)


def test_all_have_one_digest_which_is_that_of_the_classes(ours: dict[str, Verdict]) -> None:
    numbers = class_numbers(All())
    as_bytes = b"".join(number.to_bytes(2, "little") for number in numbers)
    assert {verdict.digest for verdict in ours.values()} == {hashlib.sha256(as_bytes).hexdigest()}


# --- Tasks. ---


@pytest.mark.parametrize(
    ("scope", "style", "are_sent"),
    [
        (All(), PYTHON, True),
        (Sample(5, 20), PYTHON, True),
        (Sample(7, 20), PYTHON, True),
        (UpToSuits(7), PYTHON, False),
        (Sample(5, 20), NUMPY, False),
        (All(), NUMPY, False),
    ],
)
def test_tasks_have_the_class_numbers_that_workers_need(
    scope: Scope, style: str, are_sent: bool
) -> None:
    """Failure means that each worker computes them again, or that they are sent for nothing."""
    preflight, task, *_ = islice(_tasks(["mine"], scope, style, USUAL), 2)
    expected = class_numbers(scope, task.start, task.stop).tobytes() if are_sent else b""
    assert (preflight.is_preflight, preflight.numbers, task.numbers) == (True, b"", expected)


@pytest.mark.parametrize(
    ("died", "style", "tries"),
    [
        (Died(-9, doing=EVALUATING), PYTHON, TRIES),
        (Died(-9, doing=EVALUATING), NUMPY, TRIES),
        (Died(None, late=2.0, doing=EVALUATING), PYTHON, 2),
        (Died(None, late=2.0, doing=EVALUATING), NUMPY, 1),
        (Died(None, memory=900.0, doing=EVALUATING), PYTHON, 1),
        (Died(None, late=12.0, doing=LOADING), PYTHON, 1),
        (Died(3, doing=LOADING), PYTHON, 1),
    ],
)
def test_how_often_a_task_is_tried(died: Died, style: str, tries: int) -> None:
    """Failure means that an accident is a verdict, or that a user waits for a second failure."""
    task: Task | None = Task("mine", All(), 0, 100, style=style)
    deaths = 0
    while task:
        assert task.deaths == (str(died),) * deaths
        deaths += 1
        task = try_again(task, died)
    assert deaths == tries


# --- Published evaluators. ---


@pytest.mark.thorough
def test_the_published_matrix_score_is_wrong() -> None:
    verdict = published()["matrix-score-as-published"]
    assert verdict.status == NOT_EQUIVALENT
    ties = [f for f, _ in verdict.failures if f.kind == FALSE_TIE and f.stronger == f.weaker]
    # J-J-J-A-2 ties with J-J-J-K-Q, and so with each of the nine ranks that are not kickers here.
    assert [(f.stronger, f.showdowns) for f in ties] == [(THREE_OF_A_KIND, 9 * 64 * 64)]
    wheels = [f for f, _ in verdict.failures if (f.stronger, f.weaker) == (STRAIGHT, HIGH_CARD)]
    assert [(f.kind, f.stronger_hands, f.weaker_hands) for f in wheels] == [
        (REVERSED, 1_020, 1_302_540)
    ]
    aces = [f for f, _ in verdict.failures if (f.stronger, f.weaker) == (ONE_PAIR, HIGH_CARD)]
    assert [(f.kind, f.stronger_hands) for f in aces] == [(REVERSED, 384)]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["handrank-as-published", "handrank-2019-as-published"])
def test_the_published_handrank_is_wrong(name: str) -> None:
    verdict = published()[name]
    assert (verdict.status, verdict.distinct_keys) == (NOT_EQUIVALENT, 7_462)
    wrong = {(f.stronger, f.weaker): f.showdowns for f, _ in verdict.failures}
    pairs, two_pairs = 84_480, 1_584  # hands for each rank; for each choice of both ranks
    assert wrong.pop((TWO_PAIR, ONE_PAIR)) == sum(
        two_pairs * higher * pairs * (12 - higher) for higher in range(13)
    )
    assert wrong.pop((STRAIGHT, STRAIGHT)) == 1_020 * 1_020
    assert wrong.pop((STRAIGHT_FLUSH, STRAIGHT_FLUSH)) == 4 * 4
    swapped = {(FLUSH, STRAIGHT): 5_108 * 10_200} if "2019" in name else {}
    assert wrong == swapped


@pytest.mark.thorough
def test_the_published_bucket_sort_is_right_at_five_cards() -> None:
    assert published()["poker-sort-as-published"].status == EQUIVALENT


def test_the_published_bucket_sort_is_wrong_at_seven_cards() -> None:
    assert published_on_a_sample()["poker-sort-as-published"].status == EQUIVALENT
    verdict = verdicts(["poker-sort-as-published"], Sample(7, 20_000))
    (seven,) = verdict.values()
    assert seven.status == NOT_EQUIVALENT
    assert {f.kind for f, _ in seven.failures} >= {REVERSED, FALSE_WIN}
    assert str(seven.scope) == "20,000 of the 133,784,560 hands of 7 cards, drawn with seed 1"


@pytest.mark.parametrize("size", [6, 7])
def test_ours_are_right_on_a_sample_of_more_cards(size: int) -> None:
    names = [name for name in BUILT_IN if name != "rulebook"]
    on_sample = verdicts(names, Sample(size, 5_000)).values()
    assert {verdict.status for verdict in on_sample} == {EQUIVALENT}
    assert len({verdict.digest for verdict in on_sample}) == 1


# --- Evaluators that are broken on purpose. ---


@pytest.fixture(scope="module")
def caught() -> dict[str, Verdict]:
    """The verdicts of one run, so that each evaluator is checked beside others that fail."""
    return broken_verdicts()


def sizes(hand_classes: Iterable[HandClass]) -> int:
    return sum(hand_class.size for hand_class in hand_classes)


def witness_of(verdict: Verdict) -> tuple[str, str, str, str]:
    """The witness in words: the first hand, the verbs by rules and evaluator, the second hand."""
    witness = verdict.witness
    assert witness is not None
    return (
        str(witness.first.hand_class),
        witness.rules_say,
        witness.evaluator_says,
        str(witness.second.hand_class),
    )


def test_wheel_missing(caught: dict[str, Verdict]) -> None:
    verdict = caught["wheel_missing"]
    assert verdict.status == NOT_EQUIVALENT
    assert witness_of(verdict)[:3] == ("five-high straight", "beats", "loses to")
    assert witness_of(verdict)[3].startswith(("pair of", "high card, A"))
    between = [
        c for c in classes() if c.category < STRAIGHT and (c.category, c.ranks) > (0, (12, 3))
    ]
    steel = [
        c
        for c in classes()
        if c.category in (FOUR_OF_A_KIND, FULL_HOUSE) or (c.category == FLUSH and c.ranks > (12, 3))
    ]
    assert verdict.reversed == 1_020 * sizes(between) + 4 * sizes(steel)
    assert (verdict.false_ties, verdict.false_wins) == (0, 0)


@pytest.mark.thorough
def test_wheel_ace_high() -> None:
    """A-2-3-4-5 counts as the second-best straight, and so beats eight straights."""
    verdict = counted_verdicts()["wheel_ace_high"]
    assert witness_of(verdict) == ("six-high straight", "beats", "loses to", "five-high straight")
    assert verdict.reversed == 8 * 1_020 * 1_020 + 8 * 4 * 4


@pytest.mark.thorough
def test_flush_and_straight_swapped() -> None:
    verdict = counted_verdicts()["flush_straight_swapped"]
    assert witness_of(verdict)[1:3] == ("beats", "loses to")
    assert witness_of(verdict)[0].startswith("flush")
    assert witness_of(verdict)[3].endswith("straight")
    assert verdict.reversed == 5_108 * 10_200
    ((failure, _),) = verdict.failures
    assert (failure.stronger_hands, failure.weaker_hands) == (5_108, 10_200)


@pytest.mark.thorough
def test_last_kicker_dropped() -> None:
    verdict = counted_verdicts()["last_kicker_dropped"]
    assert verdict.witness is not None
    first, second = verdict.witness.first.hand_class, verdict.witness.second.hand_class
    assert (first.category, first.ranks[:4]) == (HIGH_CARD, second.ranks[:4])
    assert witness_of(verdict)[1:3] == ("beats", "ties with")
    high_cards = (c for c in classes() if c.category == HIGH_CARD)
    assert verdict.false_ties == 1_020 * 1_020 * sum(
        first.ranks[:4] == second.ranks[:4] for first, second in combinations(high_cards, 2)
    )
    assert (verdict.reversed, verdict.false_wins) == (0, 0)


def test_packed_in_base_ten(caught: dict[str, Verdict]) -> None:
    verdict = caught["base_ten"]
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    first, second = verdict.witness.first, verdict.witness.second
    assert first.hand_class.number < second.hand_class.number
    assert first.key <= second.key  # type: ignore[operator]


@pytest.mark.thorough
def test_one_table_entry_off() -> None:
    """Class 5000 has the key of class 5001, and each has 384 hands."""
    verdict = counted_verdicts()["one_entry_off"]
    assert verdict.distinct_keys == 7_461
    assert witness_of(verdict) == (str(classes()[4999]), "beats", "ties with", str(classes()[5000]))
    assert (verdict.reversed, verdict.false_ties, verdict.false_wins) == (0, 384 * 384, 0)


def test_not_a_number(caught: dict[str, Verdict]) -> None:
    verdict = caught["not_a_number"]
    assert verdict.status == ERROR
    assert "nan is not ordered" in verdict.message


def test_mixed_types(caught: dict[str, Verdict]) -> None:
    assert caught["mixed_types"].status == ERROR
    assert "cannot be compared" in caught["mixed_types"].message
    assert caught["lists_and_tuples"].status == ERROR
    assert "cannot be compared" in caught["lists_and_tuples"].message


def test_none(caught: dict[str, Verdict]) -> None:
    assert caught["none"].status == ERROR
    assert "a key of None is not taken" in caught["none"].message


def test_an_exception_on_one_single_hand(caught: dict[str, Verdict]) -> None:
    verdict = caught["raises_once"]
    assert verdict.status == ERROR
    assert verdict.message.startswith("2c 4h 7c 9h Qc: ValueError: not this one (broken.py:")
    assert verdict.hands == index_of((0, 10, 20, 30, 40))


def test_a_result_that_differs_from_call_to_call(caught: dict[str, Verdict]) -> None:
    verdict = caught["changes"]
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert verdict.witness.kind == UNSTEADY
    assert set(verdict.witness.first.hand) == set(verdict.witness.second.hand)


def test_an_order_of_cards_that_matters(caught: dict[str, Verdict]) -> None:
    """Failure means that an evaluator that expects sorted cards counts as right."""
    sampled = caught["sorted_only"]
    (verdict,) = check(["tests.harness.broken:sorted_only"])
    for each in (verdict, sampled):
        assert each.status == NOT_EQUIVALENT
        assert each.witness is not None
        assert each.witness.kind == UNSTEADY
        assert each.witness.first.hand != each.witness.second.hand
    assert verdict.wrong == 0


def test_of_hands_as_they_are_dealt_the_wrong_showdowns_are_counted(
    caught: dict[str, Verdict],
) -> None:
    """The cards of a sample come in any order, so keys that depend on it have a share."""
    verdict = caught["sorted_only"]
    sample = verdict.scope
    assert sample.sample == 20_000
    assert verdict.wrong
    assert {tuple(sorted(hand)) for hand in sample.hands(DECK)} == {
        hand_at(index) for index in sample.indexes
    }
    in_order = sum(hand == tuple(sorted(hand)) for hand in sample.hands(DECK))
    assert 120 < in_order < 220  # 1 in 120


def test_suits_that_break_ties(caught: dict[str, Verdict]) -> None:
    verdict = caught["suits_break_ties"]
    assert verdict.status == NOT_EQUIVALENT
    assert (verdict.reversed, verdict.false_ties) == (0, 0)
    assert verdict.false_wins
    assert witness_of(verdict)[1] == "ties with"


def test_keys_that_are_lists_are_welcome(caught: dict[str, Verdict]) -> None:
    assert caught["lists"].status == EQUIVALENT


@pytest.mark.thorough
def test_keys_that_run_the_other_way() -> None:
    """Every showdown with a winner is reversed."""
    ties = sum(c.size * (c.size - 1) // 2 for c in classes())
    assert counted_verdicts()["upside_down"].reversed == ALL_SHOWDOWNS - ties


def test_exits(caught: dict[str, Verdict]) -> None:
    assert caught["dies"].status == ERROR
    assert "its process ended itself with exit code 7" in caught["dies"].message
    assert caught["exits"].status == ERROR
    assert "SystemExit: enough" in caught["exits"].message


def test_a_stop_iteration_does_not_end_the_check(caught: dict[str, Verdict]) -> None:
    """Failure means that StopIteration ends `map` as if all hands had been evaluated."""
    verdict = caught["stops"]
    assert verdict.status == ERROR
    assert verdict.message.startswith("2c 4h 7c 9h Qc: StopIteration (broken.py:")


@pytest.mark.parametrize("name", ["none_unless_sorted", "cold"])
def test_no_key_for_some_orders_or_the_first_time(caught: dict[str, Verdict], name: str) -> None:
    verdict = caught[name]
    assert verdict.status == ERROR
    assert "a key of None is not taken" in verdict.message


def test_a_key_that_is_right_only_in_the_second_call(caught: dict[str, Verdict]) -> None:
    verdict = caught["wrong_the_first_time"]
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert verdict.witness.kind == UNSTEADY
    assert set(verdict.witness.first.hand) == {0, 10, 20, 30, 40}
    assert verdict.witness.first.key != verdict.witness.second.key


def test_keys_that_differ_between_processes(caught: dict[str, Verdict]) -> None:
    """Failure means that keys that are right only within one process count as right."""
    verdict = caught["per_process"]
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.distinct_keys > 7_462
    assert verdict.false_wins


@pytest.mark.thorough
def test_printing_does_no_harm() -> None:
    assert counted_verdicts()["prints"].status == EQUIVALENT


ORDERED = sorted({*EXACT, *SAMPLED} - {"per_process"})


@pytest.mark.parametrize("name", ORDERED)
def test_witnesses_have_the_evaluators_keys(caught: dict[str, Verdict], name: str) -> None:
    """Failure means that a witness shows other keys or another result than the evaluator's."""
    evaluator = getattr(broken, name)
    verdict = caught[name]
    assert verdict.failures or verdict.status != NOT_EQUIVALENT or verdict.wrong == 0
    for failure, witness in verdict.failures:
        for side in (witness.first, witness.second):
            assert evaluator.evaluate([*map(evaluator.encode, side.hand)]) == side.key
        first, second = witness.first.hand_class, witness.second.hand_class
        assert (first.category, second.category) == (failure.stronger, failure.weaker)
        assert first.number <= second.number
        assert witness.rules_say == ("ties with" if first is second else "beats")
        first_key: Any = witness.first.key
        second_key: Any = witness.second.key
        ties = first_key == second_key
        beats = not ties and (first_key > second_key) is not evaluator.lower_wins
        says = "ties with" if ties else "beats" if beats else "loses to"
        assert witness.evaluator_says == says
        ranks = Counter(first.ranks) + Counter(second.ranks)
        if failure.suggestions and max(ranks.values()) == 1:
            assert not set(witness.first.hand) & set(witness.second.hand)


def test_there_are_witnesses(caught: dict[str, Verdict]) -> None:
    """Failure means that the test above tests nothing."""
    assert sum(bool(caught[name].failures) for name in ORDERED) >= 7


@pytest.mark.parametrize("name", ["cold", "none", "not_a_number", "raises_once", "stops", "dies"])
def test_an_error_has_no_witness_and_no_failures(caught: dict[str, Verdict], name: str) -> None:
    verdict = caught[name]
    assert (verdict.status, verdict.witness, verdict.failures) == (ERROR, None, [])


def test_verdicts_are_plain_values(caught: dict[str, Verdict]) -> None:
    document = caught["wheel_missing"].as_json()
    assert document["witness"]["first"]["name"] == "five-high straight"
    assert document["witness"]["second"]["category"] in ("one pair", "high card")
    assert (document["cards"], document["hands"]) == (5, 2_598_960)
    assert document["scope"] == "all 2,598,960 hands of 5 cards"
    assert {failure["kind"] for failure in document["failures"]} == {"reversed"}


# --- Faults that earlier versions of the check did not detect. ---


def evaluator_of(name: str, is_wrong: bool) -> Any:
    """A function with this name, right, or wrong about class 5000."""

    def evaluate(hand: list[str]) -> int:
        number = broken.number_of(hand)
        return number - is_wrong if number == 5000 else number

    evaluate.__name__ = name
    return evaluate


def test_two_threads_check_functions_of_one_name() -> None:
    """Failure means that one function's verdict is that of another with the same name."""
    results: dict[bool, Verdict] = {}

    def run(is_wrong: bool) -> None:
        results[is_wrong] = check_here(evaluator_of("evaluate", is_wrong), Sample(5, 20_000))

    threads = [threading.Thread(target=run, args=(is_wrong,)) for is_wrong in (False, True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (results[False].status, results[True].status) == (EQUIVALENT, NOT_EQUIVALENT)


class Falsy(broken.Broken):
    """An object whose truth value is false."""

    def __len__(self) -> int:
        return 0


def test_a_falsy_object_is_checked_itself() -> None:
    """Failure means that the built-in evaluator of its name is checked instead."""
    falsy = Falsy("cactus-kev", lambda hand_class: -min(hand_class.number, 7_000))
    assert not falsy
    assert check_here(falsy, Sample(5, 20_000)).status == NOT_EQUIVALENT


class LyingHash(int):
    def __hash__(self) -> int:
        return id(self)


def test_keys_with_a_hash_of_their_own_are_compared_by_value() -> None:
    wrong = evaluator_of("evaluate", is_wrong=True)
    verdict = check_here(lambda hand: LyingHash(wrong(hand)), Sample(5, 20_000))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert verdict.witness.first.key == verdict.witness.second.key == 4999


def test_one_value_in_two_types_is_one_key() -> None:
    """Failure means that 1 and 1.0 do not tie because their bytes differ."""

    def sometimes_float(hand: list[str]) -> float:
        number = broken.number_of(hand)
        return float(number) if "2c" in hand else number

    verdict = check_here(sometimes_float, Sample(5, 20_000))
    assert (verdict.status, verdict.message, verdict.wrong) == (EQUIVALENT, "", 0)


def test_only_evaluate_is_called() -> None:
    """Failure means that a second function of an object is checked instead."""
    evaluator = Falsy("mine", lambda hand_class: -min(hand_class.number, 7_000))
    evaluator.evaluate_all = lambda hands: map(broken.number_of, hands)  # type: ignore[attr-defined]
    assert check_here(evaluator, Sample(5, 20_000)).status == NOT_EQUIVALENT


@pytest.mark.parametrize("class_number", [10, 1599])
@pytest.mark.parametrize("suit", "cdhs")
def test_flushes_that_are_missed_in_one_suit(class_number: int, suit: str) -> None:
    """Failure means that the preflight does not test each flush class in every suit."""

    def misses_flush(hand: list[str]) -> int:
        number = broken.number_of(hand)
        is_missed = number == class_number and sum(card[1] == suit for card in hand) >= 5
        return 1610 if is_missed else number

    verdict = check_here(misses_flush, Sample(7, 2))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert verdict.witness.kind == RENAMED


def test_an_evaluator_that_is_wrong_about_a_class_is_wrong_on_any_sample() -> None:
    """Failure means that a sample hides a fault of a class that it lacks."""
    wrong = evaluator_of("evaluate", is_wrong=True)
    verdict = check_here(wrong, Sample(5, 2))
    assert (verdict.status, verdict.wrong) == (NOT_EQUIVALENT, 0)
    assert verdict.witness is not None
    assert {side.hand_class.number for side in (verdict.witness.first, verdict.witness.second)} == {
        4999,
        5000,
    }


# --- Sorting networks that do not sort: each misses one comparator of nine, or has a wrong one. ---

NETWORK = [(0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)]


def by_network(network: list[tuple[int, int]]) -> Any:
    """An evaluator that sorts the ranks of a hand by a sorting network first."""

    def evaluate(hand: tuple[int, ...]) -> tuple[int, ...]:
        ranks = [card // 4 for card in hand]
        for low, high in network:
            if ranks[low] > ranks[high]:
                ranks[low], ranks[high] = ranks[high], ranks[low]
        return broken.key_of_sorted(tuple(ranks), len({card % 4 for card in hand}) == 1)

    return evaluate


def test_a_network_that_sorts_is_right() -> None:
    assert check_here(by_network(NETWORK), Sample(5, 20_000)).status == EQUIVALENT


@pytest.mark.every(2)
@pytest.mark.parametrize("missing", range(9))
def test_a_network_without_a_comparator_is_not_equivalent(missing: int) -> None:
    """Failure means that the preflight's orders of cards are too few, as all hands are sorted."""
    network = [*NETWORK[:missing], *NETWORK[missing + 1 :]]
    assert check_here(by_network(network)).status == NOT_EQUIVALENT


def test_a_network_with_a_wrong_comparator_is_not_equivalent() -> None:
    assert check_here(by_network([*NETWORK[:-1], (1, 3)])).status == NOT_EQUIVALENT


WITHOUT = """
import sys
for name in ("numpy", "click", "matplotlib", "psutil", "pyperf", "rich"):
    sys.modules[name] = None
from evaluators import BUILT_IN, load
from harness.checking.equivalence import check_here
from harness.hands.scopes import All, Sample, Scope, UpToSuits
for name in BUILT_IN:
    assert check_here(load(name), Sample(5, 200)), name
assert check_here(load("rank-sums"), Sample(7, 20))
"""


def test_strategies_and_check_need_only_the_standard_library() -> None:
    """Failure means that they do not run in a browser."""
    completed = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert not completed.stderr
