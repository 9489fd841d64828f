"""The sums of cards are indexes without holes, the flushes have theirs, and invalid hands."""

import subprocess
import sys
from itertools import combinations, pairwise
from operator import itemgetter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators import rulebook
from evaluators.cards import DECK, RANKS, parse_hand
from evaluators.counting_hash import scalar as counting_hash
from evaluators.counting_hash.scalar import (
    LOWER_BITS,
    LOWER_MASK,
    RANK_BITS,
    TABLES,
    UPPER_MASK,
    encode,
    make_tables,
)
from evaluators.multisets import multisets
from tests.hands import RARE_DECKS, hands, key

HANDS = {5: 6_175, 6: 18_395, 7: 49_205}
FLUSHES = {5: 1_287, 6: 3_003, 7: 4_719}

# The best hand of each category and the worst, as five, six and seven cards.
EXAMPLES = [
    (1, ("Ah Kh Qh Jh Th", "Ah Kh Qh Jh Th 9h", "Ah Kh Qh Jh Th Ac Ad")),
    (10, ("5h 4h 3h 2h Ah", "5h 4h 3h 2h Ah Ac", "5h 4h 3h 2h Ah Kh 6c")),
    (11, ("Ac Ad Ah As Kc", "Ac Ad Ah As Kc 2d", "Ac Ad Ah As Kc Kd Kh")),
    (166, ("2c 2d 2h 2s 3c", "2c 2d 2h 2s 3c 3d", "2c 2d 2h 2s 3c 3d 3h")),
    (167, ("Ac Ad Ah Kc Kd", "Ac Ad Ah Kc Kd Kh", "Ac Ad Ah Kc Kd Kh Qs")),
    (322, ("2c 2d 2h 3c 3d", "2c 2d 2h 3c 3d 4s", "2c 2d 2h 3c 3d 4s 5s")),
    (323, ("Ac Kc Qc Jc 9c", "Ac Kc Qc Jc 9c 8c", "Ac Kc Qc Jc 9c Td As")),
    (1599, ("7c 5c 4c 3c 2c", "7c 5c 4c 3c 2c 7d", "7c 5c 4c 3c 2c 7d 5d")),
    (1600, ("Ac Kd Qc Jc Tc", "Ac Kd Qc Jc Tc Ad", "Ac Kd Qc Jc Td Ad Ah")),
    (1609, ("5c 4d 3c 2c Ac", "5c 4d 3c 2c Ac Kd", "5c 4d 3c 2c Ad Ah As")),
    (1610, ("Ac Ad Ah Kc Qc", "Ac Ad Ah Kc Qc Jd", "Ac Ad Ah Kc Qc Jd 9s")),
    (2467, ("2c 2d 2h 4c 3c", None, None)),
    (2468, ("Ac Ad Kc Kd Qc", "Ac Ad Kc Kd Qc Qd", "Ac Ad Kc Kd Qc Qd Jh")),
    (3325, ("3c 3d 2c 2d 4c", None, None)),
    (3326, ("Ac Ad Kc Qc Jc", "Ac Ad Kc Qc Jd 9h", "Ac Ad Kc Qd Jd 9h 8h")),
    (6185, ("2c 2d 5c 4c 3c", None, None)),
    (6186, ("Ac Kd Qc Jc 9c", "Ac Kd Qc Jc 9d 8h", "Ac Kd Qc Jc 9d 8h 7h")),
    (7462, ("7c 5d 4c 3c 2c", None, None)),
]


@pytest.mark.parametrize("size", HANDS)
def test_every_hand_has_an_index_of_its_own_and_none_is_left(size: int) -> None:
    """A failure means that the hash is not perfect, or not minimal."""
    starts, places, numbers, _ = make_tables(size)
    indexes = []
    for ranks in multisets(size):
        total = sum(encode(4 * rank + i % 4) for i, rank in enumerate(ranks))
        upper, lower = total >> LOWER_BITS & UPPER_MASK, total & LOWER_MASK
        indexes.append(starts[upper] + places[lower])
    assert sorted(indexes) == [*range(HANDS[size])]
    assert len(numbers) == HANDS[size]


