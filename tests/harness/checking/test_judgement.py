"""The sum of the results of tasks, and verdicts compared with a look at every pair of hands."""

import hashlib
import marshal
from array import array
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from evaluators.cards import parse_hand
from harness.adapters.place import Place
from harness.adapters.plain import Shown
from harness.checking.equivalence import check_here, examples_of
from harness.checking.judgement import BETWEEN, Results, judge
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.checking.table import Table
from harness.checking.tasks import COMPILED, PYTHON, Hand, Shard
from harness.checking.verdict import Verdict
from harness.faults.kinds import FALSE_TIE, FALSE_WIN, RENAMED, REVERSED, UNSTEADY
from harness.faults.witness import BEATS, LOSES, TIES
from harness.hands.arrays import examples
from harness.hands.classes import clarity, class_of, classes
from harness.hands.order import index_of
from harness.hands.scopes import All, Sample, Scope, UpToSuits
from harness.processes.limits import EVALUATING, Died, Limits
from tests.harness import styles
from tests.harness.broken import zero
from tests.harness.faults.test_showdowns import kind_of
from tests.harness.in_process import sides
from tests.harness.styles import STYLES, Key, number

SAMPLE = Sample(5, 150)
NUMBERS = len(classes())

SCOPE = Sample(5, 300)
PREFLIGHT = styles.preflight(SCOPE)
FIRST, SECOND, THIRD = (styles.task(start, start + 100, SCOPE) for start in (0, 100, 200))
KEYS, ONE_KEY = marshal.dumps([1, 2]), [0] * NUMBERS
HAND, AGAIN = (0, 5, 10, 15, 20), (20, 15, 10, 5, 0)


def results_on(scope: Scope = SCOPE, tasks: int = 4) -> Results:
    return Results("mine", scope, PYTHON, tasks, examples_of(scope), Table(scope))


def shard(**changes: Any) -> Shard:
    return Shard(**({"keys": KEYS, "example_codes": ONE_KEY, "codes": bytes(400)} | changes))


def test_seconds_remarks_and_tasks_add_up() -> None:
    results = results_on()
    results.add(PREFLIGHT, shard(codes=b"", remarks=["slow"], seconds=1.5))
    results.add(SECOND, shard(remarks=["slow", "loud"], seconds=3, lower_wins=True, inferred=True))
    assert (results.tasks_left, results.remarks, results.seconds) == (2, ["slow", "loud"], 4.5)
    assert (results.lower_wins, results.inferred) == (True, True)
    assert [sweep.start for sweep in results.table.sweeps] == [100]


def test_the_first_trouble_by_place_counts() -> None:
    """Or the message would depend on which process was faster."""
    results = results_on()
    results.add(SECOND, Shard(status=ERROR, message="2", output="its own", failed_at=150), "other")
    assert results.trouble == Shard(status=ERROR, message="2", output="its own", failed_at=150)
    assert [*map(results.needs, (FIRST, SECOND, THIRD))] == [True, True, False]
    results.add(FIRST, Shard(status=ERROR, message="first", failed_at=0), printed="before\n")
    results.add(THIRD, Shard(status=TIMEOUT, message="third", failed_at=200))
    assert results.trouble == Shard(status=ERROR, message="first", output="before", failed_at=0)
    results.add(PREFLIGHT, Shard(status=ERROR, message="at once"))
    assert results.trouble == Shard(status=ERROR, message="at once")
    assert not results.needs(FIRST)
    verdict = judge(results)
    assert (verdict.status, verdict.message, verdict.hands) == (ERROR, "at once", 0)


def test_a_hand_with_two_keys_ends_the_check() -> None:
    """But in a sample, whose hands come in any order, their order may matter."""
    for scope, again, ends in [
        (SCOPE, HAND, True),
        (SCOPE, AGAIN, False),
        (All(), AGAIN, True),
        (UpToSuits(7), AGAIN, True),
    ]:
        results = results_on(scope)
        results.add(PREFLIGHT, shard(codes=b"", unsteady=(UNSTEADY, HAND, 1, again, 2)))
        assert results.trouble == (Shard(status=NOT_EQUIVALENT) if ends else None)
        assert results.unsteady
        first, second = results.unsteady.first, results.unsteady.second
        assert (first.hand, first.key, second.hand, second.key) == (HAND, 1, again, 2)
        assert results.unsteady.rules_say == TIES


