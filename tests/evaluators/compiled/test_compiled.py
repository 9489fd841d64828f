"""The keys of machine code are the very keys of the `numpy` style: every hand.

Tests for both styles are in ``tests/evaluators/arrays``. Without Numba, these here are skipped.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators import ARRAYS, COMPILED, load, load_arrays
from harness.checking.equivalence import check
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import COMPILED as STYLE
from harness.hands.scopes import All
from tests.hands import RARE_DECKS

pytest.importorskip("numba")

STEP = 1 << 20
"""Hands at once, of those of seven cards."""


@pytest.fixture(params=COMPILED, scope="module")
def evaluator(request: pytest.FixtureRequest) -> Any:
    return load_arrays(request.param, "compiled")


@pytest.fixture(scope="module")
def all_five() -> NDArray[np.uint8]:
    return np.ascontiguousarray(All().hands())


def keys_in_numpy(name: str, dealt: NDArray[Any]) -> NDArray[Any]:
    """The keys of the `numpy` style; the class numbers if it has none."""
    return load_arrays(name if name in ARRAYS else "rank-sums").evaluate(dealt)


def test_every_hand_of_five_cards_has_the_key_of_the_numpy_style(
    evaluator: Any, all_five: NDArray[np.uint8]
) -> None:
    """All 2,598,960 keys, one by one, and of the same dtype."""
    keys, expected = evaluator.evaluate(all_five), keys_in_numpy(evaluator.name, all_five)
    assert keys.dtype == expected.dtype
    assert (keys == expected).all()


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 7])
def test_every_hand_of_six_and_seven_cards_has_the_key_of_the_numpy_style(
    evaluator: Any, size: int
) -> None:
    """All 20,358,520 and 133,784,560 keys, one by one."""
    scope = All(size)

    def differ(start: int) -> int:
        dealt = scope.hands(start, start + STEP)
        return int((keys_in_numpy(evaluator.name, dealt) != evaluator.evaluate(dealt)).sum())

    with ThreadPoolExecutor(2) as threads:
        assert sum(threads.map(differ, range(0, len(scope), STEP))) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 7])
def test_every_evaluator_is_equivalent(size: int) -> None:
    """On every hand of six and of seven cards."""
    for verdict in check(list(COMPILED), All(size), style=STYLE):
        assert (verdict.status, verdict.message) == (EQUIVALENT, "")


@pytest.mark.parametrize("size", [6, 7])
def test_rare_hands_have_the_keys_of_the_numpy_style(evaluator: Any, size: int) -> None:
    """Hands of few ranks or suits, their cards in any order."""
    random = Random(size)
    dealt = np.array([random.sample(deck, size) for deck in RARE_DECKS for _ in range(300)])
    assert (evaluator.evaluate(dealt) == keys_in_numpy(evaluator.name, dealt)).all()


def test_names_and_directions_are_those_of_the_python_style(evaluator: Any) -> None:
    python = load(evaluator.name)
    assert evaluator.lower_wins == python.lower_wins
    assert list(evaluator.sizes) == [5, 6, 7]


def test_more_threads_give_the_same_keys(evaluator: Any, all_five: NDArray[np.uint8]) -> None:
    dealt = all_five[::13]
    assert (evaluator.evaluate(dealt, jobs=2) == evaluator.evaluate(dealt)).all()


INVALID = """
import numpy as np
from evaluators import COMPILED, load_arrays

bytes_ = np.random.default_rng(0).integers(0, 256, (50_000, 7)).astype(np.uint8)
few = bytes_ % 3
for size in (5, 6, 7):
    for hands in (bytes_, few, np.full_like(few, 255), np.zeros_like(few)):
        for name in COMPILED:
            load_arrays(name, "compiled").evaluate(np.ascontiguousarray(hands[:, :size]))
"""


def test_invalid_hands_do_not_end_the_process() -> None:
    """Their keys are undefined; failure means that machine code reads outside of its tables."""
    subprocess.run([sys.executable, "-c", INVALID], check=True)


def test_little_memory_beside_hands_keys_and_tables(
    evaluator: Any, all_five: NDArray[np.uint8]
) -> None:
    """At most 50 MB more, also if the array has to be copied because of its order."""
    import tracemalloc

    dealt = np.asfortranarray(all_five)
    evaluator.evaluate(dealt[:10])
    tracemalloc.start()
    try:
        keys = evaluator.evaluate(dealt)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak - keys.nbytes < 50e6