@pytest.mark.parametrize("size", FLUSHES)
def test_every_flush_has_its_own_entry(size: int) -> None:
    """A failure means that a flush is worth another flush of its best five cards, or nothing."""
    *_, flushes = make_tables(size)
    for cards in range(5, size + 1):
        for ranks in combinations(range(13), cards):
            best = min(
                key(counting_hash, [4 * rank for rank in five]) for five in combinations(ranks, 5)
            )
            assert flushes[sum(1 << rank for rank in ranks)] == best
    assert len(flushes) - flushes.count(0) == FLUSHES[size]


@pytest.mark.parametrize(("number", "examples"), EXAMPLES)
def test_a_hand_of_each_category_has_its_class_number(
    number: int, examples: tuple[str | None, ...]
) -> None:
    for hand in filter(None, examples):
        assert key(counting_hash, hand) == number


@pytest.mark.parametrize("size", HANDS)
def test_random_hands_are_ordered_as_by_the_rules(size: int) -> None:
    """On hands of few ranks or suits, too, which have the rare shapes."""
    random = Random(size)
    dealt = [random.sample(deck, size) for deck in RARE_DECKS for _ in range(200)]
    keys = [(key(rulebook, hand), key(counting_hash, hand)) for hand in dealt]
    keys.sort(key=itemgetter(0))
    assert len({own for _, own in keys}) > 100
    for (rules, own), (next_rules, next_own) in pairwise(keys):
        assert (own == next_own) == (rules == next_rules)
        assert own >= next_own


@given(data=st.data())
def test_the_order_of_cards_does_not_matter(data: st.DataObject) -> None:
    hand = data.draw(st.sampled_from([*HANDS]).flatmap(hands))
    assert key(counting_hash, data.draw(st.permutations(hand))) == key(counting_hash, hand)


def test_the_trace_has_the_values_of_the_tables() -> None:
    starts, places, numbers, _ = make_tables(5)
    assert (starts[6250], places[6375], numbers[3993 + 53]) == (3993, 53, 2662)
    for value in ("starts[6250]      3993", "places[6375]    +   53", "numbers[4046]     2662"):
        assert value in str(counting_hash.__doc__)


def test_the_tables_have_the_stated_sizes() -> None:
    stated = [line.split() for line in str(counting_hash.__doc__).splitlines()]
    tables = [make_tables(size) for size in (5, 6, 7)]
    assert ["starts", *(f"{len(starts):,}" for starts, *_ in tables)] in stated
    assert ["places", *(f"{len(places):,}" for _, places, *_ in tables)] in stated


def test_the_largest_sums_have_room() -> None:
    """A failure means that a sum carries into the upper ranks, the suits or the next suit.

    Sevens and sixes have the largest lower sum, aces and kings the largest upper sum.
    """
    lower = sum(encode(4 * RANKS.index("7") + i) for i in range(4)) & (1 << RANK_BITS) - 1
    lower += 3 * 5 ** RANKS.index("6")
    assert lower == 4 * 5**5 + 3 * 5**4 <= LOWER_MASK
    upper = sum(map(encode, [*DECK[48:], *DECK[44:47]])) & (1 << RANK_BITS) - 1
    assert upper == 4 * 5**6 + 3 * 5**5 << LOWER_BITS
    assert upper >> LOWER_BITS <= UPPER_MASK
    for suit in range(4):
        seven = sum(encode(card) for card in DECK[suit::4][:7])
        assert seven >> RANK_BITS == 7 << 9 - 3 * suit


def test_tables_are_built_on_first_use() -> None:
    """A failure means that the import, or five cards, pay for the tables of seven."""
    script = (
        "from evaluators.counting_hash.scalar import TABLES, encode, evaluate\n"
        "print(len(TABLES))\n"
        "for size in (5, 7): evaluate(list(map(encode, range(size)))); print(*TABLES)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout.splitlines() == ["0", "5", "5 7"], run.stderr


@pytest.mark.parametrize("size", [0, 1, 4, 8])
def test_hands_of_other_sizes_have_no_number(size: int) -> None:
    """A failure means that tables of another size are built, or used."""
    with pytest.raises(KeyError):
        key(counting_hash, list(range(size)))
    assert size not in TABLES


def test_five_aces_are_not_a_hand() -> None:
    """The hot path does not validate, and still this sum has no entry."""
    with pytest.raises(KeyError):
        key(counting_hash, [*parse_hand("Ac Ad Ah As"), parse_hand("Ac")[0]])
