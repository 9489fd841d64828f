"""What is done to evaluators: the check of all hands, timing, charts, the report, the command.

In a test of your own::

    from harness import check

    def test_my_evaluator():
        assert check(my_evaluate)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.checking.tasks import Task
    from harness.checking.verdict import Verdict

__all__ = ["check"]


def check(
    evaluator: Any, cards: int = 5, *, sample: int | None = None, timeout: float | None = None
) -> "Verdict":
    """Check that an evaluator orders every hand as the rules do.

    Checks can run in several threads at once. Nothing of the process is changed: no signal, no
    timer, no ``sys.path``. In a notebook, a line says how far it is.

    Args:
        evaluator: a function from a hand (``["Kd", "Qs", "Jc", "Th", "9s"]``) to a key, anything
            with the five names of the protocol, or, as text, a place such as ``mine.py:evaluate``.
        cards: in a hand, 5 to 7; of 6 and 7, one hand for all that are alike up to suits.
        sample: how many random hands to check instead of all: quick, and no proof.
        timeout: seconds for one hand, 10 if nothing is said; only of an evaluator given as text.

    Returns:
        The verdict, which is true if the evaluator is equivalent. An evaluator given as text runs
        in processes of its own, on all processors, with limits of time and memory; an object runs
        here, on one processor, without.

    Raises:
        LookupError: the place has no evaluator, or the object is not one.
        ValueError: there is a `timeout` for an object: it runs here, where nothing can stop it.

    >>> verdict = check("cactus-kev-dict")
    >>> bool(verdict), verdict.hands
    (True, 2598960)
    """
    from harness.adapters.adopt import look
    from harness.checking.equivalence import check as check_by_name
    from harness.checking.equivalence import check_here
    from harness.hands.scopes import Scope
    from harness.processes.limits import USUAL, Limits
    from harness.reporting.notebook import progress

    scope = Scope(cards, sample, up_to_suits=cards > 5 and sample is None)
    if isinstance(evaluator, str):
        look(evaluator)
        limits = USUAL if timeout is None else Limits(timeout)
        (verdict,) = check_by_name([evaluator], scope, _hands(progress(len(scope))), limits=limits)
        return verdict
    if timeout is not None:
        raise ValueError("a timeout needs an evaluator given as text, such as 'mine.py:evaluate'")
    return check_here(evaluator, scope, _hands(progress(len(scope))))


def _hands(advance: "Callable[[int], None]") -> "Callable[[Task], None]":
    """What counts the hands of tasks."""
    return lambda task: advance(task.stop - task.start)
