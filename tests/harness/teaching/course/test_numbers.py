"""The tables of numbers show what the evaluators compute."""

import pytest

from evaluators.cactus_kev.perfect_hash import displace
from harness.teaching.course.canvas import Marked
from harness.teaching.course.numbers import displaced, hashed, in_bases

SMALL = [4, 6, 9, 10, 14, 15, 21, 25, 35, 49]


def test_a_number_is_greater_an_equal_or_smaller() -> None:
    """Else the picture names the wrong winner, or marks a digit that fits its base."""
    rows = in_bases((14, 2), (13, 12), (9, 10, 14), ("A-2", "K-Q")).rows
    assert [row[-1] for row in rows] == ["K-Q is greater", "a tie", "A-2 is greater"]
    assert rows[0][2] == "13 × 9 + 12 × 1 = 129"
    assert [isinstance(text, Marked) for text in rows[2][1:3]] == [True, False]


def test_products_stand_where_the_hash_looks_for_them() -> None:
    """Else a collision looks as if it were none, or a number stands in another place."""
    collided = [text for row in hashed(SMALL, 10).rows for text in row if isinstance(text, Marked)]
    assert sorted(collided) == ["14", "15", "25", "35", "4", "49", "9"]
    assert len(hashed(SMALL, 18).rows) == 1
    *rows, (_, *array) = displaced(SMALL, 4, 9).rows
    shifts = displace(SMALL, 4, 9)
    for item in SMALL:
        assert array[shifts[item % 4] + item % 9] == str(item)
        assert str(item) in rows[item % 4]
    with pytest.raises(ValueError, match="the same place"):
        displaced(SMALL, 2, 2)
