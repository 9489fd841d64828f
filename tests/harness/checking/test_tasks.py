"""What a worker says about an error of an evaluator."""

from harness.checking.tasks import describe
from harness.hands.order import hand_at


def error_of(code: str) -> Exception:
    """The error that is raised by code without a file, which is called from this line's file."""
    try:
        exec(code, {"hand_at": hand_at})
    except Exception as error:
        return error
    raise AssertionError


def raised_here() -> Exception:
    """An error that our own code raises, since a line of this file called it wrongly."""
    try:
        hand_at(-1)
    except IndexError as error:
        return error
    raise AssertionError


LINE = raised_here.__code__.co_firstlineno + 3


def test_the_line_is_the_users_last_one_and_not_ours() -> None:
    """Failure means that users look for their fault in a file that is not theirs."""
    error = raised_here()
    text = "IndexError: hand -1 of 2,598,960 hands of 5 cards"
    assert describe(error) == f"{text} (test_tasks.py:{LINE})"
    ours = error.__traceback__ and error.__traceback__.tb_next
    assert describe(error.with_traceback(ours)) == text


def test_code_without_a_file_has_no_line_to_name() -> None:
    """Failure means that a message names a line of ``<string>``, which nobody can open."""
    for code, text in (("1 / 0", "ZeroDivisionError: division by zero"), ("hand_at(-1)", "Index")):
        described = describe(error_of(code))
        assert described.startswith(text)
        assert "(test_tasks.py:" in described
        assert "string" not in described
