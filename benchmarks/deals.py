"""How many deals of Omaha each class has, counted twice: ``python -m benchmarks.deals``.

Once by boards, as the check does: for each board the class of each hand. Once by hands, with other
code: for each hand of four cards up to suits, the best class of each three cards with six pairs;
then for each board of the other 48 cards the best of its ten triples. There the classes of five
cards are those of cactus-kev. It takes minutes, and Numba.
"""

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from evaluators import rank_many
from evaluators.rules import OMAHA
from harness.hands import suits
from harness.hands.arrays import hands_between
from harness.hands.classes import CATEGORIES, classes
from harness.hands.scopes import OnBoards, of_classes

PART = 20
"""Boards that are counted together."""


def by_boards() -> NDArray[np.int64]:
    """The deals of each class number, of every hand on each board up to suits."""
    scope, deals = OnBoards(9, rules=OMAHA), np.zeros(len(classes()) + 1, np.int64)
    for start in range(0, len(scope), PART * scope.unit):
        numbers, hands = of_classes(scope, start, min(start + PART * scope.unit, len(scope)))
        deals[numbers] += hands
    return deals


def by_hands() -> NDArray[np.int64]:
    """The deals of each class number, of every board beside each hand up to suits."""
    of_five = rank_many(hands_between(5, 0, comb(52, 5)), by="cactus-kev").astype(np.uint16)
    hands, weights = suits.deal(4, np.arange(suits.how_many(4)))
    places = np.zeros((52, 5), np.int64)  # of a combination: what each card adds
    for n in range(5):
        places[:, n] = [comb(51 - card, 5 - n) for card in range(52)]
    deals = np.zeros(len(classes()) + 1, np.int64)
    pairs = np.array([*combinations(range(4), 2)])
    _count(hands.astype(np.int64), weights, pairs, places, of_five, deals)
    return deals


@numba.njit  # type: ignore[untyped-decorator]
def _count(hands: Any, weights: Any, pairs: Any, places: Any, of_five: Any, deals: Any) -> None:
    best = np.zeros((48, 48, 48), np.uint16)
    row = np.zeros(48, np.uint16)
    for n in range(len(hands)):
        of_hand = np.zeros(len(deals), np.int64)
        own, left, many = hands[n], np.zeros(48, np.int64), 0
        for card in range(52):
            if card != own[0] and card != own[1] and card != own[2] and card != own[3]:
                left[many] = card
                many += 1
        for a in range(48):
            for b in range(a + 1, 48):
                for c in range(b + 1, 48):
                    lowest = 0xFFFF
                    for one, other in pairs:
                        x, y, z, s, t = left[a], left[b], left[c], own[one], own[other]
                        place = len(of_five) - 1 - places[x, (s < x) + (t < x)]
                        place -= places[y, 1 + (s < y) + (t < y)] + places[z, 2 + (s < z) + (t < z)]
                        place -= places[s, (x < s) + (y < s) + (z < s)]
                        place -= places[t, 1 + (x < t) + (y < t) + (z < t)]
                        lowest = min(lowest, of_five[place])
                    best[a, b, c] = lowest
        for a in range(48):
            for b in range(a + 1, 48):
                for c in range(b + 1, 48):
                    three = np.minimum(np.minimum(best[a, b], best[a, c]), best[b, c])
                    for d in range(c + 1, 48):
                        four = min(best[a, b, c], three[d])
                        ad, bd, cd = best[a, d], best[b, d], best[c, d]
                        for e in range(d + 1, 48):
                            row[e] = min(min(four, three[e]), min(ad[e], min(bd[e], cd[e])))
                        for e in range(d + 1, 48):
                            of_hand[row[e]] += 1
        deals += weights[n] * of_hand


def main() -> None:
    """Count twice, compare, and print the deals of each category."""
    deals = by_hands()
    assert (deals == by_boards()).all(), "the two counts differ"
    assert deals.sum() == OMAHA.how_many(9)
    of_categories: Counter[int] = Counter()
    for each in classes():
        of_categories[each.category] += int(deals[each.number])
    lines = [f"{np.count_nonzero(deals):,} classes, {deals.sum():,} deals"]
    lines += (f"{CATEGORIES[n]:<16}{of_categories[n]:>19,}" for n in range(8, -1, -1))
    print(*lines, sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