def test_suits_that_matter_do_not_end_the_check() -> None:
    """But keys that change with every call do, also if that is found later.

    Of several such hands, that of the first task is shown, whichever task ends first. So it is
    with the order of the cards in a sample.
    """
    for kind in (RENAMED, UNSTEADY):
        results = results_on()
        results.add(PREFLIGHT, shard(codes=b"", unsteady=(kind, HAND, 1, AGAIN, 2)))
        assert results.trouble is None
        for task, key, shown in ((SECOND, 3, 3), (THIRD, 4, 3), (FIRST, 5, 5)):
            results.add(task, shard(codes=b"", unsteady=(UNSTEADY, HAND, key, HAND, 0)))
            assert results.trouble == Shard(status=NOT_EQUIVALENT)
            assert results.unsteady
            assert results.unsteady.first.key == shown


def test_keys_that_order_themselves_are_shown_as_their_texts() -> None:
    results = results_on()
    difference = UNSTEADY, HAND, "Straight()", AGAIN, "Flush()"
    results.add(FIRST, shard(codes=b"", unsteady=difference, shown={1: "Straight()"}))
    assert results.unsteady
    assert isinstance(results.unsteady.first.key, Shown)


def test_a_death_names_the_task_or_the_hand() -> None:
    """When a task is tried again, the worker announces every hand."""
    again = replace(SECOND, deaths=("once", "twice"))
    of_hand = len(again.examples.numbers) + 30
    of_library = {"place": Place.of("./mine.so"), "suspects": range(of_hand, of_hand + 9)}
    library = replace(again, style=COMPILED, **of_library)  # type: ignore[arg-type]
    for task, died, message, place in [
        (PREFLIGHT, Died(3), "the preflight: its process ended itself with exit code 3", None),
        (SECOND, Died(None, late=2.0, at=120), "hands 100 to 200: no answer within 2 sec", 100),
        (again, Died(3, at=of_hand, doing=EVALUATING), "Jc As 3d 8h 6d: its", 130),
        (again, Died(None, late=2.0, doing=EVALUATING), "As Ks Qs Js Ts: no", None),
        (library, Died(3, at=of_hand, doing=EVALUATING), "Jc As 3d 8h 6d: its", 130),
        (library, Died(3, at=0, doing=EVALUATING), "one of 1,024 hands, of which As", None),
    ]:
        results = results_on()
        results.add(task, died)
        assert results.trouble
        assert results.trouble.message.startswith(message)
        assert (results.trouble.message.count(", 3 times")) == (bool(task.deaths) and not died.late)
        assert results.trouble.failed_at == place
        assert results.trouble.status == (ERROR if died.late is None else TIMEOUT)
        results.add(replace(task, limits=Limits(megabytes=200)), died)
        has_limit = results.failed[-1].message.endswith("; --memory 200 may be too little")
        assert has_limit == (died.late is None)


WEAKEST = index_of((0, 4, 8, 12, 21))  # 7-5-4-3-2
ABSENT = 5_000  # no hand of this class is evaluated below, except for its example


def judged_together(*processes: Key) -> Verdict:
    """The verdict on two hands in each of several processes, which have their own keys."""
    results = results_on(All(), len(processes))
    for n, key in enumerate(processes):
        task = styles.task(WEAKEST + 2 * n, WEAKEST + 2 * n + 2)
        results.add(task, styles.shard(key, task))
    return judge(results)


@pytest.mark.every(3)
@pytest.mark.parametrize(
    "other",
    [
        lambda hand: number(hand) + (number(hand) == ABSENT) / 2,
        lambda hand: number(hand) + 0.5,
        lambda hand: -number(hand),
    ],
)
def test_a_class_must_have_one_key_in_all_processes(other: Any) -> None:
    """Each process is right on its own hands; the keys of the classes contradict each other."""
    assert judged_together(number, number).status == EQUIVALENT
    statuses = {judged_together(*keys).status for keys in ((number, other), (other, number))}
    assert statuses == {NOT_EQUIVALENT}


