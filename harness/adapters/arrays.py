"""The driver of an evaluator that takes an array of hands a call, and its keys in arrays."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.rules import STANDARD, Rules
from harness.adapters.asking import Batching, StoppedError
from harness.adapters.calling import signature
from harness.adapters.codes import Codes, KeySpace
from harness.adapters.plain import LONGEST, KeyRefusedError, as_bytes
from harness.hands.arrays import hands_between
from harness.processes import workers
from harness.processes.limits import USUAL

Hands = NDArray[np.uint8]
MOST = (1 << 63) - 1
"""The largest int64."""


def dtype_of_cards(evaluator: Any) -> Any:
    """The dtype of the cards that an evaluator gets: uint8 if it declares that, or else int64.

    Its annotation of the hands declares it, as ``NDArray[np.uint8]``. In uint8, ``-ranks`` is not
    negative, and 200 + 100 is 44: an evaluator that does not say that it expects this gets int64.
    """
    with suppress(TypeError, ValueError, StopIteration):  # of a builtin, or without a parameter
        hands = next(iter(signature(evaluator.evaluate).parameters.values()))
        return np.dtype(np.uint8 if "uint8" in str(hands.annotation) else np.int64)
    return np.dtype(np.int64)


class Arrays:
    """The driver of an evaluator of arrays; see `asking.OneByOne` for the methods."""

    batching = Batching(1_024, 1 << 30, growth=8, seconds=0.25, alone=100)
    seconds = USUAL.seconds

    def __init__(self, evaluator: Any, rules: Rules = STANDARD) -> None:
        self.evaluator, self._rules = evaluator, rules
        self._dtype_of_cards = dtype_of_cards(evaluator)
        self._form: tuple[Any, ...] = ()  # the dtype of keys, and the length of a row

    @property
    def wider(self) -> "Arrays | None":
        """The driver that hands in int64 cards, if this one does not."""
        wide = copy(self)
        wide._dtype_of_cards, wide._form = np.dtype(np.int64), ()
        return wide if self._dtype_of_cards != wide._dtype_of_cards else None

    def every(self, size: int, start: int, stop: int) -> Hands:
        """The hands from `start` to `stop` of all hands, contiguous."""
        return hands_between(size, start, stop, self._rules)

    def these(self, size: int, cards: bytes) -> Hands:
        """The hands of these cards."""
        return np.frombuffer(cards, np.uint8).reshape(-1, size).copy()

    def take(self, hands: Hands, at: int, many: int) -> Hands:
        """The hands from `at`: `many`, or as many as are left."""
        return hands[at : at + many]

    def ask(self, hands: Hands, at: int = 0, check_input: bool = False) -> Any:
        """A copy of the keys of hands, since the evaluator may reuse its array.

        Rows of keys become an array of tuples, as NumPy's structured arrays are compared.

        Raises:
            StoppedError: the evaluator failed, or its keys are not valid.
        """
        hands = hands.astype(self._dtype_of_cards, copy=False)
        before = hands.copy() if check_input else hands
        try:
            keys = self.evaluator.evaluate(hands)
        except workers.raised_by_others() as error:
            raise StoppedError(error, None) from None
        if check_input and (hands != before).any():
            raise StoppedError(KeyRefusedError("it changes the array of hands"), None)
        shape = keys.shape if isinstance(keys, np.ndarray) else ()
        if shape[:1] != (len(hands),) or len(shape) > 2 or 0 in shape[1:]:
            gave = shape if isinstance(keys, np.ndarray) else type(keys).__name__
            why = f"{len(hands):,} hands gave {gave}, not an array of as many keys or rows"
            raise StoppedError(KeyRefusedError(why), None)
        row_length = (*shape[1:], 1)[0]
        if np.ma.is_masked(keys):
            masked = int(np.argmax(np.ma.getmaskarray(keys))) // row_length
            raise StoppedError(KeyRefusedError("a masked key is not taken"), masked)
        copy: NDArray[Any] = np.array(keys, order="C")
        longest = 8 if copy.dtype.kind == "f" else 4 * LONGEST
        if copy.dtype.kind not in "iufbU" or copy.dtype.itemsize > longest:
            text = f"text of up to {LONGEST:,} characters"
            why = f"keys of dtype {copy.dtype} are not taken; return numbers or {text}"
            raise StoppedError(KeyRefusedError(why), None)
        if copy.dtype.kind == "f" and (bad := np.isnan(copy)).any():
            nan = int(np.argmax(bad)) // row_length
            raise StoppedError(KeyRefusedError("nan is not ordered"), nan)
        form = copy.dtype, *shape[1:]
        self._form = self._form or form
        if (copy.dtype.kind, *shape[1:]) != (self._form[0].kind, *self._form[1:]):
            # joining them would round them to one
            both = " and ".join(sorted(" by ".join(map(str, each)) for each in (form, self._form)))
            why = f"its keys are {both}; return one dtype, always"
            raise StoppedError(KeyRefusedError(why), None)
        if len(shape) > 1:
            copy = copy.view([("", copy.dtype)] * row_length)[:, 0]
        return copy

    @staticmethod
    def joined(batches: Iterable[Any]) -> Any:
        """The keys of several batches as one."""
        return np.concatenate(list(batches))

    @staticmethod
    def key_space(keys: Any, numbers: Sequence[int]) -> "ArrayKeys":
        """The key space, from the keys of one hand of each class."""
        return ArrayKeys(keys, numbers)


class ArrayKeys(KeySpace):
    """Keys in arrays: most hands have the key of their class, so one comparison finds their codes.

    Args:
        keys: the keys of one hand of each class.
        numbers: the numbers of these classes.

    >>> key_space = ArrayKeys(np.array([9, 5]), [1, 2])
    >>> many = np.arange(70_000)  # more different keys than two bytes can number
    >>> key_space.codes(many, np.ones_like(many)).of_hands[[9, 5, 0, 69_999]].tolist()
    [0, 1, 2, 69999]
    """

    def __init__(self, keys: NDArray[Any], numbers: Sequence[int]) -> None:
        super().__init__(dict(zip(numbers, keys.tolist())))
        self._class_keys = np.zeros(max(numbers) + 1, keys.dtype)
        self._class_codes = np.zeros(max(numbers) + 1, np.uint32)
        self._class_keys[list(numbers)] = keys
        self._class_codes[list(numbers)] = list(self.of_class.values())
        self._different, first = np.unique(keys, return_index=True)
        self._code_of_different = self._class_codes[np.array(numbers)[first]]
        self._own: list[NDArray[Any]] = []  # of each batch
        self._has_gaps = False

    @property
    def own_keys(self) -> bytes:
        """The values of the codes after those of classes, from `marshal`.

        Numbers are in an array, of which this has the dtype and the bytes; other values in a list.
        """
        own = np.concatenate(self._own) if self._own else self._different[:0]
        if own.dtype.kind == "f":
            own = own.astype(np.float64)
        elif own.dtype.kind in "iu" and (own <= MOST).all():
            own = own.astype(np.int64)
        else:
            return as_bytes(own.tolist())
        return as_bytes((own.dtype.str, own.tobytes()))

    def forget(self, has_gaps: bool = False) -> None:
        """Forget the task's own values; see `KeySpace.forget`."""
        self._own, self._has_gaps = [], has_gaps

    def codes(self, keys: Any, numbers: Any, at: int = 0) -> Codes:
        """The codes of keys of hands; see `KeySpace.codes`."""
        codes, is_other = self._class_codes.take(numbers), self._class_keys.take(numbers) != keys
        if not is_other.any():
            return Codes(codes, None)
        others = np.flatnonzero(is_other)
        found = keys[others]
        less = np.searchsorted(self._different, found)
        is_own = self._different.take(less, mode="clip") != found
        codes[others] = self._code_of_different.take(less, mode="clip")
        if self._has_gaps:
            codes[others[is_own]] = self._of_classes + less[is_own]
        elif is_own.any():
            own, inverse = np.unique(found[is_own], return_inverse=True)
            codes[others[is_own]] = self._of_classes + sum(map(len, self._own)) + inverse
            self._own.append(own)
        return Codes(codes, int(others[0]))
