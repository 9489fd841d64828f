"""The keys of machine code are the very keys of the `numpy` style: every hand.

Tests for both styles are in ``tests/evaluators/arrays``. Without Numba, these here are skipped.
"""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators import ARRAYS, COMPILED, load_arrays
from evaluators.compiled.hands import BLOCK
from harness.checking.equivalence import check
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import COMPILED as STYLE
from harness.hands.scopes import ALL_FIVE, All

pytest.importorskip("numba")

STEP = 1 << 20
"""Hands at once, of those of seven cards."""


@pytest.fixture(params=COMPILED, scope="module")
def evaluator(request: pytest.FixtureRequest) -> Any:
    return load_arrays(request.param, "compiled")


def keys_in_numpy(name: str, hands: NDArray[Any]) -> NDArray[Any]:
    """The keys of the `numpy` style; the class numbers if it has none."""
    return load_arrays(name if name in ARRAYS else "rank-sums").evaluate(hands)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 7])
def test_every_hand_of_six_and_seven_cards_has_the_key_of_the_numpy_style(
    evaluator: Any, size: int
) -> None:
    scope = All(size)

    def differ(start: int) -> int:
        hands = scope.hands(start, start + STEP)
        return int((keys_in_numpy(evaluator.name, hands) != evaluator.evaluate(hands)).sum())

    with ThreadPoolExecutor(2) as threads:
        assert sum(threads.map(differ, range(0, len(scope), STEP))) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 7])
def test_every_evaluator_is_equivalent(size: int) -> None:
    """So the numpy style is, too: it has the same keys."""
    for verdict in check(list(COMPILED), All(size), style=STYLE):
        assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_more_threads_give_the_same_keys() -> None:
    hands = ALL_FIVE.hands()[::4]  # more than one block
    assert len(hands) > 2 * BLOCK
    for name in COMPILED:
        evaluate: Any = load_arrays(name, "compiled").evaluate
        assert (evaluate(hands, jobs=2) == evaluate(hands)).all(), name


def test_little_memory_beside_hands_keys_and_tables() -> None:
    """At most 50 MB more, also if the array has to be copied because of its order."""
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
