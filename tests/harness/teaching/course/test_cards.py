"""The tables of the appendix show the rules."""

from itertools import combinations

from evaluators.cards import parse_hand
from harness.teaching.course.canvas import Marked
from harness.teaching.course.cards import fives, signs
from tests.harness.teaching.lessons import by_the_rules


def test_the_marked_five_are_the_best_by_the_rules() -> None:
    """Else the picture marks a choice that loses to another."""
    for text in ["Kd Ks 7c 7h 5s Qc 9d", "Ad 5c 4c 3c 2c 6h 7h"]:
        choices = combinations(parse_hand(text), 5)
        best = max(choices, key=by_the_rules)
        marked = [row[0] for row in fives(parse_hand(text)).rows if isinstance(row[0], Marked)]
        assert marked == [signs(best)]
        assert len(fives(parse_hand(text)).rows) == 21
