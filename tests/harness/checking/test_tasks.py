"""The hands of a task, and what a worker says about an error of an evaluator."""

import pytest

from harness.adapters.asking import describe
from harness.checking.questions import preflight_questions
from harness.hands.arrays import examples
from harness.hands.order import hand_at
from harness.hands.scopes import All, Sample
from tests.harness import styles


def test_the_hands_at_indexes_are_those_of_the_classes_and_then_the_tasks() -> None:
    """Failure means that a message names the wrong hand, or that a shard is taken for another."""
    for scope in [All(), Sample(7, 200)]:
        of_classes = list(examples(scope.size).items())
        many = len(of_classes)
        preflight, part = styles.preflight(scope), styles.task(100, 150, scope)
        for task in (preflight, part):
            assert [task.hand(n) for n in (0, many - 1)] == [of_classes[n][1] for n in (0, -1)]
            assert (task.in_scope(0), task.in_scope(many - 1)) == (None, None)
            assert all(task.examples.hand(number) == hand for number, hand in of_classes[::500])
        questions = preflight_questions(scope)
        assert [preflight.hand(many + n) for n in (0, 77)] == [questions[n].hand for n in (0, 77)]
        assert (preflight.in_scope(many), preflight.is_preflight) == (None, True)
        assert [part.hand(many + n) for n in (0, 49)] == [scope.hand(n) for n in (100, 149)]
        assert (part.in_scope(many + 49), part.is_preflight) == (149, False)


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
