"""The memory of machine code; its keys are tested in ``tests/evaluators/arrays``."""

import tracemalloc

import numpy as np
import pytest

from evaluators import load_arrays
from harness.hands.scopes import ALL_FIVE

pytest.importorskip("numba")


def test_a_call_takes_little_more_memory_than_its_keys() -> None:
    """The peak is at most 50 MB higher, also if the array has to be copied because of its order."""
    evaluate = load_arrays("rank-sums", "compiled").evaluate
    hands = np.asfortranarray(ALL_FIVE.hands())
    evaluate(hands[:10])
    tracemalloc.start()
    try:
        keys = evaluate(hands)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak - keys.nbytes < 50e6
