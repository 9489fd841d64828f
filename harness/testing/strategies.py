"""Hypothesis strategies: cards, hands, hands of a category, and near misses.

Failing hands shrink to the simplest hand: one of the weakest class, and of `hands` 2c 3d 4h 5s 7c.

>>> from hypothesis import find
>>> print(class_of(find(hands_of("straight"), lambda hand: True)))
five-high straight
"""

from functools import cache

from hypothesis import strategies as st

from evaluators.cards import DECK, Card, format_card
from harness.hands.classes import CATEGORIES, HandClass, class_of, classes
from harness.hands.classes import hands_of as all_hands_of

_PLAIN = 0, 5, 10, 15, 20, 29, 34  # without a pair, a straight or a flush
_SIMPLEST = (*_PLAIN, *(card for card in DECK if card not in _PLAIN))


def cards() -> st.SearchStrategy[Card]:
    """Any card."""
    return st.sampled_from(_SIMPLEST)


def hands(size: int = 5) -> st.SearchStrategy[list[Card]]:
    """Hands of distinct cards, in any order."""
    return st.lists(cards(), min_size=size, max_size=size, unique=True)


@st.composite
def hands_of(draw: st.DrawFn, category: str) -> list[Card]:
    """Hands of a category, in any order: ``hands_of("full house")``."""
    return draw(_dealt(draw(_classes_of(category))))


@st.composite
def near_misses(draw: st.DrawFn, category: str) -> list[Card]:
    """Hands that are one card away from a category."""
    hand = draw(hands_of(category))
    for place in draw(st.permutations(range(5))):  # not the kicker: four of a kind stays one
        rest = [*hand[:place], *hand[place + 1 :]]
        replacements = [
            card
            for card in DECK
            if card not in hand and CATEGORIES[class_of([*rest, card]).category] != category
        ]
        if replacements:
            break
    hand[place] = draw(st.sampled_from(replacements))
    return hand


def texts(dealt: st.SearchStrategy[list[Card]]) -> st.SearchStrategy[list[str]]:
    """Hands as lists of strings: ``["Kd", "Qs", ...]``."""
    return dealt.map(lambda hand: [format_card(card) for card in hand])


@cache
def _classes_of(category: str) -> st.SearchStrategy[HandClass]:
    """The classes of a category, the weakest first."""
    if category not in CATEGORIES:
        raise ValueError(f"{category!r} is no category: they are {', '.join(CATEGORIES)}")
    number = CATEGORIES.index(category)
    return st.sampled_from(
        [hand_class for hand_class in reversed(classes()) if hand_class.category == number]
    )


@cache
def _dealt(hand_class: HandClass) -> st.SearchStrategy[list[Card]]:
    """All hands of a class, in any order."""
    return st.sampled_from(all_hands_of(hand_class)).flatmap(st.permutations)
