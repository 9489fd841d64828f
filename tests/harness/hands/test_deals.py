"""Deals of Omaha: their number, their classes, and every hand on a board."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from evaluators.cards import parse_hand
from evaluators.rules import OMAHA
from harness.hands import deals
from harness.hands.arrays import numbers_of
from harness.hands.classes import classes
from harness.hands.scopes import OnBoards, OnSomeBoards, Sample, Scope, UpToSuits

ALL = OnBoards(9, rules=OMAHA)
SUITED = "As Ks Qs 2s 7s", "As Ks Qs 2s 7d", "9h 8h 7h 2c 2d", "2c 2d 2h 2s 3c"
"""Boards with five, four and three cards of a suit, and with four of a rank."""


def best_of_sixty(deal: list[int]) -> int:
    """The class number by the rulebook, of three cards of the board and two others."""
    fives = product(combinations(deal[:5], 3), combinations(deal[5:], 2))
    return min(classes().number_of(three + two) for three, two in fives)


@pytest.mark.parametrize("board", SUITED)
def test_the_numbers_on_a_board_are_those_of_the_best_of_sixty(board: str) -> None:
    """One hand in 100 is tried by the rulebook, whose code is another."""
    boards = np.array([parse_hand(board)], np.uint8)
    places = np.arange(0, deals.ON_BOARD, 613)
    hands = deals.on_boards(boards)[places].tolist()
    assert deals.numbers_on(boards, OMAHA)[places].tolist() == [*map(best_of_sixty, hands)]


def test_any_deal_has_the_number_of_the_best_of_sixty() -> None:
    sample = Sample(9, 300, rules=OMAHA)
    assert sample.numbers().tolist() == [*map(best_of_sixty, sample.hands().tolist())]
    assert all(len({*deal}) == 9 for deal in sample.hands().tolist())


def test_all_deals_up_to_suits_stand_for_all() -> None:
    """The numbers are products of binomial coefficients."""
    assert len(ALL) == 134_459 * comb(47, 4) == 23_982_779_535
    assert ALL.all_hands == comb(52, 5) * comb(47, 4) == 463_563_500_400
    of_boards = UpToSuits(5).weights(0, 134_459)
    assert int(of_boards.sum()) * comb(47, 4) == ALL.all_hands


def test_each_example_is_a_deal_of_its_class() -> None:
    examples = ALL.examples
    assert all(len({*deal}) == 9 for deal in examples.values())
    assert numbers_of([*examples.values()], OMAHA).tolist() == [*examples]


def test_no_class_of_random_boards_is_without_an_example() -> None:
    numbers = OnSomeBoards(9, 40, rules=OMAHA).numbers()
    assert {*numbers.tolist()} <= {*ALL.examples}


@pytest.mark.parametrize("scope", [ALL, OnSomeBoards(9, 3, rules=OMAHA)], ids=str)
def test_a_worker_deals_the_hands_of_the_scope(scope: Scope) -> None:
    """Else the class numbers are those of other hands."""
    start, stop = scope.unit, 2 * scope.unit
    boards = np.frombuffer(scope.sent(start, stop), np.uint8).reshape(-1, 5)
    dealt, places = deals.on_boards(boards), np.arange(0, scope.unit, 997)
    assert dealt[places].tolist() == scope.at(start + places).tolist()
    assert scope.numbers(start, stop)[places].tolist() == numbers_of(dealt[places], OMAHA).tolist()
