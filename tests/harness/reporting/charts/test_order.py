"""The chart of the order: keys along the classes, and places."""

from itertools import pairwise

import pytest

from harness.checking.families import out_of_place
from harness.reporting.charts.order import BROKEN, STAIRS, keys_of, places_of


@pytest.mark.parametrize("name", STAIRS)
def test_keys_go_one_way_along_the_classes(name: str) -> None:
    keys = keys_of(name).tolist()
    assert len(keys) == 7_462
    is_rising = keys[0] < keys[1]
    assert all((key < weaker) == is_rising and key != weaker for key, weaker in pairwise(keys))


def test_an_equivalent_evaluator_puts_each_class_in_its_place() -> None:
    assert places_of("cactus-kev-dict").tolist() == list(range(1, 7_463))


@pytest.mark.parametrize("name", BROKEN)
def test_published_versions_put_some_classes_out_of_place(name: str) -> None:
    assert 0 < sum(out_of_place(places_of(name).tolist())) < 1_000
