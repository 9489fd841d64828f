"""The numbering that the lesson explains: its small deck, its trace, and all hands."""

from itertools import combinations

import pytest

from evaluators.cards import RANKS, parse_hand
from evaluators.counting_hash import lesson
from evaluators.counting_hash.lesson import BELOW, CLASS_NUMBERS, FLUSHES, hands_below
from evaluators.multisets import multisets
from tests.hands import key


def index_of(ranks: list[int]) -> int:
    """How many hands come before this one."""
    return sum(BELOW[cards][rank] for cards, rank in enumerate(sorted(ranks), start=1))


def test_the_small_deck_is_numbered_as_in_its_table() -> None:
    for index, hand in enumerate(("2-2", "3-2", "3-3", "4-2", "4-3", "4-4")):
        assert f"      {index}     " in str(lesson.__doc__)
        assert f"    {hand}\n" in str(lesson.__doc__)
        assert index_of([RANKS.index(rank) for rank in hand.split("-")]) == index


def test_the_trace_has_the_values_of_the_tables() -> None:
    terms = [BELOW[5][11], BELOW[4][11], BELOW[3][11], BELOW[2][10], BELOW[1][10]]
    assert terms == [2992, 1001, 286, 55, 10]
    assert sum(terms) == 4344
    assert CLASS_NUMBERS[4344] == key(lesson, "Kd Ks Kc Qh Qs") == 180


@pytest.mark.parametrize("rank", range(5))
@pytest.mark.parametrize("cards", range(8))
def test_hands_below_a_rank_are_counted(rank: int, cards: int) -> None:
    """A failure means that the sum is not the number of hands that come before."""
    listed = [ranks for ranks in multisets(cards) if all(below < rank for below in ranks)]
    assert hands_below(rank, cards) == len(listed)


def test_every_hand_has_an_index_of_its_own_and_none_is_left() -> None:
    """A failure means that the hash is not perfect, or not minimal."""
    assert sorted(index_of([*ranks]) for ranks in multisets(5)) == [*range(6_175)]
    assert len(CLASS_NUMBERS) == 6_175


def test_every_flush_has_a_class_number_of_its_own() -> None:
    numbers = [
        key(lesson, [4 * rank + 3 for rank in ranks]) for ranks in combinations(range(13), 5)
    ]
    assert sorted(numbers) == [*range(1, 11), *range(323, 1_600)]
    assert len(FLUSHES) - FLUSHES.count(0) == len(numbers)


@pytest.mark.parametrize(
    ("number", "hand"),
    [
        (1, "Ah Kh Qh Jh Th"),
        (10, "5h 4h 3h 2h Ah"),
        (11, "Ac Ad Ah As Kc"),
        (322, "2c 2d 2h 3c 3d"),
        (323, "Ac Kc Qc Jc 9c"),
        (1600, "Ac Kd Qc Jc Tc"),
        (1609, "5c 4d 3c 2c Ac"),
        (2467, "2c 2d 2h 4c 3c"),
        (2662, "Kd Ks 7c 7h 5s"),
        (6185, "2c 2d 5c 4c 3c"),
        (7462, "7c 5d 4c 3c 2c"),
    ],
)
def test_a_hand_of_each_category_has_its_class_number(number: int, hand: str) -> None:
    assert key(lesson, hand) == key(lesson, parse_hand(hand)[::-1]) == number
