"""Interchangeable ways to rank a poker hand, behind one protocol.

Every evaluator has a line below: its name and its place. Modules are imported, and tables are
built, on first use.

>>> from evaluators import load
>>> from evaluators.cards import parse_hand
>>> evaluator = load("cactus-kev")
>>> hand = [evaluator.encode(card) for card in parse_hand("Kd Qs Jc Th 9s")]
>>> evaluator.evaluate(hand)
1601
"""

import re
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from evaluators.protocol import ArrayEvaluator, Evaluator, Key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evaluators.arrays.border import ManyHands

__all__ = [
    "ARRAYS",
    "BUILT_IN",
    "BY_STYLE",
    "COMPILED",
    "LESSONS",
    "NOT_IN_PYTHON",
    "PEERS",
    "PUBLISHED",
    "SCALARS",
    "WALKS",
    "ArrayEvaluator",
    "Evaluator",
    "Key",
    "UnknownEvaluatorError",
    "fastest",
    "load",
    "load_arrays",
    "rank_many",
]

BUILT_IN = {
    "rulebook": "evaluators.rulebook",
    "cactus-kev": "evaluators.cactus_kev.scalar:binary_search",
    "cactus-kev-perfect-hash": "evaluators.cactus_kev.scalar:perfect_hash",
    "cactus-kev-dict": "evaluators.cactus_kev.scalar:hash_map",
    "rank-sums": "evaluators.rank_sums.scalar",
    "counting-hash": "evaluators.counting_hash.scalar",
    "two-plus-two": "evaluators.two_plus_two.scalar",
    "matrix-score": "evaluators.matrix_score.scalar",
    "sort-by-count": "evaluators.sort_by_count.scalar",
    "count-buckets": "evaluators.count_buckets.scalar",
}
LESSONS = {
    "cactus-kev-lesson": "evaluators.cactus_kev.lesson",
    "rank-sums-lesson": "evaluators.rank_sums.lesson",
    "counting-hash-lesson": "evaluators.counting_hash.lesson",
    "two-plus-two-lesson": "evaluators.two_plus_two.lesson",
    "matrix-score-lesson": "evaluators.matrix_score.lesson",
    "sort-by-count-lesson": "evaluators.sort_by_count.lesson",
    "count-buckets-lesson": "evaluators.count_buckets.lesson",
}
PUBLISHED = {
    "matrix-score-as-published": "evaluators.matrix_score.published",
    "handrank-2019-as-published": "evaluators.sort_by_count.published:handrank_2019",
    "handrank-as-published": "evaluators.sort_by_count.published:handrank",
    "poker-sort-as-published": "evaluators.count_buckets.published",
}
PEERS = {
    "pkrbot": "evaluators.peers.pkrbot_adapter",
    "eval7": "evaluators.peers.eval7_adapter",
    "phevaluator": "evaluators.peers.phevaluator_adapter",
    "holdem-hand-evaluator": "evaluators.peers.holdem_hand_evaluator_adapter",
    "treys": "evaluators.peers.treys_adapter",
    "texasholdem": "evaluators.peers.texasholdem_adapter",
    "clubs": "evaluators.peers.clubs_adapter",
    "pokereval": "evaluators.peers.pokereval_adapter",
    "pokerkit": "evaluators.peers.pokerkit_adapter",
    "pokerlib": "evaluators.peers.pokerlib_adapter",
}
SCALARS = BUILT_IN | LESSONS | PUBLISHED | PEERS
"""All evaluators that take one hand per call."""
NOT_IN_PYTHON = frozenset({"pkrbot", "eval7", "phevaluator", "holdem-hand-evaluator"})
"""Libraries whose evaluator is C, Cython or Rust."""
ARRAYS = {
    "cactus-kev": "evaluators.cactus_kev.arrays:binary_search",
    "cactus-kev-perfect-hash": "evaluators.cactus_kev.arrays:perfect_hash",
    "rank-sums": "evaluators.rank_sums.arrays",
    "counting-hash": "evaluators.counting_hash.arrays",
    "two-plus-two": "evaluators.two_plus_two.arrays",
    "matrix-score": "evaluators.matrix_score.arrays",
    "sort-by-count": "evaluators.sort_by_count.arrays",
    "count-buckets": "evaluators.count_buckets.arrays",
}
"""Evaluators that take an array of hands per call."""
COMPILED = {
    "cactus-kev": "evaluators.cactus_kev.compiled:binary_search",
    "cactus-kev-perfect-hash": "evaluators.cactus_kev.compiled:perfect_hash",
    "cactus-kev-dict": "evaluators.cactus_kev.compiled:hash_map",
    "rank-sums": "evaluators.rank_sums.compiled",
    "counting-hash": "evaluators.counting_hash.compiled",
    "two-plus-two": "evaluators.two_plus_two.compiled",
    "matrix-score": "evaluators.matrix_score.compiled",
    "sort-by-count": "evaluators.sort_by_count.compiled",
    "count-buckets": "evaluators.count_buckets.compiled",
}
"""The same in machine code; these need the extra ``compiled``."""
BY_STYLE = {"python": SCALARS, "numpy": ARRAYS, "compiled": COMPILED}
"""The places of all evaluators, by how they run."""
ARRAY_STYLES = ("numpy", "compiled")
"""The styles of evaluators that take an array of hands per call."""
WALKS = {
    "rank-sums": "evaluators.rank_sums.walk:walk",
    "two-plus-two": "evaluators.two_plus_two.walk:walk",
}
"""Functions that enumerate all hands of a size, and count those of each class."""
COMPILED_SIZES = range(5, 8)
"""The hand sizes that ``allhands prepare`` compiles all evaluators for."""


