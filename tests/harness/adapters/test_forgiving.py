"""A forgiving evaluator always returns a key, which is wrong where the inner evaluator fails."""

import pytest

from evaluators import UnknownEvaluatorError, rulebook
from evaluators.cards import parse_hand
from harness import check
from harness.adapters.adopt import fitted, load, refuse_missing
from harness.adapters.forgiving import Forgiving
from harness.checking.equivalence import check_here
from harness.checking.statuses import NOT_EQUIVALENT
from harness.hands.arrays import examples
from harness.hands.classes import class_of
from harness.hands.scopes import Sample


def forgiving(function: object) -> Forgiving:
    return Forgiving(fitted(function, "mine"))


def key_of(evaluator: Forgiving, text: str) -> object:
    return evaluator.evaluate([*map(evaluator.encode, parse_hand(text))])


def test_failing_hands_have_the_weakest_key() -> None:
    """Else `None`, NaN or a set counts as a key, or a failing hand as stronger than another."""
    for fails in (lambda: 1 / 0, lambda: None, lambda: float("nan"), lambda: {1}):
        mine = forgiving(lambda hand, fails=fails: fails() if "2c" in hand else 7)
        assert key_of(mine, "2c 3d 4h 5s 7c") == (0,)
        assert key_of(mine, "Kd Qs Jc Th 9s") == (1, 7)


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("size", "sign", "place"), [(5, 1, 0), (5, 1, -1), (5, -1, 0), (5, -1, -1), (7, 1, -1)]
)
def test_a_failure_at_the_end_of_the_order_is_wrong(size: int, sign: int, place: int) -> None:
    """Else an evaluator that fails on the weakest class, or the strongest, counts as equivalent."""
    failing = [*examples(size)][place]

    def mine(hand: list[int]) -> int:
        number = class_of(hand).number
        return sign * number if number != failing else 1 // 0

    evaluator = forgiving(mine)
    assert evaluator.lower_wins == (sign > 0)
    assert check_here(evaluator, Sample(size, 2_000)).status == NOT_EQUIVALENT


def test_users_cannot_name_it() -> None:
    """Else a verdict on it could be taken for a verdict on the inner evaluator."""
    with pytest.raises(UnknownEvaluatorError, match="no evaluator is called 'forgiving"):
        refuse_missing("forgiving:mine.py")
    with pytest.raises(UnknownEvaluatorError):
        check("forgiving:cactus-kev-dict")


@pytest.mark.parametrize("sign", [1, -1])
def test_the_direction_is_inferred_from_hands_with_a_key(sign: int) -> None:
    """Else a failure on a royal flush turns the order of all hands around."""

    def mine(hand: list[int]) -> int:
        number = class_of(hand).number
        return sign * number if number > 1 else 1 // 0

    assert forgiving(mine).lower_wins == (sign > 0)
    assert key_of(forgiving(mine), "As Ks Qs Js Ts") == ((2,) if sign > 0 else (0,))


def test_the_direction_is_inferred_from_keys_that_can_be_compared() -> None:
    """Else one key of another type turns the order of all hands around."""

    def mixed(hand: list[int]) -> object:
        number = class_of(hand).number
        return str(number) if number == 1 else number

    assert forgiving(mixed).lower_wins


def test_a_declared_direction_is_not_inferred() -> None:
    """Else the verdict is about another order than the evaluator's."""
    evaluator = load("forgiving:cactus-kev-dict")
    assert isinstance(evaluator, Forgiving)
    assert evaluator.lower_wins
    assert Forgiving(rulebook).lower_wins is False
