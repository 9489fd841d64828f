"""An evaluator that always answers: with a key in a pair, or with one that no key of its own is."""

import pytest

from evaluators import rulebook
from evaluators.cards import parse_hand
from harness.adapters.adopt import fitted, load
from harness.adapters.forgiving import Forgiving
from harness.hands.classes import class_of

TEXTS = {True: "2c 3d 4h 5s 7c", False: "Kd Qs Jc Th 9s"}


def forgiving(function: object) -> Forgiving:
    return Forgiving(fitted(function, "mine"))


def key_of(evaluator: Forgiving, text: str) -> object:
    return evaluator.evaluate([*map(evaluator.encode, parse_hand(text))])


def test_a_key_and_none() -> None:
    """`None` and NaN are no keys either."""
    for fails in (lambda: 1 / 0, lambda: None, lambda: float("nan"), lambda: {1}):
        mine = forgiving(lambda hand, fails=fails: fails() if "2c" in hand else 7)
        assert key_of(mine, TEXTS[True]) == (0,)
        assert key_of(mine, TEXTS[False]) == (1, 7)


@pytest.mark.parametrize("sign", [1, -1])
def test_which_way_keys_run_is_seen_from_the_hands_that_have_one(sign: int) -> None:
    """The strongest one may have none."""

    def number(hand: list[int]) -> int:
        found = class_of(hand).number
        return sign * found if found > 1 else 1 // 0

    assert forgiving(number).lower_wins == (sign > 0)
    assert key_of(forgiving(number), "As Ks Qs Js Ts") == (0,)


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
