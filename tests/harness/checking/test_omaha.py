"""The check of deals of Omaha: functions, arrays and libraries, and what is wrong with them."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators.cards import format_hand, parse_card
from evaluators.omaha import arrays
from evaluators.rulebook import Rulebook
from evaluators.rules import OMAHA
from harness.adapters.adopt import fitted
from harness.adapters.asking import OneByOne
from harness.checking.equivalence import check_here
from harness.checking.statuses import NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.faults.cells import Cells
from harness.faults.showdowns import failures_in, totals
from harness.hands.scopes import OnBoards, OnSomeBoards, Sample
from tests.harness.in_process import sides

BOARDS = OnSomeBoards(9, 2, rules=OMAHA)
BOARD = sorted(BOARDS.hand(0)[:5])
CLASS = int(np.bincount(BOARDS.numbers(0, BOARDS.unit)).argmax())
"""The class of most hands on a board."""
EXAMPLES = Path(__file__).parents[3] / "docs" / "omaha" / "shapes.py"
Keys = Callable[[NDArray[np.int64]], Any]


def by_arrays(keys: Keys, scope: OnBoards | Sample = BOARDS) -> Verdict:
    return check_here(keys, scope, style="numpy")


def key(board: list[str], hand: list[str]) -> int:
    return int(arrays.evaluate(np.array([[*map(parse_card, board + hand)]]))[0])


def of_nine(deal: list[str]) -> int:
    return key(deal[:5], deal[5:])


def of_each(a: str, b: str, c: str, d: str, e: str, f: str, g: str, h: str, i: str) -> int:
    return key([a, b, c, d, e], [f, g, h, i])


def hand_first(hole_cards: list[str], board: list[str]) -> int:
    assert (len(hole_cards), len(board)) == (4, 5)
    return key(board, hole_cards)


SHAPES: Any = SimpleNamespace(**run_path(str(EXAMPLES)))
"""The file that the page shows."""


@pytest.mark.parametrize(
    "function", [key, of_nine, of_each, hand_first, SHAPES.best, SHAPES.of_nine]
)
def test_a_function_takes_a_deal_in_its_own_shape(function: Callable[..., int]) -> None:
    sample = Sample(9, 20, rules=OMAHA)
    evaluator = fitted(function, "mine", rules=OMAHA)
    keys = [evaluator.evaluate([*map(evaluator.encode, deal)]) for deal in sample.hands().tolist()]
    assert (keys, [*evaluator.sizes]) == (sample.numbers().tolist(), [9])


@pytest.mark.thorough
def test_a_function_is_proven_on_a_sample() -> None:
    verdict = check_here(key, Sample(9, 50, rules=OMAHA))
    assert (verdict.status, verdict.found_out) == ("equivalent", "lower")


def of_parts(board: NDArray[np.int64], hand: NDArray[np.int64]) -> NDArray[Any]:
    return arrays.evaluate(np.hstack([board, hand]))


@pytest.mark.parametrize("function", [arrays, of_parts, SHAPES.of_arrays])
def test_arrays_get_every_hand_on_each_board(function: Any) -> None:
    verdict = by_arrays(function)
    assert (verdict.status, verdict.hands) == ("equivalent", 2 * 178_365)
    assert verdict.digest is None


def test_the_rulebook_is_right() -> None:
    """It tries all 60 fives, and shares no code with the numbers on a board."""
    some = Rulebook(OMAHA)
    for number, deal in [*BOARDS.examples.items()][::60]:
        assert BOARDS.classes.number_of(deal) == number
        hand = [*map(some.encode, deal)]
        assert some.evaluate(hand) == max(map(some.evaluate, OMAHA.fives(hand)))


def wrong_on_one_board(deals: NDArray[np.int64]) -> NDArray[Any]:
    """The class after its own is that of one class, on one of all boards."""
    keys = arrays.evaluate(deals)
    keys[(np.sort(deals[:, :5]) == BOARD).all(axis=1) & (keys == CLASS)] += 1
    return keys


def test_one_wrong_class_on_one_board_is_found_on_that_board_and_not_by_a_sample() -> None:
    """The wrong deals are some 10,000 of 463,563,500,400."""
    verdict = by_arrays(wrong_on_one_board)
    assert verdict.status == "not_equivalent"
    numbers = BOARDS.numbers()
    on_first, beside = numbers[: BOARDS.unit] == CLASS, numbers[BOARDS.unit :] == CLASS
    assert verdict.false_wins == int(on_first.sum()) * int(beside.sum())
    assert verdict.false_ties == int(on_first.sum()) * int((numbers == CLASS + 1).sum())
    assert BOARD in [sorted(side.hand[:5]) for side in sides(verdict)]
    assert by_arrays(wrong_on_one_board, Sample(9, 100_000, rules=OMAHA))


def finer(deals: NDArray[np.int64]) -> Any:
    """Keys that also depend on the ranks of the player's cards: far more than there are classes."""
    return arrays.evaluate(deals) + (deals[:, 5:] >> 2).sum(axis=1) / 100


