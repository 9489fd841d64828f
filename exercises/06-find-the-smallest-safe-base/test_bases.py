"""06. Find the smallest safe base: the steps, in order."""

from itertools import count, pairwise
from random import Random

import pytest

from evaluators.cards import rank_of
from evaluators.matrix_score import lesson
from harness.hands.classes import classes
from harness.teaching.deciding import elements_of
from harness.teaching.grader import orders
from harness.teaching.grader.submission import shown_call

RANDOM = Random(6)
DIGITS = [
    ([RANDOM.randrange(base) for _ in range(RANDOM.randrange(1, 9))], base)
    for base in (2, 7, 10, 13, 13, 13, 15, 16, 17, 40, 100, 1000) * 3
]


def packed(digits, base):
    """Digits as one number."""
    number = 0
    for digit in digits:
        number = number * base + digit
    return number


def rows_of(lowest, shift=0):
    """The eight digits of the matrix score of each class of a deck, the weakest first.

    Args:
        lowest: the lowest rank of the deck; the highest is the ace.
        shift: the number to subtract from each rank.
    """
    rows = []
    for each in reversed(classes()):
        if all(rank_of(card) + 2 >= lowest for card in each.example):
            score = lesson.evaluate([lesson.encode(card) for card in each.example])
            category, *ranks = (int(text) for _, text in elements_of("matrix-score", score))
            rows.append([category, *(max(rank - shift, 0) for rank in ranks)])
    return rows


def is_safe(rows, base):
    """True if each row is a greater number than the row before it."""
    numbers = (packed(row, base) for row in rows)
    return all(smaller < greater for smaller, greater in pairwise(numbers))


def expect_value(theirs, right, name, **arguments):
    """A function returns the right value, and of the right type."""
    __tracebackhide__ = True
    answer = theirs.call(name, **arguments)
    if type(answer) is tuple and type(right) is list:
        answer = [*answer]
    assert type(answer) is type(right) and answer == right, (  # noqa: PT018
        f"{name} returns {theirs.show(answer)}; right is {right}.\n{shown_call(name, arguments)}"
    )


def expect_base(theirs, rows, deck):
    """It finds the smallest safe base of rows; `deck` describes them in words."""
    __tracebackhide__ = True
    base = theirs.call("smallest_safe_base", case=deck, rows=rows)
    shown = theirs.show(base)
    assert type(base) is int and base >= 2, (  # noqa: PT018
        f"smallest_safe_base returns {shown}, and should return a base, 2 or more.\n{deck}"
    )
    for row, better in pairwise(rows):
        assert packed(row, base) < packed(better, base), (
            f"Base {shown} is not safe: a row gives no greater number than the row before it.\n"
            f"{deck}\n{row} is {packed(row, base):,}\n{better} is {packed(better, base):,}"
        )
    smallest = next(base for base in count(2) if is_safe(rows, base))
    assert base == smallest, (
        f"Base {shown} is safe, and a smaller one is safe, too: begin to look at 2.\n{deck}"
    )


@pytest.mark.step(chapter=5)
@pytest.mark.parametrize(
    ("digits", "base"),
    [
        ([3, 0, 7], 10),
        ([14, 2], 15),
        ([13, 12], 100),
        ([8, 14, 13, 12], 16),
        ([20, 3], 15),
        *DIGITS,
    ],
)
def test_pack(theirs, digits, base):
    """It packs digits into a number."""
    expect_value(theirs, packed(digits, base), "pack", digits=digits, base=base)


@pytest.mark.step(chapter=5)
@pytest.mark.parametrize(
    ("digits", "base"), [([3, 0, 7], 10), ([0, 0, 7], 10), ([14, 2], 15), *DIGITS]
)
def test_unpack(theirs, digits, base):
    """It gets the digits back."""
    number, places = packed(digits, base), len(digits)
    expect_value(theirs, digits, "unpack", number=number, base=base, places=places)


@pytest.mark.step(chapter=5)
@pytest.mark.parametrize(
    "rows",
    [
        [[0, 1], [0, 2], [1, 0]],
        [[0, 0], [0, 1], [1, 0], [1, 1]],
        [[0, 5], [1, 0], [2, 0]],
        [[0, 4], [1, 3], [1, 4]],
        [[1, 4, 0], [2, 0, 38], [3, 0, 0]],
        [[0, 0, 3], [0, 1, 0], [0, 9, 0], [1, 0, 15]],  # base 2 does for the last two, 3 does not
        [*([0, digit] for digit in range(60)), [1, 0]],
    ],
)
def test_a_few_rows(theirs, rows):
    """It finds the smallest safe base of a few rows."""
    expect_base(theirs, rows, f"the rows {', '.join(map(str, rows))}")


@pytest.mark.step(chapter=5)
@pytest.mark.parametrize(("shift", "ranks"), [(0, "2 to 14"), (2, "0 to 12")])
def test_all_classes(theirs, shift, ranks):
    """It finds that of all classes, with ranks from 2 and from 0."""
    deck = f"a row for each of the 7,462 classes, ranks {ranks}"
    expect_base(theirs, rows_of(2, shift), deck)


@pytest.mark.step(chapter=5)
@pytest.mark.parametrize(
    ("lowest", "shift", "deck"),
    [(7, 0, "32 cards"), (9, 0, "24 cards"), (7, 7, "32 cards, ranks from 0")],
)
def test_other_decks(theirs, lowest, shift, deck):
    """It finds that of other decks."""
    expect_base(theirs, rows_of(lowest, shift), deck)


@pytest.mark.step(chapter=5)
@orders.showdowns(*orders.CATEGORIES_IN_ORDER, *orders.TIES_BROKEN, *orders.WHEEL)
def test_one_number(theirs, first, verb, second):
    """Its key is one number."""
    for hand in (second, first):
        key = theirs.exact("evaluate", theirs.call("evaluate", hand=hand.split()), hand)
        assert type(key) is int, (
            f"evaluate returns {theirs.show(key)}, and should return one number, an int.\n{hand}"
        )
    orders.expect_order(theirs, first, verb, second)


test_classes, test_every_hand = orders.last_steps(chapter=5)
