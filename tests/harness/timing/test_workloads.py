"""Workloads: the same hands every time, and the hands that their names promise."""

from dataclasses import replace
from itertools import pairwise

import pytest

from evaluators import BUILT_IN, PEERS
from evaluators.null import NULL, NULL_ARRAYS
from harness.hands.classes import CATEGORIES, class_of
from harness.timing.benchmark import array_style, python_style
from harness.timing.rounds import NOT_INSTALLED, Loaded, load_all, workloads_for
from harness.timing.workloads import (
    CATEGORY_NAMES,
    COLD,
    HEADLINES,
    SCALES,
    SCALES_OF_ARRAYS,
    WALKED,
    WORKLOADS,
)

FEW = 60


def test_hands_are_hands_and_always_the_same() -> None:
    """And of twice as many, the first are the same: the styles are timed on the same hands."""
    for workload in WORKLOADS.values():
        hands = workload.deal(FEW)
        assert hands == workload.deal(FEW)
        assert workload.name == "worst-first" or workload.deal(2 * FEW)[:FEW] == hands
        assert len(hands) == FEW
        for hand in hands:
            assert len(set(hand)) == workload.size
            assert set(hand) <= set(range(52))


def test_hands_of_a_category_are_of_it() -> None:
    for category, name in enumerate(CATEGORY_NAMES):
        hands = WORKLOADS[name].deal(FEW)
        assert {class_of(hand).category for hand in hands} == {category}
        assert len(set(hands)) > 30  # also of the forty straight flushes
        assert name.replace("-", " ") == CATEGORIES[category]


def test_the_worst_come_first() -> None:
    numbers = [class_of(hand).number for hand in WORKLOADS["worst-first"].deal(FEW)]
    assert numbers == sorted(numbers, reverse=True)
    assert sorted(numbers) == sorted(
        class_of(hand).number for hand in WORKLOADS["random-5"].deal(FEW)
    )


def test_neighbours_share_most_of_their_cards() -> None:
    hands = WORKLOADS["in-order"].deal(FEW)
    assert all(len({*hand} & {*following}) >= 3 for hand, following in pairwise(hands))
    assert hands == sorted(hands)


def test_hands_of_one_class_come_in_all_suits_and_orders() -> None:
    """Straight flushes are the strictest case: cards of one suit, in any order."""
    hands = WORKLOADS["straight-flush"].deal(400)
    assert len({card % 4 for hand in hands for card in hand}) == 4
    assert not all(list(hand) == sorted(hand) for hand in hands)


def test_workloads_fit_the_evaluator_and_style() -> None:
    kev = set(workloads_for("cactus-kev", "python", Loaded()))
    assert {f"scale-{n}" for n in SCALES} <= kev
    assert not {f"scale-{n}" for n in set(SCALES_OF_ARRAYS) - set(SCALES)} & kev
    assert {"encode", "import", "showdowns"} <= kev
    assert not {f"scale-{n}" for n in SCALES} & set(workloads_for("treys", "python", Loaded()))
    arrays = set(workloads_for("cactus-kev", "numpy", Loaded()))
    assert {f"scale-{n}" for n in SCALES_OF_ARRAYS} <= arrays
    assert not {"encode", "parse"} & arrays
    null = workloads_for(NULL, "python", Loaded(), (*HEADLINES, *WALKED, *COLD))
    assert null == ("random-5", "random-7")
    assert "parse" not in kev


def test_sizes_that_an_evaluator_does_not_take_are_left_out() -> None:
    name = "handrank-as-published"
    loaded = load_all([name], "python")[name]
    assert workloads_for(name, "python", loaded, HEADLINES) == ("random-5",)


def test_arrays_are_timed_on_showdowns_too() -> None:
    assert array_style("numpy", replace(WORKLOADS["showdowns"], hands=FEW), NULL_ARRAYS)(1) > 0


@pytest.mark.parametrize("name", [*BUILT_IN, *PEERS])
def test_what_is_timed_runs(name: str) -> None:
    """Every kind of workload, on every evaluator, once."""
    if load_all([name], "python")[name].status == NOT_INSTALLED:
        pytest.skip(f"{name} is not installed")
    for workload in (WORKLOADS["showdowns"], WORKLOADS["encode"]):
        assert python_style(replace(workload, hands=FEW), name)(1) > 0
