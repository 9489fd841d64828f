"""Workloads: the same hands every time, and the hands that their names promise."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from evaluators import BUILT_IN, PEERS, rank_many, rulebook
from evaluators.null import NULL_ARRAYS
from harness.adapters import batches
from harness.hands.classes import CATEGORIES, class_of
from harness.timing.benchmark import array_style, python_style, time_hands
from harness.timing.jobs import NOT_INSTALLED, load_all
from harness.timing.workloads import CATEGORY_NAMES, FORMS, WORKLOADS

FEW = 60


def test_hands_are_hands_and_always_the_same() -> None:
    """And of twice as many, the first are the same: the styles are timed on the same hands."""
    for workload in WORKLOADS.values():
        hands = workload.deal(FEW).tolist()
        assert hands == workload.deal(FEW).tolist()
        assert workload.deal(2 * FEW)[:FEW].tolist() == hands
        assert len(hands) == FEW
        for hand in hands:
            assert len(set(hand)) == workload.size
            assert set(hand) <= set(range(52))


def test_hands_of_a_category_are_of_it() -> None:
    """In all suits and orders: straight flushes are the strictest case."""
    for category, name in enumerate(CATEGORY_NAMES):
        hands = [*map(tuple, WORKLOADS[name].deal(10 * FEW).tolist())]
        assert {class_of(hand).category for hand in hands} == {category}
        assert len(set(hands)) > 30  # also of the forty straight flushes
        assert {card % 4 for hand in hands for card in hand} == {0, 1, 2, 3}
        assert not all(list(hand) == sorted(hand) for hand in hands)
        assert name.replace("-", " ") == CATEGORIES[category]


def test_arrays_are_timed_on_showdowns_too() -> None:
    assert array_style("numpy", replace(WORKLOADS["showdowns"], hands=FEW), NULL_ARRAYS)(1) > 0


def test_of_an_array_its_function_alone_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that the test of its keys, which takes longer than the fastest, is timed."""
    monkeypatch.setattr(batches, "keys_of", None)
    assert array_style("numpy", replace(WORKLOADS["random-5"], hands=FEW), NULL_ARRAYS)(1) > 0


def test_a_showdown_is_between_two_of_the_hands() -> None:
    """Else a hand is compared with itself, and half of the hands are not timed."""
    showdowns = WORKLOADS["showdowns"]
    run = python_style(replace(showdowns, hands=FEW), "rulebook")
    assert isinstance(run, partial)
    hands = [tuple(map(rulebook.encode, hand)) for hand in showdowns.deal(FEW).tolist()]
    assert [hand for pair in next(run.keywords["calls"]) for hand in pair] == hands


@pytest.mark.parametrize("style", ["python", "numpy"])
def test_hands_do_not_repeat_while_they_are_timed(style: str) -> None:
    """Failure means that a processor learns the hands: tables and searches look faster."""
    asked: list[bytes] = []
    workload = replace(WORKLOADS["random-5"], hands=FEW)
    calls = workload.calls(style)
    time_hands(50, asked.append, ([hands.tobytes()] for hands in calls))
    assert len({*asked}) == 50
    assert len(replace(workload, repeats=True).calls(style)) == 1


def test_every_form_of_rank_many_gets_the_same_hands() -> None:
    hands = WORKLOADS["random-7"].deal(FEW)
    assert all((rank_many(form(hands)) == rank_many(hands)).all() for form in FORMS.values())
    for name in (f"{form}-7" for form in FORMS):
        assert array_style("numpy", replace(WORKLOADS[name], hands=FEW), "rank-sums")(1) > 0


def test_hands_of_a_category_are_equally_likely() -> None:
    """Of the 40 straight flushes, each comes a thousand times."""
    cards = np.sort(WORKLOADS["straight-flush"].deal(40_000), axis=1)
    _, counts = np.unique(cards, axis=0, return_counts=True)
    assert len(counts) == 40
    assert abs(counts - 1_000).max() < 5 * 1_000**0.5


@pytest.mark.parametrize("name", [*BUILT_IN, *PEERS])
def test_what_is_timed_runs(name: str) -> None:
    """Every kind of workload, on every evaluator, once."""
    if load_all([name], "python")[name].status == NOT_INSTALLED:
        pytest.skip(f"{name} is not installed")
    for workload in (WORKLOADS["showdowns"], WORKLOADS["encode"]):
        assert python_style(replace(workload, hands=FEW), name)(1) > 0
