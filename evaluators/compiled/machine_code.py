"""Compile functions to machine code with `Numba <https://numba.pydata.org>`_, once.

Compiling takes up to a second for a function; loading it from disk takes milliseconds. The first
function that has to be compiled is announced in one line, for otherwise a call of microseconds
would take seconds without a reason that anybody sees.
"""

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core import event

from evaluators.compiled import store

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

LINE = "compiling evaluators to machine code, once; allhands compile does this in advance"


def machine_code(signature: str) -> Callable[[FunctionT], FunctionT]:
    """Compile a function for one signature, or load it if it was compiled before.

    Such a function lets other threads run while it works. Its source may use integers, floats,
    arrays and tuples, and functions with the decorator `inlined`.

    Args:
        signature: the types of the arguments in Numba's words: ``u2[::1]`` is a contiguous array
            of uint16.
    """

    def decorate(function: FunctionT) -> FunctionT:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(store.folder())
        try:
            compiled: FunctionT = numba.njit(signature, nogil=True, cache=True)(function)
        finally:
            numba.config.CACHE_DIR = before
        return compiled

    return decorate


def inlined(function: FunctionT) -> FunctionT:
    """Let machine code call a function of numbers; it becomes a part of its callers."""
    part: FunctionT = numba.njit(nogil=True)(function)
    return part


class _Announcing(event.Listener):  # type: ignore[misc]
    """Say once that something is compiled, when it begins."""

    def on_start(self, event: Any) -> None:
        """Print the line before the first function of ours."""
        module = event.data["dispatcher"].py_func.__module__
        if module.startswith("evaluators.") and not self.said:
            self.said = True
            sys.stderr.write(LINE + "\n")

    def on_end(self, event: Any) -> None:
        """Nothing to say."""

    said = False


announcing = _Announcing()
event.register("numba:compile", announcing)
