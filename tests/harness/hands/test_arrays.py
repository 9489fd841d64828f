"""Six and seven cards: class numbers, compared with combinatorics and with all array evaluators.

The class number of a hand is the best of its fives, as in the rules, and is found without an
evaluator's code. So the check of the `numpy` style, a thorough test, proves these class numbers on
every hand; the other tests check slices.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators import ARRAYS
from harness.checking.equivalence import check
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import NUMPY
from harness.hands import arrays
from harness.hands.classes import CATEGORIES, class_of, classes
from harness.hands.order import hand_at, index_of
from harness.hands.scopes import All

CLASSES = {6: 6_075, 7: 4_824}


@pytest.mark.parametrize("size", [5, 6, 7])
def test_slices_are_those_of_the_order(size: int) -> None:
    random = Random(size)
    for start in (0, comb(52, size) - 60, *random.sample(range(comb(52, size) - 60), 40)):
        stop = start + random.randrange(60)
        dealt = [list(hand_at(index, size)) for index in range(start, stop)]
        assert arrays.hands_between(size, start, stop).tolist() == dealt
        assert arrays.hands_at(size, np.arange(start, stop)).tolist() == dealt
        assert [index_of(hand) for hand in dealt] == list(range(start, stop))


def test_class_numbers_are_those_of_the_best_five() -> None:
    """The expected numbers try all fives of each hand in Python."""
    for size in [5, 6, 7]:
        random = Random(size)
        for start in random.sample(range(comb(52, size) - 60), 60):
            dealt = [hand_at(index, size) for index in range(start, start + 10)]
            expected = [class_of(hand).number for hand in dealt]
            assert arrays.numbers_between(size, start, start + 10).tolist() == expected
            shuffled = np.array([random.sample(hand, size) for hand in dealt])
            assert arrays.numbers_of(shuffled).tolist() == expected


# --- Closed forms: the number of hands of six and seven cards in each category. ---

STRAIGHTS = [{12, 0, 1, 2, 3}, *({*range(low, low + 5)} for low in range(9))]


def has_straight(ranks: set[int]) -> bool:
    return any(straight <= ranks for straight in STRAIGHTS)


@cache
def suited(size: int) -> tuple[int, int]:
    """The numbers of straight flushes and of flushes; only one suit can have five cards."""
    straight = flush = 0
    for cards in range(5, size + 1):
        sets = [set(ranks) for ranks in combinations(range(13), cards)]
        in_sequence = sum(map(has_straight, sets))
        off_suit = comb(39, size - cards)
        straight += 4 * in_sequence * off_suit
        flush += 4 * (len(sets) - in_sequence) * off_suit
    return straight, flush


def without_flush(counts: tuple[int, ...]) -> int:
    """The ways to give suits to ranks that occur `counts` times, no suit five times or more."""
    ways: Counter[tuple[int, ...]] = Counter([(0, 0, 0, 0)])  # by the number of cards in each suit
    for count in counts:
        extended: Counter[tuple[int, ...]] = Counter()
        for cards, number in ways.items():
            for suits in combinations(range(4), count):
                extended[tuple(n + (suit in suits) for suit, n in enumerate(cards))] += number
        ways = extended
    return sum(number for cards, number in ways.items() if max(cards) < 5)


def closed_forms(size: int) -> dict[str, int]:
    """The hands of each category: patterns of ranks, times the ways to give them suits."""
    hands = dict.fromkeys(CATEGORIES, 0)
    hands["straight flush"], hands["flush"] = suited(size)
    suits = cache(without_flush)
    for ranks in combinations_with_replacement(range(13), size):
        counts = tuple(sorted((ranks.count(rank) for rank in set(ranks)), reverse=True))
        if counts[0] > 4:
            continue
        if counts[0] == 4:
            category = "four of a kind"
        elif counts[0] == 3 and counts[1] >= 2:
            category = "full house"
        elif has_straight(set(ranks)):
            category = "straight"
        elif counts[0] == 3:
            category = "three of a kind"
        elif counts[:2] == (2, 2):
            category = "two pair"
        else:
            category = "one pair" if counts[0] == 2 else "high card"
        hands[category] += suits(counts)
    return hands


@cache
def hands_of_each_class(size: int) -> NDArray[np.intp]:
    counts = np.zeros(len(classes()) + 1, np.intp)
    for start in range(0, comb(52, size), 1 << 20):
        stop = min(start + (1 << 20), comb(52, size))
        counts += np.bincount(arrays.numbers_between(size, start, stop), minlength=len(counts))
    return counts


@pytest.mark.parametrize("size", [6, 7])
def test_every_category_has_as_many_hands_as_the_closed_form_says(size: int) -> None:
    counts = hands_of_each_class(size)
    hands = dict.fromkeys(CATEGORIES, 0)
    for hand_class in classes():
        hands[CATEGORIES[hand_class.category]] += int(counts[hand_class.number])
    assert hands == closed_forms(size)
    assert sum(hands.values()) == comb(52, size)
    assert np.count_nonzero(counts) == CLASSES[size]


def test_the_closed_forms_of_four_of_a_kind_and_straight_flushes() -> None:
    """A failure means that the closed forms are wrong; these are counted in another way."""
    assert closed_forms(7)["four of a kind"] == 13 * comb(48, 3)
    assert closed_forms(6)["four of a kind"] == 13 * comb(48, 2)
    # A royal flush and any two cards; any other, and two cards but the one that makes it higher.
    assert closed_forms(7)["straight flush"] == 4 * comb(47, 2) + 36 * comb(46, 2)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 7])
def test_every_array_evaluator_orders_all_hands_as_the_rules_do(size: int) -> None:
    """All evaluators on the 20,358,520 hands of six cards, the fastest on the 133,784,560 of seven.

    ``make sevens`` runs all evaluators on all hands of seven.
    """
    names = list(ARRAYS) if size == 6 else ["rank-sums"]
    verdicts = list(check(names, All(size), style=NUMPY))
    for verdict in verdicts:
        assert (verdict.status, verdict.message) == (EQUIVALENT, "")
        assert (verdict.hands, verdict.distinct_keys) == (comb(52, size), CLASSES[size])
        assert (verdict.wrong, verdict.failures) == (0, [])
    assert {verdict.name for verdict in verdicts} == set(names)
    assert len({verdict.digest for verdict in verdicts}) == 1
