"""A function of an array of hands as an evaluator: NumPy's array, JAX's, or a tensor of PyTorch.

Its annotation says which of them it gets. Without one, it gets the first with which it answers:
NumPy's, or that of a library that its file has imported. Neither JAX nor PyTorch is imported here
unless the evaluator's file does so.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from operator import attrgetter
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from evaluators.rules import STANDARD, Rules
from harness.adapters.calling import HAND_AND_BOARD, CallError, required_parameters, signature
from harness.adapters.place import PLAIN, Form, library_named
from harness.adapters.plain import LONGEST, KeyRefusedError
from harness.processes import workers

MAKES = {"numpy": "ascontiguousarray", "jax": "numpy.asarray", "torch": "as_tensor"}
"""The function of each library that makes its array from one of NumPy."""
EXACT = {"float16": 11, "bfloat16": 8, "float32": 24}
"""The bits of the whole numbers that short floats tell apart."""


class ArrayFunction:
    """A function of hands, ``(n, k)``, that returns a key for each; or of their cards as ones.

    Args:
        function: the function.
        form: the form of the cards.
        rules: the rules of the game, which say what a hand and a board are.
        owner: the object whose method it is, if that says more about it.

    Attributes:
        name: its name.
        sizes: the numbers of cards that it takes.
        lower_wins: True if lower keys win, False if higher; None if nothing says so.
        dtype: the type of the cards: int64, or uint8 if its annotation names that.
        library: the library whose array it gets.
        block: the hands in a call; 0 if the form does not say so.

    Raises:
        CallError: a function that asks for something else; the message says what to write instead.

    >>> def lowest(hands: np.ndarray): return hands.min(axis=1)
    >>> ArrayFunction(lowest).evaluate(np.array([[45, 43, 36, 34, 31]]))
    array([31])
    """

    def __init__(
        self,
        function: Callable[..., Any],
        form: Form = PLAIN,
        owner: Any = None,
        rules: Rules = STANDARD,
    ) -> None:
        about = owner if owner is not None else function
        self.function, self._form = function, form
        self.name: str = getattr(about, "name", getattr(function, "__name__", "function"))
        self.sizes = getattr(about, "sizes", rules.sizes)
        self.lower_wins = getattr(about, "lower_wins", None)
        required, _ = required_parameters(function, 1)
        of_names = HAND_AND_BOARD.fullmatch(" ".join(p.name for p in required))
        self._has_board, self._rules = of_names is not None, rules
        self._way = -1 if of_names and of_names["board_first"] else 1
        if rules.parts and form.one_hot:
            raise CallError("ones and zeros do not say which cards are the board: leave out --as")
        if len(required) != 1 and not self._has_board:
            takes = f"{self.name}() takes {len(required)} parameters"
            raise CallError(f"{takes}; write {self.name}(hands), or {self.name}(hands, boards)")
        annotation = _annotation(function, required[0].name)
        hint = next((word for word in ("list", "str", "tuple") if word in str(annotation)), "")
        if hint and not library_named(str(annotation)):
            write = f"annotate {required[0].name} as np.ndarray, jax.Array or torch.Tensor"
            otherwise = "or leave out --style and --each"
            raise CallError(f"{self.name}() takes no array, but {hint}; {write}, {otherwise}")
        self.dtype = np.dtype(np.uint8 if "uint8" in str(annotation) else np.int64)
        self._libraries = _libraries(function, annotation)
        self.library = self._libraries[0]
        if form.is_each:
            self.function = _mapped(function, self.library)
        self._numbers = np.array(form.numbering) if form.numbering else None
        self.block = form.block

    def arguments(self, hands: NDArray[np.integer[Any]]) -> tuple[Any, ...]:
        """The arrays that the function gets for an array of card numbers of ours: new ones."""
        cards: NDArray[Any] = hands if self._numbers is None else self._numbers[hands]
        cards = cards.astype(self.dtype)
        if self._form.one_hot:
            ones = np.zeros((len(hands), 52), self.dtype)
            np.put_along_axis(ones, cards, 1, axis=1)
            cards = ones.reshape(len(hands), *self._form.one_hot)
        parts = [cards]
        if self._has_board:
            columns = self._rules.hand_and_board(range(hands.shape[1]))[:: self._way]
            parts = [cards[:, list(part)] for part in columns]
        make = _make(self.library)
        return tuple(make(np.ascontiguousarray(part)) for part in parts)

    def choose(self, hands: NDArray[np.integer[Any]]) -> None:
        """Choose the library whose array the function takes, where nothing names one."""
        for library in self._libraries[1:] and self._libraries:
            self.library = library
            with suppress(*workers.raised_by_others()):
                self.function(*self.arguments(hands))
                return
        self.library = self._libraries[0]

    def evaluate(self, hands: NDArray[np.integer[Any]]) -> NDArray[Any]:
        """The keys of hands, as arrays of NumPy; see `keys_of`."""
        return keys_of(self.function(*self.arguments(hands)), len(hands))

    def evaluate_native(self, arguments: tuple[Any, ...]) -> None:
        """Call the function, and wait until its answer is there: JAX's and CUDA's come before."""
        answer = self.function(*arguments)
        for part in answer if isinstance(answer, tuple) else (answer,):
            if not isinstance(part, np.ndarray):
                _as_numpy(part)


def _annotation(function: Callable[..., Any], parameter: str) -> Any:
    """The annotation of a parameter, resolved if it can be."""
    try:
        return get_type_hints(getattr(function, "__wrapped__", function))[parameter]
    except Exception:  # it has none, or names what is not there
        try:
            return signature(function).parameters[parameter].annotation
        except (TypeError, ValueError, KeyError):
            return ""


def _libraries(function: Callable[..., Any], annotation: Any) -> list[str]:
    """The libraries whose array a function may take: one, if an annotation or its type says so."""
    kinds = [getattr(kind, "__module__", "") for kind in type(function).__mro__]
    named = library_named(" ".join([str(annotation), *kinds]))
    return [named] if named else ["numpy", *(lib for lib in ("jax", "torch") if lib in sys.modules)]


def _make(library: str) -> Callable[[Any], Any]:
    """The function that makes an array of a library, on its default device."""
    make: Callable[[Any], Any] = attrgetter(MAKES[library])(import_module(library))
    return make


def _mapped(function: Callable[..., Any], library: str) -> Callable[..., Any]:
    """A function of the array of one hand as one of many, by JAX's ``vmap``.

    Raises:
        CallError: it is not one of JAX.
    """
    if library != "jax":
        raise CallError("--each needs no --style: it asks a function about one hand a call")
    jax: Any = import_module("jax")
    mapped: Callable[..., Any] = jax.jit(jax.vmap(function))
    return mapped


def of_one_array(
    function: Callable[..., Any], form: Form, rules: Rules = STANDARD
) -> Callable[[list[int]], Any]:
    """A function of the array of one hand as one of a list of card numbers.

    Its key may be an array, too: a row of keys is a list of them.
    """
    batches = ArrayFunction(function, replace(form, is_each=False), rules=rules)

    def evaluate(hand: list[int]) -> Any:
        arrays = batches.arguments(np.array([hand]))
        key = batches.function(*(array[0] for array in arrays))
        return key.tolist() if hasattr(key, "tolist") else key

    evaluate.__name__ = batches.name
    vars(evaluate).update(sizes=batches.sizes, lower_wins=batches.lower_wins)
    return evaluate


def keys_of(answer: Any, many: int) -> NDArray[Any]:
    """The keys of hands as one array of NumPy: of numbers or texts, or of tuples of these.

    Rows of keys, and a tuple of arrays, become tuples, which NumPy's structured arrays compare in
    the order of their fields. One column alone is an array of its values.

    Raises:
        KeyRefusedError: anything else.

    >>> keys_of((np.array([3, 1]), np.array([[0.5, 2.5], [1.0, 0.0]])), 2).tolist()
    [(3, 0.5, 2.5), (1, 1.0, 0.0)]
    """
    columns: list[NDArray[Any]] = []
    for part in answer if isinstance(answer, tuple) and answer else (answer,):
        array = _as_numpy(part)
        shape = array.shape if array is not None else ()
        if array is None or shape[:1] != (many,) or len(shape) > 2 or 0 in shape:
            gave = shape if array is not None else type(part).__name__
            why = f"{many:,} hands gave {gave}, not an array of as many keys or rows"
            raise KeyRefusedError(why)
        columns += [array] if len(shape) == 1 else [*array.T]
    for column in columns:
        longest = 8 if column.dtype.kind == "f" else 4 * LONGEST
        if column.dtype.kind not in "iufU" or column.dtype.itemsize > longest:
            text = f"text of up to {LONGEST:,} characters"
            why = f"keys of dtype {column.dtype} are not taken; return numbers or {text}"
            raise KeyRefusedError(why)
    are_nan = [np.isnan(column) for column in columns if column.dtype.kind == "f"]
    for why, masks in (
        ("a masked key is not taken", [*map(np.ma.getmaskarray, columns)]),
        ("nan is not ordered", are_nan),
    ):
        if (bad := np.any(masks, axis=0)).any():
            raise KeyRefusedError(why, int(np.argmax(bad)))
    if len(columns) == 1:
        return np.array(columns[0], order="C")
    keys = np.empty(many, [(f"f{n}", column.dtype) for n, column in enumerate(columns)])
    for n, column in enumerate(columns):
        keys[f"f{n}"] = column
    return keys


def too_coarse(answer: Any) -> list[str]:
    """A sentence about keys that are short floats, if these are too large to be told apart.

    >>> too_coarse(np.array([4096.0], np.float16))
    ['Its keys are float16, which has no odd numbers above 2,048: these tie with even ones.']
    """
    for part in answer if isinstance(answer, tuple) else (answer,):
        kind = str(getattr(part, "dtype", "")).rpartition(".")[2]  # of PyTorch: torch.float16
        if kind in EXACT and float(abs(part).max()) > 2 ** EXACT[kind]:
            which = f"which has no odd numbers above {2 ** EXACT[kind]:,}: these tie with even ones"
            return [f"Its keys are {kind}, {which}."]
    return []


def _as_numpy(array: Any) -> NDArray[Any] | None:
    """An array of NumPy, JAX or PyTorch as one of NumPy, moved once; None for anything else."""
    if hasattr(array, "detach"):
        array = array.detach().cpu()
        array = (array.float() if "bfloat16" in str(array.dtype) else array).numpy()
    if not hasattr(array, "__array__") or not hasattr(array, "dtype"):
        return None
    of_numpy: NDArray[Any] = np.asanyarray(array)
    return of_numpy.astype(np.float32) if of_numpy.dtype.name == "bfloat16" else of_numpy
