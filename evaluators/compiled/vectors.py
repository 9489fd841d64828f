"""Instructions that work on 32 bytes at once, for machine code: those of x86 processors with AVX2.

A `vector` is a register of 32 bytes. Here it holds four hands, eight bytes each, of which five to
seven are cards; `-` is a byte that is zero::

    byte     0  1  2  3  4  5  6  7 |  8 ...         15 | 16 ...        23 | 24 ...        31
    hand 0   Kd Ks 7c 7h 5s 3d 2c - |  hand 1         - |  hand 2        - |  hand 3        -

The same 32 bytes are also four numbers of 64 bits, one for each hand, lowest byte first. Each
function here is few instructions of the processor, and does the same with all parts.

`look_up` is the remarkable one: each byte is replaced by what a table of 16 bytes has at that
place. There are 13 ranks, so a table of 16 has room for a byte of each rank's number::

    ranks    11 11  5  5  3  1  0  - |                table   0  1  2  3  4  5 ...
    bytes   n11 n11 n5 n5 n3 n1 n0 n0 |                      n0 n1 n2 n3 n4 n5 ...

`sums` adds the eight bytes of each hand. So a byte of the numbers of seven cards is looked up and
added in two instructions, for four hands. Wojciech Muła `counts bits this way
<http://0x80.pl/articles/sse-popcount.html>`_, with the same two instructions.

Numba compiles loops, but has no such registers: this file adds a type for them, and for each
instruction a function that says which one LLVM is to emit. `IS_HERE` says whether the processor has
them; elsewhere, functions that call them cannot be compiled.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic, models, register_model

from evaluators.compiled.machine_code import array

IS_HERE: bool = "+avx2" in cpu_target.target_context.codegen().magic_tuple()[2].split(",")
"""True if Numba compiles for a processor with AVX2, by the features, the last of three texts."""

Emit = Callable[..., Any]
"""A function from LLVM's builder and values to a value: it writes code that computes it."""

