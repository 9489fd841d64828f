"""01. Name the category: the steps, in order."""

import pytest

from harness.hands.classes import CATEGORIES
from harness.teaching.grader.orders import one_of_each_class
from harness.teaching.proof import every_hand


def cases(*pairs):
    """Hands and their categories, each a case of a step."""
    return pytest.mark.parametrize(("hand", "right"), pairs)


def expect(theirs, hand, answer, right):
    """The answer is a text, one of the nine names, and that of the hand."""
    __tracebackhide__ = True
    assert type(answer) is str, (
        f'category returns {theirs.show(answer)}, and should return a text such as "one pair".\n'
        f"{hand}"
    )
    assert answer in CATEGORIES, (
        f"{theirs.show(answer)} is not one of the nine names; for this hand, write {right!r}.\n"
        f"{hand}"
    )
    assert answer == right, f"category returns {theirs.show(answer)}; right is {right!r}.\n{hand}"


@pytest.mark.step(chapter=3)
@cases(
    ("Kd Ks 7c 6h 2s", "one pair"),
    ("Kd Qs 9c 6h 2s", "high card"),
    ("2d Qs 9c 6h 2s", "one pair"),
    ("Kd 7s 7c 6h 2s", "one pair"),
)
def test_a_pair(theirs, hand, right):
    """It tells one pair from a high card."""
    expect(theirs, hand, theirs.call("category", hand=hand.split()), right)


@pytest.mark.step(chapter=3)
@cases(
    ("Kd Ks 7c 7h 2s", "two pair"),
    ("Kd Ks Kc 7h 2s", "three of a kind"),
    ("Kd Ks Kc 7h 7s", "full house"),
    ("Kd 7s 7c 7h 7d", "four of a kind"),
)
def test_other_repeated_ranks(theirs, hand, right):
    """It finds two pair, three of a kind, a full house and four of a kind."""
    expect(theirs, hand, theirs.call("category", hand=hand.split()), right)


@pytest.mark.step(chapter=3)
@cases(
    ("9d 8s 7c 6h 5s", "straight"),
    ("Kd Qs Jc Th 9s", "straight"),
    ("Kh Th 9h 6h 2h", "flush"),
    ("9h 8h 7h 6h 5h", "straight flush"),
    ("Kh Th 9h 6h 2d", "high card"),
    ("9d 8s 7c 6h 4s", "high card"),
    ("6d 4s 3c 2h 2s", "one pair"),
)
def test_straights_and_flushes(theirs, hand, right):
    """It finds a straight, a flush, and both at once."""
    expect(theirs, hand, theirs.call("category", hand=hand.split()), right)


@pytest.mark.step(chapter=3)
@cases(
    ("Ad Ks Qc Jh Ts", "straight"),
    ("Ad 5s 4c 3h 2s", "straight"),
    ("Ah 5h 4h 3h 2h", "straight flush"),
    ("Ad Ks 4c 3h 2s", "high card"),
    ("Ad Qs Jc Th 9s", "high card"),
)
def test_the_ace(theirs, hand, right):
    """It puts the ace at both ends of a straight, and nowhere else."""
    expect(theirs, hand, theirs.call("category", hand=hand.split()), right)


@pytest.mark.step(chapter=3)
@cases(
    ("5s 9d 7c 8s 6h", "straight"),
    ("2s Ad 4c 3h 5s", "straight"),
    ("5s 8d 9c 7s 6h", "straight"),
    ("2s 4d Ac 3h 5s", "straight"),
    ("Kh 7d Ks 2c 7s", "two pair"),
    ("Kh 7d Ks 2c Kc", "three of a kind"),
    ("7h Kd 7s Kc Ks", "full house"),
    ("Kh 7d Ks 7c Kc", "full house"),
    ("Kh Kd 2s Kc Ks", "four of a kind"),
    ("6c 2d 4h 3s 2c", "one pair"),
)
def test_the_order_of_cards(theirs, hand, right):
    """It takes the cards in any order."""
    expect(theirs, hand, theirs.call("category", hand=hand.split()), right)


@pytest.mark.step(points=2, chapter=3)
def test_one_hand_of_each_class(theirs):
    """It names one hand of each class."""
    for each, hand in one_of_each_class():
        answer = theirs.call("category", hand=hand.split())
        expect(theirs, hand, answer, CATEGORIES[each.category])


@pytest.mark.step(points=3, chapter=3, slow=True)
def test_every_hand(theirs):
    """It names every hand."""
    for (_, worth), (hand, answer) in zip(every_hand(), theirs.every_hand("category")):
        expect(theirs, " ".join(hand), answer, CATEGORIES[worth[0]])