class UnknownEvaluatorError(LookupError):
    """No evaluator has this name, or stands at this place."""


def _is_place(name: str) -> bool:
    """Whether a name reads as module or module:attribute; a top-level module must exist."""
    if not re.fullmatch(r"[^\W\d]\w*(\.\w+)*(:\w+(\.\w+)*)?", name):
        return False
    return ":" in name or "." in name or find_spec(name) is not None


def load(name: str) -> Evaluator[Any, Key]:
    """The evaluator of that name, or at that place: ``module`` or ``module:attribute``.

    Raises:
        UnknownEvaluatorError: there is no such evaluator; the message suggests a similar name.
        ImportError: its module needs a library that is not installed.
    """
    evaluator: Evaluator[Any, Key] = _find(
        name, SCALARS, ("name", "sizes", "lower_wins", "encode", "evaluate")
    )
    return evaluator


def load_arrays(name: str, style: str = "numpy") -> "ArrayEvaluator":
    """The evaluator of that name, or at that place, that takes an array of hands per call.

    Args:
        name: the name or place.
        style: ``numpy`` or ``compiled``. Machine code is loaded, or compiled if that was never
            done, when an evaluator gets its first hands of a size.

    Raises:
        ValueError: another style.
        UnknownEvaluatorError, ImportError: as `load`.

    >>> import numpy as np
    >>> evaluator = load_arrays("matrix-score")
    >>> evaluator.evaluate(np.array([[35, 32, 34, 9, 8], [51, 47, 43, 39, 35]]))
    array([6.1004    , 8.00002826])
    """
    if style not in ARRAY_STYLES:
        these = " and ".join(ARRAY_STYLES)
        raise ValueError(f"{style!r} is not a style for arrays of hands; these are {these}")
    places = BY_STYLE[style]
    if name in SCALARS and name not in places:
        raise UnknownEvaluatorError(f"{name!r} takes one hand a call: it has no {style} style")
    evaluator: ArrayEvaluator = _find(name, places, ("name", "sizes", "lower_wins", "evaluate"))
    return evaluator


MANY = 20_000_000
"""Hands from which on machine code is faster than NumPy even if Numba must be imported first."""


