"""An evaluator in a shared library, called at full speed: ``libmine.so:rank``.

The functions that it exports are in ``allhands.h``. While it is checked, it gets copies of the
hands, and writes its keys to memory, between ranges that nobody may touch. A pattern stands on both
sides of the keys, which it must not overwrite, and in each key until it is written.
"""

import ctypes
import mmap
import re
import sys
from collections.abc import Sequence
from functools import cached_property
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators import UnknownEvaluatorError
from evaluators.cards import format_hand
from evaluators.rules import STANDARD, Rules
from harness.adapters.place import KEYS, Place
from harness.adapters.plain import KeyRefusedError
from harness.hands.order import hand_at

HEADER = Path(__file__).with_name("allhands.h")
BITS = np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64))
AROUND = 1 << 24
"""Bytes before and behind that memory, a multiple of the size of a page."""
EDGE, PATTERN, OTHER = 64, 0xA5, 0x5A
"""Bytes before and behind the keys, and what they and unwritten keys hold."""
NO_ACCESS = 0
"""PROT_NONE of mprotect."""
ELF = b"\x7fELF"
MOST_MARK = 1 << 10
"""A mark below is a constant: the first four bytes of a function are a larger number."""


class _Library:
    """A shared library, with the marks of the first of some functions that it exports.

    Attributes:
        name: its place.
        sizes: the sizes of hand that it takes.
        lower_wins: which way its keys run; None if it does not say that.

    Raises:
        UnknownEvaluatorError: a library that cannot be loaded, or has no such function.
    """

    def __init__(self, place: Place, names: Sequence[str]) -> None:
        self.name = place.text
        try:
            self._library = ctypes.CDLL(str(Path(place.file).resolve()))
        except OSError as error:
            raise UnknownEvaluatorError(f"{place.file}: {_why_not(place) or error}") from None
        exported = [name for name in names if hasattr(self._library, name)]
        if not exported:
            why = f"it exports no function {' and no '.join(names)}; {self._other(place, names[0])}"
            raise UnknownEvaluatorError(f"{place.file}: {why}")
        self._exported = exported[0]
        self._function = self._library[self._exported]
        self._function.restype = None
        lower_wins = self._mark("lower_wins")
        self.lower_wins = None if lower_wins is None else bool(lower_wins)
        self.sizes = [size for size in range(1, 10) if self._mark("cards", -1) >> size & 1]
        keys = self._mark("keys", "u32", ctypes.c_char_p)
        if f".{keys}" not in KEYS:
            types = " ".join(suffix[1:] for suffix in KEYS)
            why = f"rank_keys is {keys!r}; it has to be an array, and no pointer, of one of {types}"
            raise UnknownEvaluatorError(f"{self.name}: {why}")
        self._dtype = np.dtype(KEYS[f".{keys}"])

    def _other(self, place: Place, name: str) -> str:
        """Advice for a library that has no function of a name."""
        if hasattr(self._library, walk := f"{name}_all"):
            return f"it exports {walk}: write {place.file}:{walk}"
        mangled = re.search(
            rb"_Z%d%b\w*" % (len(name), name.encode()), Path(place.file).read_bytes()
        )
        if mangled:
            return f'it has {mangled[0].decode()}, a name of C++: include allhands.h, or extern "C"'
        return f"of another name, such as best, write {place.file}:best"

    def _mark(self, mark: str, default: Any = None, kind: Any = ctypes.c_int) -> Any:
        """A mark: the value of a constant, or of a function."""
        name = re.sub("_(masks|all)$", "", self._exported)
        try:
            address = ctypes.addressof(ctypes.c_int.in_dll(self._library, f"{name}_{mark}"))
        except ValueError:
            return default
        if kind is ctypes.c_int:
            value = ctypes.c_int.from_address(address).value
            return value if 0 <= value < MOST_MARK else ctypes.CFUNCTYPE(kind)(address)()
        text = ctypes.string_at(address, 8).partition(b"\0")[0].decode("latin-1")
        is_text = text and text.isascii() and text.isprintable()
        return text if is_text else ctypes.CFUNCTYPE(kind)(address)().decode("latin-1")


class Native(_Library):
    """The evaluator of a shared library, from an array of hands to their keys."""

    def __init__(self, place: Place) -> None:
        name = place.attribute or "rank"
        super().__init__(place, [name, f"{name}_masks"])
        self._takes_masks = self._exported.endswith("_masks")
        if self._takes_masks:  # which do not say what cards of a deal are the board
            self.sizes = [size for size in self.sizes if size <= 7]
        self._hands = self._keys = _Guarded(0)
        self._is_new = True  # until it was called with a few hands

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
                called = f"called with {len(keys):,} hands, it writes {where} their keys"
                raise KeyRefusedError(f"{called} of {keys.dtype.itemsize} bytes: see rank_keys")
        if (copy != hands.reshape(-1)).any():
            raise KeyRefusedError("it changes the hands", None)
        return around[EDGE:-EDGE].view(keys.dtype).copy()


class Walk(_Library):
    """A function that writes the keys of all hands itself, in their order: ``rank_all``."""

    has_all_keys = True

    def __init__(self, place: Place, size: int, rules: Rules = STANDARD) -> None:
        super().__init__(place, [place.attribute])
        self._size = size
        if rules != STANDARD:
            raise UnknownEvaluatorError(f"{self.name}: it walks over the hands of 52 cards")

    @cached_property
    def keys(self) -> NDArray[Any]:
        """The keys of all hands.

        Raises:
            UnknownEvaluatorError: it leaves a key unwritten, or writes beside them.
        """
        keys = self._written(PATTERN)
        left = _where_all(keys, PATTERN)
        if len(left) and len(left := left[np.isin(left, _where_all(self._written(OTHER), OTHER))]):
            hand = format_hand(hand_at(int(left[0]), self._size))
            raise UnknownEvaluatorError(f"{self.name}: it leaves the key of {hand} unwritten")
        if keys.dtype.kind == "f" and np.isnan(keys).any():
            raise UnknownEvaluatorError(f"{self.name}: a key is NaN")
        return keys

    def _written(self, pattern: int) -> NDArray[Any]:
        length = comb(52, self._size) * self._dtype.itemsize + 2 * EDGE
        around = _Guarded(length).bytes[-length:]
        around[...] = pattern
        self.walk(self._size, around[EDGE:-EDGE].view(self._dtype))
        if (np.concatenate([around[:EDGE], around[-EDGE:]]) != pattern).any():
            raise UnknownEvaluatorError(f"{self.name}: it writes beside the keys")
        return around[EDGE:-EDGE].view(self._dtype)

    def walk(self, size: int, keys: NDArray[Any] | None = None) -> None:
        """Write the keys of all hands of a size; to an array of its own, if none is given."""
        keys = self._room if keys is None else keys
        self._function(ctypes.c_size_t(size), _at(keys))

    @cached_property
    def _room(self) -> NDArray[Any]:
        return np.empty(comb(52, 7), self._dtype)


def _why_not(place: Place) -> str:
    """The reason why a file is no library for this machine, as its first bytes say; or nothing.

    That is known of ELF, the format of Linux: elsewhere, the system's words have to do.
    """
    try:
        own, file = (Path(path).read_bytes()[:20] for path in (sys.executable, place.file))
    except OSError:
        return ""
    if own[:4] != ELF:
        return ""
    if file[:4] != ELF:
        return "it is not a shared library of this system"
    is_alike = (file[4:5], file[18:]) == (own[4:5], own[18:])
    return "" if is_alike else "it is for another processor, or for 32 bits"


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
