"""Drivers of evaluators of one hand a call: errors and changes of a hand, and codes."""

from statistics import mean
from types import SimpleNamespace
from typing import Any

import pytest

from evaluators.cards import format_card
from harness.adapters.asking import OneByOne, StoppedError, describe
from harness.adapters.calling import Function
from harness.adapters.plain import KeyRefusedError


def in_texts(evaluate: Any = " ".join) -> Any:
    return SimpleNamespace(evaluate=evaluate, encode=format_card)


@pytest.mark.parametrize("error", [ValueError(), StopIteration(), SystemExit(), GeneratorExit()])
def test_an_error_has_the_index_of_its_hand(error: BaseException) -> None:
    """Failure means, for the last hand, that StopIteration ends `map` without an error."""

    def evaluate(hand: Any) -> None:
        if hand[0] == 3:
            raise error

    for hands, at in (([(3,), (4,)], 0), ([(1,), (2,), (3,)], 2)):
        with pytest.raises(StoppedError) as stopped:
            OneByOne(in_texts(evaluate)).ask(hands)
        assert (type(stopped.value.error), stopped.value.at) == (type(error), at)


def test_a_long_error_is_cut() -> None:
    """Else an evaluator makes a verdict of any length."""
    for kind, more in ((ValueError, "8,512"), (KeyRefusedError, "8,500")):
        assert describe(kind("x" * 10_000)).endswith(f"xx... ({more} more characters)")


def test_a_changed_hand_is_shown_as_it_was_and_as_it_is() -> None:
    """Also that of a plain function, which gets a copy at all other times."""
    for evaluator in (in_texts(lambda hand: hand.reverse()), Function(lambda hand: hand.reverse())):
        with pytest.raises(StoppedError, match=r"from \['2c', '3c'\] to \['3c', '2c'\]"):
            OneByOne(evaluator).ask([["2c", "3c"]], check_input=True)


def test_an_error_has_the_line_of_the_users_file() -> None:
    """A line of the library that raises it tells nothing about the mistake."""
    with pytest.raises(StoppedError) as stopped:
        OneByOne(in_texts(lambda hand: mean([]))).ask([("2c",)])
    assert "data point (test_asking.py:" in describe(stopped.value.error)
