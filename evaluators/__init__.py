"""Interchangeable ways to rank a poker hand, behind one protocol.

Every evaluator has a line below: its name, and where it is. Nothing is imported, and no
table is built, before it is asked for.

>>> from evaluators import load
>>> from evaluators.cards import parse_hand
>>> evaluator = load("cactus-kev")
>>> hand = [evaluator.encode(card) for card in parse_hand("Kd Qs Jc Th 9s")]
>>> evaluator.evaluate(hand)
1601
"""

import re
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from evaluators.protocol import Evaluator, Key

__all__ = ["BUILT_IN", "PEERS", "PUBLISHED", "Evaluator", "Key", "UnknownEvaluatorError", "load"]

BUILT_IN = {
    "rulebook": "evaluators.rulebook",
    "cactus-kev": "evaluators.cactus_kev:binary_search",
    "cactus-kev-perfect-hash": "evaluators.cactus_kev:perfect_hash",
    "cactus-kev-dict": "evaluators.cactus_kev:hash_map",
    "matrix-score": "evaluators.matrix_score",
    "sort-by-count": "evaluators.sort_by_count",
    "count-buckets": "evaluators.count_buckets",
}
PUBLISHED = {
    "matrix-score-as-published": "evaluators.as_published.matrix_score",
    "handrank-2019-as-published": "evaluators.as_published.handrank:handrank_2019",
    "handrank-as-published": "evaluators.as_published.handrank:handrank",
    "poker-sort-as-published": "evaluators.as_published.poker_sort",
}
PEERS = {
    "treys": "evaluators.peers.treys_adapter",
}


class UnknownEvaluatorError(LookupError):
    """A name that no evaluator has, or a place that holds none."""


def _is_place(name: str) -> bool:
    """Whether it reads as module or module:attribute; a module alone has to be there."""
    if not re.fullmatch(r"[^\W\d]\w*(\.\w+)*(:\w+)?", name):
        return False
    return ":" in name or "." in name or find_spec(name) is not None


def load(name: str) -> Evaluator[Any, Key]:
    """The evaluator of that name, or at that place: ``module`` or ``module:attribute``.

    Raises:
        UnknownEvaluatorError: there is no such evaluator; says which name was perhaps meant.
        ImportError: its module needs a library that is not installed.
    """
    known = BUILT_IN | PUBLISHED | PEERS
    if name not in known and not _is_place(name):
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "allhands list shows those there are"
        raise UnknownEvaluatorError(f"no evaluator is called {name!r}; {hint}")

    module_name, _, attribute = known.get(name, name).partition(":")
    try:
        found: Any = import_module(module_name)
    except ModuleNotFoundError as error:
        its_own = f"{module_name}.".startswith(f"{error.name}.")
        if name in known or not its_own:
            raise
        raise UnknownEvaluatorError(f"{name!r}: there is no module {error.name!r}") from None
    if attribute:
        if not hasattr(found, attribute):
            raise UnknownEvaluatorError(f"{name!r}: {module_name} has no {attribute!r}")
        found = getattr(found, attribute)
    for needed in ("name", "sizes", "lower_wins", "encode", "evaluate"):
        if not hasattr(found, needed):
            raise UnknownEvaluatorError(f"{name!r} is no evaluator: it has no {needed!r}")
    evaluator: Evaluator[Any, Key] = found
    return evaluator
