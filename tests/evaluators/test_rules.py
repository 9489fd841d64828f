"""The rules of every game, compared with combinatorics: closed forms for each category.

None of these numbers comes from the rulebook. Ranks, straights and suits are counted as a book of
probability does. Which straights a game has, `test_rulebook` shows with hands.
"""

from collections import Counter
from math import comb

import pytest

from evaluators.cards import Category
from evaluators.rules import RULES, Rules
from harness.hands.classes import classes
from harness.hands.scopes import All


def closed_forms(rules: Rules) -> dict[Category, tuple[int, int]]:
    """The classes of each category, by the ways to choose ranks, and the hands of each class."""
    ranks = 13 - rules.lowest_rank
    straights = (Category.STRAIGHT in rules.categories) * (ranks - 4 + rules.has_wheel)
    no_pair, other = comb(ranks, 5) - straights, ranks - 1
    forms = {
        Category.STRAIGHT_FLUSH: (straights, 4),
        Category.FOUR_OF_A_KIND: (ranks * other, 4),
        Category.FULL_HOUSE: (ranks * other, comb(4, 3) * comb(4, 2)),
        Category.FLUSH: (no_pair, 4),
        Category.STRAIGHT: (straights, 4**5 - 4),
        Category.THREE_OF_A_KIND: (ranks * comb(other, 2), comb(4, 3) * 4**2),
        Category.TWO_PAIR: (comb(ranks, 2) * (ranks - 2), comb(4, 2) ** 2 * 4),
        Category.ONE_PAIR: (ranks * comb(other, 3), comb(4, 2) * 4**3),
        Category.HIGH_CARD: (no_pair, 4**5 - 4),
    }
    if not straights:  # neither straights nor flushes count: five ranks are a high card
        forms[Category.HIGH_CARD] = (no_pair, 4**5)
        for category in (Category.STRAIGHT_FLUSH, Category.FLUSH, Category.STRAIGHT):
            del forms[category]
    return forms


@pytest.mark.parametrize("name", RULES)
def test_each_category_has_as_many_hands_and_classes_as_its_closed_form_says(name: str) -> None:
    rules, of_game = RULES[name], classes(RULES[name])
    forms = closed_forms(rules)
    hands = {category: count * size for category, (count, size) in forms.items()}
    assert sum(hands.values()) == comb(len(rules.deck), 5) == len(All(rules=rules))
    assert Counter((hand_class.category, hand_class.size) for hand_class in of_game) == {
        (category, size): count for category, (count, size) in forms.items()
    }
    counts = Counter(All(rules=rules).numbers().tolist())
    assert counts == {hand_class.number: hand_class.size for hand_class in of_game}
    if name == "standard":
        published = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
        assert [*hands.values()] == published