# LLVM's vectors have a type. Ours are longs; `bitcast` gives them another one, and costs nothing.
BIT, BYTE, SHORT, INT, LONG = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
BYTES, SHORTS, LONGS = (ir.VectorType(of, 256 // of.width) for of in (BYTE, SHORT, LONG))


class VectorType(types.Type):
    """32 bytes in a register."""


VECTOR = VectorType("vector")
HANDS, SUMS = array("u1", 2), array("u4", mutable=True)


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, LONGS)


def instruction(
    result: Any, *parameters: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let machine code call a function that emits code for LLVM, instead of computing a value.

    When Numba meets a call, it asks `typed` for the types, and then lets `generate` write the code.

    Args:
        result: the Numba type of the value that the code computes.
        parameters: the Numba types of its arguments.
    """

    def decorate(emit: Emit) -> Callable[..., Any]:
        @wraps(emit)
        def typed(typingctx: Any, *arguments: Any) -> tuple[Any, Callable[..., Any]]:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                as_structs = (
                    context.make_array(kind)(context, builder, value)
                    if isinstance(kind, types.Array)
                    else value
                    for kind, value in zip(parameters, values)
                )
                return emit(builder, *as_structs)

            return result(*parameters), generate

        made: Callable[..., Any] = intrinsic(typed)
        return made

    return decorate


# --- Between memory and registers. ---


@instruction(VECTOR, HANDS, types.int64, types.int64)
def load(builder: Any, hands: Any, first: Any, third: Any) -> Any:
    """16 bytes from hand `first` on, and 16 from hand `third` on: two hands each, and some more."""
    size = builder.extract_value(hands.shape, 1)

    def half(n: Any) -> Any:
        place = builder.gep(hands.data, [builder.mul(n, size)])
        loaded = builder.load(builder.bitcast(place, ir.VectorType(BYTE, 16).as_pointer()))
        loaded.align = 1  # it may begin anywhere
        return loaded

    both = builder.shuffle_vector(half(first), half(third), _constant(INT, range(32)))
    return builder.bitcast(both, LONGS)


@instruction(types.void, HANDS, types.int64)
def fetch(builder: Any, rows: Any, byte: Any) -> None:
    """Have the 64 bytes around a byte fetched from memory, which may be beyond the end."""
    place = builder.gep(rows.data, [byte])
    kind = ir.FunctionType(ir.VoidType(), [place.type, INT, INT, INT])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    builder.call(function, [place, *(ir.Constant(INT, value) for value in (0, 3, 1))])


@instruction(types.void, SUMS, types.int64, VECTOR)
def store(builder: Any, sums: Any, at: Any, vector: Any) -> None:
    """Write the lower half of each of the four numbers."""
    kind = ir.VectorType(INT, 4)
    place = builder.bitcast(builder.gep(sums.data, [at]), kind.as_pointer())
    builder.store(builder.trunc(vector, kind), place).align = 4


@instruction(types.void, array("u1", mutable=True), types.int64, VECTOR)
def put(builder: Any, target: Any, at: Any, vector: Any) -> None:
    """Write all 32 bytes."""
    place = builder.bitcast(builder.gep(target.data, [at]), BYTES.as_pointer())
    builder.store(builder.bitcast(vector, BYTES), place).align = 1


@instruction(VECTOR, types.uint64, types.uint64)
def twice(builder: Any, low: Any, high: Any) -> Any:
    """16 bytes, given as two numbers, and again: each half of a vector has a table of its own."""
    vector = ir.Constant(LONGS, ir.Undefined)
    for place, number in enumerate([low, high, low, high]):
        vector = builder.insert_element(vector, number, ir.Constant(INT, place))
    return vector


def table(values: list[int]) -> tuple[np.uint64, np.uint64]:
    """Up to 16 bytes for `twice`, the lowest byte first."""
    low, high = np.frombuffer(bytes(values).ljust(16, b"\0"), "<u8")
    return low, high


def whole(hands: int) -> int:
    """The number of hands, of all, that are taken: a multiple of 64, with two hands left over.

    The last `load` begins two hands before the end. Its 16 bytes are 3.2 hands of five cards.

    >>> whole(65), whole(66), whole(1000)
    (0, 64, 960)
    """
    return max(hands - 2, 0) // 64 * 64


# --- On the bytes. ---


@instruction(VECTOR, VECTOR, VECTOR)
def look_up(builder: Any, table: Any, places: Any) -> Any:
    """The bytes of `table` at each byte of `places`, of which the lower four bits count.

    Each half has a table of its own. Where a place has its top bit set, the result is 0.
    """
    operands = [builder.bitcast(vector, BYTES) for vector in (table, places)]
    return builder.bitcast(_call(builder, "llvm.x86.avx2.pshuf.b", BYTES, operands), LONGS)


@instruction(VECTOR, VECTOR)
def ranks(builder: Any, cards: Any) -> Any:
    """Each byte divided by four: the rank of a card."""
    bits = _constant(BYTE, [2] * 32)
    return builder.bitcast(builder.lshr(builder.bitcast(cards, BYTES), bits), LONGS)


@instruction(VECTOR, VECTOR, VECTOR)
def equal(builder: Any, one: Any, other: Any) -> Any:
    """255 for each byte that is the same in both, else 0."""
    operands = [builder.bitcast(vector, BYTES) for vector in (one, other)]
    is_same = builder.icmp_unsigned("==", *operands)
    return builder.bitcast(builder.sext(is_same, BYTES), LONGS)


@instruction(VECTOR, VECTOR, VECTOR)
def beyond(builder: Any, one: Any, other: Any) -> Any:
    """What each byte of `one` is higher by than that of the other, else 0."""
    operands = [builder.bitcast(vector, BYTES) for vector in (one, other)]
    return builder.bitcast(_call(builder, "llvm.usub.sat.v32i8", BYTES, operands), LONGS)


@instruction(VECTOR, VECTOR, VECTOR)
def union(builder: Any, one: Any, other: Any) -> Any:
    """All bits that are set in one of two."""
    return builder.or_(one, other)


# --- On the four numbers. ---


@instruction(VECTOR, VECTOR)
def sums(builder: Any, vector: Any) -> Any:
    """The sum of the eight bytes of each number: of their differences from 0, for the processor."""
    operands = [builder.bitcast(vector, BYTES), _constant(BYTE, [0] * 32)]
    return _call(builder, "llvm.x86.avx2.psad.bw", LONGS, operands)


@instruction(VECTOR, VECTOR, VECTOR)
def plus(builder: Any, one: Any, other: Any) -> Any:
    """The sum of two numbers, four times."""
    return builder.add(one, other)


@instruction(VECTOR, VECTOR, types.int64)
def left(builder: Any, vector: Any, bits: Any) -> Any:
    """Each number shifted to the left."""
    by = ir.Constant(LONGS, ir.Undefined)
    for place in range(4):
        by = builder.insert_element(by, bits, ir.Constant(INT, place))
    return builder.shl(vector, by)


@instruction(types.int64, VECTOR, VECTOR)
def which(builder: Any, vector: Any, mask: Any) -> Any:
    """A bit for each of the 16 pairs of bytes: whether a bit of `mask` is set there."""
    masked = builder.bitcast(builder.and_(vector, mask), SHORTS)
    is_set = builder.icmp_unsigned("!=", masked, _constant(SHORT, [0] * 16))
    return builder.zext(builder.bitcast(is_set, SHORT), LONG)


@instruction(types.int64, types.int64)
def lowest(builder: Any, number: Any) -> Any:
    """The place of the lowest bit that is set in one number, which is not 0."""
    return builder.cttz(number, ir.Constant(BIT, 1))  # 1: of 0, it need not have a value


def _constant(of: Any, values: Any) -> Any:
    values = [ir.Constant(of, value) for value in values]
    return ir.Constant(ir.VectorType(of, len(values)), values)


def _call(builder: Any, name: str, result: Any, operands: Any) -> Any:
    kind = ir.FunctionType(result, [operand.type for operand in operands])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), operands)
