"""Machine code of rank sums: 16 hands at once, or one by one, and nothing beyond the array."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators.rank_sums import arrays
from harness.hands.scopes import All, Sample
from tests.scripts import run_script

numba = pytest.importorskip("numba")
from evaluators.compiled import vectors  # noqa: E402
from evaluators.rank_sums import compiled, sixteen  # noqa: E402


def keys_of(kernel: Any, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    keys = np.zeros(len(hands), np.uint16)
    kernel(hands, keys, *compiled.tables(hands.shape[1]))
    return keys


@pytest.mark.parametrize("size", [5, 6, 7])
def test_arrays_of_any_length_at_any_place(size: int) -> None:
    """A register holds 32 bytes; hands of five to seven begin anywhere in it."""
    cards = Sample(size, 200).hands().astype(np.uint8)
    expected, kernel = arrays.evaluate(cards), compiled.kernel(size)
    buffer = np.zeros(cards.size + 32, np.uint8)
    for offset in range(32):
        hands = buffer[offset : offset + cards.size].reshape(cards.shape)
        hands[...] = cards
        for length in range(200):
            assert (keys_of(kernel, hands[200 - length :]) == expected[200 - length :]).all()


@pytest.mark.parametrize(
    "size", [5, *(pytest.param(size, marks=pytest.mark.thorough) for size in (6, 7))]
)
def test_the_loop_alone_has_the_same_keys(size: int) -> None:
    """Test the loop for other processors, which here gets the last hands of an array."""
    scope, loop = All(size), compiled.loop(size)
    for start in range(0, len(scope), 1 << 20):
        hands = np.ascontiguousarray(scope.hands(start, start + (1 << 20)), np.uint8)
        assert (keys_of(loop, hands) == arrays.evaluate(hands)).all()


def test_no_byte_is_read_behind_the_array() -> None:
    """Test an array that ends where its page ends: reading the next one is signal 11."""
    script = """
import ctypes, mmap
import numpy as np
from evaluators.rank_sums import arrays, compiled
page = mmap.PAGESIZE
pages = mmap.mmap(-1, 2 * page)
buffer = np.frombuffer(pages, np.uint8)
ctypes.CDLL(None).mprotect(ctypes.c_void_p(buffer.ctypes.data + page), page, 0)
for size in (5, 6, 7):
    for length in range(60, 70):
        hands = buffer[page - length * size : page].reshape(-1, size)
        hands[...] = range(size)
        assert (compiled.evaluate(hands) == arrays.evaluate(hands)).all()
print("done")
"""
    assert run_script(script).stdout == "done\n"


@pytest.mark.thorough
def test_without_avx2_the_loop_runs(tmp_path: Path) -> None:
    script = (
        "from evaluators.rank_sums import compiled\n"
        "print(compiled.how, compiled.evaluate.kernel(5).py_func.__qualname__)\n"
        "print(compiled.evaluate(__import__('numpy').arange(65).reshape(13, 5) % 52)[0])\n"
    )
    run = run_script(script, NUMBA_CPU_NAME="generic", ALLHANDS_CACHE=tmp_path)
    assert run.stdout == "compiled, without AVX2 loop.<locals>.evaluate_block\n166\n"


@pytest.mark.skipif(not vectors.IS_HERE, reason="this processor has no AVX2")
def test_sixteen_at_once_are_taken_where_they_can_be() -> None:
    """Failure means that the loop ranks all hands, and nothing but the time says so."""
    keys, hands = np.zeros(1_000, np.uint16), Sample(7, 1_000).hands().astype(np.uint8)
    sixteen.kernel(7)(hands, keys, *compiled.tables(7)[1:])
    assert np.flatnonzero(keys == 0).tolist() == [*range(vectors.whole(1_000), 1_000)]
