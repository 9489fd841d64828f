"""The tables of the appendix and of the worksheet show the rules, and give no answer away."""

from itertools import combinations

from evaluators.cards import parse_hand
from harness.teaching.course.canvas import Marked
from harness.teaching.course.cards import counts_to_fill, fives, hands_to_rank, sign, slots
from harness.teaching.course.worksheet import COUNTS, HANDS, SCORED, SLOTS, ranked, score_digits
from tests.harness.teaching.lessons import by_the_rules


def test_the_marked_five_are_the_best_by_the_rules() -> None:
    """Else the picture marks a choice that loses to another."""
    for text in ["Kd Ks 7c 7h 5s Qc 9d", "Ad 5c 4c 3c 2c 6h 7h"]:
        choices = combinations(parse_hand(text), 5)
        best = max(choices, key=by_the_rules)
        marked = [row[0] for row in fives(parse_hand(text)).rows if isinstance(row[0], Marked)]
        assert marked == [" ".join(map(sign, best))]
        assert len(fives(parse_hand(text)).rows) == 21


def test_a_sheet_gives_no_answer_away() -> None:
    """Else the worksheet shows a name, a place, a count or a digit that is to be written."""
    assert [row[2:] for row in hands_to_rank(HANDS).rows] == [("", "")] * 10
    assert [row[2:] for row in hands_to_rank(HANDS, ranked()).rows] == ranked()
    rows = [(str(count.category), count.why, count.parts()) for count in COUNTS]
    assert [str(row[2]).count("____ ") + str(row[2]).endswith("_")
            for row in counts_to_fill(rows).rows] == [1] * 9  # fmt: skip
    assert slots(" " * 15, SLOTS, SCORED).rows == [(".", *[""] * 7)]
    digits = score_digits(SCORED)
    assert "".join(map(str, slots(digits, SLOTS).rows[0])).replace(".", "") == digits
