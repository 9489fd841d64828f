"""The hands and the classes of six and seven cards in every game, counted in another way.

The expected numbers come from multisets of ranks: the ways to give them suits, with a flush in
given ranks or without one, are products of binomial coefficients. ``docs/games.md`` has the sums.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest

from evaluators.cards import Category
from evaluators.rules import RULES, Rules
from harness.hands.arrays import examples, numbers_of
from harness.hands.classes import classes
from harness.hands.scopes import All, Scope, UpToSuits

SHAPES = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD, (2, 1, 1, 1): Category.ONE_PAIR,
    (2, 2, 1): Category.TWO_PAIR, (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE, (4, 1): Category.FOUR_OF_A_KIND,
}  # fmt: skip
Ranks = tuple[int, ...]
Value = tuple[int, list[tuple[int, int]], Category]
"""The place of a category, how often each rank comes and the rank, and the category."""


@cache
def value(ranks: Ranks, is_flush: bool, rules: Rules) -> Value:
    """The worth of five cards, aces as 14, or as 1 where they are low."""
    lowest = rules.lowest_rank + 2
    is_wheel = rules.has_wheel and {*ranks} == {14, *range(lowest, lowest + 4)}
    low_ace = is_wheel or rules.ace_is_low
    counts = Counter(1 if rank == 14 and low_ace else rank for rank in ranks)
    groups = sorted(((times, rank) for rank, times in counts.items()), reverse=True)
    category = SHAPES[tuple(times for times, _ in groups)]
    is_straight = is_wheel or (len(counts) == 5 and max(counts) - min(counts) == 4)
    if is_straight and Category.STRAIGHT in rules.categories:
        category = Category.STRAIGHT_FLUSH if is_flush else Category.STRAIGHT
    elif is_flush and Category.FLUSH in rules.categories:
        category = Category.FLUSH
    return rules.categories.index(category), groups, category


def deals(size: int, rules: Rules) -> Iterator[tuple[Value, int]]:
    """The worth of hands, and the number of hands with these ranks, and with a flush in them."""
    best = min if rules.lowest_wins else max
    for ranks in combinations_with_replacement(range(rules.lowest_rank + 2, 15), size):
        copies = Counter(ranks)
        if max(copies.values()) > 4:
            continue
        fives = [*{*(five for five in combinations(ranks, 5))}]
        rest = prod(comb(4, times) for times in copies.values())
        for many in range(5, len(copies) + 1):
            for suited in combinations(copies, many):  # the ranks of the flush's suit
                ways = 4 * prod(comb(3, times - (rank in suited)) for rank, times in copies.items())
                rest -= ways
                values = []
                for five in fives:
                    may_be = len({*five}) == 5 and {*five} <= {*suited}
                    must_be = may_be and all(copies[rank] == 1 for rank in five)
                    flush_or_not = {may_be, must_be}
                    values += [value(five, is_flush, rules) for is_flush in flush_or_not]
                if ways:
                    yield best(values), ways
        if rest:
            yield best(value(five, False, rules) for five in fives), rest


def check_counts(scope: Scope) -> None:
    """Compare the hands of each category, and the number of classes."""
    rules, size = scope.rules, scope.size
    hands: Counter[int] = Counter()
    values = set()
    for (place, groups, category), ways in deals(size, rules):
        hands[category] += ways
        values.add((place, *groups))
    assert sum(hands.values()) == scope.all_hands
    assert len(values) == len(examples(size, rules))
    sizes = np.zeros(len(classes(rules)) + 1, np.int64)
    for start in range(0, len(scope), 1 << 20):
        stop = min(start + (1 << 20), len(scope))
        weights = scope.weights(start, stop)
        counts = np.bincount(scope.numbers(start, stop), weights, minlength=len(sizes))
        sizes += counts.astype(np.int64)
    assert set(np.flatnonzero(sizes).tolist()) == set(examples(size, rules))
    by_category: Counter[int] = Counter()
    for hand_class in classes(rules):
        by_category[hand_class.category] += int(sizes[hand_class.number])
    assert +by_category == hands


QUICK = "short-deck", "short-deck-trips", "ace-to-five"
"""The other games are counted in the thorough tests."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.thorough] * (name not in QUICK)) for name in RULES],
)
def test_six_cards(name: str) -> None:
    """Test six and seven cards; ``tests/evaluators/test_rules.py`` compares all hands of five."""
    check_counts(UpToSuits(6, rules=RULES[name]))


@pytest.mark.parametrize("name", ["short-deck", "short-deck-trips"])
def test_seven_cards_of_a_short_deck(name: str) -> None:
    check_counts(All(7, rules=RULES[name]))


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in RULES if "short" not in name])
def test_seven_cards(name: str) -> None:
    check_counts(UpToSuits(7, rules=RULES[name]))


@pytest.mark.parametrize("name", RULES)
def test_class_numbers_are_those_of_the_best_five(name: str) -> None:
    """The expected numbers try all fives of each hand in Python; some hands have one suit."""
    rules = RULES[name]
    for size in (5, 6, 7):
        scope = All(size, rules=rules)
        places = np.linspace(0, len(scope) - 1, 200).astype(np.int64)
        of_one_suit = list(combinations(rules.deck[-1::-4][:8], size))
        for hands in (scope.at(places), np.array(of_one_suit)):
            expected = [classes(rules).number_of(hand) for hand in hands.tolist()]
            shuffled = np.random.default_rng(size).permuted(hands, axis=1)
            assert numbers_of(shuffled, rules).tolist() == expected
