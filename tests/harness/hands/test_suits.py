"""Hands up to the names of their suits: complete and without repetition, and their check."""

from collections import Counter
from hashlib import sha256
from math import comb

import numpy as np
import pytest

from evaluators.cards import DECK, Card, rank_of, suit_of
from harness.checking.equivalence import check
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT, RENAMED
from harness.hands import arrays, suits
from harness.hands.classes import class_of
from harness.hands.scopes import UpToSuits
from harness.hands.suits import NAMES


def first_renamed(hand: tuple[Card, ...]) -> list[Card]:
    """The first of all hands that renaming suits makes of a hand."""
    return min(sorted(4 * rank_of(card) + names[suit_of(card)] for card in hand) for names in NAMES)


@pytest.mark.parametrize(("size", "hands"), [(5, 134_459), (6, 962_988), (7, 6_009_159)])
def test_the_numbers_of_hands_are_the_published_ones(size: int, hands: int) -> None:
    assert suits.how_many(size) == hands == len(UpToSuits(size))


@pytest.mark.thorough
def test_renaming_suits_gives_every_hand_of_five_once() -> None:
    """A failure means that a hand is missing, or that two hands differ only in names of suits."""
    hands = np.array([suits.hand_at(index, 5) for index in range(suits.how_many(5))])
    places = np.array(
        [arrays._places(np.sort(hands // 4 * 4 + np.array(names)[hands % 4])) for names in NAMES]
    )
    different = np.diff(np.sort(places, axis=0), axis=0, prepend=-1) > 0
    assert different.sum() == len(np.unique(places)) == 2_598_960


@pytest.mark.parametrize("size", [6, 7])
def test_samples_of_six_and_seven_cards_have_no_hand_twice(size: int) -> None:
    step = suits.how_many(size) // 3_000
    hands = [suits.hand_at(index, size) for index in range(0, suits.how_many(size), step)]
    assert {len(set(hand)) for hand in hands} == {size}
    assert len({tuple(first_renamed(hand)) for hand in hands}) == len(hands)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_any_suit_may_be_the_longest(size: int) -> None:
    """A failure means that an evaluator that finds only flushes of clubs could pass."""
    step = suits.how_many(size) // 5_000
    longest: Counter[int] = Counter()
    for index in range(0, suits.how_many(size), step):
        hand = suits.hand_at(index, size)
        ((suit, cards),) = Counter(map(suit_of, hand)).most_common(1)
        longest[suit] += cards >= 4
    assert min(longest[suit] for suit in range(4)) > 0.7 * max(longest.values())


def test_the_check_up_to_suits_passes_a_correct_evaluator() -> None:
    scope = UpToSuits(5)
    (verdict,) = check(["cactus-kev-dict"], scope)
    assert (verdict.status, verdict.hands, verdict.distinct_keys) == (EQUIVALENT, 134_459, 7_462)
    numbers = [class_of(hand).number.to_bytes(2, "little") for hand in scope.hands(DECK)]
    assert verdict.digest == sha256(b"".join(numbers)).hexdigest()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_each_hand_stands_for_as_many_hands_as_there_are_in_other_suits(size: int) -> None:
    weights = suits.weights(size)
    assert len(weights) == suits.how_many(size)
    assert sum(weights) == comb(52, size)
    for index in range(0, len(weights), len(weights) // 500):
        hand = suits.hand_at(index, size)
        renamed = {frozenset(4 * (card // 4) + names[card % 4] for card in hand) for names in NAMES}
        assert weights[index] == len(renamed), hand


@pytest.mark.parametrize(
    "name", ["wheel_missing", pytest.param("last_kicker_dropped", marks=pytest.mark.thorough)]
)
def test_the_shares_up_to_suits_are_those_of_all_hands(name: str) -> None:
    """A failure means that a hand counts once, although it stands for up to 24."""
    place = f"tests.harness.broken:{name}"
    (expected,) = check([place])
    (verdict,) = check([place], UpToSuits(5))
    assert verdict.showdowns == expected.showdowns
    assert verdict.wrong
    for kind in ("reversed", "false_ties", "false_wins"):
        assert getattr(verdict, kind) == getattr(expected, kind)


@pytest.mark.thorough
def test_the_verdict_states_that_the_check_was_up_to_suits() -> None:
    (verdict,) = check(["rank-sums"], UpToSuits(6))
    assert (verdict.status, verdict.hands, verdict.distinct_keys) == (EQUIVALENT, 962_988, 6_075)
    assert str(verdict.scope).endswith("all, up to suits")


def test_the_check_up_to_suits_fails_an_evaluator_whose_ties_depend_on_suits() -> None:
    (verdict,) = check(["tests.harness.broken:suits_break_ties"], UpToSuits(5))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert verdict.witness.kind == RENAMED
