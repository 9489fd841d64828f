"""The answers of the worksheet are those of the rules, and of the lesson that it names."""

from collections import Counter
from itertools import combinations

import pytest

from evaluators import rulebook
from evaluators.cards import Card, Category, parse_hand
from evaluators.matrix_score import lesson, scalar
from harness.hands.classes import classes
from harness.teaching.course.cards import sign
from harness.teaching.course.worksheet import (
    COUNTS,
    HANDS,
    PAIRS,
    READ,
    SCORED,
    Count,
    key,
    ranked,
    score_digits,
)
from harness.teaching.mistakes import right


def by_the_rules(hand: tuple[Card, ...]) -> rulebook.RulebookKey:
    return rulebook.evaluate([rulebook.encode(card) for card in hand])


def test_the_ten_hands_have_all_categories_and_two_straights() -> None:
    """Else a category is never asked for, or the wheel has no other straight beside it."""
    found = Counter(by_the_rules(hand)[0] for hand in HANDS)
    assert found == Counter([*Category, Category.STRAIGHT])
    cards = [card for hand in (*HANDS, *PAIRS[0], SCORED, READ) for card in hand]
    assert all(sign(card) for card in cards)


def test_places_are_the_order_of_the_rules() -> None:
    """Else the answer sheet puts a hand above one that beats it."""
    places = [place for _, place in ranked()]
    assert sorted(places) == list(range(1, 11))
    for (first, place), (second, other) in combinations(zip(HANDS, places), 2):
        assert (by_the_rules(first) > by_the_rules(second)) == (place < other)
    assert places != sorted(places)


@pytest.mark.parametrize("hand", [*HANDS, *(hand for pair in PAIRS for hand in pair)])
def test_keys_are_those_of_the_first_chapter(hand: tuple[Card, ...]) -> None:
    """Else a student who follows chapter 1 writes another key than the answer sheet."""
    from evaluators.cards import format_card

    assert key(hand) == tuple(right([format_card(card) for card in hand]))
    assert len(key(hand)) <= 6  # the boxes on the sheet


def test_the_pairs_show_four_different_endings() -> None:
    """Else two pairs teach the same thing, or the answers' comments are wrong."""
    keys = [(key(first), key(second)) for first, second in PAIRS]
    assert keys[0][0][:3] == keys[0][1][:3]
    assert keys[0][0][3] > keys[0][1][3]
    assert (keys[1][0][0], keys[1][1][0]) == (1, 2)
    assert keys[1][0][1] > keys[1][1][1]
    assert keys[2] == ((4, 5, 4, 3, 2, 1), (4, 6, 5, 4, 3, 2))
    assert keys[3][0] == keys[3][1]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: str(count.category))
def test_a_count_is_that_of_all_hands(count: Count) -> None:
    """Else the numbers that a student fills in are not those of the category."""
    assert count.hands == sum(each.size for each in classes() if each.category == count.category)
    assert count.parts().count("") == 1
    assert "" not in count.parts(filled=True)


def test_all_categories_are_counted() -> None:
    """Else the results do not add up to all hands."""
    assert [count.category for count in COUNTS] == list(reversed(Category))
    assert sum(count.hands for count in COUNTS) == 2_598_960


@pytest.mark.parametrize("hand", [SCORED, READ, parse_hand("As Jd 8c 6h 2d")])
def test_digits_are_those_of_the_lesson_s_score(hand: tuple[Card, ...]) -> None:
    """Else the slots show another score than the lesson computes."""
    digits = score_digits(hand)
    assert len(digits) == 15
    score = lesson.evaluate([lesson.encode(card) for card in hand])
    assert float(f"{digits[0]}.{digits[1:]}") == score
    assert scalar.decode(score) == (key(hand)[0], key(hand)[1:])
