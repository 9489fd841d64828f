"""All facts that Cactus Kev's text states."""

from itertools import permutations

import pytest

from evaluators.cactus_kev import perfect_hash
from evaluators.cactus_kev import scalar as cactus_kev
from evaluators.cactus_kev.perfect_hash import PerfectHash
from evaluators.cactus_kev.scalar import FLUSHES, PRODUCTS, UNIQUE5, encode, prime_product
from evaluators.cards import DECK, parse_card
from tests.hands import key

ALL = (cactus_kev.binary_search, cactus_kev.perfect_hash, cactus_kev.hash_map)


@pytest.mark.parametrize(
    ("card", "bits"),
    [
        ("Kd", 0b00001000_00000000_01001011_00100101),
        ("5s", 0b00000000_00001000_00010011_00000111),
        ("Jc", 0b00000010_00000000_10001001_00011101),
    ],
)
def test_the_bits_of_a_card(card: str, bits: int) -> None:
    assert encode(parse_card(card)) == bits


def test_all_cards_differ() -> None:
    assert len({encode(card) for card in DECK}) == 52


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


@pytest.mark.parametrize(
    ("number", "hand"),
    [
        (1, "Ah Kh Qh Jh Th"),
        (2, "Kh Qh Jh Th 9h"),
        (10, "5h 4h 3h 2h Ah"),
        (11, "Ac Ad Ah As Kc"),
        (166, "2c 2d 2h 2s 3c"),
        (167, "Ac Ad Ah Kc Kd"),
        (322, "2c 2d 2h 3c 3d"),
        (323, "Ac Kc Qc Jc 9c"),
        (1599, "7c 5c 4c 3c 2c"),
        (1600, "Ac Kd Qc Jc Tc"),
        (1609, "5c 4d 3c 2c Ac"),
        (1610, "Ac Ad Ah Kc Qc"),
        (2467, "2c 2d 2h 4c 3c"),
        (2468, "Ac Ad Kc Kd Qc"),
        (3325, "3c 3d 2c 2d 4c"),
        (3326, "Ac Ad Kc Qc Jc"),
        (6185, "2c 2d 5c 4c 3c"),
        (6186, "Ac Kd Qc Jc 9c"),
        (7462, "7c 5d 4c 3c 2c"),
    ],
)
def test_the_published_class_numbers(number: int, hand: str) -> None:
    assert [key(evaluator, hand) for evaluator in ALL] == [number] * 3


def test_a_king_high_straight_in_any_order() -> None:
    cards = ["Kd", "Qs", "Jc", "Th", "9s"]
    for evaluator in ALL:
        assert {key(evaluator, " ".join(order)) for order in permutations(cards)} == {1601}


@pytest.mark.parametrize("evaluator", ALL, ids=lambda evaluator: evaluator.name)
def test_every_product_is_found(evaluator: cactus_kev.CactusKev) -> None:
    assert {product: evaluator.lookup[product] for product in PRODUCTS} == PRODUCTS


def test_the_perfect_hash_has_no_collision_and_the_stated_size() -> None:
    lookup = cactus_kev.perfect_hash.lookup
    assert isinstance(lookup, PerfectHash)
    assert len({lookup.slot(product) for product in PRODUCTS}) == 4_888
    stated = f"{len(lookup.shifts):,} shifts and an array of {len(lookup.numbers):,}"
    assert stated in " ".join(str(perfect_hash.__doc__).split())
