"""Drivers of evaluators of one hand a call: errors and changes of a hand, and codes."""

from statistics import mean
from types import SimpleNamespace
from typing import Any

import pytest

from evaluators.cards import format_card
from harness.adapters.asking import OneByOne, StoppedError, describe, is_of_memory
from harness.adapters.calling import Function
from harness.adapters.plain import KeyRefusedError
from harness.hands.order import hand_at


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


def test_the_line_is_the_users_last_one_and_not_ours() -> None:
    """Failure means that users look for their fault in a file that is not theirs."""
    with pytest.raises(IndexError) as raised:
        hand_at(-1)
    error, line = raised.value, raised.traceback[0].lineno + 1
    text = "IndexError: hand -1 of 2,598,960 hands of 5 cards"
    assert describe(error) == f"{text} (test_asking.py:{line})"
    ours = error.__traceback__ and error.__traceback__.tb_next
    assert describe(error.with_traceback(ours)) == text


def test_code_without_a_file_has_no_line_to_name() -> None:
    """Failure means that a message names a line of ``<string>``, which nobody can open."""
    for code, text in (("1 / 0", "ZeroDivisionError: division by zero"), ("hand_at(-1)", "Index")):
        with pytest.raises((ZeroDivisionError, IndexError)) as raised:
            exec(code, {"hand_at": hand_at})
        described = describe(raised.value)
        assert described.startswith(text)
        assert "(test_asking.py:" in described
        assert "string" not in described


def test_an_error_whose_message_cannot_be_read_is_named_all_the_same() -> None:
    rude = type("Rude", (Exception,), {"__str__": lambda error: 1 / 0})
    assert not is_of_memory(rude())
    assert describe(rude()) == "Rude: (its message cannot be read)"