@pytest.mark.parametrize("order", [1, -1])
def test_a_first_key_that_is_wrong_in_one_process_is_found(order: int) -> None:
    """Failure means that it depends on which process was faster: they know the same keys."""
    answers = [NUMBERS - 1]

    def once(hand: Hand) -> int:
        return answers.pop() if answers and number(hand) == NUMBERS else number(hand)

    assert judged_together(*(number, once)[::order]).status == NOT_EQUIVALENT


@pytest.mark.usefixtures("short_preflight")
def test_one_fault_has_the_same_counts_in_every_style() -> None:
    """Failure means that a style gets other hands, or its keys are counted in another way.

    The cards of a sample come in any order, and this evaluator is right only if they ascend.
    """
    verdicts = []
    for style in STYLES:
        asked: dict[Hand, float] = {}

        def key(hand: Hand, asked: dict[Hand, float] = asked) -> float:
            right = number(hand)
            below = sum(high < low for low, high in pairwise(hand))
            return asked.setdefault(hand, right + 1_000.0 * below)

        verdict = styles.verdict(key, Sample(5, 1_000), style)
        verdicts.append(verdict)
        assert verdict.witness
        for witness in (verdict.witness, *(witness for _, witness in verdict.failures)):
            for side in (witness.first, witness.second):
                assert asked[side.hand] == side.key, style
    first, *others = verdicts
    assert first.reversed
    for verdict in others:
        assert replace(verdict, style=first.style, seconds=first.seconds) == first


number_of = cache(number)  # the same hands are asked about again in every example


def kinds(keys: dict[Hand, Any], sign: int = 1) -> Counter[str]:
    """The number of pairs of hands that are wrong in each way, counted one by one."""
    in_order = sorted({*keys.values()}, reverse=sign < 0)
    cells = [(number_of(hand), in_order.index(key)) for hand, key in keys.items()]
    return Counter(kind for pair in combinations(cells, 2) if (kind := kind_of(*pair)))


def counts_of(verdict: Verdict) -> Counter[str]:
    """The wrong showdowns of each kind, as the verdict says."""
    counts = {
        REVERSED: verdict.reversed,
        FALSE_TIE: verdict.false_ties,
        FALSE_WIN: verdict.false_wins,
    }
    return +Counter({kind: count or 0 for kind, count in counts.items()})


def hands_of(scope: Scope) -> list[Hand]:
    return [tuple(hand) for hand in scope.hands().tolist()]


def test_a_witness_is_dealt_from_one_deck_where_that_is_possible() -> None:
    """Two hands that share a card cannot meet, and a reader would not believe them."""

    def key(hand: Hand) -> int:
        return number(hand) if number(hand) != 1600 else 5000  # an ace-high straight

    verdict = styles.judged(key, Sample(5, 20_000))
    assert verdict.witness
    for witness in (verdict.witness, *(witness for _, witness in verdict.failures)):
        assert {*witness.first.hand}.isdisjoint(witness.second.hand)


def test_a_sample_without_the_wrong_class_is_not_equivalent() -> None:
    """One hand of each class is always asked about; no showdown of the sample is wrong."""
    size = 6
    wrong_class = sorted(examples(size))[1]

    def key(hand: Hand) -> int:
        return number(hand) if number(hand) != wrong_class else 2 * NUMBERS

    scope = Sample(size, 100)
    verdict = styles.judged(key, scope)
    assert (verdict.status, verdict.wrong) == (NOT_EQUIVALENT, 0)
    assert verdict.digest == styles.judged(number, scope).digest
    assert {failure.showdowns for failure, _ in verdict.failures} == {0}
    for _, witness in verdict.failures:  # the highest card first, as everywhere
        assert witness.first.hand_class.number == wrong_class
        assert [*witness.first.hand] == sorted(witness.first.hand, reverse=True)


