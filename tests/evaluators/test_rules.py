"""The rules of every game, beside combinatorics: hands and classes of each category in closed form.

None of these numbers comes from the rulebook. Ranks, straights and suits are counted as a book of
probability does.
"""

from collections import Counter
from math import comb

import pytest

from evaluators.cards import Category, parse_hand
from evaluators.rulebook import Rulebook
from evaluators.rules import RULES, Rules
from harness.hands.classes import CATEGORIES, Classes, classes
from harness.hands.scopes import All
from tests.hands import key

STRAIGHTS = {
    "standard": 10,  # 5-high, where the ace is low, to A-high
    "short-deck": 6,  # 9-high, where the ace is low, to A-high
    "short-deck-trips": 6,
    "deuce-to-seven": 9,  # 6-high to A-high
    "ace-to-six": 9,  # 5-high, A-2-3-4-5, to K-high
    "ace-to-five": 0,
}
CLASSES = {"standard": 7_462, "short-deck": 1_404, "short-deck-trips": 1_404,
           "deuce-to-seven": 7_462, "ace-to-six": 7_462, "ace-to-five": 6_175}  # fmt: skip
BEST_AND_WORST = {
    "standard": ("Ac Kc Qc Jc Tc", "7d 5c 4c 3c 2c"),
    "short-deck": ("Ac Kc Qc Jc Tc", "Jd 9c 8c 7c 6c"),
    "short-deck-trips": ("Ac Kc Qc Jc Tc", "Jd 9c 8c 7c 6c"),
    "deuce-to-seven": ("7d 5c 4c 3c 2c", "Ac Kc Qc Jc Tc"),
    "ace-to-six": ("6d 4c 3c 2c Ac", "Kc Qc Jc Tc 9c"),
    "ace-to-five": ("5c 4c 3c 2c Ac", "Kc Kd Kh Ks Qc"),
}
STRONGER_FIRST = {
    "short-deck": (
        ("Ac 9c 7c 6c Kc", "Ac Ad Ah Kc Kd"),  # a flush beats a full house
        ("6c 7d 8c 9c Tc", "Ad 6c 7c 8c 9c"),  # A-6-7-8-9 is the lowest straight
        ("Ad 6c 7c 8c 9c", "Ac Ad Ah Kc Qc"),
    ),
    "short-deck-trips": (
        ("6c 6d 6h 7c 8c", "Ac Kd Qc Jc Tc"),
        ("Ad 6c 7c 8c 9c", "Ac Ad Kc Kd Qc"),
    ),
    "deuce-to-seven": (
        ("7d 5c 4c 3c 2c", "7d 6c 4c 3c 2c"),
        ("Ad Kc Qc Jc 9c", "2c 2d 5c 4c 3c"),
        ("Ad 5c 4c 3c 2c", "Ac Qd Jc Tc 9c"),  # A-5-4-3-2 is a high card, with a high ace
        ("Ac Ad Kc Kd Qc", "6d 5c 4c 3c 2c"),
        ("6d 5c 4c 3c 2c", "7c 5c 4c 3c 2c"),
    ),
    "ace-to-six": (
        ("6d 4c 3c 2c Ac", "7d 5c 4c 3c 2c"),
        ("Ac Ad 4c 3c 2c", "2c 2d 4c 3c Ac"),
        ("Kc Qd Jc Tc Ac", "Ac Ad 4c 3c 2c"),  # A-K-Q-J-T is not a straight
        ("Ac Ad Ah 2c 3c", "5d 4c 3c 2c Ac"),
    ),
    "ace-to-five": (
        ("5c 4c 3c 2c Ac", "6d 4c 3c 2c Ac"),
        ("6c 5c 4c 3c 2c", "7d 4c 3c 2c Ac"),
        ("Ac Ad 4c 3c 2c", "2c 2d 4c 3c Ac"),
    ),
}  # fmt: skip