def test_keys_of_their_own_are_counted_and_shown() -> None:
    verdict = by_arrays(finer)
    assert (verdict.reversed, verdict.false_ties) == (0, 0)
    hands = BOARDS.at(np.arange(len(BOARDS)))
    of_class = np.bincount(BOARDS.numbers()).astype(object)
    keys = np.unique(finer(hands.astype(np.int64)), return_counts=True)[1].astype(object)
    pairs = [int((n * (n - 1)).sum()) // 2 for n in (of_class, keys)]
    assert verdict.false_wins == pairs[0] - pairs[1]
    for side in sides(verdict):
        assert side.key == finer(np.array([side.hand]))[0]


def test_keys_of_their_own_may_have_lists() -> None:
    def with_list(hand: list[int], board: list[int]) -> tuple[int, list[int]]:
        return 0, [sum(hand), sum(board)]

    assert check_here(with_list, OnSomeBoards(9, 1, rules=OMAHA)).status == NOT_EQUIVALENT


def test_weights_of_boards_count() -> None:
    """Up to suits, a board stands for up to 24, and so do the hands on it."""
    scope = OnBoards(9, rules=OMAHA)
    counted: Counter[int] = Counter()
    for start in range(0, len(scope), 1_000 * scope.unit):
        weights = scope.weights(start, start + scope.unit)
        assert weights is not None
        counted.update(weights.tolist())
    assert {*counted} == {4, 12, 24}
    assert {*counted.values()} <= {n * scope.unit for n in range(135)}


def test_showdowns_beyond_64_bits_are_exact() -> None:
    """The hands of two classes, which tie; of all deals, there are 10**23 pairs."""
    one, other = 231_000_000_001, 232_000_000_007
    tied = Cells.of({(1, 0): one, (2, 0): other, (2, 1): 3})
    wrong = totals(failures_in(tied))
    assert wrong["false tie"] == one * other > 1 << 64
    assert wrong["false win"] == 3 * other
    exchanged = totals(failures_in(Cells.of({(1, 1): one, (2, 0): other})))
    assert exchanged["reversed"] == one * other
    of_categories = totals(failures_in(Cells.of({(11, 1): one, (7_000, 0): other})))
    assert of_categories["reversed"] == one * other


def test_names_of_suits_are_exchanged_in_the_preflight() -> None:
    def of_clubs(deals: NDArray[np.int64]) -> NDArray[Any]:
        keys = arrays.evaluate(deals)
        is_flush = (keys >= 323) & (keys <= 1599)
        clubs = (deals % 4 == 0).sum(axis=1) >= 5
        return np.where(is_flush & ~clubs, 6_000, keys)

    verdict = by_arrays(of_clubs)
    assert verdict.witness
    assert verdict.witness.kind == "renamed"


def test_all_combinations_of_any_five_are_not_omaha() -> None:
    """What most get wrong: three of the own cards play, or one."""
    fives = [[*five] for five in combinations(range(9), 5)]

    def of_any(deals: NDArray[np.int64]) -> Any:
        from harness.hands.arrays import numbers_of

        return np.min([numbers_of(deals[:, five]) for five in fives], axis=0)

    verdict = by_arrays(of_any, Sample(9, 2_000, rules=OMAHA))
    assert verdict.status == "not_equivalent"
    assert " on " in repr(verdict)


def test_functions_get_every_hand_on_a_board_in_the_order_of_the_scope() -> None:
    """Else the key of a deal is compared with the class of another one."""
    driver = OneByOne(fitted(SHAPES.of_nine, "mine", rules=OMAHA), OMAHA)
    dealt = [*driver.on_boards(9, BOARDS.sent(0, len(BOARDS)))]
    places = np.arange(0, len(BOARDS), 1_009)
    assert len(dealt) == len(BOARDS)
    assert [[*dealt[place]] for place in places] == BOARDS.at(places).tolist()


def test_a_failure_names_the_deal() -> None:
    """It is the fifth hand on the second board: a task has no cards of it, only its board."""
    deal = BOARDS.hand(BOARDS.unit + 4)

    def fails(deals: NDArray[np.int64]) -> Any:
        if (deals == deal).all(axis=1).any():
            raise ValueError("no such deal")
        return arrays.evaluate(deals)

    verdict = by_arrays(fails)
    assert verdict.status == "error"
    assert verdict.message.startswith(f"{format_hand(deal)}: ValueError: no such deal")
    assert verdict.hands == BOARDS.unit + 4