def test_an_example_that_is_wrong_beside_right_hands_of_its_class_is_found() -> None:
    """Failure means that such a check ends with an exception, or with `equivalent`.

    The examples alone are in order, and so are the hands of the sample.
    """
    odd = {*examples(5)[number(SAMPLE.hand(7))]}
    assert odd not in [{*hand} for hand in hands_of(SAMPLE)]
    verdict = styles.judged(lambda hand: number(hand) + ({*hand} == odd) / 2, SAMPLE)
    assert (verdict.status, verdict.wrong) == (NOT_EQUIVALENT, 0)
    ((failure, witness),) = verdict.failures
    assert (failure.kind, {*witness.second.hand}) == (FALSE_WIN, odd)


def test_a_share_is_an_interval_where_keys_order_themselves_between_classes() -> None:
    """Only their neighbours were compared with them: so it is not known which of them tie."""

    def evaluate(hand: Hand) -> Fraction:
        return Fraction(number(hand) * 4 + (51 in hand) - (50 in hand))

    verdict = styles.judged(evaluate, Sample(5, 20_000))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.digest is None
    exact = styles.judged(lambda hand: int(evaluate(hand)), Sample(5, 20_000)).wrong
    assert verdict.wrong < exact < verdict.wrong + verdict.undecided
    of_classes, shown = {*map(evaluate, examples(5).values())}, set()
    for failure, witness in verdict.failures:
        assert failure.kind != FALSE_TIE
        for side in (witness.first, witness.second):
            key = evaluate(side.hand)
            assert side.key == (f"{key!r}" if key in of_classes else BETWEEN)
            shown.add(side.key == BETWEEN)
    assert shown == {True, False}


@pytest.mark.parametrize("key", [int, Fraction])
@pytest.mark.parametrize("as_class", [number(SAMPLE.hand(8)), NUMBERS])
def test_one_wrong_hand_is_counted_exactly(key: Any, as_class: int) -> None:
    """The example of its class is right, and the place of its key among the classes is known."""
    hands = hands_of(SAMPLE)

    def evaluate(hand: Hand) -> Any:
        return key(as_class if {*hand} == {*hands[7]} else number(hand))

    verdict = styles.judged(evaluate, SAMPLE)
    assert verdict.status == NOT_EQUIVALENT
    assert counts_of(verdict) == kinds({hand: evaluate(hand) for hand in hands})
    assert {*hands[7]} in [{*side.hand} for side in sides(verdict)]


def test_keys_of_two_types_are_named() -> None:
    """A tuple beside a number cannot be compared, even if no hand of a class has one."""
    last = hands_of(SAMPLE)[-1]

    def mixed(hand: Hand) -> object:
        return (number(hand),) if hand == last else number(hand)

    verdict = styles.judged(mixed, SAMPLE)
    assert (verdict.status, verdict.hands) == (ERROR, len(SAMPLE))
    assert verdict.message.startswith("its keys cannot be compared: ")
    verdict = styles.verdict(
        lambda hand: "red" if {card % 4 for card in hand} <= {1, 2} else number(hand), SAMPLE
    )
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.message.startswith("its keys cannot be compared: ")
    assert verdict.witness
    assert (verdict.witness.kind, verdict.witness.second.key) == (RENAMED, "red")