def fastest(hands: int, by: str = "rank-sums", size: int = 5) -> str:
    """The style in which `rank_many` ranks so many hands: ``compiled`` or ``numpy``.

    Machine code is used if all of it is compiled already (``allhands prepare`` does that), and if
    Numba is imported or there are at least `MANY` hands: importing it takes a third of a second.

    >>> fastest(1_000, by="harness.adapters.null:arrays")
    'numpy'
    """
    if by not in COMPILED or ("numba" not in sys.modules and hands < MANY):
        return "numpy"
    from evaluators.compiled import store

    return "compiled" if size in COMPILED_SIZES and store.is_ready() else "numpy"


def rank_many(
    hands: "ManyHands", by: str = "rank-sums", *, check: bool = True, style: str | None = None
) -> "NDArray[Any]":
    """The class numbers of many hands at once: 1 for a royal flush to 7462 for 7-5-4-3-2.

    Six and seven cards count as their best five. The keys of both styles are the same; which one
    was used is logged, at level DEBUG of the logger ``evaluators``.

    Args:
        hands: ``(n, k)`` card numbers from 0 to 51, `k` from 5 to 7, of any integer dtype; or
            one text for each hand, such as ``"Kd Qs Jc Th 9s"``.
        by: the evaluator whose keys are returned; the keys of the default are class numbers.
        check: whether to reject invalid and repeated cards. Without this check, the key of an
            invalid hand is undefined.
        style: ``numpy`` or ``compiled``; `fastest` chooses if it is not given.

    Returns:
        An array of `n` keys, in the order of the hands.

    Raises:
        CardError: a hand is invalid; the message names the first one and its fault.
        ValueError: another style.
        UnknownEvaluatorError: no evaluator has the name `by`.

    >>> rank_many(["Kd Qs Jc Th 9s", "As Ks Qs Js Ts"])
    array([1601,    1], dtype=uint16)
    >>> rank_many([[45, 43, 36, 34, 31]], by="matrix-score")
    array([4.00002624])
    """
    import logging

    from evaluators.arrays.border import as_hands

    valid = as_hands(hands, load_arrays(by, style or "numpy").sizes, check)
    style = style or fastest(len(valid), by, valid.shape[1])
    logging.getLogger(__name__).debug("%s hands: %s, %s", f"{len(valid):,}", by, style)
    return load_arrays(by, style).evaluate(valid)


def _find(name: str, places: Mapping[str, str], attributes: Iterable[str]) -> Any:
    evaluator = find(name, places)
    for attribute in attributes:
        if not hasattr(evaluator, attribute):
            raise UnknownEvaluatorError(f"{name!r} is not an evaluator: it has no {attribute!r}")
    return evaluator


def unknown(name: str, names: Iterable[str]) -> UnknownEvaluatorError:
    """The error for a name that is not among `names`; its message suggests a similar one."""
    similar = get_close_matches(name, [*names], n=1)
    hint = f"did you mean {similar[0]!r}?" if similar else "allhands list shows all names"
    return UnknownEvaluatorError(f"no evaluator is called {name!r}; {hint}")


def find(name: str, places: Mapping[str, str], more_names: Iterable[str] = ()) -> Any:
    """The object of that name, or at that place: ``module`` or ``module:attribute``.

    Args:
        name: the name or place.
        places: places by name.
        more_names: further names that the error message may suggest.

    Raises:
        UnknownEvaluatorError, ImportError: as `load`.
    """
    if name not in places and not _is_place(name):
        raise unknown(name, [*places, *more_names])
    module_name, _, attribute = places.get(name, name).partition(":")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        is_this_module = f"{module_name}.".startswith(f"{error.name}.")
        if name in places or not is_this_module:
            raise
        raise UnknownEvaluatorError(f"{name!r}: there is no module {error.name!r}") from None
    try:
        return attrgetter(attribute)(module) if attribute else module
    except AttributeError:
        raise UnknownEvaluatorError(f"{name!r}: {module_name} has no {attribute!r}") from None
