"""An evaluator in a shared library, called at full speed: ``libmine.so:rank``.

The functions that it exports are in ``allhands.h``. While it is checked, it gets copies of the
hands, and writes its keys to memory, between ranges that nobody may touch. A pattern stands on both
sides of the keys, which it must not overwrite, and in each key until it is written.
"""

import ctypes
import mmap
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators import UnknownEvaluatorError
from harness.adapters.place import KEYS, Place
from harness.adapters.plain import KeyRefusedError

HEADER = Path(__file__).with_name("allhands.h")
FORMS = "", "_masks"
"""What a function's name ends with: its hands are lists of cards, or masks."""
BITS = np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64))
AROUND = 1 << 24
"""Bytes before and behind that memory, a multiple of the size of a page."""
EDGE, PATTERN, OTHER = 64, 0xA5, 0x5A
"""Bytes before and behind the keys, and what they and unwritten keys hold."""
NO_ACCESS = 0
"""PROT_NONE of mprotect."""
MOST_MARK = 1 << 10
"""A mark below is a constant: the first four bytes of a function are a larger number."""


class Native:
    """The evaluator of a shared library.

    Args:
        place: its place.

    Attributes:
        name: its place.
        sizes: the sizes of hand that it takes.
        lower_wins: which way its keys run; None if it does not say that.

    Raises:
        UnknownEvaluatorError: a library that cannot be loaded, or has no such function.
    """

    def __init__(self, place: Place) -> None:
        self.name, path = place.text, Path(place.file).resolve()
        try:
            self._library = ctypes.CDLL(str(path))
        except OSError as error:
            raise UnknownEvaluatorError(f"{place.file}: {error}") from None
        name = place.attribute or "rank"
        names = [f"{name}{form}" for form in FORMS]
        exported = [each for each in names if hasattr(self._library, each)]
        if not exported:
            other = "name another" if not place.attribute else 'is it exported, as extern "C"?'
            why = f"it exports no function {' and no '.join(names)}; {other}"
            raise UnknownEvaluatorError(f"{place.file}: {why}")
        self._takes_masks = exported[0].endswith(FORMS[1])
        self._function = self._library[exported[0]]
        self._function.restype = None
        mark = partial(self._mark, exported[0].removesuffix(FORMS[1]))
        lower_wins = mark("lower_wins")
        self.lower_wins = None if lower_wins is None else bool(lower_wins)
        self.sizes = [size for size in range(1, 10) if mark("cards", -1) >> size & 1]
        keys = mark("keys", "u32", ctypes.c_char_p)
        if f".{keys}" not in KEYS:
            raise UnknownEvaluatorError(f"{self.name}: its keys are {keys!r}; write u32, f64, ...")
        self._dtype = np.dtype(KEYS[f".{keys}"])
        self._hands = self._keys = _Guarded(0)
        self._is_new = True  # until it was called with a few hands

    def _mark(self, name: str, mark: str, default: Any = None, kind: Any = ctypes.c_int) -> Any:
        """A mark: the value of a constant, or of a function."""
        try:
            address = ctypes.addressof(ctypes.c_int.in_dll(self._library, f"{name}_{mark}"))
        except ValueError:
            return default
        if kind is ctypes.c_int:
            value = ctypes.c_int.from_address(address).value
            return value if 0 <= value < MOST_MARK else ctypes.CFUNCTYPE(kind)(address)()
        text = ctypes.string_at(address, 8).partition(b"\0")[0].decode("latin-1")
        is_text = text.isascii() and text.isprintable()
        return text if is_text else ctypes.CFUNCTYPE(kind)(address)().decode("latin-1")

    def arguments(self, hands: NDArray[np.uint8]) -> tuple[NDArray[Any], int, NDArray[Any]]:
        """The arguments of a call: hands as it takes them, their size, and room for the keys."""
        taken = np.ascontiguousarray(hands)
        if self._takes_masks:
            taken = np.zeros(len(hands), np.uint64)
            for cards in hands.T:
                taken |= BITS.take(cards)
        return taken, hands.shape[1], np.empty(len(hands), self._dtype)

    def evaluate_native(self, arguments: tuple[NDArray[Any], int, NDArray[Any]]) -> NDArray[Any]:
        """The keys of hands from `arguments`."""
        hands, cards, keys = arguments
        many = ctypes.c_size_t(len(keys))
        self._function(_at(hands), many, ctypes.c_size_t(cards), _at(keys))
        return keys

    def evaluate(self, hands: NDArray[np.uint8]) -> NDArray[Any]:
        """The keys of hands, ``(n, k)`` card numbers."""
        return self.evaluate_native(self.arguments(hands))

    def evaluate_guarded(self, hands: NDArray[np.uint8]) -> NDArray[Any]:
        """The keys of hands, with a look at what it does to memory.

        Raises:
            KeyRefusedError: it changes a hand, leaves a key unwritten, or writes beside the keys.
        """
        taken, cards, keys = self.arguments(hands)
        # Code that fills whole vectors writes beside the keys where their number is not a multiple.
        for few in range(2, min(10, len(keys))) if self._is_new else ():
            self._guarded(taken[:few], cards, keys[:few], PATTERN)
        self._is_new = False
        keys = self._guarded(taken, cards, keys, PATTERN)
        if len(left := _where_all(keys, PATTERN)):
            again = self._guarded(taken, cards, keys, OTHER)
            if len(left := left[np.isin(left, _where_all(again, OTHER))]):
                raise KeyRefusedError("it leaves the key of this hand unwritten", int(left[0]))
        return keys

    def _guarded(
        self, hands: NDArray[Any], cards: int, keys: NDArray[Any], pattern: int
    ) -> NDArray[Any]:
        """The keys of hands, from copies of the hands between ranges that nobody may touch."""
        size = hands.nbytes
        if len(self._hands.bytes) < size:
            self._hands = _Guarded(size)
        if len(self._keys.bytes) < keys.nbytes + 2 * EDGE:
            self._keys = _Guarded(keys.nbytes + 2 * EDGE)
        copy = self._hands.bytes[-size:].view(hands.dtype)
        copy[...] = hands.reshape(-1)
        around = self._keys.bytes[-keys.nbytes - 2 * EDGE :]
        around[...] = pattern
        self.evaluate_native((copy, cards, around[EDGE:-EDGE].view(keys.dtype)))
        for part, where in ((around[:EDGE], "before"), (around[-EDGE:], "behind")):
            if (part != pattern).any():
                raise KeyRefusedError(f"it writes {where} the keys, for {len(keys):,} hands")
        if (copy != hands.reshape(-1)).any():
            raise KeyRefusedError("it changes the hands", None)
        return around[EDGE:-EDGE].view(keys.dtype).copy()


def _at(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _where_all(keys: NDArray[Any], pattern: int) -> NDArray[np.intp]:
    """The indexes of keys all of whose bytes are a pattern."""
    unsigned = keys.view(f"u{keys.itemsize}")
    return np.flatnonzero(unsigned == int.from_bytes(bytes([pattern]) * keys.itemsize, "little"))


class _Guarded:
    """Memory between two ranges that nobody may touch.

    Attributes:
        bytes: the memory; it ends where the second range begins.
    """

    def __init__(self, size: int) -> None:
        self._map = mmap.mmap(-1, -(-size // mmap.PAGESIZE) * mmap.PAGESIZE + 2 * AROUND)
        whole = np.frombuffer(self._map, np.uint8)
        self.bytes = whole[AROUND:-AROUND]
        for edge in (whole[:AROUND], whole[-AROUND:]):
            ctypes.CDLL(None).mprotect(_at(edge), ctypes.c_size_t(AROUND), NO_ACCESS)
