"""01. Name the category: the steps, in order."""

import pytest

from evaluators.cards import format_hand
from harness.hands.classes import CATEGORIES, classes
from harness.hands.scopes import ALL_FIVE
from harness.teaching.grader.submission import Submission

RIGHT = ["", *(CATEGORIES[each.category] for each in classes())]
"""The name of the category of each class, by class number."""


def cases(*pairs: tuple[str, str]) -> pytest.MarkDecorator:
    """Hands and their categories, each a test."""
    return pytest.mark.parametrize(("hand", "right"), pairs)


def expect(answer: object, hand: str, right: str, theirs: Submission) -> None:
    """The answer is the name of the category of a hand."""
    __tracebackhide__ = True
    shown = theirs.show(answer)
    # Another type could call itself equal to all names.
    assert type(answer) is str, (
        f'category returns {shown}, and should return a text such as "one pair".\n{hand}'
    )
    assert answer in CATEGORIES, (
        f"{shown} is not one of the nine names; for this hand, write {right!r}.\n{hand}"
    )
    assert answer == right, f"category returns {shown}; right is {right!r}.\n{hand}"


def expect_twice(theirs: Submission, hand: str, right: str) -> None:
    """The category of a hand is right, and the same when it is asked again."""
    __tracebackhide__ = True
    answer = theirs.call("category", hand=hand.split())
    expect(answer, hand, right, theirs)
    again = theirs.call("category", hand=hand.split())
    assert again == answer, (
        f"category has two answers to one question, {theirs.show(answer)} and "
        f"{theirs.show(again)}: what is kept?\n{hand}"
    )


@pytest.mark.step(chapter=3)
@cases(
    ("Kd Ks 7c 6h 2s", "one pair"),
    ("Kd Qs 9c 6h 2s", "high card"),
    ("2d Qs 9c 6h 2s", "one pair"),
    ("Kd 7s 7c 6h 2s", "one pair"),
)
def test_a_pair(theirs: Submission, hand: str, right: str) -> None:
    """It tells one pair from a high card."""
    expect_twice(theirs, hand, right)


@pytest.mark.step(chapter=3)
@cases(
    ("Kd Ks 7c 7h 2s", "two pair"),
    ("Kd Ks Kc 7h 2s", "three of a kind"),
    ("Kd Ks Kc 7h 7s", "full house"),
    ("Kd 7s 7c 7h 7d", "four of a kind"),
)
def test_other_repeated_ranks(theirs: Submission, hand: str, right: str) -> None:
    """It finds two pair, three of a kind, a full house and four of a kind."""
    expect_twice(theirs, hand, right)


@pytest.mark.step(chapter=3)
@cases(
    ("9d 8s 7c 6h 5s", "straight"),
    ("Kh Th 9h 6h 2h", "flush"),
    ("9h 8h 7h 6h 5h", "straight flush"),
    ("Kh Th 9h 6h 2d", "high card"),
    ("9d 8s 7c 6h 4s", "high card"),
    ("6d 4s 3c 2h 2s", "one pair"),
)
def test_straights_and_flushes(theirs: Submission, hand: str, right: str) -> None:
    """It finds a straight, a flush, and both at once."""
    expect_twice(theirs, hand, right)


@pytest.mark.step(chapter=3)
@cases(
    ("Ad Ks Qc Jh Ts", "straight"),
    ("Ad 5s 4c 3h 2s", "straight"),
    ("Ah 5h 4h 3h 2h", "straight flush"),
    ("Ad Ks 4c 3h 2s", "high card"),
)
def test_the_ace(theirs: Submission, hand: str, right: str) -> None:
    """It puts the ace at both ends of a straight, and nowhere else."""
    expect_twice(theirs, hand, right)


@pytest.mark.step(chapter=3)
@cases(
    ("5s 9d 7c 8s 6h", "straight"),
    ("2s Ad 4c 3h 5s", "straight"),
    ("7h Kd 7s Kc Ks", "full house"),
    ("6c 2d 4h 3s 2c", "one pair"),
)
def test_the_order_of_cards(theirs: Submission, hand: str, right: str) -> None:
    """It takes the cards in any order."""
    expect_twice(theirs, hand, right)


@pytest.mark.step(points=2, chapter=3, hidden=True)
def test_one_hand_of_each_class(theirs: Submission) -> None:
    """It names one hand of each class."""
    for each in classes():
        expect_twice(theirs, format_hand(each.example), CATEGORIES[each.category])


@pytest.mark.step(points=3, chapter=3, hidden=True, slow=True)
def test_every_hand(theirs: Submission) -> None:
    """It names every hand."""
    numbers = ALL_FIVE.numbers().tolist()
    for number, (hand, answer) in zip(numbers, theirs.every_hand("category")):
        if type(answer) is not str or answer != RIGHT[number]:
            expect(answer, " ".join(hand), RIGHT[number], theirs)
