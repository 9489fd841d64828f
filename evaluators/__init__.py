"""Interchangeable ways to rank a poker hand, behind one protocol.

Every evaluator has a line below, from which its place follows. Modules are imported, and tables
are built, on first use.

>>> from evaluators import load
>>> from evaluators.cards import parse_hand
>>> evaluator = load("cactus-kev")
>>> hand = [evaluator.encode(card) for card in parse_hand("Kd Qs Jc Th 9s")]
>>> evaluator.evaluate(hand)
1601
"""

import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from evaluators.errors import UserError
from evaluators.protocol import ArrayEvaluator, Evaluator, Key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evaluators.arrays.border import ManyHands

TensorT = TypeVar("TensorT")

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

STRATEGIES = {
    "cactus-kev": ("cactus_kev", "binary_search", "lesson scalar arrays compiled"),
    "cactus-kev-perfect-hash": ("cactus_kev", "perfect_hash", "scalar arrays compiled"),
    "cactus-kev-dict": ("cactus_kev", "hash_map", "scalar compiled"),
    "rank-sums": ("rank_sums", "", "lesson scalar arrays compiled walk"),
    "counting-hash": ("counting_hash", "", "lesson scalar arrays compiled"),
    "two-plus-two": ("two_plus_two", "", "lesson scalar arrays compiled walk"),
    "matrix-score": ("matrix_score", "", "lesson scalar arrays compiled"),
    "sort-by-count": ("sort_by_count", "", "lesson scalar arrays compiled"),
    "count-buckets": ("count_buckets", "", "lesson scalar arrays compiled"),
}
"""Our evaluators: a folder, an object in its modules (none: the module itself), and its modules."""


def _places(module: str) -> dict[str, str]:
    """The places of all strategies that have a module of this name."""
    return {
        name: f"evaluators.{folder}.{module}{':' if attribute else ''}{attribute}"
        for name, (folder, attribute, modules) in STRATEGIES.items()
        if module in modules.split()
    }


BUILT_IN = {"rulebook": "evaluators.rulebook"} | _places("scalar")
LESSONS = {f"{name}-lesson": place.partition(":")[0] for name, place in _places("lesson").items()}
PUBLISHED = {
    "matrix-score-as-published": "evaluators.matrix_score.published",
    "handrank-2019-as-published": "evaluators.sort_by_count.published:handrank_2019",
    "handrank-as-published": "evaluators.sort_by_count.published:handrank",
    "poker-sort-as-published": "evaluators.count_buckets.published",
}
NOT_IN_PYTHON = (
    "pkrbot",
    "eval7",
    "phevaluator",
    "holdem-hand-evaluator",
)
IN_PYTHON = (
    "treys",
    "texasholdem",
    "clubs",
    "pokereval",
    "pokerkit",
    "pokerlib",
)
"""Libraries, by whether their evaluator is Python; the others are C, Cython or Rust."""
PEERS = {
    name: f"evaluators.peers.{name.replace('-', '_')}_adapter" for name in NOT_IN_PYTHON + IN_PYTHON
}
SCALARS = BUILT_IN | LESSONS | PUBLISHED | PEERS
"""All evaluators that take one hand per call."""
ARRAYS = _places("arrays")
"""Evaluators that take an array of hands per call."""
COMPILED = _places("compiled")
"""Evaluators in machine code that take an array of hands per call; the extra ``compiled``."""
BY_STYLE = {"python": SCALARS, "numpy": ARRAYS, "compiled": COMPILED}
"""The places of all evaluators, by how they run."""
ARRAY_STYLES = ("numpy", "compiled")
"""The styles of evaluators that take an array of hands per call."""
WALKS = {name: f"{place}:walk" for name, place in _places("walk").items()}
"""Functions that enumerate all hands of a size, and count those of each class."""
OF_DEALS = {"omaha": "evaluators.omaha"}
"""The folders of evaluators of deals, by the name of their rules: `rank_many` takes these."""
COMPILED_SIZES = range(5, 8)
"""The hand sizes that ``allhands prepare`` compiles all evaluators for."""
DEALT = 9
"""The cards of a deal, for which it compiles those of `OF_DEALS`."""


class UnknownEvaluatorError(UserError, LookupError):
    """No evaluator has this name, or stands at this place."""


