"""The numbering that the lesson explains: its small deck, its trace, and all hands."""

from evaluators.cards import RANKS
from evaluators.counting_hash import lesson
from evaluators.counting_hash.lesson import BELOW, CLASS_NUMBERS, hands_below
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


def test_hands_below_a_rank_are_counted() -> None:
    for cards in range(6):
        highest = [max(ranks, default=-1) for ranks in multisets(cards)]
        for rank in range(5):
            assert hands_below(rank, cards) == sum(high < rank for high in highest)


def test_every_hand_has_an_index_of_its_own_and_none_is_left() -> None:
    assert sorted(index_of([*ranks]) for ranks in multisets(5)) == [*range(6_175)]
    assert len(CLASS_NUMBERS) == 6_175
