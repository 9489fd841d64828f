"""The lesson: hands share rows."""

from evaluators.two_plus_two import lesson
from tests.hands import dealt


def test_hands_of_a_state_share_its_row() -> None:
    """All hands have 18,058 rows; a failure means that there are more, and the idea is lost."""
    for hand in dealt(5)[0].tolist():
        assert lesson.evaluate(hand) == lesson.evaluate(sorted(hand))
    of_five = [ranks for ranks, _ in lesson.STATES if len(ranks) == 5]
    assert 6_175 + 1_287 <= len(of_five) <= 6_175 + 4 * 1_287
    assert len(set(lesson.STATES)) == len(lesson.STATES) <= 18_058
    assert len(lesson.STATES) == len(lesson.ROWS) == len(lesson.TABLE) == len(lesson.CLASS_NUMBERS)
