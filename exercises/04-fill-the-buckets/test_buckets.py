"""04. Fill the buckets: the steps, in order."""

import pytest

from harness.teaching.grader.orders import (
    CATEGORIES_IN_ORDER,
    CLASSES,
    TIES_BROKEN,
    WHEEL,
    expect_all,
    expect_order,
)
from harness.teaching.grader.submission import Submission


def expect_buckets(theirs: Submission, hand: str, right: dict[int, list[int]]) -> None:
    """The buckets of a hand are right; those that are not named are empty."""
    __tracebackhide__ = True
    right = {4: [], 3: [], 2: [], 1: []} | right
    answer = theirs.call("buckets", hand=hand.split())
    shown = theirs.show(answer)
    is_plain = type(answer) is dict and all(type(each) is list for each in answer.values())
    assert is_plain and {*answer} == {*right}, (  # noqa: PT018
        f"buckets returns {shown}, and should return a dictionary with the keys 4, 3, 2 and 1, and "
        f"a list for each.\n{hand}"
    )
    assert answer == right, f"buckets returns {shown}; right is {right}.\n{hand}"


@pytest.mark.step(chapter=3)
@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("Kd Ks 9c 6h 2s", {2: [13], 1: [9, 6, 2]}),
        ("2d Ts 9c Ah 3s", {1: [14, 10, 9, 3, 2]}),
    ],
)
def test_twos_and_ones(theirs: Submission, hand: str, right: dict[int, list[int]]) -> None:
    """It puts a pair into the bucket of twos, and the others into that of ones."""
    expect_buckets(theirs, hand, right)


@pytest.mark.step(chapter=3)
@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("7d Ks 7c Kh 7s", {3: [7], 2: [13]}),
        ("7d 7s 7c 7h As", {4: [7], 1: [14]}),
        ("2d Ks 2c Kh As", {2: [13, 2], 1: [14]}),
    ],
)
def test_threes_and_fours(theirs: Submission, hand: str, right: dict[int, list[int]]) -> None:
    """It fills the buckets of threes and fours."""
    expect_buckets(theirs, hand, right)


@pytest.mark.step(chapter=3)
@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("4c Ad 5s 3h 2s", {1: [5, 4, 3, 2, 1]}),
        ("Ad Ks Qc Jh Ts", {1: [14, 13, 12, 11, 10]}),
        ("Ad 6s 4c 3h 2s", {1: [14, 6, 4, 3, 2]}),
    ],
)
def test_the_wheel(theirs: Submission, hand: str, right: dict[int, list[int]]) -> None:
    """It counts the ace of A-2-3-4-5 as 1."""
    expect_buckets(theirs, hand, right)


@pytest.mark.step(chapter=3)
@pytest.mark.parametrize(("first", "verb", "second"), CATEGORIES_IN_ORDER)
def test_categories(theirs: Submission, first: str, verb: str, second: str) -> None:
    """Its keys put the nine categories in order."""
    expect_order(theirs, first, verb, second)


@pytest.mark.step(chapter=1)
@pytest.mark.parametrize(("first", "verb", "second"), TIES_BROKEN + WHEEL)
def test_ties(theirs: Submission, first: str, verb: str, second: str) -> None:
    """Its keys break ties."""
    expect_order(theirs, first, verb, second)


@pytest.mark.step(points=2, chapter=3, hidden=True, slow=True)
def test_classes(theirs: Submission) -> None:
    """It orders one hand of each class."""
    expect_all(theirs, sample=CLASSES)


@pytest.mark.step(points=3, chapter=3, hidden=True, slow=True)
def test_every_hand(theirs: Submission) -> None:
    """It orders every hand."""
    expect_all(theirs)
