"""Hands up to the names of their suits: all of them, each once, and what a check of them finds."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import numpy as np
import pytest

from evaluators.cards import DECK, Card, rank_of, suit_of
from harness.checking.equivalence import check
from harness.checking.verdict import EQUIVALENT, NOT_EQUIVALENT
from harness.checking.witness import RENAMED
from harness.hands import arrays, suits
from harness.hands.classes import class_of
from harness.hands.scopes import Scope
from harness.hands.suits import NAMES


def renamed(hand: tuple[Card, ...]) -> set[frozenset[Card]]:
    return {
        frozenset(4 * rank_of(card) + names[suit_of(card)] for card in hand)
        for names in permutations(range(4))
    }


@pytest.mark.parametrize(("size", "hands"), [(5, 134_459), (6, 962_988), (7, 6_009_159)])
def test_there_are_as_many_as_is_known(size: int, hands: int) -> None:
    assert suits.how_many(size) == hands == len(Scope(size, up_to_suits=True))


def test_renamed_they_are_all_hands_each_once() -> None:
    """2,598,960 of five cards, no two sets with a hand in common."""
    hands = np.array([suits.hand_at(index, 5) for index in range(suits.how_many(5))])
    places = np.array(
        [arrays._places(np.sort(hands // 4 * 4 + np.array(names)[hands % 4])) for names in NAMES]
    )
    different = np.diff(np.sort(places, axis=0), axis=0, prepend=-1) > 0
    assert different.sum() == len(np.unique(places)) == 2_598_960


@pytest.mark.parametrize("size", [6, 7])
def test_some_are_different_hands_of_the_size(size: int) -> None:
    step = suits.how_many(size) // 3_000
    hands = [suits.hand_at(index, size) for index in range(0, suits.how_many(size), step)]
    assert {len(set(hand)) for hand in hands} == {size}
    alike = Counter(min(map(tuple, map(sorted, renamed(hand)))) for hand in hands)
    assert set(alike.values()) == {1}


@pytest.mark.parametrize("size", [5, 6, 7])
def test_any_suit_may_be_the_longest(size: int) -> None:
    """An evaluator that knows flushes of clubs alone would pass if it were always clubs."""
    step = suits.how_many(size) // 5_000
    longest: Counter[int] = Counter()
    for index in range(0, suits.how_many(size), step):
        hand = suits.hand_at(index, size)
        ((suit, cards),) = Counter(map(suit_of, hand)).most_common(1)
        longest[suit] += cards >= 4
    assert min(longest[suit] for suit in range(4)) > 0.7 * max(longest.values())


def test_a_check_of_them_is_right_about_one_that_is_right() -> None:
    scope = Scope(5, up_to_suits=True)
    (verdict,) = check(["cactus-kev-dict"], scope)
    assert (verdict.status, verdict.hands, verdict.distinct_keys) == (EQUIVALENT, 134_459, 7_462)
    numbers = [class_of(hand).number.to_bytes(2, "little") for hand in scope.hands(DECK)]
    assert verdict.digest == sha256(b"".join(numbers)).hexdigest()


@pytest.mark.thorough
def test_a_check_of_them_says_so_and_claims_no_more() -> None:
    (verdict,) = check(["rank-sums"], Scope(6, up_to_suits=True))
    assert (verdict.status, verdict.hands, verdict.distinct_keys) == (EQUIVALENT, 962_988, 6_075)
    assert str(verdict.scope).endswith("all, up to suits")


def test_one_that_minds_the_names_of_suits_is_caught() -> None:
    (verdict,) = check(["tests.harness.broken:suits_break_ties"], Scope(5, up_to_suits=True))
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert verdict.witness.kind == RENAMED
