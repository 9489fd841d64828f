"""The hash without collisions, and the size that its docstring promises."""

from evaluators.cactus_kev import perfect_hash
from evaluators.cactus_kev.perfect_hash import PerfectHash
from evaluators.cactus_kev.scalar import PRODUCTS


def test_every_product_has_a_slot_of_its_own() -> None:
    table = PerfectHash(PRODUCTS)
    assert len({table.slot(product) for product in PRODUCTS}) == len(PRODUCTS) == 4_888
    assert all(table[product] == number for product, number in PRODUCTS.items())
    stated = f"{len(table.shifts):,} shifts and an array of {len(table.numbers):,}"
    assert stated in " ".join(str(perfect_hash.__doc__).split())