@overload
def load(name: str, style: Literal["python"] = "python") -> Evaluator[Any, Key]: ...
@overload
def load(name: str, style: str) -> Any: ...
def load(name: str, style: str = "python") -> Any:
    """The evaluator of that name, or at that place: ``module`` or ``module:attribute``.

    Args:
        name: the name or place.
        style: ``python``, or as of `load_arrays`.

    Raises:
        UnknownEvaluatorError: there is no such evaluator; the message suggests a similar name.
        ImportError: its module needs a library that is not installed.
        KeyError: another style.
    """
    places = BY_STYLE[style]
    if name in SCALARS and name not in places:
        about = "" if name in COMPILED else " takes one hand a call: it"
        raise UnknownEvaluatorError(f"{name!r}{about} has no {style} style")
    evaluator = _object_at(places[name]) if name in places else find(name, places)
    if missing := missing_names(evaluator, style):
        raise UnknownEvaluatorError(f"{name!r} is not an evaluator: it has no {missing[0]!r}")
    return evaluator


def load_arrays(name: str, style: str = "numpy") -> ArrayEvaluator:
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
        styles = " and ".join(ARRAY_STYLES)
        raise ValueError(f"{style!r} is not a style for arrays of hands; the styles are {styles}")
    evaluator: ArrayEvaluator = load(name, style)
    return evaluator


MANY = 20_000_000
"""Hands from which on machine code is faster than NumPy even if Numba must be imported first."""


def fastest(hands: int, by: str = "rank-sums", size: int = 5) -> str:
    """The style in which `rank_many` ranks this number of hands: ``compiled`` or ``numpy``.

    Machine code is used if all of it is compiled already (``allhands prepare`` does that), and if
    Numba is imported or there are at least `MANY` hands: importing it takes a third of a second.
    Both run everywhere; machine code of ``rank-sums`` is faster on a processor with AVX2.

    >>> fastest(1_000, by="mine.arrays")
    'numpy'
    """
    if by in COMPILED and by not in ARRAYS:
        return "compiled"
    if by not in COMPILED or ("numba" not in sys.modules and hands < MANY):
        return "numpy"
    from evaluators.compiled import store

    sizes = (*COMPILED_SIZES, DEALT) if by == "rank-sums" else COMPILED_SIZES
    return "compiled" if size in sizes and store.is_ready() else "numpy"


@overload
def rank_many(
    hands: "ManyHands",
    by: str = ...,
    *,
    check: bool = ...,
    style: str | None = ...,
    jobs: int | None = ...,
    rules: str = ...,
) -> "NDArray[Any]": ...
@overload
def rank_many(hands: TensorT) -> TensorT: ...
def rank_many(
    hands: Any,
    by: str = "rank-sums",
    *,
    check: bool = True,
    style: str | None = None,
    jobs: int | None = None,
    rules: str = "standard",
) -> Any:
    """The class numbers of many hands at once: 1 for a royal flush to 7462 for 7-5-4-3-2.

    Six and seven cards count as their best five. The keys of both styles are the same; which one
    was used is logged, and whether with AVX2, at level DEBUG of the logger ``evaluators``.

    Hands may also be an array of JAX, PyTorch or CuPy, with any shape ``(..., k)``. Then the keys
    are int32 in such an array, on the same device, and nothing is copied to the host; within
    `jax.jit` and `jax.vmap`, too. The shape and the dtype are checked, the cards are not: the key
    of an invalid hand is undefined. PyTorch and CuPy need array-api-compat, the extra ``tensors``.

    Args:
        hands: ``(n, k)`` card numbers from 0 to 51, `k` from 5 to 7, of any integer dtype; or
            one text for each hand, such as ``"Kd Qs Jc Th 9s"``, in a list or a column of pandas,
            Polars or Arrow.
        by: the evaluator whose keys are returned; the keys of the default are class numbers.
        check: whether to reject invalid and repeated cards. Without this check, the key of an
            invalid hand is undefined, or there is an IndexError.
        style: ``numpy`` or ``compiled``; `fastest` chooses if it is not given.
        jobs: threads that share the hands, for built-in evaluators; one if it is not given.
        rules: ``standard``, or ``omaha``: then hands are deals of nine cards, the board first.

    Returns:
        An array of `n` keys, in the order of the hands.

    Raises:
        CardError: a hand is invalid; the message names the first one and its fault.
        ValueError: another style; fewer `jobs` than one; `by` or `style` for an array of JAX,
            PyTorch or CuPy; other rules, or `by` or such an array by the rules of ``omaha``.
        UnknownEvaluatorError: no evaluator has the name `by`.
        ImportError: the array needs array-api-compat, which is not installed.

    >>> rank_many(["Kd Qs Jc Th 9s", "As Ks Qs Js Ts"])
    array([1601,    1], dtype=uint16)
    >>> rank_many([[45, 43, 36, 34, 31]], by="matrix-score")
    array([4.00002624])
    >>> rank_many(["Kh Jd 9c 4s 2h Ks 8d 6c 3d"], rules="omaha")  # a pair of kings
    array([3654], dtype=uint16)
    """
    import logging

    from evaluators.arrays.border import as_hands, is_tensor
    from evaluators.arrays.columns import BLOCK
    from evaluators.arrays.reading import by_columns, rank

    folder = OF_DEALS.get(rules, "")
    if folder and (by != "rank-sums" or is_tensor(hands)):
        raise ValueError(f"rules={rules!r} takes no tensors, and has one evaluator: leave out `by`")
    if not folder and rules != "standard":
        raise ValueError(f"rules is {rules!r}; it is standard or {' or '.join(OF_DEALS)}")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}; it is 1 or more")
    if is_tensor(hands):
        from evaluators.rank_sums import tensors

        if by != "rank-sums" or style:
            raise ValueError(
                f"{tensors.kind_of(hands)} is ranked by rank-sums alone, and has no style: leave "
                "out `by` and `style`, or make it an array of NumPy"
            )
        return tensors.evaluate(hands)
    if by in COMPILED and by not in ARRAYS:
        style = style or "compiled"
    places = {"numpy": f"{folder}.arrays", "compiled": f"{folder}.compiled"} if folder else {}
    array = as_hands(hands, load_arrays(places.get(style or "numpy", by), style or "numpy").sizes)
    style = style or fastest(len(array), by, array.shape[1])
    evaluator = load_arrays(places.get(style, by), style)
    how = getattr(evaluator, "how", style)
    logging.getLogger(__name__).debug("%s hands: %s, %s", f"{len(array):,}", by, how)
    reader, block = by_columns, BLOCK
    if style == "compiled" and by in STRATEGIES:
        from evaluators.compiled import hands as kernels
        from evaluators.compiled.reading import by_rows

        reader, block = by_rows, kernels.BLOCK
    if by in STRATEGIES:
        return rank(array, evaluator.evaluate, reader, check, jobs or 1, block)
    if check:
        rank(array, lambda block: block[:, 0], reader)  # of which the keys are not used
    return evaluator.evaluate(array.astype("i8", copy=False))


