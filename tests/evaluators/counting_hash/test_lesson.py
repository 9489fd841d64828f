"""The numbering that the lesson explains: its small deck and its trace."""

from evaluators.cards import RANKS
from evaluators.counting_hash import lesson
from evaluators.counting_hash.lesson import BELOW


def test_the_small_deck_is_numbered_as_in_its_table() -> None:
    for index, hand in enumerate(("2-2", "3-2", "3-3", "4-2", "4-3", "4-4")):
        assert f"      {index}     " in str(lesson.__doc__)
        assert f"    {hand}\n" in str(lesson.__doc__)
        high, low = map(RANKS.index, hand.split("-"))
        assert BELOW[2][high] + BELOW[1][low] == index
