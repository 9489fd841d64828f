"""The hash without collisions, and the size that its docstring promises."""

import pytest

from evaluators.cactus_kev import perfect_hash
from evaluators.cactus_kev.perfect_hash import PerfectHash, displace
from evaluators.cactus_kev.scalar import PRODUCTS


def test_every_product_has_a_slot_of_its_own() -> None:
    table = PerfectHash(PRODUCTS)
    assert len({table.slot(product) for product in PRODUCTS}) == len(PRODUCTS) == 4_888
    assert all(table[product] == number for product, number in PRODUCTS.items())
    stated = f"{len(table.shifts):,} shifts and an array of {len(table.numbers):,}"
    assert stated in " ".join(str(perfect_hash.__doc__).split())


def test_rows_are_shifted_as_little_as_possible() -> None:
    """Row 0 has columns 0 and 1, row 1 column 1: one step to the right is free."""
    assert displace([0, 6, 16], 3, 5) == [0, 1, 0]


def test_two_products_in_one_place_are_refused() -> None:
    with pytest.raises(ValueError, match="two entries stand in the same place"):
        displace([1, 16], 3, 5)