@given(
    moved=st.dictionaries(
        st.integers(1, NUMBERS), st.integers(0, NUMBERS + 1), min_size=1, max_size=4
    ),
    tied=st.sampled_from([1, 1, 2, 500]),
    suited=st.sampled_from([0, 0, 3]),
    sign=st.sampled_from([1, -1]),
)
@example(moved={5_000: 6_000}, tied=1, suited=3, sign=1)  # many hands differ from their class
@example(moved={1: NUMBERS, NUMBERS: 1}, tied=1, suited=0, sign=-1)
@example(moved={5_000: 4_999}, tied=1, suited=0, sign=1)  # two classes tie, no more
@settings(max_examples=4, phases=[Phase.explicit, Phase.generate])  # slow to shrink
def test_a_verdict_says_what_a_look_at_every_pair_says(
    moved: dict[int, int], tied: int, suited: int, sign: int
) -> None:
    """Shares, distinct keys and the digest: a reader takes them for exact.

    And the keys of each witness are those of its hands, and its verbs follow from these.
    """

    def evaluate(hand: Hand) -> tuple[int, int]:
        """A key that misplaces classes, ties some, and minds the ace of spades."""
        right = number_of(hand)
        return sign * (moved.get(right, right) // tied), sign * suited * (51 in hand)

    hands = hands_of(SAMPLE)
    keys = {hand: evaluate(hand) for hand in hands}
    counted = kinds(keys, sign)
    verdict = styles.judged(evaluate, SAMPLE)
    assert counts_of(verdict) == +counted
    assert (verdict.wrong, verdict.showdowns) == (counted.total(), len(hands) * 149 // 2)
    assert verdict.found_out == ("lower" if sign > 0 else "higher")
    assert verdict.distinct_keys == len(set(keys.values()))
    in_order = sorted(set(keys.values()), reverse=sign < 0)
    places = array("H", [in_order.index(key) + 1 for key in keys.values()])
    assert verdict.digest == hashlib.sha256(places.tobytes()).hexdigest()
    shown = Counter[str]()
    for failure, _ in verdict.failures:
        shown[failure.kind] += failure.showdowns
    assert +shown == +counted
    of_classes = [sign * evaluate(hand)[0] for hand in examples(5).values()]
    is_rising = all(better < worse for better, worse in pairwise(of_classes))
    if counted or not is_rising:
        assert verdict.status == NOT_EQUIVALENT

    for failure, witness in verdict.failures:
        one, two = witness.first, witness.second
        key, other = evaluate(one.hand), evaluate(two.hand)
        says = sign * ((key < other) - (key > other))
        is_better = number_of(one.hand) < number_of(two.hand)
        assert (one.key, two.key) == (key, other)
        assert kinds({one.hand: key, two.hand: other}, sign) == {failure.kind: 1}
        assert witness.rules_say == (BEATS if is_better else TIES)
        assert witness.evaluator_says == {1: BEATS, 0: TIES, -1: LOSES}[says]
        categories = one.hand_class.category, two.hand_class.category
        assert categories == (failure.stronger, failure.weaker)
    if verdict.failures and verdict.witness and verdict.witness.kind not in (UNSTEADY, RENAMED):
        ties = [failure.kind == FALSE_WIN for failure, _ in verdict.failures]
        assert (verdict.witness.rules_say == TIES) == all(ties)


def test_the_clearer_example() -> None:
    """Hands of one deck first, then those with ranks in common, then those near each other."""
    for clearer, other in [
        (("Ad 5c 4c 3c 2c", "5h 5d As 4d 3d"), ("Ad 5c 4c 3c 2c", "Ah As Ac Kd Kc")),
        (("Ks Kd Qc Jh 9s", "Kc Kh Qd Jd 8c"), ("Ks Kd Qc Jh 9s", "7c 7h 5d 4d 2c")),
        (("Ks Kd Qc Jh 9s", "Kc Kh Qd Jd 8c"), ("Ks Kd Qc Jh 9s", "Kc Kh Qd Jd 7c")),
        (("Ks Kd Qc Jh 9s", "7c 7h 5d 4d 2c"), ("As Ad Ac Ah Ks", "As Ad Ac Ah Qs")),
    ]:
        first, second = (
            clarity(class_of(parse_hand(one)).number, class_of(parse_hand(two)).number)
            for one, two in (clearer, other)
        )
        assert first > second


def test_one_key_in_a_sample_is_not_that_of_every_hand() -> None:
    """The preflight asked about A-K-Q-J-T, which this small sample has not."""
    for function, is_said in ((lambda hand: {*"".join(hand)} >= {*"TJQKA"}, False), (zero, True)):
        verdict = check_here(function, Sample(5, 20))
        assert verdict.distinct_keys == 1
        assert ("every hand has the same key" in verdict.hint) == is_said
