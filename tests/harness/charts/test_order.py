"""The staircase, and who falls off it."""

from itertools import pairwise
from math import comb

import numpy as np
import pytest

from harness.charts.order import BROKEN, STAIRS, dealt_of, keys_of, out_of_place, places_of
from harness.classes import classes


@pytest.mark.parametrize("name", STAIRS)
def test_keys_go_one_way_along_the_classes(name: str) -> None:
    keys = keys_of(name).tolist()
    assert len(keys) == 7_462
    rising = keys[0] < keys[1]
    assert all((one < other) == rising and one != other for one, other in pairwise(keys))


def test_a_right_evaluator_puts_each_class_in_its_place() -> None:
    assert places_of("cactus-kev-dict").tolist() == list(range(1, 7_463))


@pytest.mark.parametrize("name", BROKEN)
def test_the_published_ones_fall_off(name: str) -> None:
    assert 0 < out_of_place(places_of(name)).sum() < 1_000


def test_the_wheels_of_the_matrix_are_out_of_place() -> None:
    wrong = [str(each) for each, out in zip(classes(), out_of_place(
        places_of("matrix-score-as-published"))) if out]  # fmt: skip
    assert "five-high straight" in wrong
    assert "five-high straight flush" in wrong


def test_the_fewest_are_moved() -> None:
    """Against trying every choice of rows to keep, on all orders of six places."""
    from itertools import combinations, permutations

    for places in permutations(range(6)):
        longest = max(
            size
            for size in range(1, 7)
            for kept in combinations(places, size)
            if list(kept) == sorted(kept)
        )
        out = out_of_place(np.array(places))
        assert out.sum() == 6 - longest
        kept = [place for place, moved in zip(places, out) if not moved]
        assert kept == sorted(kept)


@pytest.mark.parametrize("size", [5, 7])
def test_all_hands_are_dealt(size: int) -> None:
    assert dealt_of(size).sum() == comb(52, size)
    assert (dealt_of(size) > 0).sum() == {5: 7_462, 7: 4_824}[size]
