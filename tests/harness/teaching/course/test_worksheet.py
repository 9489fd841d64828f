"""The answers of the worksheet are those of the rules, and of the lesson that it names."""

from collections import Counter

from evaluators.cards import Category, format_card, parse_hand
from evaluators.matrix_score import lesson, scalar
from harness.hands.classes import classes
from harness.teaching.course.worksheet import COUNTS, HANDS, PAIRS, READ, SCORED, key, score_digits
from harness.teaching.mistakes import right


def test_the_ten_hands_have_all_categories_and_two_straights() -> None:
    """Else a category is never asked for, or the wheel has no other straight beside it."""
    found = Counter(key(hand)[0] for hand in HANDS)
    assert found == Counter([*Category, Category.STRAIGHT])


def test_keys_are_those_of_the_first_chapter() -> None:
    """Else a student who follows chapter 1 writes another key than the answer sheet."""
    for hand in [*HANDS, *(hand for pair in PAIRS for hand in pair)]:
        assert key(hand) == tuple(right([format_card(card) for card in hand]))
        assert len(key(hand)) <= 6  # the boxes on the sheet


def test_a_count_is_that_of_all_hands() -> None:
    """Else the numbers that a student fills in are not those of the category."""
    assert [count.category for count in COUNTS] == list(reversed(Category))
    for count in COUNTS:
        in_category = (each.size for each in classes() if each.category == count.category)
        assert count.hands == sum(in_category)
        assert count.parts().count("") == 1
        assert "" not in count.parts(filled=True)


def test_digits_are_those_of_the_lesson_s_score() -> None:
    """Else the slots show another score than the lesson computes."""
    for hand in [SCORED, READ, parse_hand("As Jd 8c 6h 2d")]:
        digits = score_digits(hand)
        assert len(digits) == 15
        score = lesson.evaluate([lesson.encode(card) for card in hand])
        assert float(f"{digits[0]}.{digits[1:]}") == score
        assert scalar.decode(score) == (key(hand)[0], key(hand)[1:])
