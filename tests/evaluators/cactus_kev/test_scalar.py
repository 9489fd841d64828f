"""All facts that Cactus Kev's text states."""

from evaluators.cactus_kev.scalar import FLUSHES, PRODUCTS, UNIQUE5, encode, prime_product
from evaluators.cards import parse_card


def test_the_bits_of_a_card() -> None:
    for card, bits in [
        ("Kd", 0b00001000_00000000_01001011_00100101),
        ("5s", 0b00000000_00001000_00010011_00000111),
        ("Jc", 0b00000010_00000000_10001001_00011101),
    ]:
        assert encode(parse_card(card)) == bits


def test_the_tables_have_the_published_sizes() -> None:
    assert len(FLUSHES) == len(UNIQUE5) == 7_937
    assert sum(map(bool, FLUSHES)) == sum(map(bool, UNIQUE5)) == 1_287
    assert len(PRODUCTS) == 4_888
    numbers = [*filter(None, FLUSHES), *filter(None, UNIQUE5), *PRODUCTS.values()]
    assert sorted(numbers) == list(range(1, 7_463))


def test_the_published_entries() -> None:
    assert FLUSHES[31] == 9
    assert FLUSHES[7808] == 323
    assert FLUSHES[0b1111100000000] == 1
    assert UNIQUE5[0b1111100000000] == 1600
    assert UNIQUE5[3968] == 1601
    assert UNIQUE5[47] == 7462


def test_the_published_products() -> None:
    assert prime_product((11, 10, 9, 8, 7)) == 14_535_931
    assert min(PRODUCTS) == 48
    assert max(PRODUCTS) == 104_553_157
