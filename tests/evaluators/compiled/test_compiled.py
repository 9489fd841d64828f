"""Machine code in threads, and its memory; its keys are tested in ``tests/evaluators/arrays``."""

import tracemalloc
from typing import Any

import numpy as np
import pytest

from evaluators import COMPILED, load_arrays
from evaluators.compiled.hands import BLOCK
from harness.hands.scopes import ALL_FIVE

pytest.importorskip("numba")


def test_more_threads_give_the_same_keys() -> None:
    hands = ALL_FIVE.hands()[::4]  # more than one block
    assert len(hands) > 2 * BLOCK
    for name in COMPILED:
        evaluate: Any = load_arrays(name, "compiled").evaluate
        assert (evaluate(hands, jobs=2) == evaluate(hands)).all(), name


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
