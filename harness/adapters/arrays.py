"""The driver of an evaluator that takes an array of hands a call, and its keys in arrays."""

from collections.abc import Iterable, Sequence
from copy import copy, deepcopy
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.rules import STANDARD, Rules
from harness.adapters.asking import FEW, StoppedError, is_of_memory
from harness.adapters.batches import ArrayFunction, keys_of, too_coarse
from harness.adapters.codes import Codes, KeySpace
from harness.adapters.plain import KeyRefusedError, as_bytes
from harness.hands.arrays import hands_between
from harness.hands.deals import on_boards
from harness.processes import workers
from harness.processes.limits import USUAL

Hands = NDArray[np.uint8]
MUCH = 0.1
"""Seconds of a call, besides those for its hands, that are worth saying."""
MOST = (1 << 63) - 1
"""The largest int64."""


class Blocks:
    """The sizes of the blocks of hands that an evaluator of arrays gets: few, and none ragged.

    A compiler needs seconds for each new size, and a call of a device or a service has a fixed
    cost. So a block has eight times as many hands as the next smaller one, and the last hands are
    padded. A larger one is tried once the calls of a size have taken as long as its first call did
    beyond them: a compiler may have run in it. The cost of a hand is the difference between two
    sizes, so a fixed cost makes no block small.

    Args:
        only: the only size, if it is not 0.
        are_padded: False where nothing is compiled for a size: the last hands are not padded.

    Attributes:
        many: the hands in a block.
        fixed: the seconds that a call takes, whatever its size; 0.0 until that is known.
        remarks: what is worth saying about them.

    >>> blocks = Blocks()
    >>> for _ in range(9): blocks.took(blocks.many, 0.3 + 1e-6 * blocks.many)
    >>> blocks.many, round(blocks.fixed, 3)
    (524288, 0.3)
    """

    FIRST, GROWTH = 1_024, 8
    MOST, MOST_OF_FIXED = 1 << 16, 1 << 19  # more help only where a fixed cost rules
    SECONDS = 0.25  # of a call, without its fixed cost

    def __init__(self, only: int = 0, are_padded: bool = True) -> None:
        self.many, self.fixed, self._are_padded = only or self.FIRST, 0.0, are_padded
        self.remarks: list[str] = []
        self._smallest, self._most = only or 1, only or self.MOST_OF_FIXED
        self._first: dict[int, float] = {}  # the seconds of the first call, by size
        self._least: dict[int, float] = {}  # and of the quickest of the others
        self._spent = 0.0  # in all others of this size

    def of(self, left: int) -> int:
        """The hands in the next block, where some are left: a size, or the last of them."""
        if left >= self.many or not self._are_padded:
            return min(left, self.many)
        is_near = any(left <= size <= 2 * left for size in self._first)
        smaller = [size for size in self._first if size < left]
        return left if is_near or not smaller else max(smaller)

    def shape(self, hands: int) -> int:
        """The size to which hands are padded: the smallest that was asked about, or else `many`."""
        if not self._are_padded:
            return hands
        return min((size for size in (self.many, *self._first) if size >= hands), default=hands)

    def is_new(self, hands: int) -> bool:
        """True if no block of the size for these hands was asked about."""
        return self._are_padded and self.shape(hands) not in self._first

    def halve(self) -> bool:
        """From now on, use no larger blocks than the next smaller; False if there are none."""
        smaller = self.many // self.GROWTH
        if smaller < self._smallest:
            return False
        fewer = f"from then on it got no more than {smaller:,}"
        self.remarks = [f"A call with {self.many:,} hands took too much memory: {fewer}."]
        self.many = self._most = smaller
        self._first = {size: first for size, first in self._first.items() if size <= smaller}
        return True

    def took(self, hands: int, seconds: float, most: float = USUAL.seconds) -> None:
        """Choose the next size, after a block of hands took some seconds of those that it may."""
        size = self.shape(hands)
        if not self._are_padded and size < self.many:
            return
        if size not in self._first:
            self._first[size], self._spent = seconds, 0.0
            return
        self._least[size] = min(self._least.get(size, inf), seconds)
        self._spent += seconds
        a_hand, goal = self._least[size] / size, most / 2  # as long as nobody knows what is fixed
        if len(self._least) > 1:
            *_, (small, of_small), (large, of_large) = sorted(self._least.items())
            a_hand = max(of_large - of_small, 0.0) / (large - small)
            self.fixed = max(of_large - a_hand * large, 0.0)
            goal = min(self.SECONDS + self.fixed, goal)
        larger, is_ruled = size * self.GROWTH, self.fixed > self.MOST * a_hand
        limit = min(self._most, self.MOST_OF_FIXED if is_ruled else self.MOST)
        is_paid = self._spent > self._first[size] - self._least[size]
        if larger <= limit and a_hand * larger < goal and is_paid:
            self.many = larger
        elif a_hand * size > 2 * self.SECONDS + self.fixed:
            self.many = max(self._smallest, size // self.GROWTH)


class Arrays:
    """The driver of an evaluator of arrays; see `asking.OneByOne` for the methods."""

    ALONE = 100
    """About how many hands the preflight asks about again, beside other hands."""
    seconds = USUAL.seconds

    def __init__(self, evaluator: Any, rules: Rules = STANDARD) -> None:
        self.evaluator, self._rules = evaluator, rules
        self.is_native = hasattr(evaluator, "evaluate_guarded")
        self.sizes = Blocks(getattr(evaluator, "block", 0), not self.is_native)
        self._remarks: list[str] = []
        is_guest = isinstance(evaluator, ArrayFunction)
        evaluate = evaluator.evaluate_guarded if self.is_native else evaluator.evaluate
        self._evaluate = evaluator.function if is_guest else evaluate
        self._arguments = evaluator.arguments if is_guest else lambda hands: (hands,)
        self._dtype: Any = None  # of the first keys

    def ask_about_few(self) -> None:
        """From now on, ask a library about few hands a call; for others, that would be too slow."""
        if self.is_native:
            self.sizes = Blocks(FEW, are_padded=False)

    @property
    def wider(self) -> "Arrays | None":
        """The driver that hands in int64 cards, if this one does not."""
        if not isinstance(self.evaluator, ArrayFunction) or self.evaluator.dtype == np.int64:
            return None
        wide = copy(self.evaluator)
        wide.dtype = np.dtype(np.int64)
        return Arrays(wide, self._rules)

    def every(self, size: int, start: int, stop: int) -> Hands:
        """The hands from `start` to `stop` of all hands, contiguous."""
        return hands_between(size, start, stop, self._rules)

    def these(self, size: int, cards: bytes) -> Hands:
        """The hands of these cards."""
        return np.frombuffer(cards, np.uint8).reshape(-1, size).copy()

    def on_boards(self, size: int, boards: bytes) -> Hands:
        """Every hand on each of these boards of five cards."""
        return on_boards(np.frombuffer(boards, np.uint8).reshape(-1, 5))

    def take(self, hands: Hands, at: int, many: int) -> Hands:
        """The hands from `at`: `many`, or as many as are left."""
        return hands[at : at + self.sizes.of(min(many, len(hands) - at))]

    def ask(self, hands: Hands, at: int = 0, check_input: bool = False) -> Any:
        """A copy of the keys of hands, since the evaluator may reuse its array.

        Rows of keys become an array of tuples, as NumPy's structured arrays are compared.

        Raises:
            StoppedError: the evaluator failed, or its keys are not valid.
        """
        many, size = len(hands), self.sizes.shape(len(hands))
        padded = np.resize(hands, (size, hands.shape[1])) if size > many else hands
        if self._dtype is None and hasattr(self.evaluator, "choose"):
            self.evaluator.choose(padded)
        began = perf_counter()
        try:
            arguments = self._arguments(padded)
            before = deepcopy(arguments) if check_input else ()
            answer = self._evaluate(*arguments)
            keys = keys_of(answer, size)
        except KeyRefusedError as error:
            raise StoppedError(error, None if error.at is None else error.at % many) from None
        except workers.raised_by_others() as error:
            # Halving takes a call for each bit, and all in the time of a hand.
            halving = (perf_counter() - began) * many.bit_length()
            is_quick = halving < self.seconds / 4 and not is_of_memory(error)
            failing = self._failing(hands, size) if is_quick else None
            raise StoppedError(error, failing) from None
        if any(bool((one != other).any()) for one, other in zip(arguments, before)):
            raise StoppedError(KeyRefusedError("it changes the array of hands"), None)
        self._dtype = keys.dtype if self._dtype is None else self._dtype
        if _kinds(keys.dtype) != _kinds(self._dtype):  # joining them would round them to one
            both = " and ".join(sorted({str(keys.dtype), str(self._dtype)}))
            why = f"its keys are {both}; return one dtype, always"
            raise StoppedError(KeyRefusedError(why), None)
        self._remarks = self._remarks or too_coarse(answer)
        return keys[:many]

    def _failing(self, hands: Hands, size: int) -> int | None:
        """The index of a hand that fails without the others, found by halving; None if none does.

        Each call has the size of the block that failed, for which code is compiled.
        """

        def fails(start: int, stop: int) -> bool:
            some = np.resize(hands[start:stop], (size, hands.shape[1]))
            try:
                keys_of(self._evaluate(*self._arguments(some)), size)
            except workers.raised_by_others():
                return True
            return False

        start, stop = 0, len(hands)
        while stop - start > 1:
            middle = (start + stop) // 2
            start, stop = (start, middle) if fails(start, middle) else (middle, stop)
        return start if fails(start, stop) else None

    @property
    def remarks(self) -> list[str]:
        """What else is worth saying about the keys and the calls."""
        remarks = [*self._remarks, *self.sizes.remarks]
        if self.sizes.fixed > MUCH:
            few = f"A call takes {self.sizes.fixed:.1f} seconds, even with few hands"
            remarks.append(f"{few}: it gets up to {self.sizes.many:,} a call.")
        return remarks

    @staticmethod
    def joined(batches: Iterable[Any]) -> Any:
        """The keys of several batches as one."""
        return np.concatenate(list(batches))

    @staticmethod
    def key_space(keys: Any, numbers: Sequence[int]) -> "ArrayKeys":
        """The key space, from the keys of one hand of each class."""
        return ArrayKeys(keys, numbers)


def _kinds(dtype: np.dtype[Any]) -> list[str]:
    """The kinds of a dtype's fields, or its own."""
    return [dtype[name].kind for name in dtype.names or ()] or [dtype.kind]


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
