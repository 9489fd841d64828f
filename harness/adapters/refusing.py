"""Refuse names and places without an evaluator, before any work starts."""

from collections.abc import Iterable

from evaluators import BY_STYLE, UnknownEvaluatorError
from harness.adapters import adopt
from harness.processes import workers
from harness.processes.limits import LOADING, USUAL


def refuse_unknown(places: Iterable[str], style: str = "python") -> None:
    """Refuse the first name or place without an evaluator.

    Foreign code is loaded in a worker, since loading runs it. If loading fails, there is an
    evaluator all the same, and its verdict says what failed.

    Raises:
        UnknownEvaluatorError: a place without an evaluator; the message says why.

    >>> refuse_unknown(["cactus-kev", "cactus-kv"])
    Traceback (most recent call last):
        ...
    evaluators.UnknownEvaluatorError: no evaluator is called 'cactus-kv'; did you mean 'cactus-kev'?
    """
    foreign = [place for place in places if place not in BY_STYLE[style]]
    for place in foreign:
        adopt.refuse_missing(place, style)
    for _, refusal, _ in workers.run(why_unknown, [(place, style) for place in foreign], 1):
        if isinstance(refusal, str) and refusal:
            raise UnknownEvaluatorError(refusal)


def why_unknown(task: tuple[str, str]) -> str:
    """Why there is no such evaluator; empty if there is one, even if loading it fails."""
    place, style = task
    workers.announce(0, USUAL.loading, LOADING)
    try:
        adopt.load(place, style)
    except UnknownEvaluatorError as error:
        return str(error)
    except workers.raised_by_others():
        return ""
    return ""
