"""02. Break the tie: the steps, in order."""

import pytest

from harness.teaching.grader.orders import one_of_each_class
from harness.teaching.proof import every_hand


def cases(*pairs):
    """Hands and their ranks in order, each a case of a step."""
    return pytest.mark.parametrize(("hand", "right"), pairs)


def expect(theirs, hand, answer, right):
    """The answer is a list of these numbers; a tuple will do."""
    __tracebackhide__ = True
    is_plain = type(answer) in (list, tuple) and {*map(type, answer)} <= {int}
    assert is_plain, (
        f"ranks_in_order returns {theirs.show(answer)}, and should return a list such as "
        f"[13, 7, 2].\n{hand}"
    )
    assert [*answer] == right, (
        f"ranks_in_order returns {theirs.show(answer)}; right is {theirs.show(right)}.\n{hand}"
    )


@pytest.mark.step(chapter=1)
@cases(("Kd Qs 9c 6h 2s", [13, 12, 9, 6, 2]), ("2d Ts 9c Ah 3s", [14, 10, 9, 3, 2]))
def test_different_ranks(theirs, hand, right):
    """It puts five different ranks in order, the highest first."""
    expect(theirs, hand, theirs.call("ranks_in_order", hand=hand.split()), right)


@pytest.mark.step(chapter=1)
@cases(("Kd Ks 7c 6h 2s", [13, 7, 6, 2]), ("7d As 2c 7h 9s", [7, 14, 9, 2]))
def test_a_pair(theirs, hand, right):
    """It puts a pair before the kickers, once."""
    expect(theirs, hand, theirs.call("ranks_in_order", hand=hand.split()), right)


@pytest.mark.step(chapter=1)
@cases(
    ("Kd Ks 7c 7h As", [13, 7, 14]),
    ("7d Kc Ac 7h Ks", [13, 7, 14]),
    ("2d 7s 2c Ah 2s", [2, 14, 7]),
    ("2d 2s Ac 2h 2c", [2, 14]),
    ("Ad 2s 2c 2h As", [2, 14]),
    ("2d As 2c Ah 2s", [2, 14]),
)
def test_other_repeated_ranks(theirs, hand, right):
    """It puts two pair, three and four of a kind and a full house in order."""
    expect(theirs, hand, theirs.call("ranks_in_order", hand=hand.split()), right)


@pytest.mark.step(chapter=3)
@cases(
    ("Ad 5s 4c 3h 2s", [5, 4, 3, 2, 1]),
    ("2h 4h Ah 5h 3h", [5, 4, 3, 2, 1]),
    ("Ad Ks Qc Jh Ts", [14, 13, 12, 11, 10]),
    ("Ad 6s 4c 3h 2s", [14, 6, 4, 3, 2]),
)
def test_the_wheel(theirs, hand, right):
    """It knows that the ace of A-2-3-4-5 is the lowest card."""
    expect(theirs, hand, theirs.call("ranks_in_order", hand=hand.split()), right)


@pytest.mark.step(points=2, chapter=4)
def test_one_hand_of_each_class(theirs):
    """It is right about one hand of each class."""
    for each, hand in one_of_each_class():
        right = [rank + 2 for rank in each.ranks]
        expect(theirs, hand, theirs.call("ranks_in_order", hand=hand.split()), right)


@pytest.mark.step(points=3, chapter=4, slow=True)
def test_every_hand(theirs):
    """It is right about every hand."""
    for (_, (_, ranks)), (hand, answer) in zip(every_hand(), theirs.every_hand("ranks_in_order")):
        expect(theirs, " ".join(hand), answer, [rank + 2 for rank in ranks])
