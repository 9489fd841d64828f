"""Descriptions of an evaluator's errors."""

import pytest

from harness.adapters.asking import describe
from harness.hands.order import hand_at


def test_the_line_is_the_users_last_one_and_not_ours() -> None:
    """Failure means that users look for their fault in a file that is not theirs."""
    with pytest.raises(IndexError) as raised:
        hand_at(-1)
    error, line = raised.value, raised.traceback[0].lineno + 1
    text = "IndexError: hand -1 of 2,598,960 hands of 5 cards"
    assert describe(error) == f"{text} (test_tasks.py:{line})"
    ours = error.__traceback__ and error.__traceback__.tb_next
    assert describe(error.with_traceback(ours)) == text


def test_code_without_a_file_has_no_line_to_name() -> None:
    """Failure means that a message names a line of ``<string>``, which nobody can open."""
    for code, text in (("1 / 0", "ZeroDivisionError: division by zero"), ("hand_at(-1)", "Index")):
        with pytest.raises((ZeroDivisionError, IndexError)) as raised:
            exec(code, {"hand_at": hand_at})
        described = describe(raised.value)
        assert described.startswith(text)
        assert "(test_tasks.py:" in described
        assert "string" not in described


def test_an_error_whose_message_cannot_be_read_is_named_all_the_same() -> None:
    rude = type("Rude", (Exception,), {"__str__": lambda error: 1 / 0})
    assert describe(rude()) == "Rude: (its message cannot be read)"
