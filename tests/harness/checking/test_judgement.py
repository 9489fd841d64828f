"""Verdicts on evaluators that are wrong at random, against a look at every pair of hands."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache, total_ordering
from itertools import combinations, pairwise
from typing import Any

import pytest
from harness.checking.shards import Examination
from harness.checking.tally import Tally
from harness.hands.numbers import class_numbers
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from evaluators.cards import Card, parse_hand, rank_of, suit_of
from harness.adapters.adopt import fitted
from harness.checking.equivalence import check_here
from harness.checking.judgement import _clarity, _ranks_of, judge
from harness.checking.showdowns import FALSE_TIE, FALSE_WIN, REVERSED
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT, RENAMED, UNSTEADY
from harness.checking.tasks import Task
from harness.checking.witness import BEATS, LOSES, TIES
from harness.hands.arrays import examples
from harness.hands.classes import class_of, classes
from harness.hands.scopes import Sample, UpToSuits
from harness.processes.limits import USUAL

SAMPLE = Sample(5, 150)
NUMBERS = len(classes())


@cache
def number_of(*hand: Card) -> int:
    """The class number; the same hands are asked about again in every example."""
    return class_of(hand).number


def right(hand: list[int]) -> int:
    return number_of(*hand)


def reverse(hand: list[int]) -> int:
    return -number_of(*hand)


slips = st.fixed_dictionaries(
    {
        "moved": st.dictionaries(
            st.integers(2, NUMBERS - 1), st.integers(0, NUMBERS + 1), min_size=1, max_size=4
        ),
        "tied": st.sampled_from([1, 1, 2, 500]),
        "suited": st.sampled_from([0, 0, 3]),
        "sign": st.sampled_from([1, -1]),
    }
)


def wrong(
    moved: dict[int, int], tied: int, suited: int, sign: int
) -> Callable[[list[int]], tuple[float, ...]]:
    """A function of a hand that misplaces classes, ties some, and minds the ace of spades.

    The strongest and the weakest class stay: the direction of keys is inferred from these.
    """

    def evaluate(hand: list[int]) -> tuple[float, ...]:
        number = number_of(*hand)
        place = moved.get(number, number) // tied
        return sign * place, sign * suited * (51 in hand)

    return evaluate


def by_rules(one: tuple[Card, ...], two: tuple[Card, ...]) -> int:
    first, second = number_of(*one), number_of(*two)
    return (first < second) - (first > second)


def kinds(keys: dict[tuple[Card, ...], tuple[float, ...]], sign: int) -> Counter[str]:
    """How many pairs of hands are wrong in each way, looked at one by one."""
    counted: Counter[str] = Counter()
    for one, two in combinations(keys, 2):
        rules = by_rules(one, two)
        key, other = keys[one], keys[two]
        says = sign * ((key < other) - (key > other))
        if says != rules:
            counted[FALSE_WIN if not rules else FALSE_TIE if not says else REVERSED] += 1
    return counted


def test_classes_must_have_one_key_in_all_processes() -> None:
    """Each process is right on its own, and all keys together are in the order of the classes."""
    tally = Tally("mine", Sample(5, 200), 3, shard_size=100)
    for process, (start, stop) in enumerate([(0, 0), (0, 100), (100, 200)]):

        def evaluate(hand: list[int], process: int = process) -> tuple[int, int]:
            return number_of(*hand), process

        examination = Examination(fitted(evaluate, "mine"), 5, USUAL)
        task = Task("mine", tally.scope, start, stop)
        tally.add(task, examination.shard_of(task))
    verdict = judge(tally)
    assert verdict.status == NOT_EQUIVALENT
    assert {failure.kind for failure, _ in verdict.failures} == {FALSE_WIN}


def test_a_witness_is_dealt_from_one_deck_where_that_is_possible() -> None:
    """Two hands that share a card cannot meet, and a reader would not believe them."""

    def evaluate(hand: list[int]) -> int:
        number = class_of(hand).number
        return number if number != 1600 else 5000  # an ace-high straight

    verdict = check_here(evaluate, Sample(5, 20_000))
    assert verdict.witness
    assert {*verdict.witness.first.hand}.isdisjoint(verdict.witness.second.hand)
    for _, witness in verdict.failures:
        assert {*witness.first.hand}.isdisjoint(witness.second.hand)


@pytest.mark.parametrize("size", [5, 6])
def test_a_sample_without_the_wrong_class_is_not_equivalent(size: int) -> None:
    """One hand of each class is always asked about; no showdown of the sample is wrong."""
    number = sorted(examples(size))[1]

    def evaluate(hand: list[int]) -> int:
        mine = number_of(*hand)
        return mine if mine != number else 2 * NUMBERS

    scope = Sample(size, 100)
    verdict = check_here(evaluate, scope)
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.wrong == 0
    assert verdict.digest == check_here(right, scope).digest
    assert {failure.showdowns for failure, _ in verdict.failures} == {0}
    assert {witness.first.hand_class.number for _, witness in verdict.failures} == {number}
    for _, witness in verdict.failures:  # the highest card first, as everywhere
        assert [*witness.first.hand] == sorted(witness.first.hand, reverse=True)


def test_distinct_keys_of_a_right_evaluator_are_the_classes_of_its_hands() -> None:
    """Of a sample, those that it has: 7,462 would be too many."""
    hands = [SAMPLE.hand(place) for place in range(len(SAMPLE))]
    verdict = check_here(reverse, SAMPLE)
    assert verdict.status == EQUIVALENT
    assert verdict.distinct_keys == len({class_of(hand).number for hand in hands})
    assert verdict.found_out == "higher"
    digest = b"".join(class_of(hand).number.to_bytes(2, "little") for hand in hands)
    assert verdict.digest == hashlib.sha256(digest).hexdigest()


def test_the_digest_is_that_of_the_numbers_that_workers_returned() -> None:
    """Up to suits, only the workers know the class numbers of their hands."""
    tally = Tally("mine", UpToSuits(5), 2, shard_size=100)
    for start in (100, 0):
        numbers = class_numbers(tally.scope, start, start + 100).tobytes()
        task = Task("mine", tally.scope, start, start + 100, numbers)
        tally.add(task, Examination(fitted(right, "mine"), 5, USUAL).shard_of(task))
    expected = hashlib.sha256(class_numbers(tally.scope, 0, 200).tobytes()).hexdigest()
    assert judge(tally).digest == expected


@total_ordering
class Place:
    """A key that orders itself."""

    def __init__(self, place: float) -> None:
        self.place = place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.place == other.place

    def __lt__(self, other: "Place") -> bool:
        return self.place < other.place

    def __hash__(self) -> int:
        return hash(self.place)


def test_shares_are_unknown_where_keys_order_themselves_between_classes() -> None:
    """Only their neighbours were compared with them."""

    def evaluate(hand: list[int]) -> Place:
        number = number_of(*hand)
        return Place(number + 0.5 * (51 in hand and number > 5_000))

    verdict = check_here(evaluate, Sample(5, 2_000))
    assert verdict.status == NOT_EQUIVALENT
    assert (verdict.wrong, verdict.digest) == (None, None)


def test_shares_are_known_where_such_a_key_is_that_of_another_class() -> None:
    """Its place among the classes is known, so every showdown of the hand is."""
    hands = [SAMPLE.hand(place) for place in range(len(SAMPLE))]

    def evaluate(hand: list[int]) -> Place:
        return Place(number_of(*hands[8]) if {*hand} == {*hands[7]} else number_of(*hand))

    counted = kinds({hand: (evaluate([*hand]).place,) for hand in hands}, 1)
    verdict = check_here(evaluate, SAMPLE)
    assert counted[FALSE_TIE] > 0
    assert (verdict.reversed, verdict.false_ties, verdict.false_wins) == (
        counted[REVERSED], counted[FALSE_TIE], counted[FALSE_WIN],
    )  # fmt: skip


def test_one_wrong_hand_of_a_class_is_counted_exactly() -> None:
    """The example of its class is right, so that only the check of every hand sees it."""
    hands = [SAMPLE.hand(place) for place in range(len(SAMPLE))]

    def evaluate(hand: list[int]) -> tuple[int, ...]:
        return (NUMBERS if {*hand} == {*hands[7]} else number_of(*hand),)

    counted = kinds({hand: evaluate([*hand]) for hand in hands}, 1)
    verdict = check_here(evaluate, SAMPLE)
    assert verdict.status == NOT_EQUIVALENT
    assert counted[REVERSED] > 0
    assert (verdict.reversed, verdict.false_ties, verdict.false_wins) == (
        counted[REVERSED], counted[FALSE_TIE], counted[FALSE_WIN],
    )  # fmt: skip
    assert verdict.witness
    assert {*hands[7]} in ({*verdict.witness.first.hand}, {*verdict.witness.second.hand})


@pytest.mark.parametrize(("more", "says"), [(-0.5, LOSES), (0.5, BEATS)])
def test_the_witness_of_a_false_win_says_which_hand_wins(more: float, says: str) -> None:
    """Failure means that two hands are shown as a tie that the evaluator did not tie."""
    sample = Sample(5, 2_000)
    alike: dict[int, list[tuple[Card, ...]]] = defaultdict(list)
    for place in range(len(sample)):
        hand = sample.hand(place)
        if hand != tuple(sorted(examples(5)[number_of(*hand)])):
            alike[number_of(*hand)].append(hand)
    odd = next({*hands[0]} for hands in alike.values() if len(hands) > 1)

    def evaluate(hand: list[int]) -> float:
        return number_of(*hand) + more * ({*hand} == odd)

    verdict = check_here(evaluate, sample)
    ((failure, witness),) = verdict.failures
    assert (failure.kind, witness.rules_say, witness.evaluator_says) == (FALSE_WIN, TIES, says)
    assert {*witness.second.hand} == odd


def test_the_ranks_of_a_class_are_its_own() -> None:
    """Failure means that the clearest example is chosen by other hands."""
    assert sorted(_ranks_of(1)) == [8, 9, 10, 11, 12]
    assert _ranks_of(NUMBERS - 1) == Counter([0, 1, 2, 4, 5])


def test_keys_of_two_types_are_named() -> None:
    """A tuple beside a number cannot be compared, whichever hands have them."""

    def mixed(hand: list[int]) -> object:
        number = class_of(hand).number
        return (number,) if 51 in hand and number > 3000 else number

    verdict = check_here(mixed, Sample(5, 5_000))
    assert verdict.status == "error"
    assert "cannot be compared" in verdict.message


def test_ranks_and_suits_of_the_sample_are_spread() -> None:
    """Or the tests above would see half a deck."""
    cards = {card for place in range(len(SAMPLE)) for card in SAMPLE.hand(place)}
    assert len({*map(rank_of, cards)}) == 13
    assert len({*map(suit_of, cards)}) == 4


MANY_KEYS = {"moved": {5_000: 6_000}, "tied": 1, "suited": 3, "sign": 1}
"""A slip that gives many hands another key than their class has."""


@given(slips)
@example(MANY_KEYS)
@settings(max_examples=8, phases=[Phase.explicit, Phase.generate])  # slow to shrink
def test_numbers_are_those_of_looking_at_every_pair(slip: dict[str, Any]) -> None:
    """Shares, distinct keys and the digest: a reader takes them for exact."""
    evaluate = wrong(**slip)
    hands = [SAMPLE.hand(place) for place in range(len(SAMPLE))]
    keys = {hand: evaluate([*hand]) for hand in hands}
    verdict = check_here(evaluate, SAMPLE)
    counted = kinds(keys, slip["sign"])
    assert (verdict.reversed, verdict.false_ties, verdict.false_wins) == (
        counted[REVERSED], counted[FALSE_TIE], counted[FALSE_WIN],
    )  # fmt: skip
    assert verdict.wrong == counted.total()
    assert verdict.showdowns == len(hands) * (len(hands) - 1) // 2
    assert verdict.found_out == ("lower" if slip["sign"] > 0 else "higher")
    shown = Counter[str]()
    for failure, _ in verdict.failures:
        shown[failure.kind] += failure.showdowns
    assert +shown == +counted
    if counted:
        assert verdict.status == NOT_EQUIVALENT
        assert verdict.distinct_keys == len(set(keys.values()))
        all_keys = {*keys.values(), *(evaluate([*hand]) for hand in examples(5).values())}
        in_order = sorted(all_keys, reverse=slip["sign"] < 0)
        places = b"".join((in_order.index(keys[hand]) + 1).to_bytes(2, "little") for hand in hands)
        assert verdict.digest == hashlib.sha256(places).hexdigest()
    is_right = [*map(evaluate, map(list, examples(5).values()))]
    rising = all(slip["sign"] * (a < b) - slip["sign"] * (a > b) > 0 for a, b in pairwise(is_right))
    assert (verdict.status == EQUIVALENT) <= (rising and not counted)


@given(slips)
@example(MANY_KEYS)
@settings(max_examples=8, phases=[Phase.explicit, Phase.generate])  # slow to shrink
def test_every_witness_shows_what_it_says(slip: dict[str, Any]) -> None:
    """Its keys are those of its hands, and its verbs follow from classes and keys."""
    evaluate, sign = wrong(**slip), slip["sign"]
    verdict = check_here(evaluate, SAMPLE)
    for failure, witness in verdict.failures:
        one, two = witness.first, witness.second
        rules = by_rules(one.hand, two.hand)
        key, other = evaluate([*one.hand]), evaluate([*two.hand])
        says = sign * ((key < other) - (key > other))
        assert witness.rules_say == {1: BEATS, 0: TIES}[rules]
        assert witness.evaluator_says == {1: BEATS, 0: TIES, -1: LOSES}[says]
        assert (one.key, two.key) == (key, other)
        assert rules != says
        assert (one.hand_class.category, two.hand_class.category) == (
            failure.stronger, failure.weaker,
        )  # fmt: skip
    if verdict.failures and verdict.witness and verdict.witness.kind not in (UNSTEADY, RENAMED):
        ties = [failure.kind == FALSE_WIN for failure, _ in verdict.failures]
        assert (verdict.witness.rules_say == TIES) == all(ties)


def class_of_text(text: str) -> int:
    return class_of(parse_hand(text)).number


@pytest.mark.parametrize(
    ("clearer", "other"),
    [
        (("Ad 5c 4c 3c 2c", "5h 5d As 4d 3d"), ("Ad 5c 4c 3c 2c", "Ah As Ac Kd Kc")),
        (("Ks Kd Qc Jh 9s", "Kc Kh Qd Jd 8c"), ("Ks Kd Qc Jh 9s", "7c 7h 5d 4d 2c")),
        (("Ks Kd Qc Jh 9s", "Kc Kh Qd Jd 8c"), ("Ks Kd Qc Jh 9s", "Kc Kh Qd Jd 7c")),
        (("Ks Kd Qc Jh 9s", "7c 7h 5d 4d 2c"), ("As Ad Ac Ah Ks", "As Ad Ac Ah Qs")),
    ],
)
def test_the_clearer_example(clearer: tuple[str, str], other: tuple[str, str]) -> None:
    """Hands of one deck first, then those with ranks in common, then those near each other."""
    first, second = (_clarity(*map(class_of_text, pair)) for pair in (clearer, other))
    assert first > second
