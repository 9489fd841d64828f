"""Compile functions to machine code with `Numba <https://numba.pydata.org>`_, once.

Compiling takes up to four seconds for a function; loading it from disk takes milliseconds. Before
the first function that has to be compiled, one line on standard error says so, for otherwise a call
of microseconds would take seconds without a visible reason.
"""

import sys
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import event

from evaluators import cache as caches
from evaluators.compiled import store

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

LINE = (
    "compiling evaluators to machine code, once; "
    "allhands prepare compiles all in advance, which takes half a minute"
)

_LOCK = Lock()
"""Held while Numba's cache folder, which all threads share, is ours."""


def machine_code(keys: str, *tables: str, hands: str = "u1") -> Callable[[FunctionT], FunctionT]:
    """Compile a kernel, or load it if it was compiled before.

    A kernel takes hands, ``(n, k)`` of uint8, an array for their keys, and tables. It may use
    integers, floats, arrays and tuples, and functions with the decorator `inlined`. Other threads
    run while it works.

    Args:
        keys: the dtype of the keys, such as ``u2`` for uint16.
        tables: the dtype of each table; tables have one dimension.
        hands: the dtype of the hands.
    """
    return _compiled(array(hands, 2), array(keys, mutable=True), *map(array, tables))


def walking_code(*tables: str) -> Callable[[FunctionT], FunctionT]:
    """Compile a walk, or load it: as `machine_code`, but it takes counts of int64, and tables."""
    return _compiled(array("i8", mutable=True), *map(array, tables))


def _compiled(*arguments: Any) -> Callable[[FunctionT], FunctionT]:
    def decorate(function: FunctionT) -> FunctionT:
        signature = numba.void(*arguments)
        with _LOCK, caches.named(), store.locked():
            before = numba.config.CACHE_DIR
            numba.config.CACHE_DIR = str(store.folder())
            try:
                return _kept(function, signature)
            finally:
                numba.config.CACHE_DIR = before

    return decorate


def _kept(function: FunctionT, signature: Any) -> FunctionT:
    """The function in machine code, from its files or compiled now.

    Reading a damaged file can raise any error. Then the function's files are thrown away, and it is
    compiled; an error of the compiler itself is raised by the second attempt.
    """
    try:
        compiled: FunctionT = numba.njit(signature, nogil=True, cache=True)(function)
    except Exception:
        numba.njit(nogil=True, cache=True)(function)._cache.flush()
        compiled = numba.njit(signature, nogil=True, cache=True)(function)
    return compiled


def array(dtype: str, dimensions: int = 1, mutable: bool = False) -> Any:
    """The type of a contiguous array; one that may be written to is taken for a read-only one."""
    scalar = numba.from_dtype(np.dtype(dtype))
    return numba.types.Array(scalar, dimensions, "C", readonly=not mutable)


def inlined(function: FunctionT) -> FunctionT:
    """Let machine code call a function; it becomes a part of its callers."""
    part: FunctionT = numba.njit(nogil=True)(function)
    return part


class _Announcing(event.Listener):  # type: ignore[misc]
    """Announce once that functions are compiled, when the first one begins."""

    def on_start(self, event: Any) -> None:
        """Print the line before the first function of ours."""
        module = event.data["dispatcher"].py_func.__module__
        if module.startswith("evaluators.") and not self.is_announced:
            self.is_announced = True
            sys.stderr.write(LINE + "\n")

    def on_end(self, event: Any) -> None:
        """Do nothing."""

    is_announced = False


event.register("numba:compile", _Announcing())
