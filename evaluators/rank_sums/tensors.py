"""Rank sums for tensors: hands in an array of NumPy, JAX, PyTorch or CuPy, on any device.

A GPU runs one instruction for many hands at once. If some hands take a branch, the others wait, and
a sort is many steps even without a branch. An addition or a lookup is one step for all. So each
hand takes the same steps here, whether it has a flush or not:

1. Add up the numbers of its ranks. The sum is a row and a column; the shift of the row plus the
   column is a place in the line of `arrays`, which has the class number of these ranks.
2. Count the cards of each suit, in four counters of four bits that are one number. The counters
   begin at 3, so that the fifth card of a suit sets the upper bit of its counter.
3. Add up the bits of its ranks, one per rank, of those cards whose suit has set that bit. Without a
   flush, the sum is 0. The sum is an index into the 8,192 class numbers of flushes; where there is
   no flush, the entry is 65,535.
4. Take the smaller one of both class numbers: it is the better one.

All numbers are less than 2**31, since JAX has no larger integers unless it is told to. The shape of
no array depends on the cards, and nothing is copied to the host; so `jax.jit` can compile all of
it. The functions are those of the `array API <https://data-apis.org/array-api/>`_, a standard that
NumPy and JAX follow. For PyTorch and CuPy, which follow it in part, `array-api-compat
<https://data-apis.org/array-api-compat/>`_ has the rest.

Cards are not validated: while a function is compiled, there are none yet, and on a GPU each look at
them would wait for it. An invalid hand gets some class number. No lookup is outside its table,
since PyTorch could not use the GPU again in that process: only the lower six bits of a card count,
and only the lower bits of each sum.

`arrays` is the same idea where a branch is cheap: it selects the hands that have a flush. The
tables are those of `arrays`, as 32-bit numbers: 277,852 bytes for seven cards. They are built on
first use, once for each device.
"""

import sys
from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from evaluators.cards import CardError, describe_sizes
from evaluators.rank_sums import arrays
from evaluators.rank_sums.arrays import BITS, COLUMNS, NUMBER_OF_RANK, ROW_BITS, lower_wins, sizes

__all__ = ["evaluate", "kind_of", "lower_wins", "name", "sizes"]

name = "rank-sums-tensors"

Tensor: TypeAlias = Any
"""An array of any of these libraries; their types have nothing in common that a checker knows."""


def evaluate(hands: Tensor) -> Tensor:
    """The class numbers of hands of five cards, or of the best five of six or seven.

    Args:
        hands: card numbers, ``(..., k)``, of any integer dtype.

    Returns:
        Class numbers, ``(...)``, as int32: in an array of the same library, on the same device.

    Raises:
        CardError: the shape or the dtype is not that of hands.
        ImportError: the library needs array-api-compat, which is not installed.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([   1, 3325], dtype=int32)
    """
    xp = namespace_of(hands)
    size = size_of(hands, xp)
    numbers, shifts, line, flushes = tables_beside(hands, xp, size)
    cards = xp.asarray(hands, dtype=xp.int32) & 63
    ranks, counters = cards >> 2, 4 * (cards & 3)

    total = xp.sum(numbers[ranks], axis=-1, dtype=xp.int32)
    row = total >> BITS - ROW_BITS[size] & (1 << ROW_BITS[size]) - 1
    of_ranks = line[shifts[row] + (total & COLUMNS - 1)]

    counts = xp.sum(1 << counters, axis=-1, dtype=xp.int32) + 0x3333
    is_suited = (counts & 0x8888)[..., None] >> counters + 3 & 1
    suited = xp.sum(is_suited << ranks, axis=-1, dtype=xp.int32) & 0x1FFF
    return xp.minimum(of_ranks, flushes[suited])


def namespace_of(hands: Tensor) -> ModuleType:
    """The functions of the array API for arrays of this library.

    Raises:
        ImportError: as `evaluate`.
    """
    if hasattr(hands, "__array_namespace__"):
        own: ModuleType = hands.__array_namespace__()
        return own
    try:
        from array_api_compat import array_namespace
    except ImportError:
        needs = f"{kind_of(hands)} needs array-api-compat: pip install array-api-compat"
        raise ImportError(needs) from None
    namespace: ModuleType = array_namespace(hands)
    return namespace


def kind_of(hands: Tensor) -> str:
    """The type of an array in words, for messages.

    >>> kind_of(np.arange(5))
    'an array of type numpy.ndarray'
    """
    return f"an array of type {type(hands).__module__}.{type(hands).__qualname__}"


def size_of(hands: Tensor, xp: ModuleType) -> int:
    """The number of cards in a hand: what can be checked without a look at the cards.

    Raises:
        CardError: the shape or the dtype is not that of hands.
    """
    if not hands.ndim:
        raise CardError("an array of shape (), where (..., k) is needed: hands of k cards")
    size: int = hands.shape[-1]
    if size not in sizes:
        raise CardError(f"hands of {size} cards, but {describe_sizes(sizes)}")
    if not xp.isdtype(hands.dtype, "integral"):
        raise CardError(f"an array of dtype {hands.dtype}: card numbers are integers")
    return size


def tables_beside(hands: Tensor, xp: ModuleType, size: int) -> tuple[Tensor, ...]:
    """The tables in arrays of the same library, on the device of the hands.

    While JAX or PyTorch traces a function to compile it, an array that is made becomes a part of
    that function, and must not be kept for others. So they make the tables outside of it.
    """
    if xp.__name__ == "jax.numpy":
        with sys.modules["jax"].ensure_compile_time_eval():
            return tables(xp, None, size)  # JAX moves them to the hands
    make = tables
    if xp.__name__ == "array_api_compat.torch":
        make = sys.modules["torch"].compiler.disable(tables)
    return make(xp, hands.device, size)


@cache
def tables(xp: ModuleType, device: Any, size: int) -> tuple[Tensor, ...]:
    """The number of each rank, and the tables of `arrays`; a card modulo 64 has up to 16 ranks."""
    numbers = np.array([*NUMBER_OF_RANK, 0, 0, 0])
    made = (numbers, *arrays.tables(size))
    return tuple(xp.asarray(table.astype(np.int32), device=device) for table in made)
