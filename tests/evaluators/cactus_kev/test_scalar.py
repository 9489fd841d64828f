"""The sizes that Cactus Kev's text states; its cards, products and keys are in doctests."""

from evaluators.cactus_kev.scalar import FLUSHES, PRODUCTS, UNIQUE5


def test_the_tables_have_the_published_sizes() -> None:
    assert len(FLUSHES) == len(UNIQUE5) == 7_937
    assert sum(map(bool, FLUSHES)) == sum(map(bool, UNIQUE5)) == 1_287
    assert (len(PRODUCTS), min(PRODUCTS), max(PRODUCTS)) == (4_888, 48, 104_553_157)
    numbers = [*filter(None, FLUSHES), *filter(None, UNIQUE5), *PRODUCTS.values()]
    assert sorted(numbers) == list(range(1, 7_463))
