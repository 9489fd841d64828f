"""04. Fill the buckets: the steps, in order."""

import pytest

from evaluators.cards import RANKS
from harness.hands.scopes import usual
from harness.teaching.grader import orders


def cases(*pairs):
    """Hands and their buckets, each a case of a step; buckets that are not named are empty."""
    return pytest.mark.parametrize(("hand", "right"), pairs)


def expect(theirs, hand, right):
    """The buckets of a hand are right."""
    __tracebackhide__ = True
    right = {4: [], 3: [], 2: [], 1: []} | right
    answer = theirs.call("buckets", hand=hand.split())
    is_plain = type(answer) is dict and {*map(type, answer.values())} == {list}
    assert is_plain and {*answer} == {*right}, (  # noqa: PT018
        f"buckets returns {theirs.show(answer)}, and should return a dictionary with the keys 4, "
        f"3, 2 and 1, and a list for each.\n{hand}"
    )
    assert answer == right, f"buckets returns {theirs.show(answer)}; right is {right}.\n{hand}"


@pytest.mark.step(chapter=3)
@cases(("Kd Ks 9c 6h 2s", {2: [13], 1: [9, 6, 2]}), ("2d Ts 9c Ah 3s", {1: [14, 10, 9, 3, 2]}))
def test_twos_and_ones(theirs, hand, right):
    """It puts a pair into the bucket of twos, and the others into that of ones."""
    expect(theirs, hand, right)


@pytest.mark.step(chapter=3)
@cases(
    ("7d Ks 7c Kh 7s", {3: [7], 2: [13]}),
    ("7d 7s Ac 7h 7c", {4: [7], 1: [14]}),
    ("2d Ks 2c Kh As", {2: [13, 2], 1: [14]}),
    ("Ad Ks 2c Kh 2s", {2: [13, 2], 1: [14]}),
)
def test_threes_and_fours(theirs, hand, right):
    """It fills the buckets of threes and fours."""
    expect(theirs, hand, right)


@pytest.mark.step(chapter=3)
@cases(
    ("4c Ad 5s 3h 2s", {1: [5, 4, 3, 2, 1]}),
    ("Ad Ks Qc Jh Ts", {1: [14, 13, 12, 11, 10]}),
    ("Ad 6s 4c 3h 2s", {1: [14, 6, 4, 3, 2]}),
)
def test_the_wheel(theirs, hand, right):
    """It counts the ace of A-2-3-4-5 as 1."""
    expect(theirs, hand, right)


@pytest.mark.step(chapter=3)
@orders.showdowns(*orders.CATEGORIES_IN_ORDER)
def test_categories(theirs, first, verb, second):
    """Its keys put the nine categories in order."""
    orders.expect_order(theirs, first, verb, second)


@pytest.mark.step(chapter=1)
@orders.showdowns(*orders.TIES_BROKEN, *orders.WHEEL, ("Td 8s 7c 5h 2s", "beats", "9d 8s 7c 5h 2s"))
def test_ties(theirs, first, verb, second):
    """Its keys break ties."""
    orders.expect_order(theirs, first, verb, second)


@pytest.mark.step(points=2, chapter=3, slow=True)
def test_classes(theirs):
    """It fills the buckets of one hand of each class, and orders these hands."""
    for each, hand in orders.one_of_each_class():
        right = {}
        for rank in each.ranks:  # that of a low ace is -1, and RANKS[-1] is an ace
            right.setdefault(hand.count(RANKS[rank]), []).append(rank + 2)
        expect(theirs, hand, right)
    orders.expect_all(theirs, usual(5, orders.CLASSES))


test_every_hand = orders.last_steps(chapter=3)[1]
