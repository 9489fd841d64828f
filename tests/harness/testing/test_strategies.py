"""Hypothesis strategies: of which hands, and what failing ones shrink to."""

from itertools import combinations

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from evaluators.cards import DECK
from harness.hands.classes import CATEGORIES, class_of
from harness.testing.strategies import cards, hands, hands_of, near_misses, texts


@pytest.mark.parametrize("category", CATEGORIES)
@settings(max_examples=10)
@given(data=st.data())
def test_near_misses_are_one_card_away_from_the_hands_of_a_category(
    category: str, data: st.DataObject
) -> None:
    hand, near_miss = data.draw(hands_of(category)), data.draw(near_misses(category))
    assert len(set(hand)) == len(set(near_miss)) == 5
    assert CATEGORIES[class_of(hand).category] == category
    assert CATEGORIES[class_of(near_miss).category] != category
    assert any(
        CATEGORIES[class_of([*rest, card]).category] == category
        for rest in combinations(near_miss, 4)
        for card in {*DECK} - {*near_miss}
    )


def test_an_unknown_category_is_named() -> None:
    with pytest.raises(
        ValueError, match="'straights' is no category: they are high card, one pair"
    ):
        find(hands_of("straights"), lambda hand: True)


def test_failing_examples_shrink_to_the_simplest_cards() -> None:
    assert find(cards(), lambda card: True) == 0
    assert str(class_of(find(hands(), lambda hand: True))) == "high card, 7-5-4-3-2"
    assert class_of(find(hands(7), lambda hand: True)).category == 0
    assert find(texts(hands(1)), lambda hand: True) == ["2c"]