def closed_forms(rules: Rules) -> tuple[dict[Category, int], dict[Category, int]]:
    """The hands and the classes of each category, from the ways to choose ranks and suits."""
    ranks, straights = 13 - rules.lowest_rank, STRAIGHTS[rules.name]
    no_pair, suits = comb(ranks, 5) - straights, 4**5 - 4
    other = ranks - 1
    hands = {
        Category.STRAIGHT_FLUSH: straights * 4,
        Category.FOUR_OF_A_KIND: ranks * other * 4,
        Category.FULL_HOUSE: ranks * comb(4, 3) * other * comb(4, 2),
        Category.FLUSH: no_pair * 4,
        Category.STRAIGHT: straights * suits,
        Category.THREE_OF_A_KIND: ranks * comb(4, 3) * comb(other, 2) * 4**2,
        Category.TWO_PAIR: comb(ranks, 2) * comb(4, 2) ** 2 * (ranks - 2) * 4,
        Category.ONE_PAIR: ranks * comb(4, 2) * comb(other, 3) * 4**3,
        Category.HIGH_CARD: no_pair * suits,
    }
    of_categories = {
        Category.STRAIGHT_FLUSH: straights,
        Category.FOUR_OF_A_KIND: ranks * other,
        Category.FULL_HOUSE: ranks * other,
        Category.FLUSH: no_pair,
        Category.STRAIGHT: straights,
        Category.THREE_OF_A_KIND: ranks * comb(other, 2),
        Category.TWO_PAIR: comb(ranks, 2) * (ranks - 2),
        Category.ONE_PAIR: ranks * comb(other, 3),
        Category.HIGH_CARD: no_pair,
    }
    if not straights:  # neither straights nor flushes count: five ranks are a high card
        hands[Category.HIGH_CARD] = no_pair * 4**5
        for category in (Category.STRAIGHT_FLUSH, Category.FLUSH, Category.STRAIGHT):
            del hands[category], of_categories[category]
    return hands, of_categories


@pytest.mark.parametrize("name", RULES)
def test_each_category_has_as_many_hands_and_classes_as_its_closed_form_says(name: str) -> None:
    rules, of_game = RULES[name], classes(RULES[name])
    hands, of_categories = closed_forms(rules)
    assert sum(hands.values()) == comb(len(rules.deck), 5) == len(All(rules=rules))
    assert sum(of_categories.values()) == CLASSES[name] == len(of_game)
    assert Counter(each.category for each in of_game) == of_categories
    counts = Counter(All(rules=rules).numbers().tolist())
    assert counts == {each.number: each.size for each in of_game}
    assert {
        category: sum(each.size for each in of_game if each.category == category)
        for category in hands
    } == hands
    if name == "standard":
        published = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
        assert [*hands.values()] == published


@pytest.mark.parametrize("name", RULES)
def test_the_best_hand_of_a_game_is_class_1(name: str) -> None:
    of_game = classes(RULES[name])
    best, worst = (of_game.of(parse_hand(hand)) for hand in BEST_AND_WORST[name])
    assert (best.number, worst.number) == (1, len(of_game))


@pytest.mark.parametrize("name", STRONGER_FIRST)
def test_examples_that_a_reader_can_verify(name: str) -> None:
    rulebook = Rulebook(RULES[name])
    for stronger, weaker in STRONGER_FIRST[name]:
        keys = [key(rulebook, hand) for hand in (stronger, weaker)]
        assert keys[0] != keys[1]
        assert (keys[0] < keys[1]) == rulebook.lower_wins, (stronger, weaker)


def test_categories_are_in_the_order_of_the_game() -> None:
    order = {name: in_order(classes(rules)) for name, rules in RULES.items()}
    nine = [*CATEGORIES]
    assert order["standard"] == nine[::-1]
    assert order["short-deck"] == [*nine[:6:-1], "flush", "full house", *nine[4::-1]]
    assert order["deuce-to-seven"] == order["ace-to-six"] == nine
    assert order["ace-to-five"] == [*nine[:4], *nine[6:8]]
    trips = order["short-deck-trips"]
    assert trips.index("three of a kind") + 1 == trips.index("straight")


def in_order(of_game: Classes) -> list[str]:
    """The categories, the best first."""
    return list(dict.fromkeys(CATEGORIES[each.category] for each in of_game))