def find(place: str, names: Iterable[str] = ()) -> Any:
    """The object at a place: ``module`` or ``module:attribute``.

    Args:
        place: the place.
        names: names that the error message may suggest.

    Raises:
        UnknownEvaluatorError, ImportError: as `load`.
    """
    if not _is_place(place):
        raise unknown(place, names)
    try:
        return _object_at(place)
    except ModuleNotFoundError as error:
        if not f"{place.partition(':')[0]}.".startswith(f"{error.name}."):
            raise  # the module is there, and imports another one, which is not
        module, _, attribute = place.rpartition(".")
        meant = module if attribute == "py" else f"{module}:{attribute}"
        meant = f"; did you mean {meant}?" if error.name == place != attribute else ""
        raise UnknownEvaluatorError(
            f"{place!r}: there is no module {error.name!r}{meant}"
        ) from None


def _object_at(place: str) -> Any:
    module_name, _, attribute = place.partition(":")
    module = import_module(module_name)
    try:
        return attrgetter(attribute)(module) if attribute else module
    except AttributeError:
        raise UnknownEvaluatorError(f"{place!r}: {module_name} has no {attribute!r}") from None


def missing_names(target: Any, style: str = "python") -> list[str]:
    """The names of the protocol that an object lacks; none if it is an evaluator."""
    names = ["name", "sizes", "lower_wins", "evaluate", *["encode"] * (style == "python")]
    return [name for name in names if not hasattr(target, name)]


def _is_place(name: str) -> bool:
    """Test whether a name reads as module or module:attribute; a top-level module must exist."""
    if not all(map(str.isidentifier, name.replace(":", ".", 1).split("."))):
        return False
    return ":" in name or "." in name or find_spec(name) is not None


def unknown(name: str, names: Iterable[str]) -> UnknownEvaluatorError:
    """The error for a name that is not among `names`; its message suggests a similar one."""
    from difflib import get_close_matches  # a slow import, which only errors need

    similar = get_close_matches(name, [*names], n=1)
    hint = f"did you mean {similar[0]!r}?" if similar else "allhands list shows all names"
    return UnknownEvaluatorError(f"no evaluator is called {name!r}; {hint}")
