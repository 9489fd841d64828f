"""An evaluator that always answers, and is never right where the one within it fails."""

import pytest

from evaluators import UnknownEvaluatorError, rulebook
from evaluators.cards import parse_hand
from harness import check
from harness.adapters.adopt import fitted, load, refuse_missing
from harness.adapters.forgiving import Forgiving
from harness.checking.equivalence import check_here
from harness.checking.verdict import NOT_EQUIVALENT
from harness.hands.classes import class_of, examples
from harness.hands.scopes import Scope

TEXTS = {True: "2c 3d 4h 5s 7c", False: "Kd Qs Jc Th 9s"}


def forgiving(function: object) -> Forgiving:
    return Forgiving(fitted(function, "mine"))


def key_of(evaluator: Forgiving, text: str) -> object:
    return evaluator.evaluate([*map(evaluator.encode, parse_hand(text))])


def test_a_key_and_none() -> None:
    """`None`, NaN and sets are not keys either; a hand without a key comes after the weakest."""
    for fails in (lambda: 1 / 0, lambda: None, lambda: float("nan"), lambda: {1}):
        mine = forgiving(lambda hand, fails=fails: fails() if "2c" in hand else 7)
        assert key_of(mine, TEXTS[True]) == (0,)
        assert key_of(mine, TEXTS[False]) == (1, 7)


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("place", [0, -1])
def test_the_end_of_the_order_is_wrong_if_it_fails(size: int, sign: int, place: int) -> None:
    """Else an evaluator that fails on the weakest class, or the strongest, would be equivalent."""
    number = [*examples(size)][place]

    def mine(hand: list[int]) -> int:
        key = class_of(hand).number
        return sign * key if key != number else 1 // 0

    evaluator = forgiving(mine)
    assert evaluator.lower_wins == (sign > 0)
    assert check_here(evaluator, Scope(size, sample=2_000)).status == NOT_EQUIVALENT


def test_no_place_outside_names_it() -> None:
    """A verdict on it is not one on the evaluator within."""
    with pytest.raises(UnknownEvaluatorError, match="no evaluator is called 'forgiving"):
        refuse_missing("forgiving:mine.py")
    with pytest.raises(UnknownEvaluatorError):
        check("forgiving:cactus-kev-dict")


@pytest.mark.parametrize("sign", [1, -1])
def test_which_way_keys_run_is_seen_from_the_hands_that_have_one(sign: int) -> None:
    """The strongest one may have none."""

    def number(hand: list[int]) -> int:
        key = class_of(hand).number
        return sign * key if key > 1 else 1 // 0

    assert forgiving(number).lower_wins == (sign > 0)
    assert key_of(forgiving(number), "As Ks Qs Js Ts") == ((2,) if sign > 0 else (0,))


def test_keys_that_cannot_be_compared_say_nothing() -> None:
    """The others still do."""

    def mixed(hand: list[int]) -> object:
        number = class_of(hand).number
        return str(number) if number == 1 else number

    assert forgiving(mixed).lower_wins


def test_who_says_it_is_believed() -> None:
    within = load("forgiving:cactus-kev-dict")
    assert isinstance(within, Forgiving)
    assert within.lower_wins
    assert Forgiving(rulebook).lower_wins is False
