"""The lesson: class numbers are right, and hands share rows."""

from random import Random

from evaluators.two_plus_two import lesson
from harness.hands.arrays import examples
from harness.hands.classes import number_of
from tests.hands import RARE_DECKS


def test_a_hand_of_each_class_has_its_number() -> None:
    for number, hand in examples().items():
        assert lesson.evaluate(hand) == number


def test_cards_in_any_order_have_the_number_of_the_hand() -> None:
    random = Random(5)
    for deck in RARE_DECKS:
        for _ in range(300):
            hand = random.sample(deck, 5)
            assert lesson.evaluate(hand) == lesson.evaluate(sorted(hand)) == number_of(hand)


def test_hands_of_a_state_share_its_row() -> None:
    """All hands have 18,058 rows; a failure means that there are more, and the idea is lost."""
    random = Random(5)
    for hand in examples().values():
        for _ in range(3):
            lesson.evaluate(random.sample(hand, 5))
    of_five = [ranks for ranks, _ in lesson.STATES if len(ranks) == 5]
    assert 6_175 + 1_287 <= len(of_five) <= 6_175 + 4 * 1_287
    assert len(set(lesson.STATES)) == len(lesson.STATES) <= 18_058
    assert len(lesson.STATES) == len(lesson.ROWS) == len(lesson.TABLE) == len(lesson.CLASS_NUMBERS)
